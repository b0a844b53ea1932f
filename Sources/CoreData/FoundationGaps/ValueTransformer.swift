import Foundation
import Synchronization

/// Turns values of one class into values of another, for instance objects into data to be stored.
///
/// Subclass it, override what is needed, and register an instance under a name.
open class ValueTransformer: NSObject {
    /// The class of transformed values; `NSObject` unless a subclass says otherwise.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Whether `reverseTransformedValue(_:)` undoes `transformedValue(_:)`; true unless a subclass says otherwise.
    open class func allowsReverseTransformation() -> Bool { true }

    /// Returns the transformed value; the value itself unless a subclass says otherwise.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// Returns the value that `transformedValue(_:)` turns into `value`.
    ///
    /// Stops the program when the class allows no reverse transformation.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
        insist(
            type(of: self).allowsReverseTransformation(),
            "\(type(of: self)).reverseTransformedValue(_:): the class allows no reverse transformation.")
        return transformedValue(value)
    }

    // MARK: Registry

    /// Registers a transformer under a name, in place of any other; nil removes the name.
    ///
    /// May be called from any thread.
    open class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
        let replaced = TransformerRegistry.shared.withLock { $0.replace(name, by: Registered(transformer)) }
        // Released here, outside the lock.
        _ = replaced
    }

    /// Returns the names of all transformers, those of the framework included, in alphabetical order.
    ///
    /// May be called from any thread.
    open class func valueTransformerNames() -> [NSValueTransformerName] {
        TransformerRegistry.shared.withLock { registry in
            registry.transformers.keys.sorted { $0.rawValue < $1.rawValue }
        }
    }

    fileprivate static func registered(_ name: NSValueTransformerName) -> ValueTransformer? {
        TransformerRegistry.shared.withLock { $0.transformers[name] }?.transformer
    }
}

/// What lets `ValueTransformer(forName:)` return the one instance registered under the name.
public protocol NamedValueTransformer {}

extension ValueTransformer: NamedValueTransformer {}

extension NamedValueTransformer {
    /// Returns the transformer registered under a name; nil if there is none of this class.
    ///
    /// May be called from any thread. Classes are not found by name: register an instance with
    /// `ValueTransformer.setValueTransformer(_:forName:)`.
    public init?(forName name: NSValueTransformerName) {
        guard let transformer = ValueTransformer.registered(name) as? Self else { return nil }
        self = transformer
    }
}

/// A transformer on its way through the registry.
///
/// `@unchecked Sendable`: the registry only hands the reference on. As on Apple's platforms, a transformer
/// that is registered may be used from any thread, so its class must be made for that.
private struct Registered: @unchecked Sendable {
    let transformer: ValueTransformer

    init?(_ transformer: ValueTransformer?) {
        guard let transformer else { return nil }
        self.transformer = transformer
    }
}

/// Transformers by name.
private struct TransformerRegistry {
    private(set) var transformers: [NSValueTransformerName: Registered]

    /// Guards the names.
    static let shared = Mutex(TransformerRegistry())

    init() {
        transformers = [:]
        let own: [(NSValueTransformerName, ValueTransformer)] = [
            (.negateBooleanTransformerName, NegateBooleanTransformer()),
            (.isNilTransformerName, IsNilTransformer(isNegated: false)),
            (.isNotNilTransformerName, IsNilTransformer(isNegated: true)),
            (.secureUnarchiveFromDataTransformerName, NSSecureUnarchiveFromDataTransformer()),
            // By the name of its class, which many models give and Apple's run time finds.
            (
                NSValueTransformerName("NSSecureUnarchiveFromDataTransformer"),
                NSSecureUnarchiveFromDataTransformer()
            ),
        ]
        for (name, transformer) in own { transformers[name] = Registered(transformer) }
    }

    mutating func replace(_ name: NSValueTransformerName, by new: Registered?) -> Registered? {
        let old = transformers.removeValue(forKey: name)
        if let new { transformers[name] = new }
        return old
    }
}
