/// Reads OFX and QFX: SGML whose leaf tags are not closed, or XML.
struct OFXReader {
    /// Reads every `STMTTRN`; the account and currency around it count for it.
    func read(_ text: String, _ options: ImportOptions, into file: inout ParsedFile) {
        var scanner = Scanner(text)
        var account = ""
        var currency: Currency?
        var fields: [String: String]?
        var line = 0
        var found: [(line: Int, fields: [String: String], account: String, currency: Currency?)] = []
        func finish() {
            if let fields { found.append((line, fields, account, currency)) }
            fields = nil
        }
        while let element = scanner.next() {
            switch element.name {
            case "STMTTRN":
                finish()
                fields = [:]
                line = element.line
            case "/STMTTRN", "/BANKTRANLIST": finish()
            case "ACCTID" where fields == nil: account = element.text
            case "CURDEF": currency = Currency(code: element.text)
            default:
                if fields != nil, !element.name.hasPrefix("/"), !element.text.isEmpty {
                    fields?[element.name] = element.text
                }
            }
        }
        finish()
        let amounts = AmountColumn(
            cells: found.compactMap { $0.fields["TRNAMT"] }, currency: found.first?.currency ?? file.currency,
            chosen: options.decimalMark)
        file.decimalMark = amounts.decimalMark
        if let currency = found.first?.currency, options.currency == nil { file.currency = currency }
        file.header = ["DTPOSTED", "TRNAMT", "NAME", "MEMO"]
        let fallback = options.currency ?? file.currency
        file.rows = found.map { statement in
            let cells = ["DTPOSTED", "TRNAMT", "NAME", "MEMO"].map { statement.fields[$0] ?? "" }
            func unreadable(_ problem: ImportProblem) -> ImportRow {
                ImportRow(line: statement.line, cells: cells, state: .unreadable, problem: problem)
            }
            // The date counts as it is written; the zone behind it moves nothing.
            let digits = cells[0].prefix(8)
            guard digits.utf8.count == 8, let day = Int(digits).flatMap(CalendarDay.init(number:)) else {
                return unreadable(.date(cells[0]))
            }
            let currency = options.currency ?? statement.currency ?? fallback
            guard let number = amounts.number(cells[1]) else { return unreadable(.amount(cells[1])) }
            guard number.trimmed.scale <= currency.fractionDigits else {
                return unreadable(.tooManyDecimals(cells[1], currency))
            }
            guard let money = try? number.money(currency) else { return unreadable(.amount(cells[1])) }
            guard money.minorUnits != 0 else { return unreadable(.zeroAmount) }
            if statement.currency == nil, amounts.writesDecimals(cells[1], beyond: currency) {
                file.roundDecimals += 1
            }
            let entry = ImportedTransaction(
                kind: money.minorUnits < 0 ? .expense : .income,
                amount: Money(minorUnits: Int64(money.minorUnits.magnitude), currency: currency), day: day,
                memo: Self.memo(cells[2], cells[3]), payment: statement.account.nonEmpty,
                sourceID: statement.fields["FITID"])
            return ImportRow(line: statement.line, cells: cells, state: .new, transaction: entry)
        }
    }

    /// Name and memo; a name that is a number alone says nothing beside a memo.
    private static func memo(_ name: String, _ memo: String) -> String {
        let isNumber = name.allSatisfy(\.isNumber)
        if memo.isEmpty { return name }
        return name.isEmpty || isNumber || memo == name ? memo : "\(name) · \(memo)"
    }

    /// A tag with the text behind it.
    private struct Element {
        let name: String
        let text: String
        let line: Int
    }

    /// Walks from tag to tag.
    private struct Scanner {
        private let bytes: [UInt8]
        private var position = 0
        private var line = 1

        init(_ text: String) {
            bytes = Array(text.utf8)
        }

        mutating func next() -> Element? {
            guard skip(to: 0x3C) else { return nil }
            let start = line
            position += 1
            let nameStart = position
            guard skip(to: 0x3E) else { return nil }
            let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
            position += 1
            var text: [UInt8] = []
            while position < bytes.count {
                if bytes[position] == 0x3C {
                    guard has("<![CDATA[") else { break }
                    position += 9
                    while position < bytes.count, !has("]]>") { text.append(take()) }
                    position = min(position + 3, bytes.count)
                } else {
                    text.append(take())
                }
            }
            let value = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(
                separator: " ")
            return Element(name: name.trimmingBlanks.uppercased(), text: Self.unescaped(value), line: start)
        }

        private func has(_ word: String) -> Bool {
            bytes[position...].starts(with: word.utf8)
        }

        private mutating func take() -> UInt8 {
            defer { position += 1 }
            if bytes[position] == 0x0A { line += 1 }
            return bytes[position]
        }

        private mutating func skip(to byte: UInt8) -> Bool {
            while position < bytes.count, bytes[position] != byte { _ = take() }
            return position < bytes.count
        }

        /// Entities, twice: banks escape what is escaped already.
        private static func unescaped(_ text: String) -> String {
            guard text.contains("&") else { return text }
            var text = text
            for _ in 0..<2 {
                for (entity, character) in [
                    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&nbsp;", " "),
                    ("&amp;", "&"),
                ] {
                    text = text.replacing(entity, with: character)
                }
            }
            return text
        }
    }
}
