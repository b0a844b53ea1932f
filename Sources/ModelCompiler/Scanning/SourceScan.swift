/// What a target's own Swift sources declare, as far as generated code must know it.
struct SourceScan: Sendable {
    /// A class found in the sources.
    struct FoundClass: Sendable, Equatable {
        /// The name with enclosing types: `Outer.Inner`.
        let name: String
        /// `public` or `open`, with all that encloses it.
        let isPublic: Bool
        /// Not `private` or `fileprivate`, nor in something that is.
        let isReachable: Bool
        let superclass: String?
        let file: String
        let line: Int
    }

    /// A declaration marked `@NSManaged`.
    struct ManagedDeclaration: Sendable, Equatable {
        /// What is declared.
        enum Kind: Sendable, Equatable {
            /// A variable with the tokens of its type.
            case property(type: [String])
            /// A function with its parameters and the tokens of its result's type.
            case function(parameters: [Parameter], result: [String])
        }

        /// A parameter of a function.
        struct Parameter: Sendable, Equatable {
            /// The label; nil for `_`.
            let label: String?
            let type: [String]
        }

        /// The type that has it, with enclosing types.
        let owner: String
        let name: String
        let kind: Kind
        /// Declared `private` or `fileprivate`, which puts the file's name into its symbol.
        let isPrivateMember: Bool
        /// Declared `public`, itself or by its extension.
        let isPublicMember: Bool
        /// Whether other files can name the type that has it.
        let isOwnerReachable: Bool
        let file: String
        let line: Int
    }

    /// The classes by name.
    private(set) var classes: [String: FoundClass] = [:]
    /// The names of structures, enumerations, protocols and actors, for telling their kinds apart.
    private(set) var otherTypes: [String: TypeKind] = [:]
    private(set) var managed: [ManagedDeclaration] = []

    /// The kind of a type that is no class.
    enum TypeKind: Sendable, Equatable {
        case structure
        case enumeration
        case `protocol`
        case actor
        case alias([String])
    }

    /// Adds what a file declares.
    mutating func add(_ text: String, file: String) {
        // Most files of a target have nothing to do with the model.
        var reader = DeclarationReader(SwiftLexer.tokens(of: text), file: file)
        reader.run()
        for found in reader.classes where classes[found.name] == nil { classes[found.name] = found }
        for (name, kind) in reader.otherTypes where otherTypes[name] == nil { otherTypes[name] = kind }
        managed += reader.managed
    }
}
