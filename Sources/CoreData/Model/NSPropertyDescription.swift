import Foundation

/// The description of one property of an entity: the common part of attributes, relationships, fetched
/// properties and expression columns.
///
/// Editable by one thread at a time until the model is used by a coordinator; from then on immutable and
/// safe to read from any thread. A change after that stops with "Can't modify an immutable model".
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked Sendable: nothing changes after `freeze()`; before it the description belongs to whoever builds it.

    /// Set once, under the model's freezing lock, before any other thread sees the model in use.
    final var isFrozen = false
    /// The entity that declares the property; sub-entities inherit the same instance.
    private var declaringReference = EntityReference(nil)
    final var declaringEntity: NSEntityDescription? {
        get { declaringReference.entity }
        set { declaringReference = EntityReference(newValue) }
    }
    private var storedName = ""
    private var storedIsOptional = true
    private var storedIsTransient = false
    private var storedUserInfo: [AnyHashable: Any]?
    private var storedPredicates: [NSPredicate] = []
    private var storedWarnings: [Any] = []
    private var storedModifier: String?
    private var storedRenamingIdentifier: String?
    private var storedSpotlight = false
    private var storedIndexed = false
    private var storedExternalRecord = false
    /// The hash kept by `freeze()`; nil while the property can still change.
    final var frozenHash: Data?

    /// Makes a property without a name: optional, persistent and of no entity.
    public override init() { super.init() }

    /// The entity that declares the property.
    ///
    /// For a property that a sub-entity inherits this is the ancestor which declares it. Stops when the
    /// property has not been put into an entity's `properties` yet.
    open var entity: NSEntityDescription {
        guard let declaringEntity else {
            fatalError(
                """
                NSPropertyDescription.entity: the property "\(name)" belongs to no entity, or its model is gone. \
                Put it into an entity's `properties` first, and keep the model alive.
                """)
        }
        return declaringEntity
    }

    /// The property's name, unique within its entity.
    open var name: String {
        get { storedName }
        set {
            requireMutable(isFrozen, "NSPropertyDescription.name", diagnosticName())
            storedName = newValue
        }
    }

    /// Whether the property may be without a value; true unless set otherwise.
    open var isOptional: Bool {
        get { storedIsOptional }
        set {
            requireMutable(isFrozen, "NSPropertyDescription.isOptional", diagnosticName())
            storedIsOptional = newValue
        }
    }

    /// Whether the property is kept out of stores: tracked for changes and undo, never saved.
    open var isTransient: Bool {
        get { storedIsTransient }
        set {
            requireMutable(isFrozen, "NSPropertyDescription.isTransient", diagnosticName())
            storedIsTransient = newValue
        }
    }

    /// Values for the app's own use; they have no part in version hashes.
    open var userInfo: [AnyHashable: Any]? {
        get { storedUserInfo }
        set {
            requireMutable(isFrozen, "NSPropertyDescription.userInfo", diagnosticName())
            storedUserInfo = newValue
        }
    }

    /// The predicates a value must fulfil, evaluated with the value as `SELF`.
    open var validationPredicates: [NSPredicate] { storedPredicates }

    /// For each validation predicate what a failure is reported with: a text, or a number that is the
    /// error code.
    open var validationWarnings: [Any] { storedWarnings }

    /// Replaces the validation predicates and what failures are reported with.
    ///
    /// - Parameters:
    ///   - predicates: evaluated with the value as `SELF`; nil for none.
    ///   - warnings: one per predicate: a text, or a number as the error code; nil for none.
    open func setValidationPredicates(_ predicates: [NSPredicate]?, withValidationWarnings warnings: [Any]?) {
        requireMutable(isFrozen, "NSPropertyDescription.setValidationPredicates", diagnosticName())
        storedPredicates = predicates ?? []
        storedWarnings = warnings ?? []
    }

    /// A text that changes the version hash of a property whose meaning changed and definition did not.
    open var versionHashModifier: String? {
        get { storedModifier }
        set {
            requireMutable(isFrozen, "NSPropertyDescription.versionHashModifier", diagnosticName())
            storedModifier = newValue
        }
    }

    /// The property's name in the previous version of the model; its own name unless set otherwise.
    open var renamingIdentifier: String? {
        get { storedRenamingIdentifier ?? storedName }
        set {
            requireMutable(isFrozen, "NSPropertyDescription.renamingIdentifier", diagnosticName())
            storedRenamingIdentifier = newValue
        }
    }

    /// Whether the editor asked for indexing by Spotlight; kept, and without effect here.
    open var isIndexedBySpotlight: Bool {
        get { storedSpotlight }
        set {
            requireMutable(isFrozen, "NSPropertyDescription.isIndexedBySpotlight", diagnosticName())
            storedSpotlight = newValue
        }
    }

    /// Whether a store should index the property; superseded by `NSEntityDescription.indexes`.
    @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
    open var isIndexed: Bool {
        get { isIndexedFlag }
        set { isIndexedFlag = newValue }
    }

    /// Whether the property was to be written to external records; kept, and without effect here.
    @available(*, deprecated, message: "Kept for old models; it has no effect")
    open var isStoredInExternalRecord: Bool {
        get { isStoredInExternalRecordFlag }
        set { isStoredInExternalRecordFlag = newValue }
    }

    /// The hash of everything that decides how the property is stored.
    ///
    /// - Complexity: O(1) once the model is in use; hashing before that.
    open var versionHash: Data { frozenHash ?? computeVersionHash() }

    /// `isIndexed` without the deprecation, for our own use.
    final var isIndexedFlag: Bool {
        get { storedIndexed }
        set {
            requireMutable(isFrozen, "NSPropertyDescription.isIndexed", diagnosticName())
            storedIndexed = newValue
        }
    }

    /// `isStoredInExternalRecord` without the deprecation, for our own use.
    final var isStoredInExternalRecordFlag: Bool {
        get { storedExternalRecord }
        set {
            requireMutable(isFrozen, "NSPropertyDescription.isStoredInExternalRecord", diagnosticName())
            storedExternalRecord = newValue
        }
    }

    /// The renaming identifier as it was set; nil when the name stands for it.
    final var explicitRenamingIdentifier: String? { storedRenamingIdentifier }

    /// Whether the property is computed by the store or the framework and cannot be set.
    var isReadOnly: Bool { false }

    /// `Entity.property`, for messages.
    final var qualifiedName: String { "\(declaringEntity?.name ?? "(no entity)").\(storedName)" }

    final func diagnosticName() -> String { "the property \"\(qualifiedName)\"" }

    /// An empty instance of the same class, for copying.
    func makeEmptyCopy() -> NSPropertyDescription { NSPropertyDescription() }

    /// Copies everything but the entity into `copy`, an instance of the same class.
    func copyContents(into copy: NSPropertyDescription) {
        copy.storedName = storedName
        copy.storedIsOptional = storedIsOptional
        copy.storedIsTransient = storedIsTransient
        copy.storedUserInfo = storedUserInfo
        copy.storedPredicates = storedPredicates
        copy.storedWarnings = storedWarnings
        copy.storedModifier = storedModifier
        copy.storedRenamingIdentifier = storedRenamingIdentifier
        copy.storedSpotlight = storedSpotlight
        copy.storedIndexed = storedIndexed
        copy.storedExternalRecord = storedExternalRecord
    }

    /// An editable copy that belongs to no entity.
    open func copy(with zone: NSZone? = nil) -> Any { duplicate() }

    /// `copy()` with its type.
    final func duplicate() -> NSPropertyDescription {
        let copy = makeEmptyCopy()
        copyContents(into: copy)
        return copy
    }

    /// The hash, made anew; subclasses add their part.
    func computeVersionHash() -> Data { Data(VersionHash.base(of: self)) }

    /// Marks the property immutable and keeps what is costly to compute.
    func freeze() {
        frozenHash = computeVersionHash()
        isFrozen = true
    }

    /// Whether `other` describes the same property, entity left aside.
    func isEquivalent(to other: NSPropertyDescription) -> Bool {
        type(of: self) == type(of: other) && storedName == other.storedName
            && storedIsOptional == other.storedIsOptional && storedIsTransient == other.storedIsTransient
            && storedModifier == other.storedModifier && renamingIdentifier == other.renamingIdentifier
            && storedPredicates == other.storedPredicates && storedSpotlight == other.storedSpotlight
            && sameUserInfo(storedUserInfo, other.storedUserInfo)
    }

    /// Whether both describe the same property: the same definition under the same entity name.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPropertyDescription else { return false }
        if self === other { return true }
        return declaringEntity?.name == other.declaringEntity?.name && isEquivalent(to: other)
    }

    /// A hash of the name; equal properties have equal hashes.
    open override var hash: Int { storedName.hashValue }

    /// Kind, entity and name of the property.
    open override var description: String { "(\(type(of: self))) \(qualifiedName)" }
}

/// Whether two user-info dictionaries are equal; nil and empty are the same.
func sameUserInfo(_ left: [AnyHashable: Any]?, _ right: [AnyHashable: Any]?) -> Bool {
    NSDictionary(dictionary: left ?? [:]).isEqual(to: right ?? [:])
}
