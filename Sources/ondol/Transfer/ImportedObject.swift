import CoreData

/// An object as an import file describes it, before it is made.
struct ImportRecord {
    /// A value as the file has it.
    enum Value {
        /// A JSON string, or a field of CSV.
        case text(String)
        /// A JSON number or Boolean.
        case literal(String)
        /// `""` alone in a row of CSV: an empty text, or nil, whose line would be empty without the quotes.
        case emptyField

        /// What it says, as text.
        var text: String {
            switch self {
            case .text(let text), .literal(let text): text
            case .emptyField: ""
            }
        }
    }

    /// Where it stands, for messages.
    let place: String
    /// Its ID in the file; nil in CSV without such a column.
    let id: String?
    let entity: String
    let attributes: [(name: String, value: Value)]
    /// IDs of the objects that relationships lead to.
    let relationships: [(name: String, ids: [String])]
}

/// The class of imported objects that need not obey the model's rules.
final class UncheckedObject: NSManagedObject {
    override func validateForInsert() throws {}
    override func validateForUpdate() throws {}
}

/// What is wrong with an import, and where.
struct ImportError: Error, CustomStringConvertible {
    let place: String
    let problem: String

    var description: String { "\(place): \(problem)" }
}
