import Foundation

/// The description of an attribute: a property with a value of its own.
///
/// Editable until the model is used by a coordinator, immutable and safe to read from any thread after.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    private var storedType = NSAttributeType.undefinedAttributeType
    private var storedClassName: String?
    private var storedDefault: Any?
    private var storedTransformerName: String?
    private var storedExternal = false
    private var storedPreserves = false
    private var storedEncryption = false

    /// The type of the attribute's values; `undefinedAttributeType` unless set.
    open var attributeType: NSAttributeType {
        get { storedType }
        set {
            requireMutable(isFrozen, "NSAttributeDescription.attributeType", diagnosticName())
            storedType = newValue
        }
    }

    /// The type of the attribute's values, by the names Swift code uses.
    open var type: AttributeType {
        get { AttributeType(storedType) }
        set { attributeType = newValue.attributeType }
    }

    /// The name of the class of the attribute's values; derived from the type unless set.
    open var attributeValueClassName: String? {
        get { storedClassName ?? storedType.valueClassName }
        set {
            requireMutable(isFrozen, "NSAttributeDescription.attributeValueClassName", diagnosticName())
            storedClassName = newValue
        }
    }

    /// The value a new object starts with; nil for none.
    ///
    /// Numbers are handed out as `NSNumber` (`NSDecimalNumber` for decimals), whatever number was set.
    open var defaultValue: Any? {
        get { storedType.normalizedDefault(storedDefault) }
        set {
            requireMutable(isFrozen, "NSAttributeDescription.defaultValue", diagnosticName())
            storedDefault = newValue
        }
    }

    /// The name of the value transformer of a transformable attribute; nil for the keyed archive.
    open var valueTransformerName: String? {
        get { storedTransformerName }
        set {
            requireMutable(isFrozen, "NSAttributeDescription.valueTransformerName", diagnosticName())
            storedTransformerName = newValue
        }
    }

    /// Whether a store may keep large values in files beside its database.
    open var allowsExternalBinaryDataStorage: Bool {
        get { storedExternal }
        set {
            requireMutable(isFrozen, "NSAttributeDescription.allowsExternalBinaryDataStorage", diagnosticName())
            storedExternal = newValue
        }
    }

    /// Whether the value of a deleted object stays readable in the persistent history.
    open var preservesValueInHistoryOnDeletion: Bool {
        get { storedPreserves }
        set {
            requireMutable(isFrozen, "NSAttributeDescription.preservesValueInHistoryOnDeletion", diagnosticName())
            storedPreserves = newValue
        }
    }

    /// Whether a sync service may keep the value encrypted; of no effect on local stores.
    open var allowsCloudEncryption: Bool {
        get { storedEncryption }
        set {
            requireMutable(isFrozen, "NSAttributeDescription.allowsCloudEncryption", diagnosticName())
            storedEncryption = newValue
        }
    }

    /// The value class as it was set; nil when the type decides.
    final var explicitValueClassName: String? { storedClassName }

    /// Whether `defaultValue` fits the type; checked when the model is first used.
    final var hasFittingDefault: Bool { storedType.accepts(storedDefault) }

    override func makeEmptyCopy() -> NSPropertyDescription { NSAttributeDescription() }

    override func copyContents(into copy: NSPropertyDescription) {
        super.copyContents(into: copy)
        guard let copy = copy as? NSAttributeDescription else { return }
        copy.storedType = storedType
        copy.storedClassName = storedClassName
        copy.storedDefault = storedDefault
        copy.storedTransformerName = storedTransformerName
        copy.storedExternal = storedExternal
        copy.storedPreserves = storedPreserves
        copy.storedEncryption = storedEncryption
    }

    override func computeVersionHash() -> Data { Data(VersionHash.attribute(self)) }

    override func freeze() {
        storedDefault = defaultValue
        super.freeze()
    }

    override func isEquivalent(to other: NSPropertyDescription) -> Bool {
        guard super.isEquivalent(to: other), let other = other as? NSAttributeDescription else { return false }
        return storedType == other.storedType && attributeValueClassName == other.attributeValueClassName
            && storedTransformerName == other.storedTransformerName && storedExternal == other.storedExternal
            && storedPreserves == other.storedPreserves && storedEncryption == other.storedEncryption
            && sameValue(defaultValue, other.defaultValue)
    }
}

/// Whether two default values are equal, as their Objective-C counterparts would be.
private func sameValue(_ left: Any?, _ right: Any?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left as NSObject, let right as NSObject): left.isEqual(right)
    case (let left as AnyHashable, let right as AnyHashable): left == right
    default: false
    }
}
