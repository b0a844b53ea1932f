/// Rows as CSV: UTF-8 with a byte order mark, lines ended as RFC 4180 says, as spreadsheets everywhere read it.
enum CSVText {
    /// The bytes of a table.
    static func bytes(_ header: [String], _ rows: some Sequence<[String]>) -> [UInt8] {
        var text = "\u{FEFF}" + line(header)
        for row in rows { text += line(row) }
        return Array(text.utf8)
    }

    private static func line(_ cells: [String]) -> String {
        cells.map(cell).joined(separator: ",") + "\r\n"
    }

    /// A spreadsheet would run text that begins like a formula; an apostrophe before it makes it text, and the import
    /// takes it off again.
    private static func cell(_ text: String) -> String {
        let guarded = mayRun(text) ? "'" + text : text
        guard
            guarded.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) || guarded.first == " "
                || guarded.last == " "
        else { return guarded }
        return "\"" + guarded.replacing("\"", with: "\"\"") + "\""
    }

    /// Whether text begins like a formula; a plain number does not.
    static func mayRun(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else { return false }
        return Double(text) == nil
    }
}
