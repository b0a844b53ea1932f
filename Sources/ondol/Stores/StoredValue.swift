import CoreData
import SQLite

/// A value as it lies in a store, read by the type of its attribute.
///
/// A value whose storage class does not fit the type is shown as what it is; `ondol check` reports it.
enum StoredValue: Equatable {
    case null
    case integer(Int64)
    case boolean(Bool)
    case real(Double)
    /// A Double that holds a Float.
    case float(Float)
    /// Digits, sign and point.
    case decimal(String)
    case string(String)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    case uuid(UUID)
    case uri(String)
    case data(Data)
    /// The bytes lie in the external file of this name.
    case file(String)

    /// Reads a column of the row that `statement` stands on.
    init(_ statement: Statement, _ column: Int32, type: NSAttributeType, isExternal: Bool) {
        let storage = statement.storageClass(column)
        switch (type, storage) {
        case (_, .null): self = .null
        case (.booleanAttributeType, .integer): self = .boolean(statement.integer(column) != 0)
        case (.dateAttributeType, .integer), (.dateAttributeType, .real): self = .date(statement.real(column))
        case (.decimalAttributeType, .integer): self = .decimal(String(statement.integer(column)))
        case (.decimalAttributeType, .real):
            let decimal = StoreInspection.decimal(statement.real(column))
            self = decimal.isNaN ? .real(statement.real(column)) : .decimal(decimal.description)
        // how the framework keeps a decimal that is no number.
        case (.decimalAttributeType, .text) where statement.string(column) == "NaN": self = .decimal("NaN")
        case (.doubleAttributeType, .integer), (.doubleAttributeType, .real): self = .real(statement.real(column))
        case (.floatAttributeType, .integer), (.floatAttributeType, .real):
            let value = statement.real(column)
            self = Double(Float(value)) == value ? .float(Float(value)) : .real(value)
        case (.URIAttributeType, .text): self = .uri(statement.string(column) ?? "")
        case (.UUIDAttributeType, .blob):
            let bytes = statement.bytes(column) ?? []
            self = Self.uuid(bytes).map(StoredValue.uuid) ?? .data(Data(bytes))
        case (.binaryDataAttributeType, .text), (.transformableAttributeType, .text):
            self = .data(Data((statement.string(column) ?? "").utf8))
        case (_, .blob):
            let bytes = statement.bytes(column) ?? []
            guard isExternal else {
                self = .data(Data(bytes))
                return
            }
            if let name = StoreInspection.externalFileName(in: bytes) {
                self = .file(name)
            } else {
                self = .data(Data(bytes.first == 1 ? bytes.dropFirst() : bytes[...]))
            }
        case (_, .integer): self = .integer(statement.integer(column))
        case (_, .real): self = .real(statement.real(column))
        case (_, .text): self = .string(statement.string(column) ?? "")
        }
    }

    private static func uuid(_ bytes: [UInt8]) -> UUID? {
        guard bytes.count == 16 else { return nil }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The value as text, the same in tables, CSV and JSON strings; nil for NULL.
    ///
    /// Bytes become base64; those in external files have to be read first.
    var text: String? {
        switch self {
        case .null: nil
        case .integer(let value): String(value)
        case .boolean(let value): value ? "true" : "false"
        case .real(let value): Self.text(value.description)
        case .float(let value): Self.text(value.description)
        case .decimal(let digits): digits
        case .string(let value), .uri(let value): value
        case .date(let seconds): StoredDate.text(seconds)
        case .uuid(let value): value.uuidString
        case .data(let value): value.base64EncodedString()
        case .file(let name): name
        }
    }

    /// `1.0` is written `1`, in tables as in JSON.
    private static func text(_ number: String) -> String {
        switch number {
        case "inf": "Infinity"
        case "-inf": "-Infinity"
        case "nan": "NaN"
        default: number.hasSuffix(".0") ? String(number.dropLast(2)) : number
        }
    }

    /// The value as JSON: numbers and Booleans as such, everything else as a string.
    var json: String {
        switch self {
        case .null: "null"
        case .integer, .boolean: text ?? "null"
        case .real(let value) where value.isFinite: text ?? "null"
        case .float(let value) where value.isFinite: text ?? "null"
        default: JSONText.string(text ?? "")
        }
    }

    /// For people: bytes are described, not listed.
    var display: String {
        switch self {
        case .null: ""
        case .data(let value): Self.description(of: value)
        case .file(let name): "external file \(name)"
        default: text ?? ""
        }
    }

    private static func description(of data: Data) -> String {
        let start = [UInt8](data.prefix(8))
        let kind: String? =
            if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
                "PNG"
            } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
                "JPEG"
            } else if start.starts(with: "bplist".utf8) {
                "property list"
            } else {
                nil
            }
        let size = "\(data.count) byte\(data.count == 1 ? "" : "s")"
        return kind.map { "\(size), \($0)" } ?? size
    }
}
