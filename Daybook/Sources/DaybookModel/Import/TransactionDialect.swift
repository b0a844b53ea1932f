/// What tables of known programs do in their own way.
struct TransactionDialect {
    private let format: ImportFormat
    private let positions: [String: Int]

    /// Makes the rules for a format, given the header's cells.
    init(format: ImportFormat, header: [String]) {
        self.format = format
        let names = header.isEmpty && format == .homebank ? Self.homeBankNames : header.map(HeaderWords.normalized)
        positions = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func cell(_ name: String, _ row: DelimitedTable.Row) -> String { positions[name].map { row[$0] } ?? "" }

    /// Whether a row is no entry: an opening balance, or a sum whose parts follow.
    func leavesOut(_ row: DelimitedTable.Row) -> Bool {
        switch format {
        case .firefly: ["opening balance", "reconciliation"].contains(cell("type", row).lowercased())
        case .actual: cell("notes", row).hasPrefix("(SPLIT INTO ")
        default: false
        }
    }

    /// An entry with what the program says in its own way.
    func adjusted(_ entry: ImportedTransaction, _ row: DelimitedTable.Row) -> ImportedTransaction {
        var entry = entry
        switch format {
        case .homebank:
            if cell("paymode", row) == "5" { entry.kind = .transfer }
            splitCategory(&entry)
        case .firefly:
            // The account of the person's own: the source of a withdrawal, the destination of a deposit.
            let own = entry.kind == .income ? "destinationname" : "sourcename"
            entry.payment = cell(own, row).nonEmpty
            entry.sourceID = cell("journalid", row).nonEmpty
        case .actual:
            let note = cell("notes", row)
            if note.hasPrefix("(SPLIT "), let end = note.firstIndex(of: ")") {
                let rest = String(note[note.index(after: end)...]).trimmingBlanks
                entry.memo = [cell("payee", row), rest].filter { !$0.isEmpty }.joined(separator: " · ")
            }
        default: break
        }
        return entry
    }

    /// `Food:Groceries` names both levels.
    private func splitCategory(_ entry: inout ImportedTransaction) {
        guard let parts = entry.category?.split(separator: ":", maxSplits: 1), parts.count == 2 else { return }
        entry.category = String(parts[0]).trimmingBlanks
        entry.subcategory = String(parts[1]).trimmingBlanks
    }

    // MARK: Columns

    private static let homeBankNames = ["date", "paymode", "info", "payee", "memo", "amount", "category", "tags"]
    /// The columns of HomeBank, whose header is optional.
    static let homeBankRoles: [ColumnRole] = [.date, .ignored, .ignored, .text, .note, .amount, .category, .ignored]

    /// Whether a first row without a header is HomeBank's: eight cells, a date, a way of paying from 0 to 11.
    static func isHomeBankRow(_ row: DelimitedTable.Row?) -> Bool {
        guard let row, row.cells.count == 8, DateCell(row[0]) != nil, let mode = Int(row[1]) else { return false }
        return (0...11).contains(mode) && AmountCell(row[5]) != nil
    }

    /// The roles of a program's columns.
    static func roles(_ format: ImportFormat, _ names: [String]) -> [ColumnRole] {
        names.map { name in
            switch (format, name) {
            case (_, "date"): .date
            case (_, "amount"): .amount
            case (_, "category"): .category
            case (.homebank, "payee"), (.actual, "payee"), (.firefly, "description"): .text
            case (.homebank, "memo"), (.actual, "notes"), (.firefly, "notes"): .note
            case (.actual, "account"): .payment
            case (.firefly, "type"): .kind
            case (.firefly, "currencycode"): .currency
            default: .ignored
            }
        }
    }
}
