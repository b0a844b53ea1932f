/// A change to a source that leaves it correct on Apple's platforms.
package struct PortEdit: Sendable, Equatable {
    /// What the change is about.
    package enum Rule: String, Sendable, CaseIterable {
        case attribute
        case keyPath
        case selector
        case `import`
        case cast
        case changeNotice
        case setLiteral
        case delegateProtocol

        /// The heading of such changes.
        package var title: String {
            switch self {
            case .attribute: "attributes of Objective-C under #if canImport(ObjectiveC)"
            case .keyPath: "#keyPath as the string it stands for"
            case .selector: "comparison by name instead of #selector"
            case .import: "imports that hold on both sides"
            case .cast: "a request of the asked type instead of a cast"
            case .changeNotice: "notices of changes by key"
            case .setLiteral: "NSSet from an array"
            case .delegateProtocol: "protocols for classes say so themselves"
            }
        }
    }

    package let rule: Rule
    /// The bytes that go.
    let range: Range<Int>
    /// What comes in their place.
    let text: String
    /// The line of the occurrence.
    package let line: Int
    /// Whether an insertion belongs to what stands before it; it then comes before others at the same place.
    var isBehind = false
}

/// Something that needs a person.
package struct PortFinding: Sendable, Equatable {
    package let line: Int
    package let column: Int
    /// What kind it is, for programs.
    package let kind: Kind
    /// What stands in the source.
    package let subject: String
    /// Why it does not work away from Apple.
    package let reason: String
    /// What would.
    package let suggestion: String

    /// What a finding is about.
    package enum Kind: String, Sendable, CaseIterable {
        case file
        case attribute
        case className
        case keyPath
        case selector
        case observer
        case keyValueObserving
        case module
        case interfaceType
        case missing
        case cast
        case creation
        case override
        case notifications
        case expressionType
        case model
    }

    /// Whether the file fails to compile because of it; otherwise it goes wrong when it runs.
    package var stopsBuild: Bool { kind != .cast && kind != .className }
}
