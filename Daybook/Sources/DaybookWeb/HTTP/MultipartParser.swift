import CMicrohttpd
import Foundation

/// Receives the parts of a form while they arrive.
protocol MultipartReceiver {
    mutating func partBegan(_ part: MultipartParser.Part) throws
    mutating func partContinued(_ bytes: UnsafeRawBufferPointer) throws
    mutating func partEnded() throws
}

/// Reads `multipart/form-data` in pieces of any size, holding no more than a delimiter's length of a part's body.
///
/// Source: RFC 2046 section 5.1.1, RFC 7578.
struct MultipartParser {
    /// Name, file name and type of a part, from its headers.
    struct Part: Equatable, Sendable {
        var name: String
        var fileName: String?
        var contentType: String?
    }

    struct Failure: Error, Equatable {
        let message: String
    }

    /// A part's headers together may not be longer than this.
    static let headerLimit = 8 * 1024
    static let partLimit = 400

    private enum State { case preamble, delimiterEnd, headers, body, epilogue }

    private let delimiter: [UInt8]
    private var buffer: [UInt8]
    private var state = State.preamble
    private var parts = 0

    /// Whether the closing delimiter has been seen.
    var isComplete: Bool { state == .epilogue }

    /// - Parameter boundary: as in the request's `Content-Type`, 1 to 70 characters.
    init(boundary: String) throws(Failure) {
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
            throw Failure(message: "the boundary must have 1 to 70 printable characters")
        }
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter may stand at the very start: pretend that a line ended before it.
        buffer = [0x0D, 0x0A]
    }

    /// Takes the next piece.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, to receiver: inout some MultipartReceiver) throws {
        guard state != .epilogue else { return }
        buffer.append(contentsOf: bytes)
        while try step(&receiver) {}
    }

    /// Says that no more comes; a form cut short is an error.
    func finish() throws(Failure) {
        guard isComplete else { throw Failure(message: "the form ends before its closing delimiter") }
    }

    /// One step forward; false when more bytes are needed.
    private mutating func step(_ receiver: inout some MultipartReceiver) throws -> Bool {
        switch state {
        case .preamble:
            guard let position = firstIndex(of: delimiter) else {
                keepTail(delimiter.count - 1)
                return false
            }
            buffer.removeFirst(position + delimiter.count)
            state = .delimiterEnd
            return true
        case .delimiterEnd:
            guard buffer.count >= 2 else { return false }
            if buffer[0] == 0x2D, buffer[1] == 0x2D {
                buffer = []
                state = .epilogue
                return false
            }
            return try skipDelimiterLine()
        case .headers:
            return try readHeaders(&receiver)
        case .body:
            return try readBody(&receiver)
        case .epilogue:
            return false
        }
    }

    /// After a delimiter only blanks may stand before the line's end.
    private mutating func skipDelimiterLine() throws(Failure) -> Bool {
        guard let end = firstIndex(of: [0x0D, 0x0A]) else {
            guard buffer.count < 128 else { throw Failure(message: "a delimiter's line does not end") }
            return false
        }
        guard buffer[..<end].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
            throw Failure(message: "text stands behind a delimiter")
        }
        // The line's end is left in place: headers may be absent, then it is the empty line's first half.
        buffer.removeFirst(end)
        parts += 1
        guard parts <= Self.partLimit else { throw Failure(message: "more than \(Self.partLimit) parts") }
        state = .headers
        return true
    }

    private mutating func readHeaders(_ receiver: inout some MultipartReceiver) throws -> Bool {
        guard let end = firstIndex(of: [0x0D, 0x0A, 0x0D, 0x0A]) else {
            guard buffer.count <= Self.headerLimit else { throw Failure(message: "a part's headers are too long") }
            return false
        }
        guard end <= Self.headerLimit else { throw Failure(message: "a part's headers are too long") }
        let part = try Self.part(fromHeaders: buffer[..<end])
        buffer.removeFirst(end + 4)
        state = .body
        try receiver.partBegan(part)
        return true
    }

    private mutating func readBody(_ receiver: inout some MultipartReceiver) throws -> Bool {
        if let position = firstIndex(of: delimiter) {
            try pass(upTo: position, to: &receiver)
            buffer.removeFirst(position + delimiter.count)
            state = .delimiterEnd
            try receiver.partEnded()
            return true
        }
        let safe = buffer.count - (delimiter.count - 1)
        guard safe > 0 else { return false }
        try pass(upTo: safe, to: &receiver)
        buffer.removeFirst(safe)
        return false
    }

    private mutating func pass(upTo end: Int, to receiver: inout some MultipartReceiver) throws {
        guard end > 0 else { return }
        try buffer.withUnsafeBytes { try receiver.partContinued(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
    }

    private mutating func keepTail(_ count: Int) {
        if buffer.count > count { buffer.removeFirst(buffer.count - count) }
    }

    private func firstIndex(of pattern: [UInt8]) -> Int? {
        buffer.withUnsafeBytes { haystack in
            pattern.withUnsafeBytes { needle in
                // Both are slices of live arrays; the search reads within the lengths given.
                let found = daybook_find(
                    haystack.bindMemory(to: CChar.self).baseAddress, haystack.count,
                    needle.bindMemory(to: CChar.self).baseAddress, needle.count)
                return found >= 0 ? found : nil
            }
        }
    }
}
