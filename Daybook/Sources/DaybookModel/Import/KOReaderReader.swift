import Foundation

/// Reads KOReader's highlights: its JSON export, or the Lua table it keeps beside a book.
struct KOReaderReader {
    /// Reads every highlight and note.
    ///
    /// - Throws: `DaybookError.validation(.file, .unreadable)` when the text is neither.
    func read(_ text: String, into file: inout ParsedFile) throws(DaybookError) {
        file.header = ["title", "page", "text", "note"]
        let start = text.trimmingBlanks
        let root: DataValue?
        if start.hasPrefix("{") || start.hasPrefix("[") {
            root = DataValue(json: text)
        } else {
            root = LuaTableReader.read(text)
        }
        guard let root else { throw .validation(.file, .unreadable) }
        var line = 0
        let documents = root["documents"]?.list ?? [root]
        for document in documents {
            for row in Self.rows(document) {
                line += 1
                file.rows.append(row(line))
            }
        }
    }

    private static func rows(_ document: DataValue) -> [(Int) -> ImportRow] {
        let properties = document["doc_props"] ?? document
        let title = properties["title"]?.text?.trimmingBlanks ?? ""
        let author = (properties["authors"] ?? properties["author"])?.text?
            .split(whereSeparator: \.isNewline).joined(separator: ", ").nonEmpty
        let pages = (document["doc_pages"] ?? document["number_of_pages"])?.integer
        let entries = (document["entries"] ?? document["annotations"])?.list ?? []
        let status: ReadingStatus =
            switch document["summary"]?["status"]?.text {
            case "complete": .done
            case "abandoned": .stopped
            default: .reading
            }
        return entries.map { entry in
            { line in
                let text = entry["text"]?.text?.trimmingBlanks ?? ""
                let note = entry["note"]?.text?.trimmingBlanks ?? ""
                let page = Self.page(entry)
                let cells = [title, page ?? "", text, note]
                guard !title.isEmpty else {
                    return ImportRow(line: line, cells: cells, state: .unreadable, problem: .missingName)
                }
                // A mark without a drawer is a plain bookmark.
                guard entry["drawer"] != nil || entry["sort"] != nil, !(text.isEmpty && note.isEmpty) else {
                    return ImportRow(line: line, cells: cells, state: .leftOut, problem: .noText)
                }
                let place = entry["pos0"]?.text ?? entry["page"]?.text ?? ""
                var memos: [ImportedMemo] = []
                if !text.isEmpty {
                    memos.append(
                        ImportedMemo(text: text, page: page, kind: .quotation, day: Self.day(entry), place: place))
                }
                if !note.isEmpty {
                    memos.append(ImportedMemo(text: note, page: page, kind: .memo, day: Self.day(entry), place: place))
                }
                let book = ImportedBook(
                    sourceID: "koreader:\(title)|\(author ?? "")", title: title, author: author,
                    totalPages: pages.flatMap { (1...100_000).contains($0) ? $0 : nil }, status: status, memos: memos)
                return ImportRow(line: line, cells: cells, state: .new, book: book)
            }
        }
    }

    /// The label of the printed page, the page's number, or the page of an export; never a position in the file.
    private static func page(_ entry: DataValue) -> String? {
        for value in [entry["pageref"], entry["pageno"], entry["page"]] {
            guard let text = value?.text, !text.isEmpty, !text.hasPrefix("/"), text.count <= 16 else { continue }
            let ends = text.split(separator: "-")
            return ends.count == 2 && ends[0] == ends[1] ? String(ends[0]) : text
        }
        return nil
    }

    /// The day of a written time as it is written, of a Unix time where the reader is.
    private static func day(_ entry: DataValue) -> CalendarDay? {
        if let written = entry["datetime"]?.text { return CalendarDay(iso: String(written.prefix(10))) }
        guard let seconds = entry["time"]?.integer else { return nil }
        return CalendarDay(Date(timeIntervalSince1970: Double(seconds)), in: .current)
    }
}
