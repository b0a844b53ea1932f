/// What goes where when a database is migrated: the old schema as the file has it, the new one as the model
/// asks for it, and what of the one goes on in the other.
final class MigrationPlan {
    let old: StoreSchema
    let new: SchemaPlan
    let comparison: ModelComparison
    /// Old entities that the store holds.
    let oldEntities: [EntityLayout]
    private let oldKeys: SchemaPlan
    /// Default values by entity of the new model and slot.
    private let defaults: [[Int: String]]

    /// - Throws: what making the stored form of a default value throws.
    init(
        old: StoreSchema, oldEntities: [EntityLayout], new: SchemaPlan, comparison: ModelComparison,
        literals: DefaultLiteral
    ) throws {
        self.old = old
        self.new = new
        self.comparison = comparison
        self.oldEntities = oldEntities
        oldKeys = SchemaPlan(layout: old.layout, entities: oldEntities)
        defaults = try new.layout.entities.map { entity in
            var texts: [Int: String] = [:]
            for slot in entity.slots { texts[slot.index] = try literals.text(of: slot, in: entity) }
            return texts
        }
    }

    /// The default value of an attribute, as SQL.
    func literal(of slot: Slot, in entity: EntityLayout) -> String? { defaults[entity.index][slot.index] }

    /// The old entity that goes on as `entity`, with its place in the file; nil when that one is new.
    func origin(of entity: EntityLayout) -> EntityMapping? {
        comparison.source(of: entity.entity).flatMap { old.layout.layout(of: $0) }.flatMap { old[$0.index] }
    }

    /// What objects of an old entity go on as; nil when it is removed, or has none any more.
    func successor(of entity: EntityLayout) -> EntityLayout? {
        guard let next = comparison.destination(of: entity.entity), !next.isAbstract || entity.entity.isAbstract else {
            return nil
        }
        return new.layout.layout(of: next)
    }

    /// An entity's number in the new schema.
    func number(of entity: EntityLayout) -> Int64 { new.numbers[entity.index] }

    /// The numbers of an entity and its sub-entities in the new schema, as an SQL list.
    func familyNumbers(of entity: EntityLayout) -> String {
        entity.family.map { String(new.numbers[$0]) }.joined(separator: ", ")
    }

    /// The quoted new table of an entity.
    func table(of entity: EntityLayout) -> String {
        SQLName.quoted(SchemaPlan.tableName(new.layout.entities[entity.rootIndex]))
    }

    /// The quoted old table that the rows of `entity`'s new table come from; nil when they are none.
    func oldTable(of entity: EntityLayout) -> String? {
        new.layout.entities[entity.rootIndex].family.lazy
            .compactMap { self.origin(of: self.new.layout.entities[$0])?.table }.first
    }

    /// The old attribute that goes on as a slot of `entity`; nil when it is new there or had no column.
    func origin(ofSlot slot: Slot, of entity: EntityLayout) -> (slot: Slot, mapping: EntityMapping)? {
        guard let mapping = origin(of: entity),
            let path = comparison.sourcePath(slot.name, of: entity.entity),
            case .slot(let index) = mapping.layout.code(path), mapping.columns[index] != nil
        else { return nil }
        return (mapping.layout.slots[index], mapping)
    }

    /// A relationship of an old entity.
    struct OldRelationship {
        let layout: RelationshipLayout
        let mapping: EntityMapping
        /// The relationship by the entity that declares it.
        let key: SchemaPlan.PropertyKey
    }

    /// The stored old relationship that goes on as the one called `name` of `entity`.
    func origin(ofRelationship name: String, of entity: EntityLayout) -> OldRelationship? {
        guard let mapping = origin(of: entity),
            let property = comparison.sourceProperty(name, of: entity.entity),
            let layout = mapping.layout.relationship(named: property.name), layout.isPersistent,
            old[layout.destination] != nil
        else { return nil }
        return OldRelationship(layout: layout, mapping: mapping, key: oldKeys.key(property.name, of: mapping.layout))
    }

    /// The relationship of `entity` and its sub-entities in the old model, each declaration once.
    func origins(ofRelationship name: String, of entity: EntityLayout) -> [OldRelationship] {
        var keys = Set<SchemaPlan.PropertyKey>()
        return entity.family.compactMap { index in
            origin(ofRelationship: name, of: new.layout.entities[index]).flatMap {
                keys.insert($0.key).inserted ? $0 : nil
            }
        }
    }

    /// Old entities of `entity`'s family which go on as `target` or a sub-entity of it.
    func survivors(of entity: EntityLayout, as target: EntityLayout) -> [EntityLayout] {
        entity.family.map { old.layout.entities[$0] }.filter { successor(of: $0)?.isKind(of: target) ?? false }
    }

    /// Whether all of an old entity's family goes on as `target` or its sub-entities.
    func isIntact(_ entity: EntityLayout, as target: EntityLayout) -> Bool {
        survivors(of: entity, as: target).count == entity.family.count
    }

    /// The old entity that declares an old relationship.
    func declaringEntity(of relationship: OldRelationship) -> EntityLayout {
        old.layout.entities[relationship.key.entity]
    }

    func key(_ name: String, of entity: EntityLayout) -> SchemaPlan.PropertyKey { oldKeys.key(name, of: entity) }
}
