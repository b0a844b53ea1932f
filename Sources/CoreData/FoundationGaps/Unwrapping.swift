import Foundation

/// Returns the value inside any number of optionals; nil for none and for `NSNull`.
func unwrapped(_ value: Any?) -> Any? {
    guard let value else { return nil }
    if let optional = value as? any OptionalValue { return unwrapped(optional.wrappedValue) }
    return value is NSNull ? nil : value
}

/// An optional whose wrapped type is not known.
private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { self }
}
