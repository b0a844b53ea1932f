/// Reads rows of an Openreads library.
struct OpenreadsReader {
    /// The day against which dates are judged.
    let today: CalendarDay

    /// Reads each row by the names of the header.
    func read(_ body: [DelimitedTable.Row], into file: inout ParsedFile) {
        let columns = NamedColumns(file.header)
        file.rows = body.map { row in
            let title = columns.cell("title", row)
            guard !title.isEmpty else {
                return ImportRow(line: row.line, cells: row.cells, state: .unreadable, problem: .missingName)
            }
            // The last reading: start, finish and time, by bars.
            let reading = columns.cell("readings", row).split(separator: ";").last ?? ""
            let days = reading.split(separator: "|", omittingEmptySubsequences: false).map {
                CalendarDay(iso: String($0.prefix(10)))
            }
            let author = columns.cell("author", row).nonEmpty
            let identity =
                columns.cell("isbn", row).nonEmpty ?? columns.cell("olid", row).nonEmpty ?? "\(title)|\(author ?? "")"
            let subtitle = columns.cell("subtitle", row)
            let book = ImportedBook(
                sourceID: "openreads:\(identity)", title: subtitle.isEmpty ? title : "\(title): \(subtitle)",
                author: author,
                totalPages: Int(columns.cell("pages", row)).flatMap { (1...100_000).contains($0) ? $0 : nil },
                status: Self.status(columns.cell("status", row)), startDay: days.first ?? nil,
                endDay: days.count > 1 ? days[1] : nil,
                addedDay: CalendarDay(iso: String(columns.cell("date_added", row).prefix(10))),
                memos: [columns.cell("my_review", row), columns.cell("notes", row)].filter { !$0.isEmpty }.map {
                    ImportedMemo(text: $0)
                })
            if columns.cell("deleted", row).lowercased() == "true" {
                return ImportRow(
                    line: row.line, cells: row.cells, state: .leftOut, problem: .deletedAtSource, book: book)
            }
            return ImportRow(line: row.line, cells: row.cells, state: .new, book: book.orderedDays)
        }
    }

    private static func status(_ text: String) -> ReadingStatus {
        switch text {
        case "finished", "read": .done
        case "in_progress", "inProgress": .reading
        case "unfinished", "did_not_finish": .stopped
        default: .planned
        }
    }
}
