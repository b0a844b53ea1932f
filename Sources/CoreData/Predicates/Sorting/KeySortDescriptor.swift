import Foundation

/// A sort descriptor that knows its key.
///
/// Foundation's own reads Swift key paths only.
final class KeySortDescriptor: NSSortDescriptor {
    /// The dotted key; nil for the object itself, and for a Swift key path whose names are not known.
    let storedKey: String?
    /// The keys of `storedKey`; none for the object itself.
    private let path: [String]
    let comparison: SortKey.Comparison
    /// The Swift key path, where the descriptor was made from one.
    let typedPath: AnyKeyPath?

    init(key: String?, ascending: Bool, comparison: SortKey.Comparison) {
        storedKey = key
        path = Self.path(of: key)
        self.comparison = comparison
        typedPath = nil
        super.init(keyPath: \Any.self, ascending: ascending, comparator: Self.neverCalled)
    }

    init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool, comparison: SortKey.Comparison) {
        storedKey = KeyPathNames.names(of: keyPath)
        path = Self.path(of: storedKey)
        self.comparison = comparison
        typedPath = keyPath
        super.init(keyPath: keyPath, ascending: ascending, comparator: Self.neverCalled)
    }

    private init(reversing other: KeySortDescriptor) {
        storedKey = other.storedKey
        path = other.path
        comparison = other.comparison
        typedPath = other.typedPath
        super.init(keyPath: \Any.self, ascending: !other.ascending, comparator: Self.neverCalled)
    }

    private static func path(of key: String?) -> [String] {
        guard let key, key != "self" else { return [] }
        return key.split(separator: ".").map(String.init)
    }

    private static let neverCalled: @Sendable (Any, Any) -> ComparisonResult = { _, _ in .orderedSame }

    override var keyPath: AnyKeyPath { typedPath ?? super.keyPath }

    override var comparator: Comparator {
        if case .comparator(let comparator) = comparison { return comparator }
        let comparison = comparison
        return { left, right in
            do {
                return try comparison.order(Operand(left), Operand(right))
            } catch {
                fatalError("NSSortDescriptor.comparator: \(error)")
            }
        }
    }

    override var reversedSortDescriptor: Any { KeySortDescriptor(reversing: self) }

    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        do {
            let order = try comparison.order(Operand(value(of: object1)), Operand(value(of: object2)))
            return ascending ? order : order.reversed
        } catch {
            fatalError("NSSortDescriptor.compare(_:to:) by \"\(storedKey ?? "self")\": \(error)")
        }
    }

    /// The value of an object that is compared.
    func value(of object: Any) throws -> Any? {
        if let typedPath {
            if typedPath.isRooted(in: object) { return object[keyPath: typedPath].flatMap { unwrapped($0) } }
            // A store sorts rows that stand for the objects; they are read by name.
            guard storedKey != nil else {
                throw SortDescriptorError(
                    reason: "The property names behind the key path \(typedPath) are not known, and "
                        + "\(type(of: object)) can only be read by name; use NSSortDescriptor(key:ascending:).")
            }
        }
        return try KeyPathReading.value(at: path[...], of: object)
    }

    // MARK: Of every object

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? KeySortDescriptor else { return false }
        if self === other { return true }
        return ascending == other.ascending && storedKey == other.storedKey && typedPath == other.typedPath
            && comparison.selector != nil && comparison.selector == other.comparison.selector
    }

    override var hash: Int {
        var hasher = Hasher()
        hasher.combine(ascending)
        hasher.combine(storedKey)
        return hasher.finalize()
    }

    override var description: String {
        "(\(storedKey ?? "self"), \(ascending ? "ascending" : "descending"), \(comparison.selector ?? "comparator"))"
    }
}
