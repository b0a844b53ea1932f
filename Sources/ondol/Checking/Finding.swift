/// Something wrong with a store.
struct Finding {
    enum Severity: String {
        /// Data is lost, wrong, or will be refused by the framework.
        case error
        /// Odd, but nothing goes wrong by it.
        case warning
    }

    /// What kind of fault; the word that stands in the output.
    enum Kind: String, CaseIterable {
        /// The database file is damaged, says SQLite.
        case sqlite
        /// A part of the file could not be read.
        case unreadable
        /// Tables or columns that the model needs are missing.
        case schema
        /// The version hashes are not those of the model.
        case hash
        /// `Z_PRIMARYKEY` counts too low or lacks an entity.
        case counter
        /// A row belongs to no entity, or to one that has no objects.
        case entity
        /// `Z_OPT`, the number of saves, is missing.
        case version
        /// A reference leads to an object that does not exist.
        case dangling
        /// A reference leads to an object of an entity that it may not lead to.
        case destination
        /// One side of a one-to-one relationship does not know of the other.
        case inverse
        /// A value, or an object at the end of a relationship, is missing that must not be.
        case required
        /// A relationship has too few or too many members.
        case count
        /// The position in an ordered relationship is missing or taken twice.
        case order
        /// A value is stored in a form that its type does not have.
        case type
        /// A value breaks a rule of the model: bounds, length, pattern.
        case value
        /// Several objects have values that must be unique.
        case unique
        /// An external file is missing, or its reference is damaged.
        case file
        /// An external file that nothing refers to.
        case orphan
        /// The change history refers to transactions that are gone.
        case history
    }

    let severity: Severity
    let kind: Kind
    var entity: String?
    var object: ObjectReference?
    var property: String?
    let message: String
}

/// How one kind of fault is mended, for all objects that have it.
struct RepairAction {
    let kind: Finding.Kind
    var entity: String?
    var property: String?
    /// What is done, for people.
    let description: String
    /// Run one after the other; the rows that they change are counted.
    let statements: [String]
}
