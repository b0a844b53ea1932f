/// A table of one entity hierarchy, as the model asks for it.
struct TableSchema {
    /// `Z` and the root entity's name in upper case.
    var name: String
    /// Index in the model of the root entity.
    var root: Int
    /// After `Z_PK`, `Z_ENT` and `Z_OPT`, in Apple's order.
    var columns: [ColumnSchema]
    /// True when rows of several entities share the table.
    var isShared: Bool

    /// The statement that makes the table, spelled as Apple's framework spells it.
    ///
    /// Source: sqlite-format, section 4.
    var creation: String {
        let list = columns.map { ", \(SQLName.quoted($0.name)) \($0.type.rawValue)" }.joined()
        return "CREATE TABLE \(SQLName.quoted(name)) ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER\(list) )"
    }
}

struct ColumnSchema {
    var name: String
    var type: ColumnType
    /// True for columns that get an index of their own: foreign keys.
    var isIndexed = false
}

/// The declared types that Apple's framework uses.
enum ColumnType: String {
    case integer = "INTEGER"
    case float = "FLOAT"
    case timestamp = "TIMESTAMP"
    case decimal = "DECIMAL"
    case text = "VARCHAR"
    case blob = "BLOB"
}

/// An index, as the model asks for it.
struct IndexSchema {
    var name: String
    var creation: String
}

/// Names inside SQL text.
///
/// They come from models and files, never from a user's values.
enum SQLName {
    /// The name as it is when every reader takes it for a name, otherwise in double quotes.
    static func quoted(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy {
            ($0 >= 65 && $0 <= 90) || ($0 >= 97 && $0 <= 122) || ($0 >= 48 && $0 <= 57) || $0 == 95
        }
        let startsWell = name.utf8.first.map { $0 < 48 || $0 > 57 } ?? false
        if isPlain, startsWell { return name }
        return "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }

    /// A name as it was before `quoted(_:)`.
    static func unquoted(_ name: String) -> String {
        guard name.hasPrefix("\""), name.hasSuffix("\""), name.utf8.count >= 2 else { return name }
        return name.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false)
            .joined(separator: "\"")
    }

    /// A text as a literal, for names only.
    static func literal(_ name: String) -> String {
        "'\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    }
}
