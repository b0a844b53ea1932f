import Foundation

/// How a change of a set is observed or announced.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
    /// Objects are added.
    case union = 1
    /// Objects are removed.
    case minus = 2
    /// All but some objects are removed.
    case intersect = 3
    /// The objects are replaced.
    case set = 4
}

/// The name of a collection operator, without its `@`.
public struct NSKeyValueOperator: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates an operator from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The mean.
    public static let averageKeyValueOperator = NSKeyValueOperator(rawValue: "avg")
    /// The number of elements.
    public static let countKeyValueOperator = NSKeyValueOperator(rawValue: "count")
    /// The different elements of several arrays.
    public static let distinctUnionOfArraysKeyValueOperator = NSKeyValueOperator(rawValue: "distinctUnionOfArrays")
    /// The different values.
    public static let distinctUnionOfObjectsKeyValueOperator = NSKeyValueOperator(rawValue: "distinctUnionOfObjects")
    /// The different elements of several sets.
    public static let distinctUnionOfSetsKeyValueOperator = NSKeyValueOperator(rawValue: "distinctUnionOfSets")
    /// The greatest value.
    public static let maximumKeyValueOperator = NSKeyValueOperator(rawValue: "max")
    /// The least value.
    public static let minimumKeyValueOperator = NSKeyValueOperator(rawValue: "min")
    /// The sum.
    public static let sumKeyValueOperator = NSKeyValueOperator(rawValue: "sum")
    /// The elements of several arrays.
    public static let unionOfArraysKeyValueOperator = NSKeyValueOperator(rawValue: "unionOfArrays")
    /// The values.
    public static let unionOfObjectsKeyValueOperator = NSKeyValueOperator(rawValue: "unionOfObjects")
    /// The elements of several sets.
    public static let unionOfSetsKeyValueOperator = NSKeyValueOperator(rawValue: "unionOfSets")
}
