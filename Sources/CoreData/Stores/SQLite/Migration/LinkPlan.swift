/// How the connections of one relationship, or pair of inverse relationships, get into the new schema.
struct LinkPlan {
    /// Where the new schema keeps the connections.
    enum Form {
        /// A foreign key in the owner's row; the other side is to-many, or there is none.
        case foreignKey
        /// Foreign keys on both sides.
        case foreignKeys
        /// The owner's key in the member's row.
        case stray
        case join(SchemaPlan.JoinPair)
    }

    /// The side from whose end the connections are looked at.
    let owner: EntityLayout
    let relationship: RelationshipLayout
    let form: Form
    /// True when columns or join tables go on as they are.
    let isDirect: Bool
    /// Old relationships from the owner's side whose connections are written anew.
    let forward: [MigrationPlan.OldRelationship]
    /// Old relationships from the other side, when there is none on the owner's.
    let backward: [MigrationPlan.OldRelationship]
    /// True when positions have to be made up: the list was not ordered.
    let needsOrder: Bool

    var key: SchemaPlan.PropertyKey { SchemaPlan.PropertyKey(entity: owner.index, name: relationship.name) }
}

extension MigrationPlan {
    /// All connections of the new schema, each once.
    func links() -> [LinkPlan] {
        var result: [LinkPlan] = []
        for entity in new.entities {
            for relationship in entity.relationships
            where relationship.isPersistent && new.declares(entity, relationship.name)
                && new.numbers[relationship.destination] != 0
            {
                if let link = link(relationship, of: entity) { result.append(link) }
            }
        }
        return result
    }

    private func link(_ relationship: RelationshipLayout, of entity: EntityLayout) -> LinkPlan? {
        let destination = new.layout.entities[relationship.destination]
        let inverse = relationship.inverseName.flatMap { destination.relationship(named: $0) }
        let forward = sources(relationship, of: entity)
        let backward = inverse.map { sources($0, of: new.declaring($0.name, of: destination)) } ?? []
        func make(_ form: LinkPlan.Form, isDirect: Bool, needsOrder: Bool) -> LinkPlan {
            LinkPlan(
                owner: entity, relationship: relationship, form: form, isDirect: isDirect, forward: forward,
                backward: forward.isEmpty ? backward : [], needsOrder: needsOrder)
        }
        guard relationship.isToMany else {
            guard let inverse, !inverse.isToMany else {
                let isDirect = forward.allSatisfy { !$0.layout.isToMany } && (!forward.isEmpty || backward.isEmpty)
                let wasOrdered = forward.allSatisfy { isOrdered(inverseOf: $0) }
                return make(.foreignKey, isDirect: isDirect, needsOrder: inverse?.isOrdered ?? false && !wasOrdered)
            }
            let theirs = new.key(inverse.name, of: destination)
            let mine = SchemaPlan.PropertyKey(entity: entity.index, name: relationship.name)
            guard (mine.entity, mine.name) <= (theirs.entity, theirs.name) else { return nil }
            let isDirect = zip([forward, backward], [backward, forward]).allSatisfy { here, there in
                here.allSatisfy { source in
                    guard !source.layout.isToMany, !source.layout.inverseIsToMany,
                        let inverse = inverseKey(of: source)
                    else { return false }
                    return there.contains { $0.key == inverse }
                }
            }
            return make(.foreignKeys, isDirect: isDirect, needsOrder: false)
        }
        guard let inverse else {
            let isDirect = forward.allSatisfy { source in
                guard source.layout.isToMany, source.layout.inverseName == nil, forward.count == 1 else { return false }
                return isIntact(source, owner: entity, member: destination)
            }
            let wasOrdered = forward.allSatisfy(\.layout.isOrdered)
            return make(.stray, isDirect: isDirect, needsOrder: relationship.isOrdered && !wasOrdered)
        }
        guard inverse.isToMany else { return nil }
        let mine = SchemaPlan.PropertyKey(entity: entity.index, name: relationship.name)
        guard let pair = new.joinPairs.first(where: { $0.naming == mine }) else { return nil }
        var isDirect = forward.isEmpty && backward.isEmpty
        if forward.count == 1, backward.count == 1, forward[0].layout.inverseIsToMany, forward[0].layout.isToMany,
            inverseKey(of: forward[0]) == backward[0].key
        {
            isDirect = isIntact(forward[0], owner: entity, member: destination)
        }
        return make(.join(pair), isDirect: isDirect, needsOrder: false)
    }

    /// The old relationships whose members can be members of the new one.
    private func sources(_ relationship: RelationshipLayout, of entity: EntityLayout) -> [OldRelationship] {
        let destination = new.layout.entities[relationship.destination]
        return origins(ofRelationship: relationship.name, of: entity).filter { source in
            !survivors(of: old.layout.entities[source.layout.destination], as: destination).isEmpty
        }
    }

    private func isIntact(_ source: OldRelationship, owner: EntityLayout, member: EntityLayout) -> Bool {
        isIntact(declaringEntity(of: source), as: owner)
            && isIntact(old.layout.entities[source.layout.destination], as: member)
    }

    func inverseKey(of source: OldRelationship) -> SchemaPlan.PropertyKey? {
        source.layout.inverseName.map { key($0, of: old.layout.entities[source.layout.destination]) }
    }

    private func isOrdered(inverseOf source: OldRelationship) -> Bool {
        guard let name = source.layout.inverseName else { return false }
        return old.layout.entities[source.layout.destination].relationship(named: name)?.isOrdered ?? false
    }
}
