/// Rows in columns, for reading.
struct TextTable {
    enum Alignment {
        case left
        case right
    }

    /// Longer cells end with an ellipsis; other formats have the whole value.
    static let widestCell = 60

    private let titles: [String]
    private let alignments: [Alignment]
    private var rows: [[String]] = []

    init(_ titles: [String], alignments: [Alignment]? = nil) {
        self.titles = titles
        self.alignments = alignments ?? Array(repeating: .left, count: titles.count)
    }

    mutating func add(_ row: [String]) { rows.append(row.map { Self.cell($0) }) }

    /// The table as lines, without one at the end that is empty.
    func text(console: Console, indent: String = "") -> String {
        var widths = titles.map(Self.width)
        for row in rows {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], Self.width(cell)) }
        }
        func line(_ cells: [String]) -> String {
            var text = indent
            for (index, cell) in cells.enumerated() {
                let padding = String(repeating: " ", count: widths[index] - Self.width(cell))
                text += alignments[index] == .right ? padding + cell : cell + padding
                if index < cells.count - 1 { text += "  " }
            }
            while text.last == " " { text.removeLast() }
            return text
        }
        let title = console.hasColours ? "\u{1B}[1m\(line(titles))\u{1B}[0m" : line(titles)
        return ([title] + rows.map(line)).joined(separator: "\n")
    }

    /// A value on one line, without what would move a terminal's cursor.
    static func cell(_ value: String) -> String {
        let text = plain(value)
        return text.count > widestCell ? text.prefix(widestCell - 1) + "…" : text
    }

    /// Control characters, and those that change the direction of writing, as escapes.
    static func plain(_ value: String) -> String {
        let isClean = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        if isClean { return value }
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}", "\u{2028}", "\u{2029}":
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Columns on a terminal: wide characters of East Asia and pictures take two.
    private static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
    }

    private static func isWide(_ character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value else { return false }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return true
        default: return false
        }
    }
}
