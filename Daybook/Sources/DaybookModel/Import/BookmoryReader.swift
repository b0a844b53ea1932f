import Foundation

/// Reads a backup of 북모리: an archive with an SQLite database of JSON texts, `books` and `notes`.
///
/// A book that was read several times becomes a plan for each time; its notes go with the last.
struct BookmoryReader {
    /// The zone in which moments are days: that of the machine, as the backup's is.
    var timeZone = TimeZone.current

    private static let databases = ["new_bookmory.db", "bookmory.db"]

    /// The name of the database within an archive; nil when it is none of 북모리's.
    static func database(in archive: ZipArchive) -> String? {
        // Names are only compared, never used as paths.
        for wanted in databases {
            let found = archive.names.first { $0 == wanted || $0.hasSuffix("/" + wanted) }
            if let found { return found }
        }
        return nil
    }

    /// Reads every book.
    ///
    /// - Throws: `DaybookError.validation(.file, .unreadable)` when the database cannot be read.
    func read(_ archive: ZipArchive, _ name: String, into file: inout ParsedFile) throws(DaybookError) {
        guard let bytes = archive.data(name), let table = SQLiteTable(bytes, table: "entry") else {
            throw .validation(.file, .unreadable)
        }
        var books: [(key: String, value: DataValue, isDeleted: Bool)] = []
        var notes: [String: [ImportedMemo]] = [:]
        for row in table.rows where row.count >= 4 {
            // Columns: id, store, key, value, deleted.
            let isDeleted = row.count > 4 && row[4] != .null && row[4] != .integer(0)
            guard let store = row[1].text, let key = row[2].text, let json = row[3].text,
                let value = DataValue(json: json)
            else { continue }
            switch store {
            case "books": books.append((key, value, isDeleted))
            case "notes" where !isDeleted:
                if let book = value["bid"]?.text { notes[book, default: []] += memos(value, key) }
            default: break
            }
        }
        file.header = ["title", "author", "status", "pages"]
        for book in books {
            for row in rows(book.key, book.value, book.isDeleted, notes[book.key] ?? []) {
                file.rows.append(row(file.rows.count + 1))
            }
        }
    }

    // MARK: Books

    private func rows(
        _ key: String, _ book: DataValue, _ isDeleted: Bool, _ notes: [ImportedMemo]
    ) -> [(Int) -> ImportRow] {
        let title = book["title"]?.text?.trimmingBlanks ?? ""
        let authors = (book["authors"]?.list ?? []).compactMap { $0.text?.trimmingBlanks.nonEmpty }
        let author =
            authors.isEmpty ? book["author"]?.text?.trimmingBlanks.nonEmpty : authors.joined(separator: ", ")
        if isDeleted || title.isEmpty {
            return [
                { line in
                    ImportRow(
                        line: line, cells: [title, author ?? "", "", ""], state: isDeleted ? .leftOut : .unreadable,
                        problem: isDeleted ? .deletedAtSource : .missingName)
                }
            ]
        }
        var reads = (book["reads"]?.list ?? []).sorted { ($0["nth"]?.integer ?? 0) < ($1["nth"]?.integer ?? 0) }
        if reads.isEmpty { reads = [.table(["status": book["status_list"]?.list?.last ?? .null])] }
        return reads.enumerated().map { index, read in
            let pages = pages(read) ?? pages(book)
            let status = Self.status(read["status"]?.text)
            let page = read["page"]?.integer ?? 0
            let imported = ImportedBook(
                sourceID: index == 0 ? "bookmory:\(key)" : "bookmory:\(key)#\(index + 1)", title: title,
                author: author, totalPages: pages, currentPage: page > 0 && page <= pages ?? 100_000 ? page : nil,
                status: status, startDay: day(read["start"]), endDay: day(read["end"]),
                addedDay: day(book["updated_at"]), memos: index == reads.count - 1 ? notes : [])
            let cells = [title, author ?? "", read["status"]?.text ?? "", pages.map { "\($0)" } ?? ""]
            return { ImportRow(line: $0, cells: cells, state: .new, book: imported) }
        }
    }

    /// The number of pages; 100 without a real one is what the app puts where it does not know.
    private func pages(_ value: DataValue) -> Int? {
        let real = value["real_total_page"]?.integer ?? 0
        let told = value["total_page"]?.integer ?? 0
        let pages = real > 0 ? real : told == 100 ? 0 : told
        return (1...100_000).contains(pages) ? pages : nil
    }

    private static func status(_ word: String?) -> ReadingStatus {
        switch word {
        case "DONE": .done
        case "READING": .reading
        case "PAUSE", "GIVE_UP": .stopped
        default: .planned
        }
    }

    /// The day of a moment in milliseconds.
    private func day(_ value: DataValue?) -> CalendarDay? {
        guard case .number(let milliseconds)? = value, milliseconds > 0, milliseconds < 1e14 else { return nil }
        let day = CalendarDay(Date(timeIntervalSince1970: milliseconds / 1000), in: timeZone)
        return day.isKept ? day : nil
    }

    // MARK: Notes

    /// The words of the book as a quotation, and those about it as a memo.
    private func memos(_ note: DataValue, _ key: String) -> [ImportedMemo] {
        let page = [note["start_page"], note["page"]].lazy.compactMap { $0?.integer }.first { $0 > 0 }
        let day = day(note["created_at"])
        return [(note["book_content"], MemoKind.quotation), (note["content_quill"] ?? note["content"], .memo)]
            .compactMap { value, kind in
                guard let text = value?.text.map(Self.plain), !text.isEmpty else { return nil }
                return ImportedMemo(text: text, page: page.map { "\($0)" }, kind: kind, day: day, place: key)
            }
    }

    /// The text of a Quill document, a list of pieces to insert; other text is itself.
    static func plain(_ text: String) -> String {
        guard let document = DataValue(json: text), let pieces = document.list ?? document["ops"]?.list else {
            return text.trimmingBlanks
        }
        return pieces.compactMap { $0["insert"]?.text }.joined().trimmingBlanks
    }
}
