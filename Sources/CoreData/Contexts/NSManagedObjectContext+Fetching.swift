// Fetches: the store's answer, with unsaved changes laid over it.

extension NSManagedObjectContext {
    /// Executes a fetch request.
    ///
    /// Reads from the store. Objects come with their values at hand; those that are registered already keep
    /// what they have. Unsaved changes of the context count unless the request says otherwise.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134xxx when reading failed or the store cannot express the predicate.
    public final func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
        try results(of: request.core, stores: request.affectedStores, as: T.self)
    }

    /// How many objects a fetch would return.
    ///
    /// - Throws: as `fetch(_:)`.
    public final func count<T>(for request: NSFetchRequest<T>) throws -> Int {
        try count(of: request.core, stores: request.affectedStores)
    }

    /// - Parameter rows: those of each store by its number, when they have been read already; see `rowReading(_:stores:)`.
    final func results<T>(
        of core: FetchRequestCore, stores: [NSPersistentStore]?, as type: T.Type, rows: [UInt32: RowList]? = nil
    ) throws -> [T] {
        confinement.check("fetch(_:)")
        switch core.resultType {
        case .managedObjectResultType:
            return try Self.cast(fetchObjects(core, stores: stores, rows: rows))
        case .managedObjectIDResultType:
            return try Self.cast(fetchIDs(core, stores: stores))
        case .dictionaryResultType:
            let dictionaries = try fetchDictionaries(core, stores: stores)
            if T.self == NSDictionary.self || T.self == NSFetchRequestResult.self {
                return try Self.cast(dictionaries.map { NSDictionary(dictionary: $0) })
            }
            return try Self.cast(dictionaries)
        case .countResultType:
            return try Self.cast([NSNumber(value: try count(of: core, stores: stores))])
        default:
            CoreDataError.misuse("fetch(_:): result type \(core.resultType.rawValue) is none that a fetch can return.")
        }
    }

    private static func cast<A, B>(_ array: [A]) throws -> [B] {
        if let same = array as? [B] { return same }
        throw misfit(array.first.map { Swift.type(of: $0) } ?? A.self, B.self)
    }

    /// What a fetch brought is not what the request's type promises.
    private static func misfit(_ found: Any.Type, _ wanted: Any.Type) -> NSError {
        CoreDataError.make(
            NSCoreDataError,
            "The results of the fetch are of the type \(found), which NSFetchRequest<\(wanted)> does not allow.",
            suggestion: "Check the request's entity, the entity's class in the model, and resultType.")
    }

    private static func cast<B>(_ objects: [NSManagedObject]) throws -> [B] {
        if B.self == NSManagedObject.self, let same = objects as? [B] { return same }
        // One check per class instead of one per object; arrays of class references look alike in memory.
        if let wanted = B.self as? NSManagedObject.Type {
            var last: NSManagedObject.Type?
            for object in objects {
                let type = Swift.type(of: object)
                if type == last { continue }
                guard Self.isClass(type, a: wanted) else { throw misfit(type, B.self) }
                last = type
            }
            return unsafeBitCast(objects, to: [B].self)
        }
        return try objects.map { object in
            guard let result = object as? B else { throw misfit(Swift.type(of: object), B.self) }
            return result
        }
    }

    private static func isClass(_ type: NSManagedObject.Type, a wanted: NSManagedObject.Type) -> Bool {
        var candidate: AnyClass? = type
        while let current = candidate {
            if current == wanted { return true }
            candidate = _getSuperclass(current)
        }
        return false
    }

    // MARK: Objects

    /// Reads a fetch's rows store by store, on any thread; nil for a fetch that is not made of rows alone.
    final func rowReading(
        _ core: FetchRequestCore, stores: [NSPersistentStore]?
    ) throws -> (() throws -> [UInt32: RowList])? {
        let layout = try resolve(core)
        guard parentContext == nil, core.resultType == .managedObjectResultType, bringsRows(core) else { return nil }
        let (spec, holding) = try plan(core, layout, stores)
        return {
            try Dictionary(uniqueKeysWithValues: holding.map { ($0.identity.number, try $0.fetchRows(spec)) })
        }
    }

    private final func bringsRows(_ core: FetchRequestCore) -> Bool {
        core.includesPropertyValues && core.fetchBatchSize == 0
    }

    /// What is asked of which stores.
    private final func plan(
        _ core: FetchRequestCore, _ layout: EntityLayout, _ stores: [NSPersistentStore]?
    ) throws -> (FetchSpec, [any OpenableStore]) {
        let spec = try spec(core, layout)
        let holding = try requiredCoordinator.stores(holding: layout, among: stores)
        if holding.count > 1 {
            // The window is cut out of what all of them bring.
            spec.offset = 0
            if core.fetchLimit > 0 { spec.limit = core.fetchLimit + core.fetchOffset }
        }
        return (spec, holding)
    }

    final func fetchObjects(
        _ core: FetchRequestCore, stores: [NSPersistentStore]?, rows: [UInt32: RowList]? = nil
    ) throws -> [NSManagedObject] {
        let layout = try resolve(core)
        if let parent = parentContext { return try fetchFromParent(parent, core, layout, stores) }
        if core.includesPendingChanges { processPendingChanges() }
        let overlay = core.includesPendingChanges ? PendingOverlay(self, core, layout) : nil
        var objects: [NSManagedObject] = []
        let (spec, stores) = try plan(core, layout, stores)
        for store in stores {
            let found: [NSManagedObject]
            if bringsRows(core) {
                // A store may have been added since the rows were read.
                let rows = try rows?[store.identity.number] ?? store.fetchRows(spec)
                found = self.objects(
                    for: rows, store: store.identity.number, refreshing: core.shouldRefreshRefetchedObjects)
            } else {
                let references = try store.fetchReferences(spec)
                found = faults(for: references, store: store.identity.number, chunk: core.fetchBatchSize)
            }
            // Adding to an empty array copies all the same.
            if objects.isEmpty { objects = found } else { objects += found }
        }
        if stores.count > 1 {
            objects = try Sorter.sorted(objects, by: core.sortDescriptors ?? [])
            objects = Array(objects.dropFirst(core.fetchOffset))
            if core.fetchLimit > 0 { objects = Array(objects.prefix(core.fetchLimit)) }
        }
        if let overlay, overlay.isNeeded { objects = try overlay.apply(to: objects) }
        try prefetch(core.relationshipKeyPathsForPrefetching ?? [], for: objects)
        if !core.returnsObjectsAsFaults { for object in objects { object.realize() } }
        return objects
    }

    // MARK: Other results

    private final func fetchIDs(_ core: FetchRequestCore, stores: [NSPersistentStore]?) throws -> [NSManagedObjectID] {
        let layout = try resolve(core)
        if core.includesPendingChanges { processPendingChanges() }
        if parentContext != nil || (core.includesPendingChanges && PendingOverlay(self, core, layout).isNeeded) {
            let plain = core.copy()
            plain.resultType = .managedObjectResultType
            return try fetchObjects(plain, stores: stores).map(\.objectID)
        }
        let holding = try requiredCoordinator.stores(holding: layout, among: stores)
        if holding.count > 1, core.fetchLimit > 0 || core.fetchOffset > 0 || !(core.sortDescriptors ?? []).isEmpty {
            let plain = core.copy()
            plain.resultType = .managedObjectResultType
            return try fetchObjects(plain, stores: stores).map(\.objectID)
        }
        let spec = try spec(core, layout)
        let entities = layouts.entities
        return try holding.flatMap { store in
            let identity = store.identity
            return try store.fetchReferences(spec).map { reference in
                let layout = entities[Int(reference.entity)]
                let key = ObjectKey(
                    store: identity.number, root: UInt32(layout.rootIndex), primaryKey: reference.primaryKey)
                return NSManagedObjectID(key: key, layout: layout, identity: identity)
            }
        }
    }

    private final func fetchDictionaries(
        _ core: FetchRequestCore, stores: [NSPersistentStore]?
    ) throws -> [[String: Any]] {
        let layout = try resolve(core)
        let spec = try spec(core, layout)
        spec.propertiesToFetch = try FetchedProperties.resolve(core.propertiesToFetch, layout)
        spec.propertiesToGroupBy = try FetchedProperties.resolve(core.propertiesToGroupBy ?? [], layout)
        spec.havingPredicate = try core.havingPredicate.map {
            try FetchedProperties.naming($0, spec.propertiesToFetch)
        }
        spec.returnsDistinctResults = core.returnsDistinctResults
        let entities = layouts.entities
        let rows = try requiredCoordinator.stores(holding: layout, among: stores).flatMap { store in
            let identity = store.identity
            return try store.fetchDictionaries(spec).map { row in
                row.mapValues { value in
                    guard let reference = value as? RowReference else { return value }
                    let layout = entities[Int(reference.entity)]
                    return NSManagedObjectID(
                        key: ObjectKey(
                            store: identity.number, root: UInt32(layout.rootIndex), primaryKey: reference.primaryKey),
                        layout: layout, identity: identity)
                }
            }
        }
        return FetchedProperties.composed(rows, core.propertiesToFetch, layout)
    }

    final func count(of core: FetchRequestCore, stores: [NSPersistentStore]?) throws -> Int {
        let layout = try resolve(core)
        if core.includesPendingChanges { processPendingChanges() }
        if parentContext != nil || (core.includesPendingChanges && PendingOverlay(self, core, layout).isNeeded) {
            let plain = core.copy()
            plain.resultType = .managedObjectResultType
            return try fetchObjects(plain, stores: stores).count
        }
        let holding = try requiredCoordinator.stores(holding: layout, among: stores)
        let spec = try spec(core, layout)
        guard holding.count > 1 else { return try holding.first?.count(spec) ?? 0 }
        (spec.limit, spec.offset) = (0, 0)
        let count = try holding.reduce(0) { try $0 + $1.count(spec) } - core.fetchOffset
        return max(0, core.fetchLimit > 0 ? min(count, core.fetchLimit) : count)
    }

    // MARK: Parts

    /// The layout of the request's entity.
    ///
    /// - Throws: 134060 when the model has no entity of that name. (Apple raises an exception.)
    final func resolve(_ core: FetchRequestCore) throws -> EntityLayout {
        if cachedLayouts == nil { _ = try requiredCoordinator }
        let model = layouts
        if let entity = core.entity, let layout = model.layout(of: entity) { return layout }
        guard let name = core.entityName else {
            throw CoreDataError.make(
                NSCoreDataError, "The fetch request has no entity.",
                suggestion: "Make it with NSFetchRequest(entityName:), or set its entity.")
        }
        guard let layout = model.byName[name] else {
            throw CoreDataError.make(
                NSCoreDataError, "The fetch request names the entity \"\(name)\", which the model does not have.",
                suggestion: "Entities of the model: \(model.entities.map(\.name).joined(separator: ", ")).")
        }
        core.entity = layout.entity
        return layout
    }

    /// What the store is asked.
    ///
    /// - Throws: 134020 when a key path that starts at a value of the predicate leads nowhere.
    final func spec(_ core: FetchRequestCore, _ layout: EntityLayout) throws -> FetchSpec {
        let spec = FetchSpec(layout: layout)
        spec.includesSubentities = core.includesSubentities
        do {
            spec.predicate = try core.predicate?.readingConstantPaths()
        } catch {
            throw CoreDataError.make(
                NSPersistentStoreIncompatibleSchemaError,
                "The predicate of a fetch of \(layout.name) cannot be evaluated: \(error)",
                suggestion: "Correct the key path behind the value.")
        }
        spec.sortDescriptors = core.sortDescriptors ?? []
        spec.limit = core.fetchLimit
        spec.offset = core.fetchOffset
        spec.includesValues = core.includesPropertyValues
        spec.snapshots = snapshots
        return spec
    }

    /// Loads what key paths lead to.
    final func prefetch(_ paths: [String], for objects: [NSManagedObject]) throws {
        for path in paths {
            var current = objects
            let names = path.split(separator: ".").map(String.init)
            for (index, name) in names.enumerated() {
                current = try prefetchStep(name, for: current, isLast: index == names.count - 1)
            }
        }
    }

    /// Loads one relationship of many objects; its members, unless it is the last.
    private final func prefetchStep(
        _ name: String, for objects: [NSManagedObject], isLast: Bool
    ) throws -> [NSManagedObject] {
        var next: [NSManagedObject] = []
        var rest = objects[...]
        while let first = rest.first {
            // Runs of one entity: the relationship's place differs between entities.
            let run = rest.prefix { $0.layout === first.layout && $0.key.store == first.key.store }
            rest = rest.dropFirst(run.count)
            guard let relationship = first.layout.relationship(named: name) else {
                throw CoreDataError.make(
                    NSCoreDataError, "\(first.layout.name) has no relationship \"\(name)\" to prefetch.",
                    suggestion: "Correct relationshipKeyPathsForPrefetching of the fetch request.")
            }
            if relationship.isToMany {
                let missing = run.filter {
                    !$0.key.isTemporary && !($0.existingToMany(relationship)?.isAtHand ?? false)
                }
                if !missing.isEmpty { try load(relationship, of: missing, store: first.key.store) }
                if isLast { continue }
                for object in run { next += object.loadedToMany(relationship).members }
            } else {
                var destinations: [NSManagedObject] = []
                for object in run { if let it = object.readDestination(relationship) { destinations.append(it) } }
                if let fault = destinations.first(where: { $0.state.contains(.fault) && $0.row == nil }) {
                    fault.row = try row(forFault: fault)
                }
                next += destinations
            }
        }
        return next
    }

    final func executeRequest(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        guard let request = request as? any ExecutableRequest else {
            throw CoreDataError.make(
                NSPersistentStoreUnsupportedRequestTypeError,
                "A context cannot execute a \(Swift.type(of: request)).",
                suggestion: "Use fetch(_:) for fetch requests.")
        }
        return try request.execute(in: self)
    }
}

/// A request that knows how a context carries it out.
protocol ExecutableRequest: NSPersistentStoreRequest {
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
}

/// What executing a request returned; the base class of all results.
open class NSPersistentStoreResult: NSObject {}
