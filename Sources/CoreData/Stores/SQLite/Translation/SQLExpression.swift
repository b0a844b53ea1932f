/// What a piece of SQL yields, as far as it decides how a constant beside it is bound.
enum SQLKind: Equatable {
    case integer
    case boolean
    /// Doubles and floats.
    case real
    case date
    case decimal
    case string
    case uri
    case uuid
    /// True where values carry a tag byte.
    case binary(isTagged: Bool)
    case transformable
    /// A key of the hierarchy whose root has this index in the model.
    case object(root: Int)
    /// An entity number.
    case entity
    /// The result of arithmetic or a function.
    case number
    case unknown

    /// Kinds that can be put in one order.
    enum Family: String {
        case number = "a number"
        case text = "text"
        case uuid = "a UUID"
        case bytes = "binary data"
        case object = "an object"
    }

    /// Nil where nothing is known.
    var family: Family? {
        switch self {
        case .integer, .boolean, .real, .date, .decimal, .number: .number
        case .string, .uri: .text
        case .uuid: .uuid
        case .binary, .transformable: .bytes
        case .object, .entity: .object
        case .unknown: nil
        }
    }

    init(_ slot: Slot, root: Int) {
        self =
            switch slot.kind {
            case .integer: .integer
            case .boolean: .boolean
            case .double, .float: .real
            case .date: .date
            case .decimal: .decimal
            case .string: .string
            case .uri: .uri
            case .uuid: .uuid
            case .binary: .binary(isTagged: slot.allowsExternalStorage)
            case .transformable: .transformable
            case .toOne: .object(root: root)
            case .destinationEntity: .entity
            case .liveOnly: .unknown
            }
    }
}

/// A piece of SQL with what its parameters stand for, in order.
struct SQLExpression {
    var text: String
    var bindings: [SQLBinding] = []
    var kind: SQLKind = .unknown

    /// `text` with expressions in the places marked `%`, which occurs in no SQL of ours otherwise.
    static func joined(_ format: String, _ parts: SQLExpression..., kind: SQLKind = .unknown) -> SQLExpression {
        var result = SQLExpression(text: "", kind: kind)
        var rest = parts[...]
        for character in format {
            if character == "%", let part = rest.popFirst() {
                result.text += part.text
                result.bindings += part.bindings
            } else {
                result.text.append(character)
            }
        }
        return result
    }

    static func list(_ parts: [SQLExpression], separator: String) -> SQLExpression {
        SQLExpression(
            text: parts.map(\.text).joined(separator: separator), bindings: parts.flatMap(\.bindings))
    }
}

/// What one parameter of a statement stands for.
struct SQLBinding {
    /// A value known when the statement was translated, or an argument of the predicate's format.
    enum Source {
        case value(Operand)
        case argument(Int)
    }

    /// How the value becomes a parameter.
    enum Form {
        case plain
        /// For `<` and its like, where values of unlike kinds have no order.
        case ordered
        /// The element of a collection with this index; the last one when there are fewer.
        case element(Int)
        /// As `element`, folded as strings are under these options.
        case foldedElement(Int, options: UInt)
        /// The string itself, for `>=`; the first string beyond those that begin with it, for `<`.
        case prefixStart
        case prefixEnd
        /// A large collection as a temporary table.
        case table(Int, options: UInt)
    }

    var source: Source
    var kind: SQLKind
    var form: Form = .plain
}
