/// The name of a method, where there is no Objective-C run time to look it up.
///
/// `#selector` needs the Objective-C run time; elsewhere write the name:
/// `NSSortDescriptor(key: "name", ascending: true, selector: "localizedStandardCompare:")`.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the method, as in `compare:`.
    let name: String

    /// Creates a selector from the name of a method, as in `caseInsensitiveCompare:`.
    public init(_ name: String) {
        self.name = name
    }

    /// Creates a selector from a literal, the name of a method.
    public init(stringLiteral value: String) {
        self.name = value
    }

    /// The name of the method.
    public var description: String { name }
}

/// Returns the selector of the given name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector {
    Selector(aSelectorName)
}

/// Returns the name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String {
    aSelector.name
}
