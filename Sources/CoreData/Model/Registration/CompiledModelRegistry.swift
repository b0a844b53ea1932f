import Foundation
import Synchronization

/// The models that were compiled into the program, by name, and the classes of their entities.
///
/// Safe to use from any thread.
public enum CompiledModelRegistry {
    /// A registered model and what was made of it so far.
    private final class Entry: Sendable {
        let record: CompiledModel
        /// Guards the models read so far, by version, so that each is read once.
        ///
        /// Nothing of the user's
        /// runs under it.
        let models = Mutex<[String: NSManagedObjectModel]>([:])
        let classes: LazyClasses

        init(_ record: CompiledModel) {
            self.record = record
            classes = LazyClasses(record.classes)
        }
    }

    /// The classes of a model, asked for at the first use.
    private final class LazyClasses: Sendable {
        private let make: @Sendable () -> [String: AnyClass]
        private let known = Mutex<[String: AnyClass]?>(nil)

        init(_ make: @escaping @Sendable () -> [String: AnyClass]) { self.make = make }

        var byEntity: [String: AnyClass] {
            if let classes = known.withLock({ $0 }) { return classes }
            // Outside the lock: this runs code of the app's module. Twice is harmless.
            let classes = make()
            known.withLock { $0 = classes }
            return classes
        }
    }

    /// Guards the list of registered models.
    ///
    /// Entries are never removed; nothing else happens under it.
    private static let entries = Mutex<[Entry]>([])

    /// Adds a model; generated code calls it when the program is loaded.
    ///
    ///
    ///
    /// Of several models of one name the one registered first is found by name.
    public static func register(_ model: CompiledModel) {
        let entry = Entry(model)
        entries.withLock { $0.append(entry) }
    }

    /// The names of all registered models, in the order of registration.
    public static var modelNames: [String] { snapshot.map(\.record.name) }

    /// The current version of the model called `name`; nil when none is registered.
    ///
    /// Every call returns the same instance. Copy it (`model.copy()`) before changing it.
    ///
    /// - Throws: `ModelError` when the registered data is no model, which generated code rules out.
    public static func model(named name: String) throws(ModelError) -> NSManagedObjectModel? {
        guard let entry = snapshot.first(where: { $0.record.name == name }) else { return nil }
        return try model(of: entry, version: entry.record.currentVersion)
    }

    /// All registered versions of all models, current ones first; where a store's model is looked for.
    ///
    /// What cannot be read is left out: it is no store's model, and must not hide the others.
    static func allVersions() -> [NSManagedObjectModel] {
        var current: [NSManagedObjectModel] = []
        var others: [NSManagedObjectModel] = []
        for entry in snapshot {
            for version in entry.record.versions {
                guard let model = try? model(of: entry, version: version.name) else { continue }
                if version.name == entry.record.currentVersion { current.append(model) } else { others.append(model) }
            }
        }
        return current + others
    }

    /// The class of an entity's objects, as registered; nil when the model or its class is not known here.
    ///
    /// - Parameters:
    ///   - entity: the entity's name.
    ///   - model: the model it is part of: a registered one, a copy of one, or one read from a file. For
    ///     the latter two the first registered model counts that has an entity of this name with the same class name.
    public static func managedObjectClass(entity: String, model: NSManagedObjectModel) -> AnyClass? {
        let entries = snapshot
        for entry in entries where entry.models.withLock({ known in known.values.contains { $0 === model } }) {
            return entry.classes.byEntity[entity]
        }
        guard let className = model.entitiesByName[entity]?.managedObjectClassName else { return nil }
        return managedObjectClass(named: className)
    }

    /// The registered class called `className`: with its module (`App.Item`) or without; nil for none.
    public static func managedObjectClass(named className: String) -> AnyClass? {
        let parts = className.split(separator: ".", maxSplits: 1).map(String.init)
        let bare = parts.last ?? className
        for entry in snapshot where parts.count < 2 || entry.record.module == parts[0] {
            // A registered class is never private, so its printed name is its name.
            for candidate in entry.classes.byEntity.values where "\(candidate)" == bare { return candidate }
        }
        return nil
    }

    private static var snapshot: [Entry] { entries.withLock { $0 } }

    private static func model(of entry: Entry, version name: String) throws(ModelError) -> NSManagedObjectModel? {
        if let known = entry.models.withLock({ $0[name] }) { return known }
        guard let version = entry.record.versions.first(where: { $0.name == name }) else { return nil }
        guard let data = Data(base64Encoded: version.archive) else {
            throw ModelError(
                .malformed, "The registered model \"\(entry.record.name)\", version \"\(name)\", is no Base64.",
                remedy: "Register what the build plugin generates.")
        }
        let model = try NSManagedObjectModel(archive: data)
        return entry.models.withLock { models in
            // Another thread may have been faster; its instance is the one.
            if let known = models[name] { return known }
            models[name] = model
            return model
        }
    }
}
