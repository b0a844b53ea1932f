/// Reads rows of a StoryGraph library.
struct StoryGraphReader {
    /// The day against which dates are judged.
    let today: CalendarDay

    /// Reads each row by the names of the header.
    func read(_ body: [DelimitedTable.Row], into file: inout ParsedFile) {
        let columns = NamedColumns(file.header)
        file.rows = body.map { row in
            let title = columns.cell("Title", row)
            guard !title.isEmpty else {
                return ImportRow(line: row.line, cells: row.cells, state: .unreadable, problem: .missingName)
            }
            // The last time it was read; a lone date is the start of a book still being read, else the end.
            let last =
                columns.cell("Dates Read", row).split(separator: ",").last.map { String($0).trimmingBlanks } ?? ""
            let ends = last.split(separator: "-").map { Self.day(String($0)) }
            let status = Self.status(columns.cell("Read Status", row))
            let lone = ends.count == 1 ? ends[0] : nil
            let author = columns.cell("Authors", row).nonEmpty
            let identity = columns.cell("ISBN/UID", row).nonEmpty ?? "\(title)|\(author ?? "")"
            let book = ImportedBook(
                sourceID: "storygraph:\(identity)", title: title, author: author, status: status,
                startDay: ends.count == 2 ? ends[0] : status == .reading ? lone : nil,
                endDay: ends.count == 2
                    ? ends[1] : status == .done ? lone ?? Self.day(columns.cell("Last Date Read", row)) : nil,
                addedDay: Self.day(columns.cell("Date Added", row)),
                memos: [GoodreadsReader.plainText(columns.cell("Review", row))].filter { !$0.isEmpty }.map {
                    ImportedMemo(text: $0)
                })
            return ImportRow(line: row.line, cells: row.cells, state: .new, book: book.orderedDays)
        }
    }

    private static func day(_ text: String) -> CalendarDay? {
        guard let cell = DateCell(text), cell.isYearFirst else { return nil }
        return cell.day(in: .yearMonthDay)
    }

    private static func status(_ text: String) -> ReadingStatus {
        switch text {
        case "read": .done
        case "currently-reading": .reading
        case "did-not-finish": .stopped
        default: .planned
        }
    }
}

/// Columns by the names of a header.
struct NamedColumns {
    private let positions: [String: Int]

    /// Makes the look-up for a header.
    init(_ header: [String]) {
        let names = header.map(HeaderWords.normalized)
        positions = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A row's cell under a name; empty when there is no such column.
    func cell(_ name: String, _ row: DelimitedTable.Row) -> String {
        positions[HeaderWords.normalized(name)].map { row[$0] } ?? ""
    }
}

extension ImportedBook {
    /// The book with an end that is not before its start.
    var orderedDays: ImportedBook {
        guard let start = startDay, let end = endDay, end < start else { return self }
        var book = self
        (book.startDay, book.endDay) = (end, start)
        return book
    }
}
