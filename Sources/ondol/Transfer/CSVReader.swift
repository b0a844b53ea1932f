/// Why a text is no CSV, and where.
struct CSVError: Error, CustomStringConvertible {
    let line: Int
    let problem: String

    var description: String { "line \(line): \(problem)" }
}

/// Reads fields separated by commas, after RFC 4180; an empty field without quotes is nil.
struct CSVReader {
    private let bytes: [UInt8]
    private var position = 0
    private(set) var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The next row; nil at the end.
    ///
    /// Empty lines are passed over.
    mutating func row() throws(CSVError) -> [String?]? {
        while position < bytes.count, [0x0A, 0x0D].contains(bytes[position]) { step() }
        guard position < bytes.count else { return nil }
        var row: [String?] = []
        while true {
            row.append(try field())
            guard position < bytes.count else { return row }
            let isComma = bytes[position] == UInt8(ascii: ",")
            if !isComma { return row }
            step()
        }
    }

    private mutating func step() {
        if bytes[position] == 0x0A { line += 1 }
        position += 1
    }

    private mutating func field() throws(CSVError) -> String? {
        var result: [UInt8] = []
        let isQuoted = position < bytes.count && bytes[position] == UInt8(ascii: "\"")
        if isQuoted {
            let start = line
            step()
            while true {
                guard position < bytes.count else {
                    throw CSVError(line: start, problem: "a quoted field does not end")
                }
                let byte = bytes[position]
                step()
                guard byte == UInt8(ascii: "\"") else {
                    result.append(byte)
                    continue
                }
                guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { break }
                result.append(byte)
                step()
            }
            guard position >= bytes.count || [0x0A, 0x0D, 0x2C].contains(bytes[position]) else {
                throw CSVError(line: line, problem: "something follows the end of a quoted field")
            }
        } else {
            while position < bytes.count, ![0x0A, 0x0D, 0x2C].contains(bytes[position]) {
                result.append(bytes[position])
                position += 1
            }
            if result.isEmpty { return nil }
        }
        guard let text = String(validating: result, as: UTF8.self) else {
            throw CSVError(line: line, problem: "a field is no UTF-8")
        }
        return text
    }
}
