import Foundation

/// An object whose properties are read by name.
///
/// Predicates and sort descriptors read objects through this protocol. Managed objects adopt it; a
/// class of an app may adopt it too, so that predicates can look into its instances.
public protocol KeyValueCoding: AnyObject {
    /// Returns the value of the property named `key`, or nil when the property has no value.
    ///
    /// - Parameter key: The name of one property, no key path.
    func value(forKey key: String) -> Any?

    /// Returns the value of the property named `key` while a predicate is evaluated.
    ///
    /// The default calls `value(forKey:)`.
    ///
    /// - Throws: An error when there is no such property, so that a fetch can fail instead of stopping
    ///   the program.
    func predicateValue(forKey key: String) throws -> Any?
}

extension KeyValueCoding {
    /// Returns the value of the property named `key` while a predicate is evaluated.
    ///
    /// - Throws: Nothing; classes that know their keys throw for an unknown one.
    public func predicateValue(forKey key: String) throws -> Any? {
        value(forKey: key)
    }
}

/// An object whose properties are also set by name.
public protocol MutableKeyValueCoding: KeyValueCoding {
    /// Sets the property named `key`.
    func setValue(_ value: Any?, forKey key: String)
}

/// An object with properties made of named elements, which key paths lead into.
protocol ElementCoding: KeyValueCoding {
    /// The value of the element that a path leads to, and what is left of the path; nil when the path begins with
    /// another property.
    ///
    /// - Throws: 134020 for a path that leads to no element.
    func elementValue(at path: ArraySlice<String>) throws -> (value: Any?, rest: ArraySlice<String>)?
}

/// An object that stands for a row: in predicates it equals every other object with its identity.
///
/// A managed object and its object ID share one identity, so `SELF == %@` takes either.
protocol ObjectIdentity: AnyObject {
    /// What two objects that stand for the same row have in common.
    var predicateIdentity: AnyHashable { get }
}

/// A class that knows the names behind Swift key paths into its instances.
///
/// Swift key paths carry no property names where there is no Objective-C run time, and a sort
/// descriptor needs the name to sort in a database.
protocol KeyPathNaming: AnyObject {
    /// Returns the dotted property names of a key path into this class, nil when they are not known.
    static func keyPathNames(of keyPath: AnyKeyPath) -> String?
}
