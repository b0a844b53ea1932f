/// Keys by which a row is known again when a file is imported a second time.
///
/// Rows that are alike are counted: the first of two coffees has number 1, the second number 2. The same file makes the
/// same keys again, an overlapping file adds only the numbers that are new, and repeats inside a file stay apart.
struct ImportKeys {
    private var counts: [String: Int] = [:]
    private let source: String

    /// Makes keys for one file.
    init(source: String) {
        self.source = source
    }

    /// The key of the next entry.
    ///
    /// Category and decoration are no part, since people change them at the source.
    mutating func key(for entry: ImportedTransaction) -> String {
        if let sourceID = entry.sourceID {
            return ["f", source, entry.payment ?? "", sourceID].joined(separator: "\u{1F}")
        }
        return numbered([
            "t", source, entry.day.iso, entry.time ?? "", entry.kind.rawValue, String(entry.amount.minorUnits),
            entry.amount.currency.code, entry.memo, entry.payment ?? "", entry.balance ?? "",
        ])
    }

    /// The key of the next book.
    mutating func key(for book: ImportedBook) -> String { numbered(["b", book.sourceID]) }

    /// The key of a memo of a book.
    mutating func key(for memo: ImportedMemo, of book: ImportedBook) -> String {
        numbered(["m", book.sourceID, memo.place, memo.kind.rawValue, memo.text])
    }

    /// The key of the next item within its collection.
    mutating func key(for item: ImportedItem) -> String {
        numbered([
            "i", item.names[.korean] ?? "", item.names[.english] ?? "", item.group ?? "", item.number ?? "",
            item.variant ?? "",
        ])
    }

    /// Parts are joined by a character that no text of a file holds after cutting.
    private mutating func numbered(_ parts: [String]) -> String {
        let base = parts.map { $0.replacing("\u{1F}", with: " ") }.joined(separator: "\u{1F}")
        let count = (counts[base] ?? 0) + 1
        counts[base] = count
        return base + "\u{1F}#\(count)"
    }
}
