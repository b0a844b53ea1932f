import Foundation

/// The description of one column of a fetch index.
///
/// Editable until the model is used by a coordinator, immutable and safe to read from any thread after.
open class NSFetchIndexElementDescription: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked Sendable: nothing changes after `isFrozen` is set; before that it belongs to whoever builds it.
    final var isFrozen = false
    /// The property the element is about; weak, since the entity owns it.
    ///
    /// An expression is owned here.
    private weak var storedProperty: NSPropertyDescription?
    private var ownedExpression: NSExpressionDescription?
    private var storedName: String?
    private var storedType: NSFetchIndexElementType
    private var storedIsAscending = true
    final weak var owner: NSFetchIndexDescription?

    /// Makes an element for a property, or for an `NSExpressionDescription`.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        storedProperty = property
        ownedExpression = property as? NSExpressionDescription
        storedName = property.name
        storedType = collationType
        super.init()
    }

    /// An element that knows its property by name, resolved against the entity of its index.
    init(propertyName: String, collationType: NSFetchIndexElementType) {
        storedName = propertyName
        storedType = collationType
        super.init()
    }

    /// The property or expression that is indexed.
    open var property: NSPropertyDescription? {
        if let storedProperty { return storedProperty }
        guard let storedName else { return nil }
        return owner?.entity?.propertiesByName[storedName] ?? owner?.entity?.attribute(at: storedName)
    }

    /// The name of the property that is indexed.
    open var propertyName: String? { storedProperty?.name ?? storedName }

    /// How the element is organised.
    open var collationType: NSFetchIndexElementType {
        get { storedType }
        set {
            requireMutable(isFrozen, "NSFetchIndexElementDescription.collationType", diagnosticName())
            storedType = newValue
        }
    }

    /// Whether the index holds the values in ascending order; true unless set otherwise.
    open var isAscending: Bool {
        get { storedIsAscending }
        set {
            requireMutable(isFrozen, "NSFetchIndexElementDescription.isAscending", diagnosticName())
            storedIsAscending = newValue
        }
    }

    /// The index the element is part of.
    open var indexDescription: NSFetchIndexDescription? { owner }

    private func diagnosticName() -> String { "the index element \"\(propertyName ?? "(no name)")\"" }

    /// An editable copy that belongs to no index.
    open func copy(with zone: NSZone? = nil) -> Any { duplicate(resolvedByName: false) }

    /// A copy; by name, so that a copied entity's index is about the copied entity's properties.
    final func duplicate(resolvedByName: Bool) -> NSFetchIndexElementDescription {
        let copy: NSFetchIndexElementDescription
        if let ownedExpression {
            copy = NSFetchIndexElementDescription(property: ownedExpression, collationType: storedType)
        } else if let storedProperty, !resolvedByName {
            copy = NSFetchIndexElementDescription(property: storedProperty, collationType: storedType)
        } else {
            copy = NSFetchIndexElementDescription(propertyName: propertyName ?? "", collationType: storedType)
        }
        copy.storedIsAscending = storedIsAscending
        return copy
    }

    /// Whether `other` describes the same element.
    final func isEquivalent(to other: NSFetchIndexElementDescription) -> Bool {
        propertyName == other.propertyName && storedType == other.storedType
            && storedIsAscending == other.storedIsAscending
            && ownedExpression?.expression?.description == other.ownedExpression?.expression?.description
    }
}
