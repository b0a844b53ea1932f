/// A table read from text with separators (CSV and its relatives).
struct DelimitedTable: Hashable {
    /// A row with the line where it starts, from 1.
    struct Row: Hashable {
        var line: Int
        var cells: [String]

        /// Whether every cell is blank.
        var isBlank: Bool { cells.allSatisfy { $0.allSatisfy(\.isWhitespace) } }
    }

    /// The separator.
    var separator: Character
    /// The rows in order, blank ones left out.
    var rows: [Row]

    /// Separators that are tried, the likeliest first.
    static let separators: [Character] = [",", ";", "\t", "|"]

    /// Reads text with a separator, or with the one that makes the most regular table.
    ///
    /// Cells may be quoted and then hold separators, line breaks and doubled quotes. A quote that never ends is taken as
    /// a plain character. Cells lose the blanks around them.
    ///
    /// - Complexity: O(n) for each separator tried on the first rows, then O(n) for the whole.
    init(_ text: String, separator: Character? = nil) {
        let bytes = Array(text.utf8)
        if let separator {
            self.separator = separator
        } else {
            self.separator = Self.likeliestSeparator(of: bytes)
        }
        var reader = Reader(bytes: bytes, separator: self.separator)
        rows = reader.rows(limit: .max)
    }

    /// Takes rows that are cut already.
    init(rows: [Row]) {
        separator = ","
        self.rows = rows
    }

    private static func likeliestSeparator(of bytes: [UInt8]) -> Character {
        var best = (separator: separators[0], score: 0)
        for separator in separators {
            var reader = Reader(bytes: bytes, separator: separator)
            let counts = reader.rows(limit: 60).map(\.cells.count).filter { $0 > 1 }
            let frequencies = Dictionary(grouping: counts) { $0 }.mapValues(\.count)
            // A regular table has many rows of one width; wider is better between two that are as regular.
            let score = frequencies.map { width, rows in rows * 8 + min(width, 40) * rows }.max() ?? 0
            if score > best.score { best = (separator, score) }
        }
        return best.separator
    }

    /// Walks over the bytes; separators and quotes are ASCII, so that UTF-8 needs no decoding on the way.
    private struct Reader {
        let bytes: [UInt8]
        let separator: [UInt8]
        var position = 0
        var line = 1
        /// Set once a quote was found that never ends: from then on quotes are plain characters.
        var quotesArePlain = false

        init(bytes: [UInt8], separator: Character) {
            self.bytes = bytes
            self.separator = Array(separator.utf8)
        }

        mutating func rows(limit: Int) -> [Row] {
            var rows: [Row] = []
            while position < bytes.count, rows.count < limit {
                let row = row()
                if !row.isBlank { rows.append(row) }
            }
            return rows
        }

        private mutating func row() -> Row {
            var row = Row(line: line, cells: [])
            while true {
                row.cells.append(cell())
                if atSeparator {
                    position += separator.count
                } else {
                    endLine()
                    return row
                }
            }
        }

        private var atSeparator: Bool {
            position + separator.count <= bytes.count
                && bytes[position..<position + separator.count].elementsEqual(separator)
        }

        private mutating func endLine() {
            guard position < bytes.count else { return }
            if bytes[position] == 0x0D { position += 1 }
            if position < bytes.count, bytes[position] == 0x0A { position += 1 }
            line += 1
        }

        private mutating func cell() -> String {
            var start = position
            while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09, !isSeparator(at: start) {
                start += 1
            }
            if start < bytes.count, bytes[start] == 0x22, !quotesArePlain {
                if let text = quoted(from: start + 1) { return text }
                quotesArePlain = true
            }
            let from = position
            while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D, !atSeparator {
                position += 1
            }
            return trimmed(bytes[from..<position])
        }

        private func isSeparator(at index: Int) -> Bool {
            separator.count == 1 && bytes[index] == separator[0]
        }

        /// Reads the rest of a quoted cell; nil, with nothing changed, when the quote never ends.
        private mutating func quoted(from start: Int) -> String? {
            var content: [UInt8] = []
            var index = start
            var lines = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte == 0x22 {
                    if index + 1 < bytes.count, bytes[index + 1] == 0x22 {
                        content.append(byte)
                        index += 2
                        continue
                    }
                    position = index + 1
                    line += lines
                    // What stands between the closing quote and the separator belongs to the cell as it is.
                    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D, !atSeparator {
                        content.append(bytes[position])
                        position += 1
                    }
                    return trimmed(content[...])
                }
                if byte == 0x0A || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)) {
                    lines += 1
                }
                content.append(byte)
                index += 1
            }
            return nil
        }

        private func trimmed(_ slice: ArraySlice<UInt8>) -> String {
            let text = String(decoding: slice, as: UTF8.self).trimmingBlanks
            // An apostrophe keeps spreadsheets from running text as a formula; it is no part of the text.
            guard text.first == "'", CSVText.mayRun(String(text.dropFirst())) else { return text }
            return String(text.dropFirst())
        }
    }
}

extension String {
    /// The text without blanks, no-break spaces and byte order marks at its ends.
    var trimmingBlanks: String {
        func isBlank(_ character: Character) -> Bool {
            character.isWhitespace || character == "\u{FEFF}" || character == "\u{200B}"
        }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
