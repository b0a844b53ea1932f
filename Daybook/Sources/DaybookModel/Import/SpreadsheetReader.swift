import Foundation
import FoundationXML

/// Reads the tables of an XLSX workbook as text, dates as `2026-03-31 13:04:05`.
struct SpreadsheetReader {
    /// A sheet: its name and its rows, each with its number in the sheet.
    struct Sheet {
        var name: String
        var rows: [DelimitedTable.Row]
    }

    private let archive: ZipArchive

    /// Opens a workbook; nil when the bytes are none.
    init?(_ bytes: [UInt8]) {
        guard let archive = ZipArchive(bytes), archive.names.contains("xl/workbook.xml") else { return nil }
        self.archive = archive
    }

    /// The sheets in the workbook's order, without blank rows; sheets that cannot be read are left out.
    func sheets() -> [Sheet] {
        guard let workbook = elements("xl/workbook.xml") else { return [] }
        var targets: [String: String] = [:]
        for relation in elements("xl/_rels/workbook.xml.rels") ?? [] where relation.name == "Relationship" {
            if let id = relation.attributes["Id"], let target = relation.attributes["Target"] { targets[id] = target }
        }
        let startsIn1904 = workbook.contains {
            $0.name == "workbookPr" && ["1", "true"].contains($0.attributes["date1904"] ?? "")
        }
        let cells = CellText(
            shared: sharedTexts(), dateStyles: dateStyles(), startsIn1904: startsIn1904)
        return workbook.filter { $0.name == "sheet" }.enumerated().compactMap { index, sheet in
            let named = sheet.attributes["r:id"].flatMap { targets[$0] } ?? "worksheets/sheet\(index + 1).xml"
            let path = named.hasPrefix("/") ? String(named.dropFirst()) : "xl/" + named
            guard let data = archive.data(path) else { return nil }
            let rows = SheetParser(cells: cells).rows(Data(data)).filter { !$0.isBlank }
            return Sheet(name: sheet.attributes["name"] ?? "", rows: rows)
        }
    }

    // MARK: Parts

    private func elements(_ name: String) -> [ElementList.Element]? {
        archive.data(name).map { ElementList().elements(Data($0)) }
    }

    /// Texts that cells name by number; readings above characters are no part of them.
    private func sharedTexts() -> [String] {
        archive.data("xl/sharedStrings.xml").map { SharedTextParser().texts(Data($0)) } ?? []
    }

    /// Which cell styles show a number as a date or a time.
    private func dateStyles() -> Set<Int> {
        guard let elements = elements("xl/styles.xml") else { return [] }
        var formats: [Int: String] = [:]
        var styles: Set<Int> = []
        var inCells = false
        var index = 0
        for element in elements {
            switch element.name {
            case "numFmt":
                if let id = element.attributes["numFmtId"].flatMap({ Int($0) }) {
                    formats[id] = element.attributes["formatCode"] ?? ""
                }
            case "cellXfs": inCells = true
            case "cellStyleXfs", "cellStyles", "dxfs": inCells = false
            case "xf" where inCells:
                let id = element.attributes["numFmtId"].flatMap { Int($0) } ?? 0
                if formats[id].map(Self.isDate) ?? Self.isBuiltInDate(id) { styles.insert(index) }
                index += 1
            default: break
            }
        }
        return styles
    }

    /// Source: ECMA-376, part 1, 18.8.30; 27 to 36 and 50 to 58 are dates of East Asian editions.
    private static func isBuiltInDate(_ id: Int) -> Bool {
        (14...22).contains(id) || (27...36).contains(id) || (45...47).contains(id) || (50...58).contains(id)
    }

    /// Whether a format has letters of dates outside quotes and brackets.
    static func isDate(_ format: String) -> Bool {
        var quoted = false
        var bracket = false
        var escaped = false
        for character in format.lowercased() {
            if escaped { escaped = false; continue }
            switch character {
            case "\\": escaped = true
            case "\"": quoted.toggle()
            case "[": bracket = true
            case "]": bracket = false
            case "y", "d", "h", "s": if !quoted, !bracket { return true }
            default: break
            }
        }
        return false
    }

    // MARK: Cells

    /// Turns the raw value of a cell into text.
    struct CellText {
        var shared: [String] = []
        var dateStyles: Set<Int> = []
        var startsIn1904 = false

        func text(type: String, style: Int?, value: String, inline: String) -> String {
            switch type {
            case "s": Int(value).flatMap { shared.indices.contains($0) ? shared[$0] : nil } ?? ""
            case "inlineStr": inline
            case "str", "d": value
            case "b": value == "1" ? "TRUE" : "FALSE"
            case "e": ""
            default: number(value, isDate: style.map { dateStyles.contains($0) } ?? false)
            }
        }

        private func number(_ text: String, isDate: Bool) -> String {
            guard let number = Double(text), number.isFinite else { return text }
            if isDate, let date = moment(number) { return date }
            if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
            // Numbers are kept in binary: 0.1 + 0.2 is meant as 0.3.
            guard abs(number) < 1e12 else { return text }
            let millionths = Int64((number * 1e6).rounded())
            let digits = String(millionths.magnitude)
            let padded = String(repeating: "0", count: max(0, 7 - digits.count)) + digits
            var decimals = padded.suffix(6)
            while decimals.last == "0" { decimals.removeLast() }
            return (millionths < 0 ? "-" : "") + padded.dropLast(6) + (decimals.isEmpty ? "" : "." + decimals)
        }

        /// Days since the end of 1899 (or the start of 1904) as a day and, unless it is midnight, a time.
        private func moment(_ number: Double) -> String? {
            guard number >= 0, number < 2_958_466 else { return nil }
            var days = Int(number)
            var seconds = Int(((number - Double(days)) * 86_400).rounded())
            if seconds == 86_400 { (days, seconds) = (days + 1, 0) }
            let padded = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            let time = padded.joined(separator: ":")
            if days == 0 { return time }
            // 1900 counts as a leap year there, so that the count is right from March 1900 on.
            let day = CalendarDay(dayCount: days + (startsIn1904 ? 695_056 : 693_594))
            return seconds == 0 ? day.iso : "\(day.iso) \(time)"
        }
    }
}

/// All elements of a small part with their attributes, in order.
private final class ElementList: NSObject, XMLParserDelegate {
    struct Element {
        var name: String
        var attributes: [String: String]
    }

    private var found: [Element] = []

    func elements(_ data: Data) -> [Element] {
        let parser = XMLParser(data: data)
        parser.delegate = self
        _ = parser.parse()
        return found
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        found.append(Element(name: String(name.split(separator: ":").last ?? ""), attributes: attributes))
    }
}

/// The shared texts of a workbook.
private final class SharedTextParser: NSObject, XMLParserDelegate {
    private var found: [String] = []
    private var current = ""
    private var inText = false
    private var readingDepth = 0

    func texts(_ data: Data) -> [String] {
        let parser = XMLParser(data: data)
        parser.delegate = self
        _ = parser.parse()
        return found
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        switch name {
        case "si": current = ""
        case "rPh": readingDepth += 1
        case "t": inText = readingDepth == 0
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if inText { current += string }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        switch name {
        case "si": found.append(current)
        case "rPh": readingDepth -= 1
        case "t": inText = false
        default: break
        }
    }
}

/// The rows of a sheet.
private final class SheetParser: NSObject, XMLParserDelegate {
    private let cells: SpreadsheetReader.CellText
    private var rows: [DelimitedTable.Row] = []
    private var column = 0
    private var type = ""
    private var style: Int?
    private var value = ""
    private var inline = ""
    private enum Target { case value, inline }
    private var target: Target?
    /// More columns than any table of entries has; a cell beyond them is not read.
    private static let columnLimit = 512

    init(cells: SpreadsheetReader.CellText) {
        self.cells = cells
    }

    func rows(_ data: Data) -> [DelimitedTable.Row] {
        let parser = XMLParser(data: data)
        parser.delegate = self
        _ = parser.parse()
        return rows
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        switch name {
        case "row":
            let number = attributes["r"].flatMap { Int($0) } ?? (rows.last?.line ?? 0) + 1
            rows.append(DelimitedTable.Row(line: number, cells: []))
            column = 0
        case "c":
            column = attributes["r"].flatMap(Self.column) ?? column
            type = attributes["t"] ?? "n"
            style = attributes["s"].flatMap { Int($0) }
            value = ""
            inline = ""
        case "v": target = .value
        case "t": target = .inline
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        switch target {
        case .value: value += string
        case .inline: inline += string
        default: break
        }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        switch name {
        case "v", "t": target = nil
        case "c":
            guard !rows.isEmpty, column < Self.columnLimit else { break }
            let row = rows.count - 1
            while rows[row].cells.count < column { rows[row].cells.append("") }
            let text = cells.text(type: type, style: style, value: value, inline: inline).trimmingBlanks
            rows[row].cells.append(text)
            column += 1
        default: break
        }
    }

    /// The position of a column by its letters, from 0; nil when there are none.
    private static func column(_ reference: String) -> Int? {
        let letters = reference.utf8.prefix { (0x41...0x5A).contains($0) }
        guard (1...3).contains(letters.count) else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1) - 0x40 } - 1
    }
}
