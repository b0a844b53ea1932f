import Foundation
import Synchronization

/// A schema: the entities an app's objects are of, their configurations and fetch request templates.
///
/// Editable by one thread at a time until a coordinator uses it; from then on immutable and safe to
/// read from any thread. A change after that stops with "Can't modify an immutable model".
open class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked Sendable: nothing changes after `freeze()`, which runs under a lock; before it the model
    // belongs to whoever builds it.

    /// Guards the step from editable to immutable, so that two coordinators may take up a model at once.
    private let freezing = Mutex(false)
    /// Guarded by its own lock: made while the model is frozen.
    private let compiledForm = Mutex<CompiledForm?>(nil)
    /// Held while `compiled` makes; taken before the lock of `compiledForm`.
    private let compiling = Mutex<Void>(())
    final private(set) var isFrozen = false
    private var storedEntities: [NSEntityDescription] = []
    private var storedConfigurations: [String: [NSEntityDescription]] = [:]
    private var storedTemplates: [String: FetchTemplate] = [:]
    private var storedIdentifiers: Set<AnyHashable> = [""]
    private var storedLocalization: [String: String]?
    /// Kept by `freeze()`; nil while the model can still change.
    private var frozenByName: [String: NSEntityDescription]?
    private var frozenHashes: [String: Data]?

    /// Makes a model without entities.
    public override init() { super.init() }

    /// The entities, in the order they were set or stand in the model's file.
    ///
    /// An entity belongs to one model. Sub-entities must be among them. Configurations lose the entities
    /// that are no longer there.
    open var entities: [NSEntityDescription] {
        get { storedEntities }
        set {
            requireMutable(isFrozen, "NSManagedObjectModel.entities", diagnosticName())
            for entity in newValue {
                insist(
                    entity.model == nil || entity.model === self,
                    """
                    NSManagedObjectModel.entities: \(entity.diagnosticName()) already belongs to a model. \
                    Use a copy (`entity.copy()`).
                    """)
            }
            for entity in storedEntities where entity.model === self { entity.model = nil }
            storedEntities = newValue
            newValue.forEach { $0.model = self }
            for (name, members) in storedConfigurations {
                storedConfigurations[name] = members.filter { member in newValue.contains { $0 === member } }
            }
        }
    }

    /// The entities by name.
    ///
    /// - Complexity: O(1) once the model is in use.
    open var entitiesByName: [String: NSEntityDescription] {
        frozenByName
            ?? Dictionary(storedEntities.map { ($0.nameOrEmpty, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The names of the configurations that were set.
    open var configurations: [String] { storedConfigurations.keys.sorted { $0.precedesByCodePoint($1) } }

    /// The entities of a configuration; all entities for nil, and nil for a name that is none.
    open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
        guard let configuration, configuration != Self.defaultConfigurationName else { return storedEntities }
        return storedConfigurations[configuration]
    }

    /// Replaces the entities of a configuration; each must be among the model's `entities`.
    open func setEntities(_ entities: [NSEntityDescription], forConfigurationName configuration: String) {
        requireMutable(isFrozen, "NSManagedObjectModel.setEntities", diagnosticName())
        for entity in entities {
            insist(
                entity.model === self,
                """
                NSManagedObjectModel.setEntities(_:forConfigurationName:): \(entity.diagnosticName()) is not in this \
                model. Set the model's `entities` first.
                """)
        }
        storedConfigurations[configuration] = entities
    }

    /// Texts for the app's user interface by key; nil when there are none.
    open var localizationDictionary: [String: String]? {
        get { storedLocalization }
        set {
            requireMutable(isFrozen, "NSManagedObjectModel.localizationDictionary", diagnosticName())
            storedLocalization = newValue
        }
    }

    /// Names for the version, of the developer's choice.
    ///
    /// They play no part in compatibility.
    open var versionIdentifiers: Set<AnyHashable> {
        get { storedIdentifiers }
        set {
            requireMutable(isFrozen, "NSManagedObjectModel.versionIdentifiers", diagnosticName())
            storedIdentifiers = newValue
        }
    }

    /// The version hash of each entity by name.
    ///
    /// - Complexity: O(1) once the model is in use; hashing all entities before that.
    open var entityVersionHashesByName: [String: Data] {
        frozenHashes ?? entitiesByName.mapValues(\.versionHash)
    }

    /// One text that stands for the version hashes of all entities, as the build tool prints it.
    open var versionChecksum: String { VersionHash.checksum(of: entityVersionHashesByName) }

    /// The name under which Apple's framework knows the configuration that has all entities.
    static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"

    /// The fetch request templates as plain values, by name.
    final var templates: [String: FetchTemplate] {
        get { storedTemplates }
        set {
            requireMutable(isFrozen, "NSManagedObjectModel.setFetchRequestTemplate", diagnosticName())
            storedTemplates = newValue
        }
    }

    /// The entities in ascending order of their names, by code point.
    final var entitiesInNameOrder: [NSEntityDescription] { storedEntities.sortedByName() }

    final func diagnosticName() -> String {
        "the model with the entities \(entitiesInNameOrder.prefix(5).map(\.nameOrEmpty).joined(separator: ", "))"
    }

    /// Marks the model and everything in it immutable; a coordinator calls it when it takes the model up.
    ///
    /// May be called from any thread, and again.
    final func freeze() {
        freezing.withLock { done in
            guard !done else { return }
            done = true
            // Parents first: a child's hash and layout contain its parent's.
            let roots = storedEntities.filter { $0.superentity == nil }
            for entity in roots.flatMap(\.selfAndDescendants) + storedEntities where !entity.isFrozen {
                for ancestor in entity.ancestorsRootFirst where !ancestor.isFrozen { ancestor.freeze() }
                entity.freeze()
            }
            frozenByName = entitiesByName
            frozenHashes = entityVersionHashesByName
            isFrozen = true
        }
    }

    /// The run-time form of this model, made once by `make`; a higher room's business, kept here so that
    /// it lives exactly as long as the model.
    final func compiled(_ make: () -> AnyObject) -> AnyObject {
        if let form = compiledForm.withLock({ $0 }) { return form.object }
        // One maker at a time: making leaves marks in the entities that must not outlive what was made.
        return compiling.withLock { _ in
            if let form = compiledForm.withLock({ $0 }) { return form }
            let made = CompiledForm(object: make())
            compiledForm.withLock { $0 = made }
            return made
        }.object
    }

    // @unchecked: the object is immutable.
    private struct CompiledForm: @unchecked Sendable {
        let object: AnyObject
    }

    open func copy(with zone: NSZone? = nil) -> Any { duplicate() }

    /// Whether both models have equal entities, configurations and templates.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectModel else { return false }
        if self === other { return true }
        let mine = entitiesInNameOrder
        let theirs = other.entitiesInNameOrder
        return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.isEquivalent(to: $1) }
            && storedTemplates == other.storedTemplates && configurationNames == other.configurationNames
    }

    /// A hash of the entities' names; equal models have equal hashes.
    open override var hash: Int { Set(storedEntities.map(\.nameOrEmpty)).hashValue }

    /// The names of the entities.
    open override var description: String {
        "(\(type(of: self))) \(entitiesInNameOrder.map(\.nameOrEmpty).joined(separator: ", "))"
    }

    /// For each configuration the names of its entities.
    final var configurationNames: [String: Set<String>] {
        storedConfigurations.mapValues { Set($0.map(\.nameOrEmpty)) }
    }
}
