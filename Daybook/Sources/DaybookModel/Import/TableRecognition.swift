/// Finds a table's header and says what the table is and what its columns mean.
struct TableRecognition {
    private(set) var format: ImportFormat = .transactionTable
    private(set) var headerRow: Int?
    private(set) var header: [String] = []
    private(set) var roles: [ColumnRole] = []
    /// The home currency when a header names it.
    private(set) var currency: Currency?
    /// The number of the account when a line above the header tells it.
    private(set) var source = ""

    /// Title lines may stand above the header, so the first lines are searched for the one that says most.
    private static let searchedRows = 40

    init(_ table: DelimitedTable, options: ImportOptions) {
        headerRow = options.headerRow.flatMap { table.rows.indices.contains($0) ? $0 : nil } ?? Self.findHeader(table)
        header = headerRow.map { table.rows[$0].cells } ?? []
        source = Self.accountNumber(above: headerRow, in: table)
        let names = header.map(HeaderWords.normalized)
        let width = table.rows.map(\.cells.count).max() ?? 0
        format = options.format ?? Self.format(names, header)
        switch format {
        case .pyeonhan: (roles, currency) = Self.pyeonhanRoles(names, header)
        case .collectionTable: roles = Self.distinct(header.map { HeaderWords.collectionRole($0) })
        case .collectr: roles = Self.collectrRoles(names)
        case .homebank, .firefly, .actual: roles = TransactionDialect.roles(format, names)
        case .transactionTable, .banksalad: roles = Self.distinct(header.map { HeaderWords.transactionRole($0) })
        case .goodreads, .storygraph, .openreads, .ofx, .qif, .kindle, .koreader, .bookmory, .collectionJSON:
            roles = header.map { _ in .ignored }
        }
        if headerRow == nil, table.separator == ";", TransactionDialect.isHomeBankRow(table.rows.first) {
            format = .homebank
            roles = TransactionDialect.homeBankRoles
        } else if header.isEmpty, format.area == .account {
            roles = Self.rolesByContent(table, width: width)
        }
        roles += Array(repeating: .ignored, count: max(0, width - roles.count))
        if let chosen = options.roles {
            for (index, role) in chosen.enumerated() where index < roles.count { roles[index] = role }
        }
    }

    /// Names that stand in the header of one known kind of file.
    private static let tellingNames: Set<String> = [
        "exclusiveshelf", "datesread", "olid", "portfolioname", "paymode", "journalid",
    ]

    /// Collectr names the set and the condition apart; both tell cards of one name apart.
    private static func collectrRoles(_ names: [String]) -> [ColumnRole] {
        names.map { name in
            switch name {
            case "productname": .name
            case "set": .group
            case "cardnumber": .number
            case "variance": .variant
            case "quantity": .quantity
            case "notes": .note
            default: .ignored
            }
        }
    }

    private static func findHeader(_ table: DelimitedTable) -> Int? {
        var best: (row: Int, score: Int)?
        for (index, row) in table.rows.prefix(searchedRows).enumerated() {
            let transaction = Set(row.cells.compactMap(HeaderWords.transactionRole))
            let collection = Set(row.cells.compactMap(HeaderWords.collectionRole))
            let names = Set(row.cells.map(HeaderWords.normalized))
            let isKnown = row.cells.count > 7 && !names.isDisjoint(with: Self.tellingNames)
            let score = isKnown ? 20 : max(transaction.count, collection.count)
            // One known word alone may stand in any text; two make a header.
            if score >= 2, score > best?.score ?? 1 { best = (index, score) }
        }
        return best?.row
    }

    private static func format(_ names: [String], _ header: [String]) -> ImportFormat {
        let set = Set(names)
        if set.isSuperset(of: ["bookid", "title", "exclusiveshelf"]) { return .goodreads }
        if set.isSuperset(of: ["title", "readstatus", "datesread"]) { return .storygraph }
        if set.isSuperset(of: ["title", "status", "readings", "olid"]) { return .openreads }
        if set.isSuperset(of: ["portfolioname", "productname", "cardnumber"]) { return .collectr }
        if set.isSuperset(of: ["date", "paymode", "payee", "amount"]) { return .homebank }
        if set.isSuperset(of: ["journalid", "type", "currencycode", "amount", "sourcename"]) { return .firefly }
        if set.isSuperset(of: ["account", "date", "payee", "notes", "category", "amount", "cleared"]) {
            return .actual
        }
        if set.isSuperset(of: ["날짜", "타입", "대분류", "소분류", "내용", "금액"]) { return .banksalad }
        if set.contains("수입/지출"), set.isSuperset(of: ["날짜", "자산", "분류"]) { return .pyeonhan }
        if set.contains("income/expense"), set.contains("category"), set.contains("period") || set.contains("date") {
            return .pyeonhan
        }
        let transaction = Set(header.compactMap(HeaderWords.transactionRole))
        let hasAmount = !transaction.isDisjoint(with: [.amount, .outgoing, .incoming])
        if transaction.contains(.date), hasAmount { return .transactionTable }
        let collection = Set(header.compactMap(HeaderWords.collectionRole))
        if collection.contains(.name), !hasAmount { return .collectionTable }
        return .transactionTable
    }

    /// 편한가계부 heads two columns alike, and names the home amount by its currency.
    private static func pyeonhanRoles(_ names: [String], _ header: [String]) -> ([ColumnRole], Currency?) {
        var roles: [ColumnRole?] = header.map { HeaderWords.transactionRole($0) }
        var currency: Currency?
        for (index, name) in names.enumerated() {
            switch name {
            case "내용": roles[index] = .text
            case "note": roles[index] = .text
            case "description", "메모": roles[index] = .note
            default: break
            }
            if header[index].utf8.count == 3, let code = Currency(code: header[index]), code.isKnown, currency == nil {
                currency = code
                roles[index] = .amount
            }
        }
        if currency != nil {
            // The original amount and its currency are a remark beside the home amount.
            for (index, name) in names.enumerated() {
                if name == "금액" || name == "amount" { roles[index] = .originalAmount }
                if name == "화폐" || name == "currency" { roles[index] = .originalCurrency }
            }
        }
        return (distinct(roles), currency)
    }

    /// The first column of a role keeps it; later ones are not read.
    private static func distinct(_ roles: [ColumnRole?]) -> [ColumnRole] {
        var taken: Set<ColumnRole> = []
        return roles.map { role in
            guard let role, taken.insert(role).inserted else { return .ignored }
            return role
        }
    }

    /// Without a header: a column of dates, a column of numbers, and the longest texts.
    private static func rolesByContent(_ table: DelimitedTable, width: Int) -> [ColumnRole] {
        let rows = table.rows.prefix(200)
        var roles = [ColumnRole](repeating: .ignored, count: width)
        var textLength: [(column: Int, length: Int)] = []
        for column in 0..<width {
            let cells = rows.compactMap { $0.cells.indices.contains(column) ? $0.cells[column] : nil }.filter {
                !$0.isEmpty
            }
            guard !cells.isEmpty else { continue }
            let dates = cells.count {
                DateCell($0) != nil && AmountCell($0) == nil || $0.count == 8 && DateCell($0) != nil
            }
            let numbers = cells.count { AmountCell($0) != nil }
            if dates * 10 >= cells.count * 8, !roles.contains(.date) {
                roles[column] = .date
            } else if numbers * 10 >= cells.count * 8 {
                if !roles.contains(.amount) { roles[column] = .amount }
            } else {
                textLength.append((column, cells.reduce(0) { $0 + $1.count }))
            }
        }
        if let text = textLength.max(by: { $0.length < $1.length }) { roles[text.column] = .text }
        return roles
    }

    private static func accountNumber(above headerRow: Int?, in table: DelimitedTable) -> String {
        for row in table.rows.prefix(headerRow ?? 0) {
            for (index, cell) in row.cells.enumerated()
            where cell.contains("계좌번호") || cell.lowercased().contains("account number") {
                let rest = row.cells.dropFirst(index + 1).first { !$0.isEmpty } ?? cell
                return String(rest.filter { $0.isNumber || $0 == "*" })
            }
        }
        return ""
    }
}
