/// Fields separated by commas, after RFC 4180.
enum CSVText {
    /// A field; nil is empty, and an empty text is a pair of quotes, so that the two can be told apart.
    static func field(_ value: String?) -> String {
        guard let value else { return "" }
        let needsQuotes =
            value.isEmpty || value.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
            || value.first == " " || value.last == " "
        return needsQuotes ? "\"\(value.replacing("\"", with: "\"\""))\"" : value
    }

    /// A line, with its line break.
    ///
    /// Nothing alone would be an empty line, which readers pass over; it becomes a pair of quotes.
    static func line(_ values: [String?]) -> String {
        if values.count == 1, values[0] == nil { return "\"\"\r\n" }
        return values.map(field).joined(separator: ",") + "\r\n"
    }
}
