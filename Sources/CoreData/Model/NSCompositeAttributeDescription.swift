import Foundation

/// The description of an attribute made of several attributes, each stored by itself.
///
/// Its value is a dictionary by the elements' names, without those that have no value; nil when none has. Key paths lead
/// into it (`size.width`), in predicates, sort descriptors and `propertiesToFetch` as well. A default value is set on
/// elements. In an SQLite store the element `width` of `size` has the column `ZSIZE_WIDTH` (unverified: no
/// store of Apple's frameworks with such a column was at hand).
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    private var storedElements: [NSAttributeDescription] = []

    /// Makes a composite attribute without elements; its type is `compositeAttributeType`.
    public override init() {
        super.init()
        attributeType = .compositeAttributeType
    }

    /// The attributes that make up the value; composite ones among them may nest, without a cycle.
    open var elements: [NSAttributeDescription] {
        get { storedElements }
        set {
            requireMutable(isFrozen, "NSCompositeAttributeDescription.elements", diagnosticName())
            insist(
                !newValue.contains { $0 === self || ($0 as? NSCompositeAttributeDescription)?.contains(self) == true },
                """
                NSCompositeAttributeDescription.elements: the composite attribute "\(name)" would contain itself. \
                Give each level its own description.
                """)
            storedElements = newValue
        }
    }

    /// Whether `attribute` is an element, at any depth.
    private func contains(_ attribute: NSAttributeDescription) -> Bool {
        storedElements.contains {
            $0 === attribute || ($0 as? NSCompositeAttributeDescription)?.contains(attribute) == true
        }
    }

    override func makeEmptyCopy() -> NSPropertyDescription { NSCompositeAttributeDescription() }

    override func copyContents(into copy: NSPropertyDescription) {
        super.copyContents(into: copy)
        guard let copy = copy as? NSCompositeAttributeDescription else { return }
        copy.storedElements = storedElements.compactMap { $0.duplicate() as? NSAttributeDescription }
    }

    override func freeze() {
        storedElements.forEach { $0.freeze() }
        super.freeze()
    }

    override func isEquivalent(to other: NSPropertyDescription) -> Bool {
        guard super.isEquivalent(to: other), let other = other as? NSCompositeAttributeDescription else { return false }
        return storedElements.count == other.storedElements.count
            && zip(storedElements, other.storedElements).allSatisfy { $0.isEquivalent(to: $1) }
    }
}
