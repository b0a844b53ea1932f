extension String {
    /// The text, cut where it has more characters than there is room for.
    ///
    /// - Complexity: O(`limit`), however long the text is.
    public func shortened(to limit: Int) -> String {
        guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else { return self }
        return self[..<end] + "…"
    }
}
