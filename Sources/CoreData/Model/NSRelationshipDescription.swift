import Foundation

/// The description of a relationship: a property whose value is another object, or many.
///
/// Editable until the model is used by a coordinator, immutable and safe to read from any thread after.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    private var destinationReference = EntityReference(nil)
    private var storedDestination: NSEntityDescription? {
        get { destinationReference.entity }
        set { destinationReference = EntityReference(newValue) }
    }
    private weak var storedInverse: NSRelationshipDescription?
    private var storedMinCount = 0
    private var storedMaxCount = 0
    private var storedRule = NSDeleteRule.nullifyDeleteRule
    private var storedIsOrdered = false
    /// Kept by `freeze()`, so that the common question costs no look at the counts.
    private var frozenIsToMany: Bool?

    /// The entity at the other end.
    ///
    /// Not owned: the model holds it.
    open var destinationEntity: NSEntityDescription? {
        get { storedDestination }
        set {
            requireMutable(isFrozen, "NSRelationshipDescription.destinationEntity", diagnosticName())
            storedDestination = newValue
        }
    }

    /// The relationship that leads back; nil for none.
    ///
    /// Not owned: its entity holds it.
    ///
    /// Setting one side does not set the other.
    open var inverseRelationship: NSRelationshipDescription? {
        get { storedInverse }
        set {
            requireMutable(isFrozen, "NSRelationshipDescription.inverseRelationship", diagnosticName())
            storedInverse = newValue
        }
    }

    /// The largest number of destinations: 1 makes a to-one relationship, 0 means no limit.
    open var maxCount: Int {
        get { storedMaxCount }
        set {
            requireMutable(isFrozen, "NSRelationshipDescription.maxCount", diagnosticName())
            storedMaxCount = newValue
        }
    }

    /// The smallest number of destinations, when there is any.
    open var minCount: Int {
        get { storedMinCount }
        set {
            requireMutable(isFrozen, "NSRelationshipDescription.minCount", diagnosticName())
            storedMinCount = newValue
        }
    }

    /// What becomes of the destinations when the object is deleted; `nullifyDeleteRule` unless set.
    open var deleteRule: NSDeleteRule {
        get { storedRule }
        set {
            requireMutable(isFrozen, "NSRelationshipDescription.deleteRule", diagnosticName())
            storedRule = newValue
        }
    }

    /// Whether the destinations of a to-many relationship have an order of their own.
    open var isOrdered: Bool {
        get { storedIsOrdered }
        set {
            requireMutable(isFrozen, "NSRelationshipDescription.isOrdered", diagnosticName())
            storedIsOrdered = newValue
        }
    }

    /// Whether there may be more than one destination: `maxCount` is not 1.
    open var isToMany: Bool { frozenIsToMany ?? (storedMaxCount != 1) }

    override func makeEmptyCopy() -> NSPropertyDescription { NSRelationshipDescription() }

    override func copyContents(into copy: NSPropertyDescription) {
        super.copyContents(into: copy)
        guard let copy = copy as? NSRelationshipDescription else { return }
        copy.storedDestination = storedDestination
        copy.storedInverse = storedInverse
        copy.storedMinCount = storedMinCount
        copy.storedMaxCount = storedMaxCount
        copy.storedRule = storedRule
        copy.storedIsOrdered = storedIsOrdered
    }

    override func computeVersionHash() -> Data { Data(VersionHash.relationship(self)) }

    override func freeze() {
        frozenIsToMany = storedMaxCount != 1
        super.freeze()
    }

    override func isEquivalent(to other: NSPropertyDescription) -> Bool {
        guard super.isEquivalent(to: other), let other = other as? NSRelationshipDescription else { return false }
        return storedDestination?.name == other.storedDestination?.name
            && storedInverse?.name == other.storedInverse?.name && storedMinCount == other.storedMinCount
            && storedMaxCount == other.storedMaxCount && storedRule == other.storedRule
            && storedIsOrdered == other.storedIsOrdered
    }
}
