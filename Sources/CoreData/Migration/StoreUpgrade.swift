import Foundation

/// The migration of one SQLite store, step by step under the eyes of a person: looked at, backed up, done.
package struct StoreUpgrade {
    package let url: URL
    /// The model that the store was made with.
    package let source: NSManagedObjectModel
    package let destination: NSManagedObjectModel
    /// How the two differ.
    package let comparison: ModelComparison
    /// The names of the entities whose objects the store holds.
    package let entities: Set<String>
    private let configuration: String?
    private let type: any MigratableStore.Type

    /// Looks at a store.
    ///
    /// - Parameters:
    ///   - copy: where the same store can be read without a trace, and the options for that; nil for `url` itself.
    ///   - candidates: models among which that of the store is looked for when the store keeps none.
    ///   - configuration: the configuration whose entities the store holds; nil for all.
    /// - Throws: 134080 when there is no store, 134130 when its model is not found.
    package init(
        url: URL, readingFrom copy: (url: URL, options: [AnyHashable: Any])? = nil,
        to destination: NSManagedObjectModel, candidates: [NSManagedObjectModel], configuration: String? = nil
    ) throws {
        guard let type = try StoreRegistry.type(NSSQLiteStoreType) as? any MigratableStore.Type else {
            fatalError("The SQLite store migrates itself.")
        }
        let metadata = try type.readMetadata(at: copy?.url ?? url, options: copy?.options)
        let hashes = NSManagedObjectModel.versionHashes(inStoreMetadata: metadata) ?? [:]
        let kept = type.keptModel(at: copy?.url ?? url, options: copy?.options)
        let found = (candidates + [kept].compactMap { $0 } + [destination]).first {
            SourceModels.fits($0, hashes, configuration)
        }
        guard let found else {
            throw CoreDataError.make(
                NSMigrationMissingSourceModelError,
                kept == nil
                    ? "The store at \(url.path) keeps no model, and no model was given that it was made with."
                    : "No model was found that has the entities of the store at \(url.path).",
                suggestion: "Give the version of the model that the store was made with.")
        }
        self.url = url
        self.destination = destination
        self.configuration = configuration
        self.type = type
        source = found
        // A store without hashes, as the oldest are, is taken to hold whatever its model has.
        entities = hashes.isEmpty ? Set(found.entities.compactMap(\.name)) : Set(hashes.keys)
        let names = destination.entities(forConfigurationName: configuration)?.compactMap(\.name)
        comparison = ModelComparison(
            from: found, to: destination, sourceEntities: Set(hashes.keys), destinationEntities: names.map { Set($0) })
        let configurations = [configuration, nil] + found.configurations
        sourceConfiguration =
            configurations.first { found.isConfiguration(withName: $0, compatibleWithStoreMetadata: metadata) } ?? nil
        isNeeded = !destination.isConfiguration(withName: configuration, compatibleWithStoreMetadata: metadata)
    }

    /// The configuration of the source whose entities the store holds; nil for all.
    package let sourceConfiguration: String?

    /// The names of entities whose objects do not go on: they are removed, or become abstract.
    package var removedEntities: Set<String> {
        let abstract = source.entities.filter { entity in
            !entity.isAbstract && comparison.destination(of: entity)?.isAbstract ?? false
        }
        return Set(comparison.changes.filter { $0.property == nil && $0.kind == .removed }.map(\.entity))
            .union(abstract.compactMap(\.name))
    }

    /// Whether the store differs from the destination at all.
    package let isNeeded: Bool

    /// Seconds to wait for another process that writes to the store.
    ///
    /// Shorter than a program's: somebody sits in front of it.
    private static var options: [AnyHashable: Any] { [NSPersistentStoreTimeoutOption: NSNumber(value: 10)] }

    /// Makes a copy of the store, its log and its external files.
    ///
    /// What interrupts it leaves nothing under the copy's name: it is made in `part` until it is whole.
    ///
    /// - Parameter part: an empty folder on the same volume, the caller's to remove.
    /// - Returns: everything that the copy is made of.
    /// - Throws: 516 when something is there already, else as `NSPersistentStoreCoordinator.replacePersistentStore`.
    package func backUp(to copy: URL, through part: URL) throws -> [URL] {
        if FileManager.default.fileExists(atPath: copy.path) {
            throw CoreDataError.make(
                CocoaError.Code.fileWriteFileExists.rawValue, "There is a file at \(copy.path) already.",
                suggestion: "Name another file for the backup.")
        }
        let manager = FileManager.default
        let folder = copy.deletingLastPathComponent()
        try type.replace(
            at: part.appendingPathComponent(copy.lastPathComponent), with: url, options: nil,
            sourceOptions: Self.options)
        // The database last: where it is, everything is.
        let names = try manager.contentsOfDirectory(atPath: part.path).filter { $0 != copy.lastPathComponent }
        for name in names + [copy.lastPathComponent] {
            try manager.moveItem(at: part.appendingPathComponent(name), to: folder.appendingPathComponent(name))
        }
        return (names + [copy.lastPathComponent]).map { folder.appendingPathComponent($0) }
    }

    /// Migrates the store in place.
    ///
    /// - Throws: 134140, 134111, 134110; the store is as it was then.
    package func run(progress: (@Sendable (String, Double) -> Void)? = nil) throws {
        try AutomaticMigration.inferred(
            from: source, to: destination, type: type, at: url, configuration: configuration, options: Self.options,
            progress: progress)
    }
}
