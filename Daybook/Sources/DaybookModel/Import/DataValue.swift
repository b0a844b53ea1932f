import Foundation

/// A value of a JSON file or of a Lua table that is read as data.
indirect enum DataValue: Hashable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([DataValue])
    case table([String: DataValue])
    case null

    /// Reads JSON; nil when the text is none.
    init?(json: String) {
        guard let value = try? JSONDecoder().decode(DataValue.self, from: Data(json.utf8)) else { return nil }
        self = value
    }

    /// A member of a table.
    subscript(key: String) -> DataValue? {
        guard case .table(let members) = self else { return nil }
        return members[key]
    }

    /// The members of a list.
    var list: [DataValue]? {
        guard case .list(let members) = self else { return nil }
        return members
    }

    /// The text, or a number as text.
    var text: String? {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map { String($0) } ?? String(number)
        default: nil
        }
    }

    /// The whole number.
    var integer: Int? {
        switch self {
        case .number(let number): Int(exactly: number.rounded())
        case .text(let text): Int(text)
        default: nil
        }
    }
}

extension DataValue: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([DataValue].self) {
            self = .list(list)
        } else {
            self = .table(try container.decode([String: DataValue].self))
        }
    }
}
