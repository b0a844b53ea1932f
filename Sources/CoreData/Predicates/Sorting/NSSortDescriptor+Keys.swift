import Foundation

/// What lets `NSSortDescriptor` be made from a key.
///
/// Foundation declares these initialisers unavailable outside Apple's platforms. One from a protocol
/// may hand out a subclass, which keeps the key.
public protocol KeyedSortDescriptor {}

extension NSSortDescriptor: KeyedSortDescriptor {}

extension KeyedSortDescriptor {
    private static func made(_ descriptor: NSSortDescriptor) -> Self {
        guard let descriptor = descriptor as? Self else {
            fatalError("\(Self.self)(key:ascending:) makes an NSSortDescriptor; subclasses cannot be made so.")
        }
        return descriptor
    }

    /// Creates a descriptor that sorts by the natural order of the values at a key path.
    ///
    /// - Parameters:
    ///   - key: A key path as a string; nil to compare the objects themselves.
    ///   - ascending: Whether small values come first.
    public init(key: String?, ascending: Bool) {
        self = Self.made(KeySortDescriptor(key: key, ascending: ascending, comparison: .standard))
    }

    /// Creates a descriptor that sorts by a method of the values at a key path.
    ///
    /// - Parameters:
    ///   - key: A key path as a string; nil to compare the objects themselves.
    ///   - ascending: Whether small values come first.
    ///   - selector: `compare:`, `caseInsensitiveCompare:`, `localizedCompare:`,
    ///     `localizedCaseInsensitiveCompare:` or `localizedStandardCompare:`; nil for `compare:`.
    public init(key: String?, ascending: Bool, selector: Selector?) {
        self = Self.made(
            KeySortDescriptor(key: key, ascending: ascending, comparison: .init(selector: selector?.name)))
    }

    /// Creates a descriptor that sorts by a closure; it works in memory only.
    ///
    /// - Parameters:
    ///   - key: A key path as a string; nil to compare the objects themselves.
    ///   - ascending: Whether small values come first.
    ///   - cmptr: The ascending order of two values.
    public init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
        self = Self.made(KeySortDescriptor(key: key, ascending: ascending, comparison: .comparator(cmptr)))
    }

    /// Creates a descriptor that sorts by the natural order of the values at a Swift key path.
    ///
    /// Takes optional properties, and values that are not `Comparable`, too.
    public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self = Self.made(KeySortDescriptor(keyPath: keyPath, ascending: ascending, comparison: .standard))
    }

    /// Creates a descriptor that sorts by a method of the values at a Swift key path.
    public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool, selector: Selector?) {
        self = Self.made(
            KeySortDescriptor(keyPath: keyPath, ascending: ascending, comparison: .init(selector: selector?.name)))
    }

    /// Creates a descriptor from a Swift sort descriptor.
    public init<Compared>(_ sortDescriptor: SortDescriptor<Compared>) {
        self = Self.made(KeySortDescriptor.converted(sortDescriptor))
    }
}

extension NSSortDescriptor {
    /// The key path as a string; nil when objects themselves are compared, or the names are not known.
    public var key: String? {
        if let keyed = self as? KeySortDescriptor { return keyed.storedKey }
        return KeyPathNames.names(of: keyPath)
    }

    /// The method that compares two values; nil when a closure does.
    public var selector: Selector? {
        if let keyed = self as? KeySortDescriptor { return keyed.comparison.selector.map { Selector($0) } }
        return "compare:"
    }

    /// Does nothing: sort descriptors made in code may always be evaluated.
    public func allowEvaluation() {}
}

extension KeySortDescriptor {
    fileprivate static func converted<Compared>(_ descriptor: SortDescriptor<Compared>) -> NSSortDescriptor {
        let ascending = descriptor.order == .forward
        guard let path = descriptor.keyPath, let key = KeyPathNames.names(of: path) else {
            // The names are not known, or a comparator of values decides: compare whole objects.
            var forward = descriptor
            forward.order = .forward
            let comparator: Comparator = { [forward] left, right in
                guard let left = left as? Compared, let right = right as? Compared else {
                    fatalError(
                        "A sort descriptor for \(Compared.self) was given \(type(of: left)) and \(type(of: right)).")
                }
                return forward.compare(left, right)
            }
            return KeySortDescriptor(key: nil, ascending: ascending, comparison: .comparator(comparator))
        }
        // The one comparison of strings that Foundation has here is by code points.
        return KeySortDescriptor(key: key, ascending: ascending, comparison: .standard)
    }
}
