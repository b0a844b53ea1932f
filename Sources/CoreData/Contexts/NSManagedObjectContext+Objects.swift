// Inserting, deleting, finding registered objects.

extension NSManagedObjectContext: ObjectBirth {
    func prepare(_ entity: NSEntityDescription) -> (ContextLink, EntityLayout) {
        let layouts = layouts
        if let compiled = ModelLayout.compiledLayout(of: entity), !entity.isAbstract {
            let layout = compiled.takeUnretainedValue()
            if layout.model === layouts { return (link, layout) }
        }
        guard let layout = layouts.layout(of: entity) else {
            CoreDataError.misuse(
                "The entity \(entity.name ?? "without name") is not in this context's model.")
        }
        if entity.isAbstract {
            CoreDataError.misuse(
                "The entity \(layout.name) is abstract; insert objects of one of its sub-entities instead.")
        }
        return (link, layout)
    }

    func adopt(_ object: NSManagedObject) {
        confinement.check("Inserting an object of \(object.layout.name)")
        object.key = NSManagedObjectID.temporaryKey(object.layout)
        object.state.remove(.pristine)
        object.values = InsertionDefaults.values(of: object.layout)
        register(object)
        changes.markInserted(object)
        markPending(object, .pendingInserted)
        undoing.willInsert(object, in: self)
        let wasUndoing = undoing.isSuspended
        undoing.isSuspended = true
        object.awakeFromInsert()
        undoing.isSuspended = wasUndoing
    }

    func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
        if let knownClass, knownClass.type == type { return knownClass.entity }
        let model = layouts
        guard let layout = ModelRuntime.of(model).entity(of: type, in: model) else {
            CoreDataError.misuse(
                """
                \(type)(context:): the context's model has no entity, or several, whose class is \(type). Use \
                NSEntityDescription.insertNewObject(forEntityName:into:) or init(entity:insertInto:).
                """)
        }
        knownClass = (type, layout.entity)
        return layout.entity
    }

    /// Enters an object in the table.
    final func register(_ object: NSManagedObject) {
        object.state.insert(.registered)
        link.table.insert(object)
        if keepsObjects { keptObjects.insert(object) }
    }

    /// Enters new objects of one entity hierarchy that have become faults, with their keys in the same order.
    final func register(_ objects: [NSManagedObject], _ keys: ArraySlice<Int64>) {
        link.table.insert(objects, keys)
        if keepsObjects { keptObjects.formUnion(objects) }
    }

    /// Makes the object of a row: a fault, with its row at hand if given.
    final func makeFault(key: ObjectKey, layout: EntityLayout, row: PackedRow?) -> NSManagedObject {
        let object = ModelRuntime.of(layout).type(of: layout).init(_shellOf: layout.entity)
        object.become(key, in: link)
        object.row = row
        register(object)
        return object
    }
}

extension NSManagedObjectContext {
    final func insertObject(_ object: NSManagedObject) {
        if object.link === link {
            if object.state.contains(.deleted) { undelete(object) }
            return
        }
        guard object.link.context == nil else {
            CoreDataError.misuse("insert(_:): \(object.briefDescription) belongs to another context already.")
        }
        _ = prepare(object.layout.entity)
        object.link.table.remove(object)
        object.link = link
        object.state.remove(.invalid)
        object.key = NSManagedObjectID.temporaryKey(object.layout)
        object.takeDefaults()
        register(object)
        changes.markInserted(object)
        markPending(object, .pendingInserted)
        undoing.willInsert(object, in: self)
    }

    final func deleteObject(_ object: NSManagedObject) {
        confinement.check("delete(_:)")
        guard object.link === link else {
            if object.state.contains(.invalid) || object.link.context == nil { return }
            CoreDataError.misuse(
                """
                An NSManagedObjectContext cannot delete objects in other contexts: \(object.briefDescription). Fetch it in \
                this context with object(with:) first.
                """)
        }
        // Somebody else was first.
        if object.state.contains(.removedElsewhere) { return }
        // Two objects may delete each other.
        if object.state.contains(.preparingDeletion) { return }
        object.state.insert(.preparingDeletion)
        object.prepareForDeletion()
        object.state.remove(.preparingDeletion)
        guard !object.state.contains(.deleted) else { return }
        undoing.willDelete(object, in: self)
        changes.markDeleted(object)
        markPending(object, .pendingDeleted)
        object.state.remove(.propagated)
        needsPropagation = true
        newlyDeleted.append(object)
    }

    /// Takes back a deletion.
    final func undelete(_ object: NSManagedObject) {
        changes.unmark(object, [.deleted, .propagated])
        markPending(object, .pendingUpdated)
    }

    /// The object with this ID if the context knows it; never reads from a store.
    public func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
        registered(objectID.key)
    }

    /// The object with this ID, as a fault if it is not known.
    ///
    /// Whether it exists shows when it is used.
    public func object(with objectID: NSManagedObjectID) -> NSManagedObject {
        if let known = registered(objectID.key) { return known }
        return makeFault(key: objectID.key, layout: localLayout(objectID.layout), row: nil)
    }

    /// The object with this ID, never a fault.
    ///
    /// Reads from the store if needed.
    ///
    /// - Throws: `NSCocoaErrorDomain` 133000 when there is no such object, 134xxx when reading failed.
    public func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        let object = object(with: objectID)
        if object.state.contains(.deleted) || object.state.contains(.inaccessible) { throw Self.missing(objectID) }
        if object.state.contains(.fault) {
            if object.row == nil {
                guard !object.key.isTemporary || parentContext != nil, let row = try row(forFault: object) else {
                    throw Self.missing(objectID)
                }
                object.row = row
            }
            object.fireFault(for: nil)
        }
        return object
    }

    static func missing(_ objectID: NSManagedObjectID) -> NSError {
        CoreDataError.make(
            NSManagedObjectReferentialIntegrityError,
            "An object with ID \(objectID.uriRepresentation().absoluteString) does not exist.",
            suggestion: "It was deleted, or never saved. Drop the ID, or fetch the objects anew.",
            userInfo: [NSAffectedObjectsErrorKey: [objectID]])
    }

    /// The layout of an equal model's entity in this context's model.
    private final func localLayout(_ layout: EntityLayout) -> EntityLayout {
        layouts.byName[layout.name] ?? layout
    }

    /// All objects that the context knows.
    public var registeredObjects: Set<NSManagedObject> { Set(link.table.all) }
    /// New objects, not saved yet.
    public var insertedObjects: Set<NSManagedObject> {
        Set(changes.currentInserted().filter { !$0.state.contains(.deleted) })
    }
    /// Changed objects, not saved yet; neither the inserted nor the deleted ones.
    public var updatedObjects: Set<NSManagedObject> { Set(changes.currentUpdated().filter(\.isUpdated)) }
    /// Objects that the next save will delete.
    public var deletedObjects: Set<NSManagedObject> {
        Set(changes.currentDeleted().filter { !$0.state.contains(.inserted) })
    }
    /// Puts a new object into a certain store.
    public func assign(_ object: Any, to store: NSPersistentStore) {
        guard let object = object as? NSManagedObject, object.link === link, object.key.isTemporary else {
            CoreDataError.misuse("assign(_:to:): only objects that were inserted into this context can be assigned.")
        }
        explicitStores[ObjectIdentifier(object)] = store
    }
}

extension NSEntityDescription {
    /// The entity called `entityName` in the context's model; nil if there is none.
    public class func entity(forEntityName entityName: String, in context: NSManagedObjectContext)
        -> NSEntityDescription?
    {
        context.layouts.byName[entityName]?.entity
    }

    /// Inserts a new object of the entity called `entityName`, of the class that the model names.
    public class func insertNewObject(
        forEntityName entityName: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        let model = context.layouts
        guard let layout = model.byName[entityName] else {
            CoreDataError.misuse(
                "insertNewObject(forEntityName:into:): the model has no entity named \"\(entityName)\".")
        }
        if layout.entity.isAbstract {
            CoreDataError.misuse(
                "The entity \(layout.name) is abstract; insert objects of one of its sub-entities instead.")
        }
        let object = ModelRuntime.of(model).type(of: layout).init(_shellOf: layout.entity)
        object.link = context.link
        context.adopt(object)
        return object
    }
}
