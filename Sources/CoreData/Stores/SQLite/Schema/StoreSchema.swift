import SQLite
import Synchronization

/// Where the entities of a model are in one opened file.
///
/// Immutable apart from the readers and statements that are made at first use; shared by all threads.
final class StoreSchema: @unchecked Sendable {
    // @unchecked: `let`s of immutable things; what is made at first use is behind its lock.

    let layout: ModelLayout
    /// By index of the entity in the model; nil for entities that live elsewhere.
    let entities: [EntityMapping?]
    let joins: [JoinMapping]
    /// Index in the model by `Z_ENT`.
    let indexByNumber: [Int64: Int32]
    /// Columns that a row reader needs room for at most.
    let widestRow: Int

    init(layout: ModelLayout, entities: [EntityMapping?], joins: [JoinMapping]) {
        self.layout = layout
        self.entities = entities
        self.joins = joins
        var indexByNumber: [Int64: Int32] = [:]
        for case let mapping? in entities { indexByNumber[mapping.number] = Int32(mapping.layout.index) }
        self.indexByNumber = indexByNumber
        self.widestRow = entities.reduce(0) { max($0, $1?.layout.slots.count ?? 0) }
    }

    /// The mapping of an entity of this store.
    ///
    /// - Throws: 134060 when the entity lives elsewhere.
    func mapping(_ layout: EntityLayout) throws -> EntityMapping {
        if layout.index < entities.count, let mapping = entities[layout.index], mapping.layout === layout {
            return mapping
        }
        // the same entity of another copy of the model.
        if let own = self.layout.byName[layout.name], let mapping = entities[own.index] { return mapping }
        throw CoreDataError.make(
            NSCoreDataError, "The entity \(layout.name) is not kept in this store.",
            suggestion: "Add a store whose configuration contains the entity.")
    }

    /// The mapping of a relationship's owner; nil when it lives elsewhere.
    subscript(index: Int) -> EntityMapping? { index < entities.count ? entities[index] : nil }
}

/// An entity's place in the file.
final class EntityMapping: @unchecked Sendable {
    // @unchecked: see `prepared`; everything else is immutable once `SchemaBinding` is done.

    let layout: EntityLayout
    /// `Z_ENT`.
    let number: Int64
    /// `Z_ENT` of the root entity, whose row of `Z_PRIMARYKEY` counts the keys.
    let rootNumber: Int64
    /// The table, quoted for SQL where needed.
    let table: String
    /// True when rows of other entities are in the table too.
    let isShared: Bool
    /// The numbers of this entity and its sub-entities, ascending.
    let familyNumbers: [Int64]
    /// Column of each slot, quoted; nil for what is not stored.
    let columns: [String?]
    /// Order key of each to-one slot whose inverse is ordered.
    let orderColumns: [String?]
    /// By `RelationshipLayout.toManyIndex`; nil for transient ones.
    fileprivate(set) var toMany: [ToManyMapping?] = []
    /// Many-to-many tables with rows about objects of this entity, and the columns that hold their keys.
    fileprivate(set) var joinColumns: [(join: JoinMapping, column: String)] = []
    /// Uniqueness constraints that hold for rows of this entity, inherited ones included.
    fileprivate(set) var constraints: [ConstraintMapping] = []
    /// Slots whose values may lie in files.
    let externalSlots: [Int]
    /// Derived attributes that the store computes itself.
    let computed: [ComputedSlot]

    /// Guards what is made at first use.
    private let prepared = Mutex<Prepared>(Prepared())

    private struct Prepared {
        var plans: [ReadPlan?] = [nil, nil]
        var statements: WriteStatements?
    }

    init(
        layout: EntityLayout, number: Int64, rootNumber: Int64, table: String, isShared: Bool, familyNumbers: [Int64],
        columns: [String?], orderColumns: [String?]
    ) {
        self.layout = layout
        self.number = number
        self.rootNumber = rootNumber
        self.table = table
        self.isShared = isShared
        self.familyNumbers = familyNumbers
        self.columns = columns
        self.orderColumns = orderColumns
        self.computed = ComputedSlot.all(of: layout)
        self.externalSlots = layout.slots.filter { $0.allowsExternalStorage && columns[$0.index] != nil }.map(\.index)
    }

    /// Used by `SchemaBinding` before the mapping is shared.
    func complete(
        toMany: [ToManyMapping?], joinColumns: [(join: JoinMapping, column: String)],
        constraints: [ConstraintMapping]
    ) {
        self.toMany = toMany
        self.joinColumns = joinColumns
        self.constraints = constraints
    }

    /// How rows of this entity, with or without its sub-entities, are read.
    func readPlan(includingSubentities: Bool, schema: StoreSchema) -> ReadPlan {
        let slot = includingSubentities ? 1 : 0
        if let plan = prepared.withLock({ $0.plans[slot] }) { return plan }
        let plan = ReadPlan(mapping: self, includingSubentities: includingSubentities, schema: schema)
        return prepared.withLock { prepared in
            if let other = prepared.plans[slot] { return other }
            prepared.plans[slot] = plan
            return plan
        }
    }

    /// The statements that write rows of this entity.
    var writeStatements: WriteStatements {
        if let statements = prepared.withLock({ $0.statements }) { return statements }
        let statements = WriteStatements(mapping: self)
        return prepared.withLock { prepared in
            if let other = prepared.statements { return other }
            prepared.statements = statements
            return statements
        }
    }
}

/// Where the members of a to-many are found.
struct ToManyMapping {
    /// The table that knows: the members' own, or a join table.
    var table: String
    /// Column with the owner's key.
    var ownerColumn: String
    /// Column with the member's key: `Z_PK` in the members' own table.
    var memberColumn: String
    var orderColumn: String?
    var isJoin: Bool
    /// The join table, when it is one.
    var join: JoinMapping?
}

/// A join table as the file has it.
final class JoinMapping: Sendable {
    let table: String
    let naming: SchemaPlan.PropertyKey
    let other: SchemaPlan.PropertyKey
    let ownerColumn: String
    let memberColumn: String
    let memberOrder: String?
    let ownerOrder: String?
    var isReflexive: Bool { naming == other }

    init(
        table: String, naming: SchemaPlan.PropertyKey, other: SchemaPlan.PropertyKey, ownerColumn: String,
        memberColumn: String, memberOrder: String?, ownerOrder: String?
    ) {
        self.table = table
        self.naming = naming
        self.other = other
        self.ownerColumn = ownerColumn
        self.memberColumn = memberColumn
        self.memberOrder = memberOrder
        self.ownerOrder = ownerOrder
    }
}

/// A uniqueness constraint: property names and their slots in the entity at hand.
struct ConstraintMapping {
    /// Index of the entity that declares it.
    var declaring: Int
    var names: [String]
    var slots: [Int]
    var columns: [String]
}
