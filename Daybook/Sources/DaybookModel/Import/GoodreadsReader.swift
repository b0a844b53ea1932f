/// Reads rows of a Goodreads library.
struct GoodreadsReader {
    /// The day against which dates are judged.
    let today: CalendarDay

    /// Reads each row by the names of the header.
    func read(_ body: [DelimitedTable.Row], into file: inout ParsedFile) {
        let names = file.header.map(HeaderWords.normalized)
        func column(_ name: String) -> Int? { names.firstIndex(of: HeaderWords.normalized(name)) }
        let columns = Columns(
            id: column("Book Id"), title: column("Title"), author: column("Author"), pages: column("Number of Pages"),
            dateRead: column("Date Read"), dateAdded: column("Date Added"), shelf: column("Exclusive Shelf"),
            readCount: column("Read Count"), review: column("My Review"), notes: column("Private Notes"),
            isbn13: column("ISBN13"))
        let dateCells = body.flatMap { row in [columns.dateRead, columns.dateAdded].compactMap { $0.map { row[$0] } } }
        let dates = DateColumn(cells: dateCells.filter { !$0.isEmpty }, today: today)
        file.dateOrder = dates.order
        file.rows = body.map { row in
            func cell(_ column: Int?) -> String { column.map { row[$0] } ?? "" }
            let title = Self.oneSpaced(cell(columns.title))
            guard !title.isEmpty else {
                return ImportRow(line: row.line, cells: row.cells, state: .unreadable, problem: .missingName)
            }
            for text in [cell(columns.dateRead), cell(columns.dateAdded)] where !text.isEmpty && dates.day(text) == nil
            {
                return ImportRow(line: row.line, cells: row.cells, state: .unreadable, problem: .date(text))
            }
            let author = Self.oneSpaced(cell(columns.author))
            let identity =
                cell(columns.id).nonEmpty ?? Self.unwrapped(cell(columns.isbn13)).nonEmpty ?? "\(title)|\(author)"
            let endDay = dates.day(cell(columns.dateRead))
            let book = ImportedBook(
                sourceID: "goodreads:\(identity)", title: title, author: author.nonEmpty,
                totalPages: Self.pages(cell(columns.pages)),
                status: Self.status(
                    shelf: cell(columns.shelf), readCount: Int(cell(columns.readCount)) ?? 0, wasRead: endDay != nil),
                endDay: endDay, addedDay: dates.day(cell(columns.dateAdded)),
                memos: [cell(columns.review), cell(columns.notes)].map(Self.plainText).filter { !$0.isEmpty }
                    .map { ImportedMemo(text: $0) })
            return ImportRow(line: row.line, cells: row.cells, state: .new, book: book)
        }
    }

    private struct Columns {
        let id, title, author, pages, dateRead, dateAdded, shelf, readCount, review, notes, isbn13: Int?
    }

    /// Shelves of a person's own are exclusive too; then the read count and date decide.
    private static func status(shelf: String, readCount: Int, wasRead: Bool) -> ReadingStatus {
        switch shelf {
        case "read": .done
        case "currently-reading": .reading
        case "to-read": .planned
        default: wasRead || readCount > 0 ? .done : .planned
        }
    }

    private static func pages(_ cell: String) -> Int? {
        let digits = cell.filter { $0.isASCII && $0.isNumber }
        guard let pages = Int(digits), (1...100_000).contains(pages) else { return nil }
        return pages
    }

    /// The digits in `="9780000000019"`.
    static func unwrapped(_ cell: String) -> String {
        String(cell.drop { $0 == "=" || $0 == "\"" }.prefix { $0 != "\"" })
    }

    private static func oneSpaced(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The text of a review: line breaks are written as tags; other tags are kept as they are, as text.
    static func plainText(_ html: String) -> String {
        var text = html
        for tag in ["<br/>", "<br />", "<br>", "<BR/>", "<BR>"] { text = text.replacing(tag, with: "\n") }
        return text.trimmingBlanks
    }
}
