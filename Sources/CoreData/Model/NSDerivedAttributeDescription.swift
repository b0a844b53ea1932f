import Foundation

/// The description of an attribute whose value the store computes when it saves.
///
/// Such an attribute is read-only for objects.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    private var storedExpression: NSExpression?

    /// How the value is computed: a key path, `canonical:(name)`, `posts.@count`, `items.price.@sum`, `now()`.
    open var derivationExpression: NSExpression? {
        get { storedExpression }
        set {
            requireMutable(isFrozen, "NSDerivedAttributeDescription.derivationExpression", diagnosticName())
            storedExpression = newValue
        }
    }

    override var isReadOnly: Bool { true }

    override func makeEmptyCopy() -> NSPropertyDescription { NSDerivedAttributeDescription() }

    override func copyContents(into copy: NSPropertyDescription) {
        super.copyContents(into: copy)
        guard let copy = copy as? NSDerivedAttributeDescription else { return }
        copy.storedExpression = storedExpression
    }

    override func computeVersionHash() -> Data { Data(VersionHash.derived(self)) }

    override func isEquivalent(to other: NSPropertyDescription) -> Bool {
        guard super.isEquivalent(to: other), let other = other as? NSDerivedAttributeDescription else { return false }
        return storedExpression?.description == other.storedExpression?.description
    }
}
