import Foundation

/// A category of the account book; categories form two levels.
public struct Category: Identifiable, Hashable, Codable, Sendable {
    /// The category's identity.
    public let id: UUID
    /// The name a person sees.
    public var name: String
    /// The kind of entry it is meant for.
    public var kind: TransactionKind
    /// An emoji that stands for it.
    public var icon: String?
    /// The category above, when this is one of the second level.
    public var parentID: UUID?
    /// The name of the category above.
    public var parentName: String?
    /// The place among its siblings, from 0.
    public var position: Int
    /// The key of a category that came with the app and was not renamed; its name follows the language.
    public var builtInKey: String?
    /// The same of the category above.
    public var parentBuiltInKey: String?
    /// When it was moved to the trash; nil for a living category.
    public var trashedAt: Date?

    /// Makes a category value; nothing is stored.
    public init(
        id: UUID, name: String, kind: TransactionKind, icon: String? = nil, parentID: UUID? = nil,
        parentName: String? = nil, position: Int = 0, builtInKey: String? = nil, parentBuiltInKey: String? = nil,
        trashedAt: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.icon = icon
        self.parentID = parentID
        self.parentName = parentName
        self.position = position
        self.builtInKey = builtInKey
        self.parentBuiltInKey = parentBuiltInKey
        self.trashedAt = trashedAt
    }

    /// The name in a language: categories that came with the app have two, a person's own have one.
    public func name(in language: Language) -> String {
        builtInKey.flatMap { BuiltInCategories.name($0, in: language) } ?? name
    }

    /// The name of the category above in a language.
    public func parentName(in language: Language) -> String? {
        parentBuiltInKey.flatMap { BuiltInCategories.name($0, in: language) } ?? parentName
    }

    /// The name with the parent's in front, as in `식비 › 커피`.
    public func path(in language: Language) -> String {
        let name = name(in: language)
        return parentName(in: language).map { "\($0) › \(name)" } ?? name
    }
}

/// What a person gives to make or change a category.
public struct CategoryDraft: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The kind of entry it is meant for.
    public var kind: TransactionKind
    /// An emoji.
    public var icon: String?
    /// The category above.
    public var parentID: UUID?

    /// Makes a draft.
    public init(name: String, kind: TransactionKind, icon: String? = nil, parentID: UUID? = nil) {
        self.name = name
        self.kind = kind
        self.icon = icon
        self.parentID = parentID
    }
}
