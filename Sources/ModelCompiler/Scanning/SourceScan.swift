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

    /// Who may use a member, from few to all.
    enum MemberAccess: Int, Sendable, Comparable {
        /// `private` or `fileprivate`, which puts the file's name into its symbol.
        case `private`
        case `internal`
        case package
        /// `public` or `open`.
        case `public`

        /// The modifier, with a space, as a declaration of this access begins.
        var modifier: String {
            switch self {
            case .private, .internal: ""
            case .package: "package "
            case .public: "public "
            }
        }

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
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
        /// Declared itself, or by its extension.
        let access: MemberAccess
        /// The same but for `private(set)` and its like.
        let setterAccess: MemberAccess
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
    /// The protocols that types of these sources say they conform to, by type; a protocol's are those it inherits.
    private(set) var conformances: [String: Set<String>] = [:]

    /// The kind of a type that is no class.
    enum TypeKind: Sendable, Equatable {
        case structure
        case enumeration
        case `protocol`
        case actor
        case alias([String])
    }

    /// Whether there is any file; without one nothing is known of classes that are written by hand.
    private(set) var hasFiles = false

    /// Adds what a file declares.
    mutating func add(_ text: String, file: String) {
        hasFiles = true
        // Most files of a target have nothing to do with the model.
        var reader = DeclarationReader(SwiftLexer.tokens(of: text), file: file)
        reader.run()
        for found in reader.classes where classes[found.name] == nil { classes[found.name] = found }
        for (name, kind) in reader.otherTypes where otherTypes[name] == nil { otherTypes[name] = kind }
        managed += reader.managed
        conformances.merge(reader.conformances) { $0.union($1) }
    }

    /// Whether a type of these sources, or a class above it there, is said to conform to a protocol of the standard
    /// library, be it by way of another protocol.
    func conforms(_ type: String, to name: String) -> Bool {
        var seen: Set<String> = []
        var waiting = [type]
        while let next = waiting.popLast() {
            var stated = conformances[next] ?? []
            if case .alias(let tokens)? = otherTypes[next] {
                stated.formUnion(tokens.joined().split(separator: "&").map(String.init))
            }
            for protocolOrClass in stated {
                if protocolOrClass == name || protocolOrClass == "Swift.\(name)" { return true }
                if seen.insert(protocolOrClass).inserted { waiting.append(protocolOrClass) }
            }
        }
        return false
    }
}
