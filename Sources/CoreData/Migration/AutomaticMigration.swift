import Foundation

/// Migrates a store of another model version while it is added to a coordinator.
enum AutomaticMigration {
    /// Whether the options ask for it.
    static func isWanted(_ options: [AnyHashable: Any]?) -> Bool {
        flag(NSMigratePersistentStoresAutomaticallyOption, options) && !flag(NSReadOnlyPersistentStoreOption, options)
    }

    private static func flag(_ key: String, _ options: [AnyHashable: Any]?) -> Bool {
        (options?[key] as? NSNumber)?.boolValue ?? (options?[key] as? Bool) ?? false
    }

    /// Carries the store at `url` over to `model`.
    ///
    /// - Throws: 134130 when the model of the store is not found, 134140 when the migration cannot be inferred
    ///   (the reason is under `NSUnderlyingErrorKey`, code 134190) or must not be, 134111 and 134110 when the
    ///   data does not allow it. The store is as it was then.
    static func run(
        type: any OpenableStore.Type, at url: URL, metadata: [String: Any], model: NSManagedObjectModel,
        configuration: String?, options: [AnyHashable: Any]?
    ) throws {
        guard let type = type as? any MigratableStore.Type else {
            throw StoreCompatibility.error(model: model, metadata: metadata, url: url)
        }
        guard
            let source = SourceModels.model(
                of: type, at: url, metadata: metadata, configuration: configuration, options: options)
        else {
            throw missingSource(url, metadata)
        }
        guard flag(NSInferMappingModelAutomaticallyOption, options) else {
            throw missingMapping(
                url, source: source, destination: model,
                suggestion: "Set NSInferMappingModelAutomaticallyOption, or migrate with NSMigrationManager.")
        }
        try inferred(from: source, to: model, type: type, at: url, configuration: configuration, options: options)
    }

    /// Migrates a store in place as far as two models tell how.
    static func inferred(
        from source: NSManagedObjectModel, to destination: NSManagedObjectModel, type: any MigratableStore.Type,
        at url: URL, configuration: String?, options: [AnyHashable: Any]?,
        progress: (@Sendable (String, Double) -> Void)? = nil
    ) throws {
        do {
            try Inference.check(from: source, to: destination)
        } catch {
            throw missingMapping(
                url, source: source, destination: destination,
                suggestion: (error as NSError).localizedRecoverySuggestion, underlying: error)
        }
        let migration = LightweightMigration(
            source: source, destination: destination, configuration: configuration,
            encode: { try ValueTransformation.data(from: $0, attribute: $1) }, progress: progress)
        try type.migrate(at: url, by: migration, options: options)
    }

    private static func missingSource(_ url: URL, _ metadata: [String: Any]) -> NSError {
        CoreDataError.make(
            NSMigrationMissingSourceModelError,
            "Persistent store migration failed, missing source managed object model: the store at \(url.path) keeps no "
                + "readable model, and none was found that it was made with.",
            suggestion: "Ship the old versions of the model: keep them in the .xcdatamodeld, or in a bundle.",
            userInfo: ["URL": url, "metadata": metadata])
    }

    private static func missingMapping(
        _ url: URL, source: NSManagedObjectModel, destination: NSManagedObjectModel, suggestion: String?,
        underlying: (any Error)? = nil
    ) -> NSError {
        let reason = (underlying as NSError?)?.localizedDescription
        return CoreDataError.make(
            NSMigrationMissingMappingModelError,
            "Persistent store migration failed, missing mapping model for the store at \(url.path)."
                + (reason.map { " \($0)" } ?? ""),
            suggestion: suggestion, underlying: underlying,
            userInfo: [
                "URL": url, "sourceModel": source, "destinationModel": destination,
                "reason": "Can't find or automatically infer mapping model for migration",
            ])
    }
}
