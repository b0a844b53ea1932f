/// Fields separated by commas, after RFC 4180.
enum CSVText {
    /// A field; nil is empty, and an empty text is a pair of quotes, so that the two can be told apart.
    static func field(_ value: String?) -> String {
        guard let value else { return "" }
        let needsQuotes =
            value.isEmpty || value.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
            || value.utf8.first == 0x20 || value.utf8.last == 0x20
        return needsQuotes ? "\"\(value.replacing("\"", with: "\"\""))\"" : value
    }

    /// A line, with its line break.
    ///
    /// Nothing alone would be an empty line, which readers pass over; it becomes a pair of quotes.
    static func line(_ values: [String?]) -> String {
        if values.count == 1, values[0] == nil { return "\"\"\r\n" }
        var line = ""
        for (index, value) in values.enumerated() {
            if index > 0 { line += "," }
            line += field(value)
        }
        return line + "\r\n"
    }
}
