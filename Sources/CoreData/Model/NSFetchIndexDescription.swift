import Foundation

/// The description of an index that a store keeps for an entity.
///
/// Editable until the model is used by a coordinator, immutable and safe to read from any thread after.
open class NSFetchIndexDescription: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked Sendable: nothing changes after `isFrozen` is set; before that it belongs to whoever builds it.
    final private(set) var isFrozen = false
    private var storedName: String
    private var storedElements: [NSFetchIndexElementDescription] = []
    private var storedPredicate: NSPredicate?
    private var ownerReference = EntityReference(nil)
    final var owner: NSEntityDescription? {
        get { ownerReference.entity }
        set { ownerReference = EntityReference(newValue) }
    }

    /// Makes an index with a name, unique within its entity, and its elements in order.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
        storedName = name
        super.init()
        self.elements = elements ?? []
    }

    /// The index's name, unique within its entity.
    open var name: String {
        get { storedName }
        set {
            requireMutable(isFrozen, "NSFetchIndexDescription.name", diagnosticName())
            storedName = newValue
        }
    }

    /// The elements in order.
    open var elements: [NSFetchIndexElementDescription] {
        get { storedElements }
        set {
            requireMutable(isFrozen, "NSFetchIndexDescription.elements", diagnosticName())
            storedElements = newValue
            storedElements.forEach { $0.owner = self }
        }
    }

    /// The entity the index belongs to; nil before it is put into `NSEntityDescription.indexes`.
    open var entity: NSEntityDescription? { owner }

    /// The predicate that rows must fulfil to be in the index; nil for all.
    open var partialIndexPredicate: NSPredicate? {
        get { storedPredicate }
        set {
            requireMutable(isFrozen, "NSFetchIndexDescription.partialIndexPredicate", diagnosticName())
            storedPredicate = newValue
        }
    }

    private func diagnosticName() -> String { "the index \"\(owner?.name ?? "(no entity)").\(storedName)\"" }

    /// An editable copy that belongs to no entity.
    open func copy(with zone: NSZone? = nil) -> Any { duplicate(resolvedByName: false) }

    /// A copy; by name, so that a copied entity's index is about the copied entity's properties.
    final func duplicate(resolvedByName: Bool) -> NSFetchIndexDescription {
        let copy = NSFetchIndexDescription(
            name: storedName, elements: storedElements.map { $0.duplicate(resolvedByName: resolvedByName) })
        copy.storedPredicate = storedPredicate
        return copy
    }

    /// Marks the index and its elements immutable.
    final func freeze() {
        storedElements.forEach { $0.isFrozen = true }
        isFrozen = true
    }

    /// Whether `other` describes the same index.
    final func isEquivalent(to other: NSFetchIndexDescription) -> Bool {
        storedName == other.storedName && storedElements.count == other.storedElements.count
            && zip(storedElements, other.storedElements).allSatisfy { $0.isEquivalent(to: $1) }
            && storedPredicate == other.storedPredicate
    }
}
