/// Applies one save to contents, or finds why it cannot be.
struct MemoryWriter {
    private(set) var contents: MemoryContents
    let layout: ModelLayout

    mutating func write(_ changes: StoreChanges) throws -> CommitOutcome {
        let conflicts = conflicts(of: changes)
        if !conflicts.isEmpty { return .conflicts(conflicts) }
        let violations = MemoryConstraints(contents: contents, layout: layout).violations(of: changes)
        if !violations.isEmpty { return .constraintViolations(violations) }
        for row in changes.deletes { delete(row) }
        for row in changes.updates { update(row) }
        for row in changes.inserts {
            put(
                PackedRow.updated(
                    nil, layout: own(row.layout), primaryKey: row.primaryKey, version: 1, values: row.values),
                replacing: nil)
        }
        for change in changes.memberships { write(change) }
        for change in changes.orders {
            let key = MemoryContents.key(change.relationship.name, of: layout.entities[change.relationship.owner])
            contents.orders[key, default: [:]][change.owner.primaryKey] = change.members.map(\.primaryKey)
        }
        return .committed
    }

    private func own(_ layout: EntityLayout) -> EntityLayout { self.layout.entities[layout.index] }

    private func conflicts(of changes: StoreChanges) -> [RowConflict] {
        var conflicts: [RowConflict] = []
        func check(_ layout: EntityLayout, _ key: Int64, _ version: Int64) {
            let current = contents.row(layout.rootIndex, key)
            if current?.version != version {
                conflicts.append(RowConflict(layout: layout, primaryKey: key, current: current))
            }
        }
        for row in changes.updates { check(row.layout, row.primaryKey, row.expectedVersion) }
        for row in changes.deletes { check(row.layout, row.primaryKey, row.expectedVersion) }
        return conflicts
    }

    // MARK: Rows

    private mutating func update(_ change: StoreChanges.RowUpdate) {
        guard let base = contents.row(change.layout.rootIndex, change.primaryKey) else { return }
        put(
            PackedRow.updated(
                base, layout: base.layout, primaryKey: base.primaryKey, version: base.version &+ 1,
                values: change.values),
            replacing: base)
    }

    private mutating func put(_ row: PackedRow, replacing old: PackedRow?) {
        contents.rows[row.layout.rootIndex, default: [:]][row.primaryKey] = row
        for relationship in row.layout.toOne where relationship.isPersistent {
            let before = old?.destination(relationship)?.primaryKey
            let after = row.destination(relationship)?.primaryKey
            if before == after { continue }
            let key = MemoryContents.key(relationship.name, of: row.layout)
            if let before {
                contents.referring[key]?[before]?.remove(row.primaryKey)
                forgetOrder(of: relationship, owner: before, member: row.primaryKey)
            }
            if let after { contents.referring[key, default: [:]][after, default: []].insert(row.primaryKey) }
        }
    }

    /// A row that leaves a list has no place in it any more.
    private mutating func forgetOrder(of relationship: RelationshipLayout, owner: Int64, member: Int64) {
        guard let inverse = relationship.inverseName else { return }
        let key = MemoryContents.key(inverse, of: layout.entities[relationship.destination])
        contents.orders[key]?[owner]?.removeAll { $0 == member }
    }

    private mutating func delete(_ change: StoreChanges.RowDelete) {
        let root = change.layout.rootIndex
        guard let row = contents.rows[root]?.removeValue(forKey: change.primaryKey) else { return }
        for relationship in row.layout.toOne where relationship.isPersistent {
            guard let owner = row.destination(relationship)?.primaryKey else { continue }
            let key = MemoryContents.key(relationship.name, of: row.layout)
            contents.referring[key]?[owner]?.remove(row.primaryKey)
            forgetOrder(of: relationship, owner: owner, member: row.primaryKey)
        }
        for relationship in row.layout.toMany {
            let key = MemoryContents.key(relationship.name, of: row.layout)
            contents.orders[key]?[row.primaryKey] = nil
            guard let members = contents.members[key]?.removeValue(forKey: row.primaryKey),
                let inverse = relationship.inverseName, relationship.inverseIsToMany
            else { continue }
            let other = MemoryContents.key(inverse, of: layout.entities[relationship.destination])
            for member in members {
                contents.members[other]?[member.primaryKey]?.removeAll { $0.primaryKey == row.primaryKey }
                contents.orders[other]?[member.primaryKey]?.removeAll { $0 == row.primaryKey }
            }
        }
    }

    // MARK: Memberships

    private mutating func write(_ change: StoreChanges.MembershipChange) {
        let relationship = change.relationship
        let key = MemoryContents.key(relationship.name, of: layout.entities[relationship.owner])
        var inverse: MemoryContents.RelationshipKey?
        if let name = relationship.inverseName, relationship.inverseIsToMany {
            inverse = MemoryContents.key(name, of: layout.entities[relationship.destination])
        }
        for member in change.removed {
            remove(key, change.owner, member)
            if let inverse { remove(inverse, member, change.owner) }
        }
        for member in change.added {
            if inverse == nil { takeFromOtherOwners(key, member) }
            add(key, change.owner, member)
            if let inverse { add(inverse, member, change.owner) }
        }
    }

    /// A member of a to-many without inverse has one owner: its row has room for one key.
    private mutating func takeFromOtherOwners(_ key: MemoryContents.RelationshipKey, _ member: RowReference) {
        for owner in (contents.members[key] ?? [:]).keys {
            contents.members[key]?[owner]?.removeAll { $0.primaryKey == member.primaryKey }
        }
    }

    private mutating func add(_ key: MemoryContents.RelationshipKey, _ owner: RowReference, _ member: RowReference) {
        let known = contents.members[key]?[owner.primaryKey] ?? []
        if known.contains(where: { $0.primaryKey == member.primaryKey }) { return }
        contents.members[key, default: [:]][owner.primaryKey, default: []].append(member)
    }

    private mutating func remove(
        _ key: MemoryContents.RelationshipKey, _ owner: RowReference, _ member: RowReference
    ) {
        contents.members[key]?[owner.primaryKey]?.removeAll { $0.primaryKey == member.primaryKey }
        contents.orders[key]?[owner.primaryKey]?.removeAll { $0 == member.primaryKey }
    }
}
