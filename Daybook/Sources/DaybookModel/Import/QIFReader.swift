/// Reads QIF: records of lines that begin with a letter and end with `^`.
struct QIFReader {
    /// The day against which dates are judged.
    let today: CalendarDay

    private struct Record {
        var line: Int
        var fields: [Character: String] = [:]
        /// Parts of a split: category, memo, amount.
        var splits: [(category: String, memo: String, amount: String)] = []
        var account = ""
        var isEntry = true
    }

    /// Reads every record of a list of entries.
    func read(_ text: String, _ options: ImportOptions, into file: inout ParsedFile) {
        let records = Self.records(text)
        let dates = DateColumn(
            cells: records.filter(\.isEntry).compactMap { $0.fields["D"] }, today: today, chosen: options.dateOrder)
        let cells = records.filter(\.isEntry).flatMap { record in
            [record.fields["T"] ?? record.fields["U"]].compactMap { $0 } + record.splits.map(\.amount)
        }
        let amounts = AmountColumn(cells: cells, currency: file.currency, chosen: options.decimalMark)
        file.dateOrder = dates.order
        file.decimalMark = amounts.decimalMark
        if dates.isAmbiguous { file.questions.append(.dateOrder) }
        if amounts.isAmbiguous { file.questions.append(.decimalMark) }
        file.header = ["D", "T", "P", "M", "L"]
        let currency = file.currency
        file.rows = records.flatMap { Self.rows($0, dates, amounts, currency) }
        file.roundDecimals = file.rows.count {
            $0.state == .new && amounts.writesDecimals($0.cells[1], beyond: currency)
        }
    }

    private static func records(_ text: String) -> [Record] {
        var records: [Record] = []
        var current: Record?
        var section = ""
        var account = ""
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = String(line).trimmingBlanks
            guard let mark = line.first else { continue }
            if mark == "!" {
                section = line.lowercased()
                current = nil
                continue
            }
            if mark == "^" {
                if var record = current {
                    if section.hasPrefix("!account") {
                        account = record.fields["N"] ?? ""
                    } else {
                        record.account = account
                        record.isEntry = ["!type:bank", "!type:ccard", "!type:cash", "!type:oth a", "!type:oth l"]
                            .contains { section.hasPrefix($0) }
                        records.append(record)
                    }
                }
                current = nil
                continue
            }
            var record = current ?? Record(line: index + 1)
            let value = String(line.dropFirst()).trimmingBlanks
            switch mark {
            case "S": record.splits.append((value, "", ""))
            case "E": if !record.splits.isEmpty { record.splits[record.splits.count - 1].memo = value }
            case "$": if !record.splits.isEmpty { record.splits[record.splits.count - 1].amount = value }
            default: if record.fields[mark] == nil { record.fields[mark] = value }
            }
            current = record
        }
        return records
    }

    /// The rows of a record: one, or one for each part of a split.
    private static func rows(
        _ record: Record, _ dates: DateColumn, _ amounts: AmountColumn, _ currency: Currency
    ) -> [ImportRow] {
        func field(_ mark: Character) -> String { record.fields[mark] ?? "" }
        let whole = (category: field("L"), memo: field("M"), amount: field("T").nonEmpty ?? field("U"))
        let parts = record.splits.isEmpty ? [whole] : record.splits
        return parts.map { part in
            let cells = [field("D"), part.amount, field("P"), part.memo.nonEmpty ?? field("M"), part.category]
            func row(_ state: ImportRowState, _ problem: ImportProblem?) -> ImportRow {
                ImportRow(line: record.line, cells: cells, state: state, problem: problem)
            }
            guard record.isEntry else { return row(.leftOut, .notAnEntry) }
            guard let day = dates.day(cells[0]), day.isKept else { return row(.unreadable, .date(cells[0])) }
            guard let number = amounts.number(part.amount) else { return row(.unreadable, .amount(part.amount)) }
            guard number.trimmed.scale <= currency.fractionDigits else {
                return row(.unreadable, .tooManyDecimals(part.amount, currency))
            }
            guard let money = try? number.money(currency) else { return row(.unreadable, .amount(part.amount)) }
            guard money.minorUnits != 0 else { return row(.unreadable, .zeroAmount) }
            let isTransfer = part.category.hasPrefix("[")
            let names =
                isTransfer ? [] : part.category.split(separator: ":", maxSplits: 1).map { String($0).trimmingBlanks }
            let entry = ImportedTransaction(
                kind: isTransfer ? .transfer : money.minorUnits < 0 ? .expense : .income,
                amount: Money(minorUnits: Int64(money.minorUnits.magnitude), currency: currency), day: day,
                memo: [cells[2], cells[3]].filter { !$0.isEmpty }.joined(separator: " · "),
                category: names.first?.nonEmptyCategory, subcategory: names.count > 1 ? names[1].nonEmptyCategory : nil,
                payment: record.account.nonEmpty)
            return ImportRow(line: record.line, cells: cells, state: .new, transaction: entry)
        }
    }
}
