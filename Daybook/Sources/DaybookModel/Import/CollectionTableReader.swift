/// Reads rows of a collection's items.
struct CollectionTableReader {
    /// Reads each row by the roles of its columns.
    func read(_ body: [DelimitedTable.Row], into file: inout ParsedFile) {
        let columns = TransactionTableReader.Columns(file.roles)
        guard columns[.name] != nil || columns[.englishName] != nil else {
            file.questions = [.columns]
            file.rows = body.map {
                ImportRow(line: $0.line, cells: $0.cells, state: .unreadable, problem: .missingName)
            }
            return
        }
        file.rows = body.map { row in
            func cell(_ role: ColumnRole) -> String { columns[role].map { row[$0] } ?? "" }
            let names = Self.names(cell(.name), cell(.englishName))
            guard !names.isEmpty else {
                return ImportRow(line: row.line, cells: row.cells, state: .unreadable, problem: .missingName)
            }
            let quantity = Int(cell(.quantity)).map { max(0, min($0, 1_000_000)) }
            let isOwned = columns[.owned] != nil ? Self.isOwned(cell(.owned)) : (quantity ?? 0) > 0
            let item = ImportedItem(
                names: names, group: cell(.group).nonEmpty, number: cell(.number).nonEmpty,
                variant: cell(.variant).nonEmpty, note: cell(.note).nonEmpty, isOwned: isOwned,
                quantity: max(1, quantity ?? 1))
            return ImportRow(line: row.line, cells: row.cells, state: .new, item: item)
        }
    }

    /// A name without Hangul in the general column is English when nothing else is said.
    private static func names(_ name: String, _ english: String) -> [Language: String] {
        var names: [Language: String] = [:]
        if !english.isEmpty { names[.english] = english }
        guard !name.isEmpty else { return names }
        let hasHangul = name.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
        if hasHangul || !english.isEmpty { names[.korean] = name } else { names[.english] = name }
        return names
    }

    /// Marks for owned; everything else, blank too, is not owned.
    static func isOwned(_ cell: String) -> Bool {
        ["o", "○", "◯", "●", "ㅇ", "v", "✓", "✔", "true", "t", "yes", "y", "1", "보유", "있음", "owned", "예", "네"]
            .contains(cell.lowercased())
    }
}
