/// Reads Kindle's `My Clippings.txt`: a title, a line about the clipping, a blank line, the text.
struct KindleReader {
    /// The day against which dates are judged.
    let today: CalendarDay

    /// A clipping with where it stands.
    private struct Clipping {
        var row: ImportRow
        var book = ""
        var range: ClosedRange<Int>?
        var text = ""
    }

    /// Reads every clipping; of highlights that lie over each other the longest stays, the others may be wanted.
    func read(_ text: String, _ options: ImportOptions, into file: inout ParsedFile) {
        file.header = ["title", "about", "text"]
        var clippings: [Clipping] = []
        var block: [String] = []
        var start = 1
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if line.hasPrefix("==========") {
                if let clipping = clipping(block, line: start) { clippings.append(clipping) }
                block = []
                start = index + 2
            } else {
                block.append(String(line).trimmingBlanks)
            }
        }
        if let clipping = clipping(block, line: start) { clippings.append(clipping) }
        file.rows = Self.withoutShorterForms(clippings, wanted: options.repeatedLines)
    }

    private func clipping(_ block: [String], line: Int) -> Clipping? {
        let lines = Array(block.drop { $0.isEmpty })
        guard lines.count >= 2 else { return nil }
        let offset = block.count - lines.count
        let text = lines.dropFirst(2).joined(separator: "\n").trimmingBlanks
        let (title, author) = Self.titleAndAuthor(lines[0])
        let about = About(lines[1])
        let cells = [lines[0], lines[1], text]
        guard !text.isEmpty else {
            return Clipping(row: ImportRow(line: line + offset, cells: cells, state: .leftOut, problem: .noText))
        }
        let memo = ImportedMemo(
            text: text, page: about.page, kind: about.isNote ? .memo : .quotation, day: about.day,
            place: about.location ?? about.page ?? "")
        let book = ImportedBook(
            sourceID: "kindle:\(lines[0])", title: title, author: author, status: .reading, memos: [memo])
        return Clipping(
            row: ImportRow(line: line + offset, cells: cells, state: .new, book: book), book: lines[0],
            range: about.isNote ? nil : about.range, text: text)
    }

    /// The last pair of brackets holds the author; brackets may stand within it.
    static func titleAndAuthor(_ line: String) -> (title: String, author: String?) {
        guard line.hasSuffix(")") else { return (line, nil) }
        var depth = 0
        for index in line.indices.reversed() {
            if line[index] == ")" { depth += 1 }
            if line[index] == "(" { depth -= 1 }
            guard depth == 0 else { continue }
            let title = String(line[..<index]).trimmingBlanks
            let author = String(line[line.index(after: index)...].dropLast()).trimmingBlanks
            return title.isEmpty ? (line, nil) : (title, author.nonEmpty)
        }
        return (line, nil)
    }

    /// The line about a clipping: what it is, where it stands, when it was made.
    private struct About {
        var isNote = false
        var page: String?
        var location: String?
        var day: CalendarDay?

        init(_ line: String) {
            let parts = line.split(separator: "|").map { String($0).trimmingBlanks }
            let what = (parts.first ?? "").lowercased()
            isNote = what.contains("your note") || what.contains("메모")
            for part in parts {
                let lower = part.lowercased()
                if let page = Self.word(after: ["page ", "on page ", "페이지 "], in: lower, part) { self.page = page }
                if let place = Self.word(after: ["location ", "loc. ", "위치 "], in: lower, part) { location = place }
            }
            if let added = parts.last, parts.count > 1 { day = Self.day(added) }
        }

        /// Where a highlight begins and ends.
        var range: ClosedRange<Int>? {
            guard let place = location ?? page else { return nil }
            let ends = place.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first else { return nil }
            // `1267-71` leaves out the digits that stay the same.
            var last = ends.count > 1 ? ends[1] : first
            if last < first {
                let tail = String(last).count
                let power = (0..<tail).reduce(1) { product, _ in product * 10 }
                last = first / power * power + last
            }
            return first...max(first, last)
        }

        private static func word(after labels: [String], in lower: String, _ part: String) -> String? {
            for label in labels {
                guard let found = lower.range(of: label) else { continue }
                let word = lower[found.upperBound...].prefix { !$0.isWhitespace && $0 != "," }
                if !word.isEmpty { return String(word) }
            }
            return nil
        }

        /// `Added on Wednesday, 11 March 2026 12:07:17`, `…, March 30, 2026, 04:13 PM`, `2026년 3월 30일 월요일 …`.
        private static func day(_ text: String) -> CalendarDay? {
            let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            let kept = words.drop { !($0.first?.isNumber ?? false) && CalendarDay.month(named: $0) == nil }
            return DateCell(kept.joined(separator: " "))?.day(in: .yearMonthDay)
        }
    }

    /// A text without the punctuation at its end, where a stretched highlight goes on.
    private static func core(_ text: String) -> String {
        String(text.reversed().drop { $0.isPunctuation || $0.isWhitespace }.reversed())
    }

    private static func withoutShorterForms(_ clippings: [Clipping], wanted: Set<Int>) -> [ImportRow] {
        clippings.map { clipping in
            guard let range = clipping.range, clipping.row.state == .new, !wanted.contains(clipping.row.line) else {
                return clipping.row
            }
            let longer = clippings.first { other in
                guard let otherRange = other.range, other.row.line != clipping.row.line, other.book == clipping.book,
                    otherRange.overlaps(range), other.text.contains(Self.core(clipping.text))
                else { return false }
                return other.text.count > clipping.text.count || other.row.line < clipping.row.line
            }
            return longer.map { clipping.row.changed(to: .leftOut, problem: .overlaps(line: $0.row.line)) }
                ?? clipping.row
        }
    }
}
