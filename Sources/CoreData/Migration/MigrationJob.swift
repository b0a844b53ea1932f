import Foundation

/// The steps of one migration from store to store.
struct MigrationJob {
    /// A store that need not exist yet.
    struct Place {
        let url: URL
        let type: String
        let options: [AnyHashable: Any]?
    }

    let manager: NSMigrationManager
    let mappings: NSMappingModel
    let source: Place
    let destination: Place

    /// - Throws: 134000 for unknown store types, 134150 and 134160 when source or destination will not do, 134140
    ///   when the mappings are for other models.
    func checkPlaces() throws {
        let sourceType = try StoreRegistry.type(source.type)
        let destinationType = try StoreRegistry.type(destination.type)
        guard sourceType.exists(at: source.url, options: nil) else {
            throw CoreDataError.make(
                NSMigrationManagerSourceStoreError, "There is no store at \(source.url.path) to migrate.",
                suggestion: "Check the source URL.")
        }
        if destinationType.exists(at: destination.url, options: nil)
            || destination.url.standardizedFileURL == source.url.standardizedFileURL
        {
            throw CoreDataError.make(
                NSMigrationManagerDestinationStoreError, "There is a store at \(destination.url.path) already.",
                suggestion: "Migrate to a new file, then replace the old store with it.")
        }
        for mapping in mappings.entityMappings ?? [] {
            try check(mapping.sourceEntityName, mapping.sourceEntityVersionHash, manager.sourceModel, mapping)
            try check(
                mapping.destinationEntityName, mapping.destinationEntityVersionHash, manager.destinationModel, mapping)
        }
    }

    private func check(
        _ name: String?, _ hash: Data?, _ model: NSManagedObjectModel, _ mapping: NSEntityMapping
    ) throws {
        guard let name else { return }
        let entity = model.entitiesByName[name]
        if entity == nil || (hash != nil && hash != entity?.versionHash) {
            throw CoreDataError.make(
                NSMigrationMissingMappingModelError,
                "The mapping \(mapping.name ?? "") is for another version of the entity \(name).",
                suggestion: "Use a mapping model for exactly these two models.")
        }
    }

    /// Copies the store and lets it migrate itself; false when it cannot.
    func migrateByStore() throws -> Bool {
        guard source.type == destination.type,
            let type = try StoreRegistry.type(source.type) as? any MigratableStore.Type
        else { return false }
        let metadata = try type.readMetadata(at: source.url, options: source.options)
        guard manager.sourceModel.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else {
            throw CoreDataError.make(
                NSMigrationManagerSourceStoreError,
                "The store at \(source.url.path) was not made with the source model.",
                suggestion: "Make the manager with the model of the store.")
        }
        try type.replace(
            at: destination.url, with: source.url, options: destination.options, sourceOptions: source.options)
        try AutomaticMigration.inferred(
            from: manager.sourceModel, to: manager.destinationModel, type: type, at: destination.url,
            configuration: nil, options: destination.options)
        return true
    }

    /// Removes what was made.
    func removeDestination() throws {
        let type = try StoreRegistry.type(destination.type)
        guard FileManager.default.fileExists(atPath: destination.url.path) else { return }
        try type.destroy(at: destination.url, options: destination.options)
        for ending in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: destination.url.path + ending) {
            try FileManager.default.removeItem(atPath: destination.url.path + ending)
        }
    }

    // MARK: By mappings

    /// Carries the mappings out; `begin` learns of the run before the first of them.
    func run(_ begin: (MigrationRun) -> Void) throws {
        let (sourceCoordinator, sourceContext) = try context(
            manager.sourceModel, source, NSMigrationManagerSourceStoreError, isReadOnly: true)
        let (destinationCoordinator, destinationContext) = try context(
            manager.destinationModel, destination, NSMigrationManagerDestinationStoreError, isReadOnly: false)
        let run = MigrationRun(
            mappingModel: mappings, sourceContext: sourceContext, destinationContext: destinationContext)
        begin(run)
        defer {
            for coordinator in [sourceCoordinator, destinationCoordinator] {
                // Only what was added is removed; that cannot fail.
                for store in coordinator.persistentStores { try? coordinator.remove(store) }
            }
        }
        try sourceContext.performAndWait { () throws -> Void in
            try destinationContext.performAndWait { () throws -> Void in
                try passes(run)
                try destinationContext.save()
            }
        }
    }

    private func context(
        _ model: NSManagedObjectModel, _ place: Place, _ code: Int, isReadOnly: Bool
    ) throws -> (NSPersistentStoreCoordinator, NSManagedObjectContext) {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        var options = place.options ?? [:]
        options[NSMigratePersistentStoresAutomaticallyOption] = nil
        if isReadOnly { options[NSReadOnlyPersistentStoreOption] = NSNumber(value: true) }
        do {
            try coordinator.addPersistentStore(
                ofType: place.type, configurationName: nil, at: place.url, options: options)
        } catch {
            throw CoreDataError.make(
                code,
                "The store at \(place.url.path) cannot be opened for the migration: \(error.localizedDescription)",
                suggestion: (error as NSError).localizedRecoverySuggestion, underlying: error)
        }
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.retainsRegisteredObjects = true
        return (coordinator, context)
    }

    private func passes(_ run: MigrationRun) throws {
        let work = try (mappings.entityMappings ?? []).filter { $0.mappingType != .removeEntityMappingType }.map {
            ($0, try policy(of: $0))
        }
        let total = Float(max(1, work.count * 3))
        var done: Float = 0
        func step(_ mapping: NSEntityMapping, _ body: () throws -> Void) throws {
            run.mapping = mapping
            try manager.checkCancellation()
            try body()
            done += 1
            manager.noteProgress(done / total)
        }
        for (mapping, policy) in work {
            try step(mapping) {
                try policy.begin(mapping, with: manager)
                for object in try sourceObjects(of: mapping, run) {
                    try manager.checkCancellation()
                    try policy.createDestinationInstances(forSource: object, in: mapping, manager: manager)
                }
                try policy.endInstanceCreation(forMapping: mapping, manager: manager)
            }
        }
        for (mapping, policy) in work {
            try step(mapping) {
                let made = run.associations.destinations(mapping.name ?? "", of: nil)
                for object in made {
                    try manager.checkCancellation()
                    try policy.createRelationships(forDestination: object, in: mapping, manager: manager)
                }
                try policy.endRelationshipCreation(forMapping: mapping, manager: manager)
            }
        }
        for (mapping, policy) in work {
            try step(mapping) {
                try policy.performCustomValidation(forMapping: mapping, manager: manager)
                try policy.end(mapping, manager: manager)
            }
        }
    }

    private func policy(of mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy {
        guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else { return NSEntityMigrationPolicy() }
        guard let policy = NSClassFromString(name) as? NSEntityMigrationPolicy.Type else {
            throw CoreDataError.make(
                NSEntityMigrationPolicyError,
                "The mapping \(mapping.name ?? "") names the policy class \(name), which does not exist.",
                suggestion: "Write module and class (App.BookPolicy), and let it inherit from NSEntityMigrationPolicy.")
        }
        return policy.init()
    }

    /// The objects that a mapping is for, in the order of their keys.
    private func sourceObjects(of mapping: NSEntityMapping, _ run: MigrationRun) throws -> [NSManagedObject] {
        guard let entity = manager.sourceEntity(for: mapping) else { return [] }
        let request = NSFetchRequest<NSManagedObject>(entityName: entity.nameOrEmpty)
        request.includesSubentities = false
        guard let expression = mapping.sourceExpression else { return try run.sourceContext.fetch(request) }
        let value: Any?
        do {
            value = try expression.evaluated(with: nil, context: ["manager": manager, "entityMapping": mapping])
        } catch {
            throw CoreDataError.make(
                NSEntityMigrationPolicyError,
                "The source expression of the mapping \(mapping.name ?? "") cannot be evaluated: \(error)",
                suggestion: "Use an expression that gives a fetch request or objects of the source.")
        }
        if let request = value as? NSFetchRequest<NSManagedObject> { return try run.sourceContext.fetch(request) }
        guard let objects = MappingValues.objects(value) else {
            throw CoreDataError.make(
                NSEntityMigrationPolicyError,
                "The source expression of the mapping \(mapping.name ?? "") gave no objects.",
                suggestion: "Use an expression that gives a fetch request or objects of the source.")
        }
        return objects
    }
}
