extension Array {
    /// Whether the keys of the elements ascend, so that none occurs twice.
    @inline(__always)
    func ascend(by key: (Element) -> Int64) -> Bool {
        for index in indices.dropFirst() where key(self[index]) <= key(self[index - 1]) { return false }
        return true
    }
}

extension [Int64] {
    /// The numbers in order, each once.
    var ascendingOnce: [Int64] { ascend(by: \.self) ? self : Set(self).sorted() }
}
