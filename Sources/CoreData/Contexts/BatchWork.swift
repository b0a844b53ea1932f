/// Carries out batch requests: in the store where one statement does it, else in a context of its own that nobody
/// hears of.
///
/// There, objects pass through memory, so that delete rules, constraints and external files are treated by the same
/// code as an ordinary save.
struct BatchWork {
    private let context: NSManagedObjectContext
    let scratch: NSManagedObjectContext
    /// How many objects are in memory at once.
    private static let chunk = 10_000

    init(_ context: NSManagedObjectContext) throws {
        self.context = context
        let coordinator = try context.requiredCoordinator
        for store in coordinator.persistentStores where store.type == NSInMemoryStoreType {
            throw CoreDataError.make(
                NSPersistentStoreUnsupportedRequestTypeError, "A store of type \(store.type) takes no batch requests.",
                suggestion: "Use an SQLite store (its URL may be /dev/null), or fetch the objects and change them.")
        }
        scratch = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        scratch.persistentStoreCoordinator = coordinator
        scratch.isQuiet = true
        scratch.name = context.name
        scratch.transactionAuthor = context.transactionAuthor
    }

    func delete(_ request: NSBatchDeleteRequest) throws -> Outcome {
        scratch.mergePolicy = NSMergePolicy.overwrite
        return try scratch.performAndWait {
            let core = request.fetchRequest.core.copy()
            core.resultType = .managedObjectResultType
            core.includesPendingChanges = false
            let done = try inStore(
                core, scratch.resolve(core), request.affectedStores,
                wantsIDs: request.resultType == .resultTypeObjectIDs
            ) { _ in .delete }
            if let done { return done }
            let objects = try scratch.fetchObjects(core, stores: request.affectedStores)
            for object in objects { scratch.deleteObject(object) }
            scratch.processPendingChanges()
            let deleted = scratch.changes.currentDeleted()
            for object in deleted { try object.validateDeletion() }
            let ids = deleted.map(\.objectID)
            try scratch.saveQuietly()
            return Outcome(ids)
        }
    }

    func update(_ request: NSBatchUpdateRequest) throws -> Outcome {
        scratch.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        return try scratch.performAndWait {
            let core = FetchRequestCore()
            core.entity = request.entity
            core.entityName = request.entityName
            core.predicate = request.predicate
            core.includesSubentities = request.includesSubentities
            let layout = try scratch.resolve(core)
            let values = try (request.propertiesToUpdate ?? [:]).map { key, value in
                (try name(of: key, layout), value)
            }
            let done = try inStore(
                core, layout, request.affectedStores, wantsIDs: request.resultType == .updatedObjectIDsResultType
            ) { store in constants(values, layout, store).map { .update($0) } }
            if let done { return done }
            let objects = try scratch.fetchObjects(core, stores: request.affectedStores)
            for object in objects {
                // All expressions see the values before the update.
                let new = try values.map { name, value in (name, try resolved(value, for: object)) }
                for (name, value) in new { try set(value, name, on: object, by: "A batch update") }
            }
            let ids = objects.map(\.objectID)
            try scratch.saveQuietly()
            return Outcome(ids)
        }
    }

    private func name(of key: AnyHashable, _ layout: EntityLayout) throws -> String {
        let name = (key.base as? String) ?? (key.base as? NSPropertyDescription)?.name ?? ""
        switch layout.code(name) {
        case .slot, .composite: return name
        case .toMany, .fetched, .unknown: break
        }
        throw CoreDataError.make(
            NSCoreDataError, "Invalid keypath \"\(name)\" passed to propertiesToUpdate of \(layout.name).",
            suggestion: "Name attributes and to-one relationships of the entity.")
    }

    private func resolved(_ value: Any, for object: NSManagedObject) throws -> Any? {
        if let expression = value as? NSExpression {
            return try ExpressionNode(expression).value(in: EvaluationScope(object: object))
        }
        if let id = value as? NSManagedObjectID { return scratch.object(with: id) }
        if let other = value as? NSManagedObject { return scratch.object(with: other.objectID) }
        return SlotValue.unwrapped(value)
    }

    func insert(_ request: NSBatchInsertRequest) throws -> Outcome {
        scratch.mergePolicy = context.mergePolicy
        return try scratch.performAndWait {
            let core = FetchRequestCore()
            core.entity = request.entity
            core.entityName = request.entityName
            let layout = try scratch.resolve(core)
            var newcomers = BatchNewcomers(layout, scratch, wantsIDs: request.resultType == .objectIDs)
            var next = 0
            while true {
                let object = scratch.makeInserted(layout, withHandler: request.managedObjectHandler != nil)
                guard try fill(object, request, next) else {
                    scratch.expelInserted(object)
                    break
                }
                next += 1
                try newcomers.take(object)
                if newcomers.count == Self.chunk { try newcomers.save() }
            }
            try newcomers.save()
            return newcomers.outcome
        }
    }

    /// Gives a new object its values; false when there are no more.
    private func fill(_ object: NSManagedObject, _ request: NSBatchInsertRequest, _ index: Int) throws -> Bool {
        if let handler = request.managedObjectHandler { return !handler(object) }
        if let handler = request.dictionaryHandler {
            let dictionary = NSMutableDictionary()
            if handler(dictionary) { return false }
            for (key, value) in dictionary {
                try set(value, key as? String ?? String(describing: key), on: object, by: "A batch insert")
            }
            return true
        }
        guard let objects = request.objectsToInsert, index < objects.count else { return false }
        for (key, value) in objects[index] { try set(value, key, on: object, by: "A batch insert") }
        return true
    }

    /// - Parameter work: the kind of request, for messages.
    private func set(_ value: Any?, _ key: String, on object: NSManagedObject, by work: String) throws {
        if case .composite(let index) = object.layout.code(key) {
            let composite = object.layout.composites[index]
            do throws(CompositeMisfit) {
                return object.write(try object.layout.slotValues(of: composite, from: value), of: composite)
            } catch {
                throw CoreDataError.make(
                    NSCoreDataError,
                    "\(work) gives \(object.layout.name).\(error.path) \(error.given) instead of \(error.wanted).",
                    suggestion: "Give a dictionary with values of the elements' types.")
            }
        }
        guard case .slot(let slot) = object.layout.code(key) else {
            throw CoreDataError.make(
                NSCoreDataError, "\(work) names \"\(key)\", which is no attribute of \(object.layout.name).",
                suggestion: "Use the attribute names of the model.")
        }
        let misfit = { (value: Any) in
            CoreDataError.make(
                NSCoreDataError,
                "\(work) gives \(object.layout.name).\(key) a \(type(of: value)), which does not fit the property.",
                suggestion: "Give a value of the property's type.")
        }
        if let relationship = object.layout.toOneBySlot[slot] {
            let value = SlotValue.unwrapped(value)
            let destination = (value as? NSManagedObjectID) ?? (value as? NSManagedObject)?.objectID
            if let value, destination == nil { throw misfit(value) }
            let other = destination.map { scratch.object(with: $0) }
            if let other, !other.layout.isKind(of: other.layout.model.entities[relationship.destination]) {
                throw misfit(other)
            }
            object.setDestination(other, of: relationship)
            return
        }
        guard let converted = SlotValue(value, for: object.layout.slots[slot]) else {
            throw misfit(SlotValue.unwrapped(value) as Any)
        }
        if let composite = object.layout.composite(of: object.layout.slots[slot]) {
            object.write([(slot, converted)], of: composite)
        } else {
            object.write(slot, converted)
        }
    }
}

extension NSManagedObjectContext {
    /// A new object; of the plain class unless a handler is to see it.
    fileprivate final func makeInserted(_ layout: EntityLayout, withHandler: Bool) -> NSManagedObject {
        let type = withHandler ? ModelRuntime.of(layout.model).type(of: layout) : NSManagedObject.self
        let object = type.init(_shellOf: layout.entity)
        object.link = link
        adopt(object)
        return object
    }

    final func expelInserted(_ object: NSManagedObject) {
        changes.forgetLast(object)
        expel(object)
    }

    /// Saves without validation, callbacks and notifications.
    final func saveQuietly() throws {
        processPendingChanges()
        propagateDeletes()
        guard hasChanges else { return }
        try saveToStores(
            SaveSet(
                inserted: changes.currentInserted().filter { !$0.state.contains(.deleted) },
                updated: changes.currentUpdated().filter(\.isUpdated),
                deleted: changes.currentDeleted().filter { !$0.state.contains(.inserted) }))
    }
}

extension NSBatchDeleteRequest: ExecutableRequest {
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let outcome = try BatchWork(context).delete(self)
        return NSBatchDeleteResult(
            resultType == .resultTypeObjectIDs ? outcome.ids : resultType == .resultTypeCount ? outcome.count : true,
            resultType)
    }
}

extension NSBatchUpdateRequest: ExecutableRequest {
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let outcome = try BatchWork(context).update(self)
        return NSBatchUpdateResult(
            resultType == .updatedObjectIDsResultType
                ? outcome.ids : resultType == .updatedObjectsCountResultType ? outcome.count : true, resultType)
    }
}

extension NSBatchInsertRequest: ExecutableRequest {
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let outcome = try BatchWork(context).insert(self)
        return NSBatchInsertResult(
            resultType == .objectIDs ? outcome.ids : resultType == .count ? outcome.count : true, resultType)
    }
}
