import Foundation

/// The fields and files of a form.
struct FormBody: Sendable {
    var fields: [FormField] = []
    var files: [UploadedFile] = []
    /// Set when the form itself could not be read whole.
    var problem: FormProblem?

    /// The last value given for a name.
    subscript(_ name: String) -> String? {
        fields.last { $0.name == name }?.value
    }

    /// All values given for a name, in order.
    func all(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// What a form of ours said when it was opened.
    var base: [String: String] {
        Dictionary(
            fields.filter { $0.name.hasPrefix("was-") }.map { (String($0.name.dropFirst(4)), $0.value) },
            uniquingKeysWith: { _, last in last })
    }

    /// Files chosen under a name; an empty file field sends a file without name and bytes, which is none.
    func files(_ name: String) -> [UploadedFile] {
        files.filter { $0.field == name && !($0.fileName.isEmpty && $0.size == 0) }
    }

    /// Reads `application/x-www-form-urlencoded`.
    static func urlEncoded(_ bytes: some Collection<UInt8>) -> FormBody {
        var form = FormBody()
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? decode(parts[1]) : ""
            form.fields.append(FormField(name: decode(parts[0]), value: value))
        }
        return form
    }

    private static func decode(_ bytes: some Collection<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+"):
                result.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let first = iterator.next()
                let second = first == nil ? nil : iterator.next()
                if let first, let second, let high = hex(first), let low = hex(second) {
                    result.append(high << 4 | low)
                } else {
                    // A percent sign that encodes nothing is text.
                    result.append(byte)
                    if let first { result.append(first) }
                    if let second { result.append(second) }
                }
            default:
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}

/// Why a form could not be read whole.
enum FormProblem: Sendable, Equatable {
    case malformed(String)
    case tooLarge
    case unsupportedType
    case notStored(String)
}

/// A file that came with a form; its bytes lie in a temporary file until the request is over.
struct UploadedFile: Sendable, Equatable {
    enum Problem: Sendable, Equatable {
        case tooLarge
        case notStored(String)
        /// The disk has no room for it.
        case diskFull
    }

    let field: String
    /// The last component of the name that the browser gave; for showing only.
    let fileName: String
    let location: URL
    let size: Int
    let problem: Problem?
}
