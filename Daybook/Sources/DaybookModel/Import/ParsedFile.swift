import Foundation

/// What a file says, before the database is asked what of it is new.
struct ParsedFile: Hashable {
    var format: ImportFormat
    var encoding: TextEncoding
    var separator: Character
    var headerRow: Int?
    var header: [String]
    var roles: [ColumnRole]
    var dateOrder: DateOrder = .yearMonthDay
    var decimalMark: DecimalMark = .point
    var currency: Currency
    var questions: [ImportQuestion] = []
    var rows: [ImportRow]
    /// The rows whose amount is written with decimals, such as `.00`, that its currency does not have and no column names.
    var roundDecimals = 0
    /// What tells this source from another of the same layout, such as the account's number above the header.
    var source = ""
}

extension ParsedFile {
    /// The file with rows left out that were switched off.
    func skipping(_ lines: Set<Int>) -> ParsedFile {
        var file = self
        file.rows = rows.map { row in
            guard lines.contains(row.line), row.state == .new else { return row }
            return row.changed(to: .leftOut, problem: .skipped)
        }
        return file
    }
}

/// Reads files of any kind that can be imported.
struct ImportReader {
    /// The currency of rows that name none.
    var homeCurrency: Currency
    /// The day against which dates are judged.
    var today: CalendarDay

    /// Recognises a file and reads it under the choices given; lines switched off are still in it.
    ///
    /// - Throws: `DaybookError.validation(.file, _)`: `.emptyFile`, `.passwordLocked`,
    ///   `.unknownFormat` for files that are neither text nor a spreadsheet, `.unreadableSheet`, `.unknownEncoding`,
    ///   `.noRows` for tables without a row, `.tooManyColumns`.
    /// - Complexity: O(n) in the bytes of the file.
    func read(_ data: Data, options: ImportOptions) throws(DaybookError) -> ParsedFile {
        let bytes = Array(data)
        guard !bytes.isEmpty else { throw .validation(.file, .emptyFile) }
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            if let archive = ZipArchive(bytes), let name = BookmoryReader.database(in: archive) {
                return try read(archive, name)
            }
            guard let workbook = SpreadsheetReader(bytes) else { throw .validation(.file, .unknownFormat) }
            return try read(workbook, options: options)
        }
        try Self.refuseBinary(bytes)
        let decoded: TextDecoding.Decoded
        if let chosen = options.encoding {
            decoded = try TextDecoding.decode(bytes, as: chosen)
        } else {
            decoded = try TextDecoding.decode(bytes)
        }
        var file = try read(decoded.text, encoding: decoded.encoding, options: options)
        if decoded.hasGaps { file.rows = file.rows.map(\.withoutGaps) }
        return file
    }

    private func read(
        _ text: String, encoding: TextEncoding, options: ImportOptions
    ) throws(DaybookError) -> ParsedFile {
        if let format = TextRecognition.format(of: text), options.format == nil || options.format == format {
            return try readText(text, format, encoding, options)
        }
        return try read(DelimitedTable(text, separator: options.separator), encoding: encoding, options: options)
    }

    /// Reads the sheet of a workbook that holds a table which is known; the first one when none does.
    private func read(_ workbook: SpreadsheetReader, options: ImportOptions) throws(DaybookError) -> ParsedFile {
        let tables = workbook.sheets().filter { !$0.rows.isEmpty }.map { DelimitedTable(rows: $0.rows) }
        guard let first = tables.first else { throw .validation(.file, .unreadableSheet) }
        let best = tables.first { table in
            let recognised = TableRecognition(table, options: ImportOptions())
            return recognised.headerRow != nil && recognised.format != .transactionTable
        }
        let any = tables.first { TableRecognition($0, options: ImportOptions()).headerRow != nil }
        return try read(best ?? any ?? first, encoding: .utf8, options: options)
    }

    private static let mostColumns = 500

    private func read(
        _ table: DelimitedTable, encoding: TextEncoding, options: ImportOptions
    ) throws(DaybookError) -> ParsedFile {
        guard !table.rows.isEmpty else { throw .validation(.file, .noRows(detail: "")) }
        // Each column is a choice on the page; no table that people keep comes near.
        guard table.rows.allSatisfy({ $0.cells.count <= Self.mostColumns }) else {
            throw .validation(.file, .tooManyColumns(limit: Self.mostColumns))
        }
        let recognised = TableRecognition(table, options: options)
        var file = ParsedFile(
            format: options.format ?? recognised.format, encoding: encoding, separator: table.separator,
            headerRow: recognised.headerRow, header: recognised.header, roles: recognised.roles,
            currency: options.currency ?? recognised.currency ?? homeCurrency, rows: [], source: recognised.source)
        let body = recognised.headerRow.map { Array(table.rows.dropFirst($0 + 1)) } ?? table.rows
        guard !body.isEmpty else {
            throw .validation(.file, .noRows(detail: recognised.header.joined(separator: ", ")))
        }
        switch file.format {
        case .transactionTable, .pyeonhan, .banksalad, .homebank, .firefly, .actual:
            TransactionTableReader(today: today, options: options).read(body, into: &file)
        case .goodreads: GoodreadsReader(today: today).read(body, into: &file)
        case .storygraph: StoryGraphReader(today: today).read(body, into: &file)
        case .openreads: OpenreadsReader(today: today).read(body, into: &file)
        case .collectionTable, .collectr: CollectionTableReader().read(body, into: &file)
        case .ofx, .qif, .kindle, .koreader, .bookmory, .collectionJSON:
            // Chosen by hand for a table: nothing of it can be read so.
            throw .validation(.file, .unknownFormat)
        }
        if options.currency == nil, recognised.currency == nil { askForCurrency(&file) }
        return file
    }

    /// Amounts with decimals that the home currency does not know are of another one, which the file does not name; zeros
    /// for decimals say the same.
    ///
    /// One such row may be a slip; many are a sign.
    private func askForCurrency(_ file: inout ParsedFile) {
        guard file.format.area == .account, file.currency == homeCurrency else { return }
        let odd = file.rows.count { row in
            if case .tooManyDecimals(_, homeCurrency) = row.problem { true } else { false }
        }
        let written = odd + file.roundDecimals
        let readable = file.rows.count { $0.state != .leftOut }
        if written > 0, written * 5 >= readable { file.questions.append(.currency) }
    }

    /// Reads files that are no tables.
    private func readText(
        _ text: String, _ format: ImportFormat, _ encoding: TextEncoding, _ options: ImportOptions
    ) throws(DaybookError) -> ParsedFile {
        var file = ParsedFile(
            format: format, encoding: encoding, separator: ",", headerRow: nil, header: [], roles: [],
            currency: options.currency ?? homeCurrency, rows: [])
        switch format {
        case .ofx: OFXReader().read(text, options, into: &file)
        case .qif: QIFReader(today: today).read(text, options, into: &file)
        case .kindle: KindleReader(today: today).read(text, options, into: &file)
        case .koreader: try KOReaderReader().read(text, into: &file)
        case .collectionJSON: try CollectionJSONReader().read(text, into: &file)
        default: throw .validation(.file, .unknownFormat)
        }
        guard !file.rows.isEmpty else { throw .validation(.file, .noRows(detail: "")) }
        if options.currency == nil { askForCurrency(&file) }
        return file
    }

    private func read(_ archive: ZipArchive, _ name: String) throws(DaybookError) -> ParsedFile {
        var file = ParsedFile(
            format: .bookmory, encoding: .utf8, separator: ",", headerRow: nil, header: [], roles: [],
            currency: homeCurrency, rows: [])
        try BookmoryReader().read(archive, name, into: &file)
        guard !file.rows.isEmpty else { throw .validation(.file, .noRows(detail: "")) }
        return file
    }

    /// Files that are no text: a compound file holds an encrypted sheet or an old one.
    private static func refuseBinary(_ bytes: [UInt8]) throws(DaybookError) {
        if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
            let marker = Array("EncryptedPackage".utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
            throw .validation(.file, bytes.contains(marker) ? .passwordLocked : .unknownFormat)
        }
        for magic: [UInt8] in [
            Array("%PDF".utf8), [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47],
        ]
        where bytes.starts(with: magic) {
            throw .validation(.file, .unknownFormat)
        }
    }
}

extension ImportRow {
    /// The row as it is, or as one that cannot be read when a letter of it could not.
    var withoutGaps: ImportRow {
        guard state != .leftOut else { return self }
        var texts = cells
        if let entry = transaction { texts += [entry.memo, entry.payment, entry.category].compactMap(\.self) }
        if let book {
            texts += [book.title, book.author].compactMap(\.self) + book.memos.map(\.text)
        }
        if let item { texts += item.names.values }
        let hasGap = texts.contains { $0.unicodeScalars.contains(TextDecoding.unreadable) }
        guard hasGap else { return self }
        return ImportRow(
            line: line, cells: cells, state: .unreadable, problem: .letters, transaction: transaction, book: book,
            item: item)
    }

    /// The same row with other memos; with its own where there are none.
    func changed(memos: [ImportedMemo]) -> ImportRow {
        guard var book, !memos.isEmpty else { return self }
        book.memos = memos
        return ImportRow(
            line: line, cells: cells, state: state, problem: problem, transaction: transaction, book: book, item: item)
    }

    /// The same row in another state.
    func changed(to state: ImportRowState, problem: ImportProblem? = nil) -> ImportRow {
        ImportRow(
            line: line, cells: cells, state: state, problem: problem ?? self.problem, transaction: transaction,
            book: book, item: item)
    }
}
