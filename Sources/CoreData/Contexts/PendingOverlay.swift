/// Unsaved changes of a context laid over what a store returned for one fetch.
struct PendingOverlay {
    private let core: FetchRequestCore
    private let inserted: [NSManagedObject]
    private let updated: [NSManagedObject]
    private let hasDeleted: Bool

    init(_ context: NSManagedObjectContext, _ core: FetchRequestCore, _ layout: EntityLayout) {
        self.core = core
        func fits(_ object: NSManagedObject) -> Bool {
            core.includesSubentities ? object.layout.isKind(of: layout) : object.layout === layout
        }
        if context.changes.isEmpty {
            inserted = []
            updated = []
            hasDeleted = false
            return
        }
        inserted = context.changes.currentInserted().filter { fits($0) && !$0.state.contains(.deleted) }
        updated = context.changes.currentUpdated().filter { fits($0) && $0.isUpdated }
        hasDeleted = context.changes.currentDeleted().contains { fits($0) }
    }

    var isNeeded: Bool { !inserted.isEmpty || !updated.isEmpty || hasDeleted }

    func apply(to objects: [NSManagedObject]) throws -> [NSManagedObject] {
        var result: [NSManagedObject] = []
        var present = Set<ObjectIdentifier>()
        let filter = core.predicate.map { PredicateEvaluator($0) }
        func matches(_ object: NSManagedObject) throws -> Bool { try filter?.evaluate(coding: object) ?? true }
        for object in objects where !object.state.contains(.deleted) {
            if object.isUpdated, !(try matches(object)) { continue }
            result.append(object)
            present.insert(ObjectIdentifier(object))
        }
        var grew = false
        for object in updated where !present.contains(ObjectIdentifier(object)) {
            if try matches(object) {
                result.append(object)
                grew = true
            }
        }
        for object in inserted where try matches(object) {
            result.append(object)
            grew = true
        }
        if let sort = core.sortDescriptors, !sort.isEmpty, grew || !updated.isEmpty {
            result = try Sorter.sorted(result, by: sort)
        }
        if core.fetchLimit > 0 && result.count > core.fetchLimit { result = Array(result.prefix(core.fetchLimit)) }
        return result
    }
}
