/// Reads rows of entries by the roles of their columns.
struct TransactionTableReader {
    /// The day against which dates are judged.
    let today: CalendarDay
    /// The choices given.
    let options: ImportOptions

    /// Decides styles for whole columns, then reads each row.
    func read(_ body: [DelimitedTable.Row], into file: inout ParsedFile) {
        let columns = Columns(file.roles)
        guard let dateColumn = columns[.date],
            columns[.amount] != nil || columns[.outgoing] != nil || columns[.incoming] != nil
        else {
            file.questions = [.columns]
            file.rows = body.map {
                ImportRow(line: $0.line, cells: $0.cells, state: .unreadable, problem: .tooFewCells)
            }
            return
        }
        let data = body.filter { !Self.isTotals($0, dateColumn: dateColumn) }
        func cells(_ role: ColumnRole) -> [String] { columns[role].map { column in data.map { $0[column] } } ?? [] }
        // What we wrote ourselves leaves nothing open.
        let isOurs = file.header == ExportRows.entryHeader
        let dates = DateColumn(
            cells: cells(.date), today: today, chosen: options.dateOrder ?? (isOurs ? .yearMonthDay : nil))
        // One style for all columns of amounts: a file is written by one program.
        let amounts = AmountColumn(
            cells: cells(.amount) + cells(.outgoing) + cells(.incoming), currency: file.currency,
            chosen: options.decimalMark ?? (isOurs ? .point : nil))
        file.dateOrder = dates.order
        file.decimalMark = amounts.decimalMark
        if dates.isAmbiguous { file.questions.append(.dateOrder) }
        if amounts.isAmbiguous { file.questions.append(.decimalMark) }
        let dialect = TransactionDialect(format: file.format, header: file.header)
        let reader = RowReader(
            columns: columns, dates: dates, amounts: amounts, currency: file.currency, dialect: dialect)
        file.rows = body.map { row in
            if Self.isTotals(row, dateColumn: dateColumn) {
                return ImportRow(line: row.line, cells: row.cells, state: .leftOut, problem: .totalsRow)
            }
            if dialect.leavesOut(row) {
                return ImportRow(line: row.line, cells: row.cells, state: .leftOut, problem: .notAnEntry)
            }
            switch reader.read(row) {
            case .success(let entry):
                if reader.writesDecimals(row) { file.roundDecimals += 1 }
                return ImportRow(line: row.line, cells: row.cells, state: .new, transaction: entry)
            case .failure(let problem):
                return ImportRow(line: row.line, cells: row.cells, state: .unreadable, problem: problem.problem)
            }
        }
    }

    /// Sums below the entries: a word for it somewhere, and no date.
    private static func isTotals(_ row: DelimitedTable.Row, dateColumn: Int) -> Bool {
        guard DateCell(row[dateColumn]) == nil else { return false }
        return row.cells.contains { cell in
            let text = HeaderWords.normalized(cell)
            return ["합계", "총계", "소계", "누계", "총합계", "total", "totals", "sum", "subtotal"].contains(text)
                || text.hasPrefix("합계") || text.hasPrefix("총합계")
        }
    }

    /// Positions by role.
    struct Columns {
        private var positions: [ColumnRole: Int] = [:]

        init(_ roles: [ColumnRole]) {
            for (index, role) in roles.enumerated() where role != .ignored && positions[role] == nil {
                positions[role] = index
            }
        }

        subscript(role: ColumnRole) -> Int? { positions[role] }
    }

    /// A problem as an error that a `Result` can carry.
    struct Failure: Error {
        let problem: ImportProblem
    }

    private struct RowReader {
        let columns: Columns
        let dates: DateColumn
        let amounts: AmountColumn
        let currency: Currency
        let dialect: TransactionDialect

        /// Whether a row that names no currency has decimals that the file's does not have.
        func writesDecimals(_ row: DelimitedTable.Row) -> Bool {
            if let column = columns[.currency], !row[column].isEmpty { return false }
            return [ColumnRole.amount, .outgoing, .incoming].contains { role in
                columns[role].map { amounts.writesDecimals(row[$0], beyond: currency) } ?? false
            }
        }

        func read(_ row: DelimitedTable.Row) -> Result<ImportedTransaction, Failure> {
            func cell(_ role: ColumnRole) -> String { columns[role].map { row[$0] } ?? "" }
            func fail(_ problem: ImportProblem) -> Result<ImportedTransaction, Failure> {
                .failure(Failure(problem: problem))
            }
            guard let day = dates.day(cell(.date)), day.isKept else { return fail(.date(cell(.date))) }
            var rowCurrency = currency
            if !cell(.currency).isEmpty {
                let named = Currency(code: cell(.currency)) ?? Self.currencyWord(cell(.currency))
                guard let named, named.isKnown else { return fail(.currency(cell(.currency))) }
                rowCurrency = named
            }
            let signed: SignedAmount
            switch signedAmount(cell) {
            case .success(let value): signed = value
            case .failure(let failure): return .failure(failure)
            }
            guard signed.number.trimmed.scale <= rowCurrency.fractionDigits else {
                return fail(.tooManyDecimals(signed.text, rowCurrency))
            }
            guard let money = try? signed.number.money(rowCurrency) else { return fail(.amount(signed.text)) }
            guard money.minorUnits != 0 else { return fail(.zeroAmount) }
            let texts = [cell(.text), cell(.note)].filter { !$0.isEmpty }
            var memo = texts.first ?? ""
            if texts.count == 2, texts[0] != texts[1] { memo += " · " + texts[1] }
            if let original = originalAmount(cell) { memo += memo.isEmpty ? original : " · " + original }
            let entry = ImportedTransaction(
                kind: signed.kind,
                amount: Money(minorUnits: Int64(money.minorUnits.magnitude), currency: rowCurrency),
                day: day, time: cell(.time).isEmpty ? dates.time(cell(.date)) : DateCell.timeOfDay(cell(.time)),
                memo: memo, category: cell(.category).nonEmptyCategory,
                subcategory: cell(.subcategory).nonEmptyCategory,
                payment: cell(.payment).nonEmpty, balance: cell(.balance).nonEmpty,
                isCancellation: signed.isCancellation || cell(.note).contains("취소") || cell(.text).contains("취소"))
            return .success(dialect.adjusted(entry, row))
        }

        private struct SignedAmount {
            var number: ExactNumber
            var text: String
            var kind: TransactionKind
            var isCancellation = false
        }

        /// The amount and its direction, from two columns or from one with a sign or a word.
        private func signedAmount(_ cell: (ColumnRole) -> String) -> Result<SignedAmount, Failure> {
            func fail(_ problem: ImportProblem) -> Result<SignedAmount, Failure> { .failure(Failure(problem: problem)) }
            if columns[.outgoing] != nil || columns[.incoming] != nil {
                var found: [SignedAmount] = []
                for (role, kind) in [(ColumnRole.outgoing, TransactionKind.expense), (.incoming, .income)] {
                    let text = cell(role)
                    guard !text.isEmpty, text != "-" else { continue }
                    guard let number = amounts.number(text) else { return fail(.amount(text)) }
                    guard number.units != 0 else { continue }
                    // A negative amount takes an earlier one back: money goes the other way.
                    let other: TransactionKind = kind == .expense ? .income : .expense
                    found.append(
                        SignedAmount(
                            number: number, text: text, kind: number.units < 0 ? other : kind,
                            isCancellation: number.units < 0))
                }
                guard let first = found.first else {
                    return fail(cell(.outgoing).isEmpty && cell(.incoming).isEmpty ? .amount("") : .zeroAmount)
                }
                return found.count == 1 ? .success(first) : fail(.twoAmounts)
            }
            let text = cell(.amount)
            guard let number = amounts.number(text) else { return fail(.amount(text)) }
            let word = cell(.kind)
            guard !word.isEmpty else {
                return .success(SignedAmount(number: number, text: text, kind: number.units < 0 ? .expense : .income))
            }
            guard let (kind, isCancellation) = KindWords.kind(word) else { return fail(.kind(word)) }
            return .success(SignedAmount(number: number, text: text, kind: kind, isCancellation: isCancellation))
        }

        /// An amount in another currency beside the home amount, as a remark.
        private func originalAmount(_ cell: (ColumnRole) -> String) -> String? {
            guard let original = Currency(code: cell(.originalCurrency)), original != currency,
                let money = try? amounts.number(cell(.originalAmount))?.money(original)
            else { return nil }
            return "\(original.code) \(money.groupedText)"
        }

        private static func currencyWord(_ word: String) -> Currency? {
            switch word {
            case "원", "₩", "원화": .krw
            case "달러", "$", "미국 달러": .usd
            case "엔", "¥": .jpy
            case "유로", "€": .eur
            default: nil
            }
        }
    }
}

extension DelimitedTable.Row {
    /// The cell at a position, empty where the row is too short.
    subscript(column: Int) -> String { cells.indices.contains(column) ? cells[column] : "" }
}

extension String {
    /// The text, or nil when it is empty.
    var nonEmpty: String? { isEmpty ? nil : self }

    /// The text as a category's name, or nil when it says that there is none.
    var nonEmptyCategory: String? {
        ["", "미분류", "없음", "uncategorized", "(none)", "none"].contains(lowercased()) ? nil : self
    }
}
