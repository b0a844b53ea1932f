extension InMemoryStore {
    func fetchRows(_ spec: FetchSpec) throws -> RowList { RowList(try matching(spec).map(\.row)) }

    func fetchReferences(_ spec: FetchSpec) throws -> [RowReference] { try matching(spec).map(\.row.reference) }

    func count(_ spec: FetchSpec) throws -> Int {
        try matching(spec, isSorted: false).count
    }

    func rows(of entity: EntityLayout, keys: [Int64], at snapshots: GenerationSnapshots?) throws -> RowList {
        let rows = snapshot().rows[entity.rootIndex] ?? [:]
        return RowList(keys.ascendingOnce.compactMap { rows[$0] })
    }

    func members(
        of relationship: RelationshipLayout, owners: [Int64], at snapshots: GenerationSnapshots?
    ) throws -> ToManyMembers {
        let contents = snapshot()
        let layout = modelLayout
        var result = ToManyMembers()
        for owner in owners.ascendingOnce {
            for row in contents.members(of: relationship, owner: owner, layout: layout) {
                result.rows.append(row)
                result.note(owner: owner)
            }
        }
        return result
    }

    /// Matching rows in the order asked for, or by key.
    func matching(_ spec: FetchSpec, isSorted: Bool = true, isLimited: Bool = true) throws -> [RowObject] {
        let contents = snapshot()
        let layout = modelLayout
        let wanted = Set(spec.includesSubentities ? spec.layout.family : [spec.layout.index])
        let store = identity.number
        var objects: [RowObject] = []
        let filter = spec.predicate.map { PredicateEvaluator($0) }
        for (_, row) in (contents.rows[spec.layout.rootIndex] ?? [:]).sorted(by: { $0.key < $1.key })
        where wanted.contains(row.layout.index) {
            let object = RowObject(row, contents: contents, layout: layout, store: store)
            if let filter, !(try evaluating { try filter.evaluate(coding: object) }) { continue }
            objects.append(object)
        }
        if isSorted { objects = try evaluating { try Sorter.sorted(objects, by: spec.sortDescriptors) } }
        return isLimited ? Self.window(objects, spec) : objects
    }

    static func window<Element>(_ elements: [Element], _ spec: FetchSpec) -> [Element] {
        let rest = elements.dropFirst(max(spec.offset, 0))
        return Array(spec.limit > 0 ? rest.prefix(spec.limit) : rest)
    }

    /// Errors of evaluation in the form of the API.
    func evaluating<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as PredicateEvaluationError {
            throw CoreDataError.make(
                NSPersistentStoreIncompatibleSchemaError, error.description,
                suggestion: "Correct the predicate or sort descriptor of the fetch.", underlying: error)
        }
    }
}
