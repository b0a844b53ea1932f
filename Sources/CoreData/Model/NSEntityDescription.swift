import Foundation

/// The description of an entity: what a kind of object is called, which properties it has, and which class
/// its objects are of.
///
/// Editable by one thread at a time until the model is used by a coordinator; from then on immutable and
/// safe to read from any thread. A change after that stops with "Can't modify an immutable model".
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked Sendable: nothing changes after `freeze()`; before it the description belongs to whoever builds it.

    /// Set once, under the model's freezing lock, before any other thread sees the model in use.
    final private(set) var isFrozen = false
    final weak var model: NSManagedObjectModel?
    /// What properties, sub-entities and relationships hold of this entity.
    final let anchor = Anchor<NSEntityDescription>()
    private var parentReference = EntityReference(nil)
    private var storedParent: NSEntityDescription? {
        get { parentReference.entity }
        set { parentReference = EntityReference(newValue) }
    }
    private var storedChildren: [NSEntityDescription] = []
    private var storedProperties: [NSPropertyDescription] = []
    private var storedName: String?
    private var storedClassName: String?
    private var storedRenamingIdentifier: String?
    private var storedIsAbstract = false
    private var storedUserInfo: [AnyHashable: Any]?
    private var storedModifier: String?
    private var storedIndexes: [NSFetchIndexDescription] = []
    private var storedConstraints: [[Any]] = []
    private var storedCompoundIndexes: [[Any]] = []
    private var storedSpotlightExpression: NSExpression?
    /// Kept by `freeze()`; nil while the entity can still change.
    private var frozenTable: PropertyTable?
    private var frozenHash: Data?
    /// The run-time form of this entity, owned by the model's `compiled`; unsafe because the two live equally long.
    final var compiledLayout: Unmanaged<AnyObject>?

    /// Makes an entity without name and properties, of class `NSManagedObject`.
    public override init() {
        super.init()
        anchor.tie(to: self)
    }

    deinit { anchor.cut() }

    /// The entity's name, unique within its model.
    open var name: String? {
        get { storedName }
        set {
            requireMutable(isFrozen, "NSEntityDescription.name", diagnosticName())
            storedName = newValue
        }
    }

    /// The model that holds the entity.
    ///
    /// Stops when the entity has not been put into a model, or the model is gone: an entity does not keep
    /// its model alive.
    open var managedObjectModel: NSManagedObjectModel {
        guard let model else {
            fatalError(
                """
                NSEntityDescription.managedObjectModel: \(diagnosticName()) belongs to no model, or its model is gone. \
                Put it into a model's `entities` first, and keep the model alive.
                """)
        }
        return model
    }

    /// The name of the class of the entity's objects; `NSManagedObject` unless set.
    open var managedObjectClassName: String! {
        get { storedClassName ?? "NSManagedObject" }
        set {
            requireMutable(isFrozen, "NSEntityDescription.managedObjectClassName", diagnosticName())
            storedClassName = newValue
        }
    }

    /// The entity's name in the previous version of the model; its own name unless set otherwise.
    open var renamingIdentifier: String? {
        get { storedRenamingIdentifier ?? storedName }
        set {
            requireMutable(isFrozen, "NSEntityDescription.renamingIdentifier", diagnosticName())
            storedRenamingIdentifier = newValue
        }
    }

    /// Whether the entity has no objects of its own, only those of its sub-entities.
    open var isAbstract: Bool {
        get { storedIsAbstract }
        set {
            requireMutable(isFrozen, "NSEntityDescription.isAbstract", diagnosticName())
            storedIsAbstract = newValue
        }
    }

    /// Values for the app's own use; they have no part in version hashes.
    open var userInfo: [AnyHashable: Any]? {
        get { storedUserInfo }
        set {
            requireMutable(isFrozen, "NSEntityDescription.userInfo", diagnosticName())
            storedUserInfo = newValue
        }
    }

    /// A text that changes the version hash of an entity whose meaning changed and definition did not.
    open var versionHashModifier: String? {
        get { storedModifier }
        set {
            requireMutable(isFrozen, "NSEntityDescription.versionHashModifier", diagnosticName())
            storedModifier = newValue
        }
    }

    /// What Spotlight would show for an object; kept, and without effect here.
    ///
    /// Nil when not set.
    open var coreSpotlightDisplayNameExpression: NSExpression? {
        get { storedSpotlightExpression }
        set {
            requireMutable(isFrozen, "NSEntityDescription.coreSpotlightDisplayNameExpression", diagnosticName())
            storedSpotlightExpression = newValue
        }
    }

    /// The indexes that a store keeps for the entity, without inherited ones.
    open var indexes: [NSFetchIndexDescription] {
        get { storedIndexes }
        set {
            requireMutable(isFrozen, "NSEntityDescription.indexes", diagnosticName())
            storedIndexes.forEach { $0.owner = nil }
            storedIndexes = newValue
            storedIndexes.forEach { $0.owner = self }
        }
    }

    /// The sets of attributes whose values are unique together: each an array of names or attributes.
    ///
    /// Constraints of a super-entity hold for the entity as well and are not repeated here.
    open var uniquenessConstraints: [[Any]] {
        get { storedConstraints }
        set {
            requireMutable(isFrozen, "NSEntityDescription.uniquenessConstraints", diagnosticName())
            storedConstraints = newValue
        }
    }

    /// Sets of properties to be indexed together; superseded by `indexes`.
    @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
    open var compoundIndexes: [[Any]] {
        get { storedCompoundIndexes }
        set { setCompoundIndexTuples(newValue) }
    }

    /// The hash of everything that decides how the entity's objects are stored.
    ///
    /// - Complexity: O(1) once the model is in use; hashing all properties before that.
    open var versionHash: Data { frozenHash ?? Data(VersionHash.entity(self)) }

    /// The entity this one inherits from; nil for a root.
    ///
    /// Set through the parent's `subentities`.
    open var superentity: NSEntityDescription? { storedParent }

    /// The entities that inherit directly from this one.
    ///
    ///
    ///
    /// Setting makes this the parent of each; all of them must be put into the model as well.
    open var subentities: [NSEntityDescription] {
        get { storedChildren }
        set {
            requireMutable(isFrozen, "NSEntityDescription.subentities", diagnosticName())
            let line = ancestorsRootFirst + [self]
            for child in newValue {
                insist(
                    !line.contains { $0 === child },
                    """
                    NSEntityDescription.subentities: \(diagnosticName()) would inherit from itself through \
                    "\(child.nameOrEmpty)". Remove one of the entities from the line of parents.
                    """)
            }
            for child in storedChildren where child.storedParent === self { child.storedParent = nil }
            storedChildren = newValue
            for child in newValue {
                if let former = child.storedParent, former !== self { former.storedChildren.removeAll { $0 === child } }
                child.storedParent = self
            }
        }
    }

    /// The direct sub-entities by name.
    open var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(storedChildren.map { ($0.nameOrEmpty, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// All properties, inherited ones included.
    ///
    /// Setting replaces the properties the entity declares itself; inherited ones in the new value are
    /// left where they are. A property belongs to one entity.
    open var properties: [NSPropertyDescription] {
        get { inheritedProperties + storedProperties }
        set {
            requireMutable(isFrozen, "NSEntityDescription.properties", diagnosticName())
            let ancestors = ancestorsRootFirst
            let own = newValue.filter { property in !ancestors.contains { $0 === property.declaringEntity } }
            for property in own {
                insist(
                    property.declaringEntity == nil || property.declaringEntity === self,
                    """
                    NSEntityDescription.properties: the property "\(property.qualifiedName)" already belongs to an \
                    entity and cannot be given to \(diagnosticName()). Use a copy (`property.copy()`).
                    """)
            }
            for property in storedProperties where property.declaringEntity === self { property.declaringEntity = nil }
            storedProperties = own
            own.forEach { $0.declaringEntity = self }
        }
    }

    /// All properties by name, inherited ones included.
    open var propertiesByName: [String: NSPropertyDescription] { table.propertiesByName }

    /// All attributes by name, inherited ones included.
    open var attributesByName: [String: NSAttributeDescription] { table.attributesByName }

    /// All relationships by name, inherited ones included.
    open var relationshipsByName: [String: NSRelationshipDescription] { table.relationshipsByName }

    /// The relationships, inherited ones included, whose destination is `entity`.
    open func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
        table.relationships.filter { $0.destinationEntity === entity }
    }

    /// Whether the entity is `entity` or inherits from it.
    open func isKindOf(entity: NSEntityDescription) -> Bool {
        var candidate: NSEntityDescription? = self
        while let current = candidate {
            if current === entity { return true }
            candidate = current.storedParent
        }
        return false
    }

    /// An editable copy with copies of the properties and indexes; without model, parent and children.
    ///
    /// The relationships of the copy lead to the same entities as those of the original.
    open func copy(with zone: NSZone? = nil) -> Any { duplicate() }

    /// Whether both describe the same entity: same name, class, properties, parent's name and the rest.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSEntityDescription else { return false }
        return self === other || isEquivalent(to: other)
    }

    /// A hash of the name; equal entities have equal hashes.
    open override var hash: Int { nameOrEmpty.hashValue }

    /// Kind and name of the entity.
    open override var description: String { "(\(type(of: self))) \(nameOrEmpty)" }

    // MARK: - For the framework

    /// The properties in all the orders that are needed.
    ///
    /// - Complexity: O(1) once the model is in use; made anew before that.
    final var table: PropertyTable { frozenTable ?? PropertyTable(of: self) }

    /// The properties the entity declares itself, in the order they were set.
    final var declaredProperties: [NSPropertyDescription] { storedProperties }

    final var nameOrEmpty: String { storedName ?? "" }

    /// The class name as it was set; nil when it was not.
    final var explicitClassName: String? { storedClassName }

    /// The renaming identifier as it was set; nil when the name stands for it.
    final var explicitRenamingIdentifier: String? { storedRenamingIdentifier }

    /// `compoundIndexes` without the deprecation.
    final var compoundIndexTuples: [[Any]] { storedCompoundIndexes }

    /// Sets `compoundIndexes` without the deprecation.
    final func setCompoundIndexTuples(_ tuples: [[Any]]) {
        requireMutable(isFrozen, "NSEntityDescription.compoundIndexes", diagnosticName())
        storedCompoundIndexes = tuples
    }

    /// The own uniqueness constraints as names.
    final var constraintNames: [[String]] {
        storedConstraints.map { tuple in
            tuple.compactMap { ($0 as? String) ?? ($0 as? NSPropertyDescription)?.name }
        }
    }

    /// The entity at the top of the hierarchy; the entity itself when it inherits from none.
    final var rootEntity: NSEntityDescription {
        var root = self
        while let parent = root.storedParent { root = parent }
        return root
    }

    /// All entities this one inherits from, the root first.
    final var ancestorsRootFirst: [NSEntityDescription] {
        var ancestors: [NSEntityDescription] = []
        var candidate = storedParent
        while let current = candidate {
            ancestors.append(current)
            candidate = current.storedParent
        }
        return ancestors.reversed()
    }

    /// The entity and all that inherit from it, parents before children.
    final var selfAndDescendants: [NSEntityDescription] {
        [self] + storedChildren.flatMap(\.selfAndDescendants)
    }

    private var inheritedProperties: [NSPropertyDescription] { ancestorsRootFirst.flatMap(\.storedProperties) }

    final func diagnosticName() -> String { "the entity \"\(nameOrEmpty)\"" }

    /// Marks the entity immutable and keeps what is costly to compute; parents must be frozen first.
    final func freeze() {
        storedProperties.forEach { if !$0.isFrozen { $0.freeze() } }
        storedIndexes.forEach { $0.freeze() }
        frozenTable = PropertyTable(of: self)
        frozenHash = Data(VersionHash.entity(self))
        isFrozen = true
    }

    /// `copy()` with its type.
    final func duplicate() -> NSEntityDescription {
        let copy = NSEntityDescription()
        copy.storedName = storedName
        copy.storedClassName = storedClassName
        copy.storedRenamingIdentifier = storedRenamingIdentifier
        copy.storedIsAbstract = storedIsAbstract
        copy.storedUserInfo = storedUserInfo
        copy.storedModifier = storedModifier
        copy.storedSpotlightExpression = storedSpotlightExpression
        copy.properties = storedProperties.map { $0.duplicate() }
        copy.indexes = storedIndexes.map { $0.duplicate(resolvedByName: true) }
        copy.storedConstraints = constraintNames
        copy.storedCompoundIndexes = storedCompoundIndexes.map { tuple in
            tuple.map { ($0 as? NSPropertyDescription)?.name ?? $0 }
        }
        return copy
    }

    /// Whether `other` describes the same entity.
    final func isEquivalent(to other: NSEntityDescription) -> Bool {
        guard storedName == other.storedName, managedObjectClassName == other.managedObjectClassName,
            storedIsAbstract == other.storedIsAbstract, storedModifier == other.storedModifier,
            renamingIdentifier == other.renamingIdentifier,
            storedParent?.storedName == other.storedParent?.storedName,
            sameUserInfo(storedUserInfo, other.storedUserInfo),
            constraintNames == other.constraintNames,
            storedIndexes.count == other.storedIndexes.count,
            zip(storedIndexes, other.storedIndexes).allSatisfy({ $0.isEquivalent(to: $1) })
        else { return false }
        let mine = storedProperties.sortedByName()
        let theirs = other.storedProperties.sortedByName()
        return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.isEquivalent(to: $1) }
    }
}
