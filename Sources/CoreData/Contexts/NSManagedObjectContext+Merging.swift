// Taking over what others saved.

extension SavedChange.Row {
    init(_ object: NSManagedObject) {
        self.init(
            key: object.key, layout: object.layout,
            row: object.state.contains(.deleted) ? nil : object.row)
    }
}

extension NSManagedObjectContext: CoordinatorClient {
    func coordinatorDidSave(_ change: SavedChange) {
        guard automaticallyMergesChangesFromParent else { return }
        confinement.async { [weak self] in self?.merge(change) }
    }

    func coordinatorWillRemove(store: UInt32) {
        confinement.async { [weak self] in
            guard let self else { return }
            let objects = link.table.all.filter { $0.key.store == store }
            for object in objects {
                changes.unmark(object, [.inserted, .updated, .deleted, .propagated])
                expel(object)
                object.row = nil
                object.state.insert(.fault)
            }
            if !objects.isEmpty {
                post(NotificationUse.ofChanges.posted, [NSInvalidatedObjectsKey: Set(objects)])
            }
        }
    }

    /// Applies a save of another context of the coordinator.
    final func merge(_ change: SavedChange) {
        takeNewestGeneration()
        var merged = MergedObjects()
        for row in change.updated { recentWrites.note(row.key) }
        for row in change.deleted { recentWrites.note(row.key) }
        for row in change.updated {
            guard let object = link.table.object(row.key) else { continue }
            take(row.row, into: object)
            merged.refreshed.insert(object)
        }
        for row in change.inserted {
            // An inserted object is made here too, so that observers can see it.
            let object =
                link.table.object(row.key)
                ?? makeFault(key: row.key, layout: layouts.byName[row.layout.name] ?? row.layout, row: row.row)
            merged.inserted.insert(object)
        }
        for row in change.deleted {
            guard let object = link.table.object(row.key) else { continue }
            mergeDeletion(of: object)
            merged.deleted.insert(object)
        }
        finishMerging(merged)
    }

    /// Gives an object the newest row; nil = read it when it is wanted.
    private final func take(_ row: PackedRow?, into object: NSManagedObject) {
        if object.state.contains(.deleted) { return }
        let newest = row ?? (object.hasChanges ? (try? self.row(forFault: object)) ?? nil : nil)
        if let newest, !object.state.contains(.fault) {
            object.row = newest
            object.forgetUnchangedValues()
        } else if object.state.contains(.fault) {
            object.row = newest
            object.forgetUnchangedValues()
        } else if !object.hasChanges {
            object.turnIntoFault()
        }
        object.extras?.publisher?.send()
        object.awake(fromSnapshotEvents: .refresh)
    }

    private final func mergeDeletion(of object: NSManagedObject) {
        changes.unmark(object, [.updated, .inserted, .propagated])
        object.extras?.publisher?.send()
        // Those that lead here must not keep it as a member.
        for relationship in object.layout.relationships {
            guard let inverse = relationship.inverseName else { continue }
            let known: [NSManagedObject]
            if relationship.isToMany {
                known = object.existingToMany(relationship).flatMap { $0.isLoaded ? $0.members : nil } ?? []
            } else if let reference = object.row?.destination(relationship) {
                let layout = layouts.entities[Int(reference.entity)]
                let key = ObjectKey(
                    store: object.key.store, root: UInt32(layout.rootIndex), primaryKey: reference.primaryKey)
                known = link.table.object(key).map { [$0] } ?? []
            } else {
                known = []
            }
            for other in known {
                guard let back = other.layout.relationship(named: inverse) else { continue }
                if back.isToMany {
                    if let state = other.existingToMany(back) { state.forget(keepingChanges: state.hasChanges) }
                } else if case .destination(let target) = other.liveValue(back.slot), target === object,
                    !other.hasChanged(back.slot)
                {
                    other.values[back.slot] = .null
                }
            }
        }
        changes.markDeleted(object)
        object.state.insert([.propagated, .inaccessible])
        object.state.subtract(.fault)
    }

    /// Posts what was merged and forgets deleted objects.
    private final func finishMerging(_ merged: MergedObjects) {
        if merged.isEmpty { return }
        processPendingChanges()
        var info: [AnyHashable: Any] = [:]
        if !merged.inserted.isEmpty { info[NSInsertedObjectsKey] = merged.inserted }
        if !merged.deleted.isEmpty { info[NSDeletedObjectsKey] = merged.deleted }
        if !merged.refreshed.isEmpty { info[NSRefreshedObjectsKey] = merged.refreshed }
        post(NotificationUse.ofChanges.posted, info)
        var ids: [AnyHashable: Any] = [:]
        if !merged.inserted.isEmpty { ids[NSInsertedObjectIDsKey] = Set(merged.inserted.map(\.objectID)) }
        if !merged.deleted.isEmpty { ids[NSDeletedObjectIDsKey] = Set(merged.deleted.map(\.objectID)) }
        if !merged.refreshed.isEmpty { ids[NSRefreshedObjectIDsKey] = Set(merged.refreshed.map(\.objectID)) }
        post(NotificationUse.ofMergedIDs.posted, ids)
        // Gone from the store already: nothing is left to save. `isDeleted` stays true for whoever holds one.
        for object in merged.deleted { changes.unmark(object, .deleted) }
        // Not to be found among the deleted again.
        _ = changes.currentDeleted()
        for object in merged.deleted {
            link.table.remove(object)
            keptObjects.remove(object)
            object.state.remove(.registered)
            object.state.insert(.removedElsewhere)
        }
    }

    /// Takes over the changes of a `NSManagedObjectContextDidSave` notification of another context.
    ///
    /// Registered objects take the newest values, unsaved changes of this context staying on top. Reads from
    /// the store.
    public final func mergeChanges(fromContextDidSave notification: Notification) {
        let info = notification.userInfo ?? [:]
        func ids(_ key: String, _ idKey: String) -> [NSManagedObjectID] {
            if let objects = info[key] as? Set<NSManagedObject> { return objects.map(\.objectID) }
            if let set = info[idKey] as? Set<NSManagedObjectID> { return Array(set) }
            return (info[key] as? NSSet)?.allObjects.compactMap {
                ($0 as? NSManagedObject)?.objectID ?? $0 as? NSManagedObjectID
            } ?? []
        }
        let inserted = ids(NSInsertedObjectsKey, NSInsertedObjectIDsKey)
        let updated =
            ids(NSUpdatedObjectsKey, NSUpdatedObjectIDsKey) + ids(NSRefreshedObjectsKey, NSRefreshedObjectIDsKey)
        let deleted = ids(NSDeletedObjectsKey, NSDeletedObjectIDsKey)
        confinement.sync { mergeIDs(inserted: inserted, updated: updated, deleted: deleted) }
    }

    /// Takes over changes known by object ID: of batch requests, of the history, of other processes.
    ///
    /// - Parameters:
    ///   - changeNotificationData: arrays or sets of object IDs (or their URIs) under `NSInsertedObjectsKey`,
    ///     `NSUpdatedObjectsKey`, `NSDeletedObjectsKey` or the `…IDsKey` of the same name.
    ///   - contexts: the contexts that take them over, each on its own queue.
    public class func mergeChanges(
        fromRemoteContextSave changeNotificationData: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
    ) {
        for context in contexts {
            let coordinator = context.persistentStoreCoordinator
            func ids(_ keys: String...) -> [NSManagedObjectID] {
                keys.flatMap { key -> [NSManagedObjectID] in
                    let items: [Any] =
                        switch changeNotificationData[key] {
                        case let set as Set<NSManagedObjectID>: Array(set)
                        case let set as NSSet: set.allObjects
                        case let array as [Any]: array
                        default: []
                        }
                    return items.compactMap { item in
                        (item as? NSManagedObjectID) ?? (item as? NSManagedObject)?.objectID
                            ?? (item as? URL).flatMap { coordinator?.managedObjectID(forURIRepresentation: $0) }
                    }
                }
            }
            let inserted = ids(NSInsertedObjectsKey, NSInsertedObjectIDsKey)
            let updated = ids(
                NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey, NSRefreshedObjectIDsKey)
            let deleted = ids(NSDeletedObjectsKey, NSDeletedObjectIDsKey)
            context.confinement.sync { context.mergeIDs(inserted: inserted, updated: updated, deleted: deleted) }
        }
    }

    private final func mergeIDs(
        inserted: [NSManagedObjectID], updated: [NSManagedObjectID], deleted: [NSManagedObjectID]
    ) {
        for id in updated { recentWrites.note(id.key) }
        func rows(_ ids: [NSManagedObjectID], onlyRegistered: Bool) -> [SavedChange.Row] {
            let wanted = ids.filter { !$0.key.isTemporary && (!onlyRegistered || link.table.object($0.key) != nil) }
            return newestRows(of: wanted)
        }
        let gone = deleted.map { SavedChange.Row(key: $0.key, layout: $0.layout, row: nil) }
        merge(
            SavedChange(
                inserted: rows(inserted, onlyRegistered: false), updated: rows(updated, onlyRegistered: true),
                deleted: gone))
    }

    /// Newest rows, read in one statement for each entity hierarchy; nil rows where reading failed.
    private final func newestRows(of ids: [NSManagedObjectID]) -> [SavedChange.Row] {
        var groups: [ObjectKey: [NSManagedObjectID]] = [:]
        for id in ids {
            groups[ObjectKey(store: id.key.store, root: id.key.root, primaryKey: 0), default: []].append(id)
        }
        return groups.values.flatMap { ids -> [SavedChange.Row] in
            let layout = layouts.entities[ids[0].layout.rootIndex]
            let found =
                parentContext != nil
                ? nil
                : try? coordinator?.rows(
                    store: ids[0].key.store, layout: layout, keys: ids.map(\.key.primaryKey))
            let byKey = Dictionary((found ?? []).map { ($0.primaryKey, $0) }, uniquingKeysWith: { first, _ in first })
            return ids.map { SavedChange.Row(key: $0.key, layout: $0.layout, row: byKey[$0.key.primaryKey]) }
        }
    }
}

/// What one merge touched.
struct MergedObjects {
    var inserted = Set<NSManagedObject>()
    var refreshed = Set<NSManagedObject>()
    var deleted = Set<NSManagedObject>()

    var isEmpty: Bool { inserted.isEmpty && refreshed.isEmpty && deleted.isEmpty }
}
