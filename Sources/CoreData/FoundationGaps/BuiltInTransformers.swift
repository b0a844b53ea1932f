import Foundation

/// Turns true into false and false into true.
final class NegateBooleanTransformer: ValueTransformer {
    override class func transformedValueClass() -> AnyClass { NSNumber.self }

    override func transformedValue(_ value: Any?) -> Any? {
        guard let value = unwrapped(value) else { return true }
        return !((value as? Bool) ?? (value as? NSNumber)?.boolValue ?? true)
    }
}

/// True for nil, or true for everything else.
final class IsNilTransformer: ValueTransformer {
    private let isNegated: Bool

    init(isNegated: Bool) {
        self.isNegated = isNegated
    }

    override class func transformedValueClass() -> AnyClass { NSNumber.self }
    override class func allowsReverseTransformation() -> Bool { false }

    override func transformedValue(_ value: Any?) -> Any? {
        (unwrapped(value) == nil) != isNegated
    }
}
