/// What the coordinator asks of a store that deals in rows.
///
/// Called from any thread; a store does its
/// own locking and lets reads run beside a commit.
///
/// Every error thrown is an `NSError` with Apple's domain and code (see `CoreDataError`).
protocol RowStore: NSPersistentStore {
    /// The model the store was opened with.
    var modelLayout: ModelLayout { get }
    /// Entities that live in this store: all, or those of its configuration.
    func contains(_ layout: EntityLayout) -> Bool

    /// Rows matching `spec`, in its order. A predicate or sort key that the store cannot express throws.
    func fetchRows(_ spec: FetchSpec) throws -> RowList
    /// As `fetchRows`, keys only.
    func fetchReferences(_ spec: FetchSpec) throws -> [RowReference]
    /// Number of matching rows, honouring offset and limit.
    func count(_ spec: FetchSpec) throws -> Int
    /// Dictionary results. Values are Swift values (`String`, `Int64`, `Date`, …) or `RowReference` for
    /// to-ones and object IDs; NULL is absent.
    func fetchDictionaries(_ spec: FetchSpec) throws -> [[String: Any]]

    /// The newest row of each key that exists, by key, each once. `entity` is any entity of the hierarchy.
    ///
    /// - Parameter snapshots: as of a `FetchSpec`.
    func rows(of entity: EntityLayout, keys: [Int64], at snapshots: GenerationSnapshots?) throws -> RowList
    /// The members of a to-many for several owners at once, in any order: one statement per chunk of owners.
    ///
    /// - Parameter snapshots: as of a `FetchSpec`.
    func members(
        of relationship: RelationshipLayout, owners: [Int64], at snapshots: GenerationSnapshots?
    ) throws -> ToManyMembers
    /// Whether the members of that many owners cost little more than those of a few: they are read in one pass.
    func readsMembersInOnePass(_ relationship: RelationshipLayout, owners: Int) throws -> Bool
    /// The bytes behind a binary value stored in a file. `stored` is the slot's stored form.
    func externalData(_ stored: Data) throws -> Data

    /// Reserves `count` consecutive primary keys for the hierarchy of `entity`; returns the first. Durable at once.
    func reserveKeys(of entity: EntityLayout, count: Int) throws -> Int64
    /// Writes everything in one transaction, or nothing.
    func commit(_ changes: StoreChanges) throws -> CommitOutcome
    /// Changes the rows that a fetch selects where they are, in one transaction; nil, and nothing done, when they
    /// have to pass through memory.
    func carryOut(_ change: RowsChange) throws -> RowsChange.Outcome?
}

extension RowStore {
    func carryOut(_ change: RowsChange) throws -> RowsChange.Outcome? { nil }

    func rows(of entity: EntityLayout, keys: [Int64]) throws -> RowList { try rows(of: entity, keys: keys, at: nil) }

    func members(of relationship: RelationshipLayout, owners: [Int64]) throws -> ToManyMembers {
        try members(of: relationship, owners: owners, at: nil)
    }

    func readsMembersInOnePass(_ relationship: RelationshipLayout, owners: Int) throws -> Bool { false }
}

/// Members of a to-many, by owner.
struct ToManyMembers {
    /// An owner, and where its members end among `rows`; they begin where those of the owner before end.
    struct Run {
        let owner: Int64
        var end: Int
    }

    /// The owners that have members, ascending.
    private(set) var runs: [Run] = []
    /// Rows of the members, those of one owner in relationship order.
    var rows = RowList()

    init() {}

    /// - Parameter rows: those that `runs` tell of.
    init(runs: [Run], rows: RowList) {
        self.runs = runs
        self.rows = rows
    }

    /// Notes whose member the last row is.
    ///
    /// Rows of one owner follow one another.
    @inline(__always)
    mutating func note(owner: Int64) {
        if let last = runs.indices.last, runs[last].owner == owner {
            runs[last].end = rows.count
        } else {
            runs.append(Run(owner: owner, end: rows.count))
        }
    }
}

/// All that one save writes to one store.
struct StoreChanges {
    var inserts: [RowInsert] = []
    var updates: [RowUpdate] = []
    var deletes: [RowDelete] = []
    var memberships: [MembershipChange] = []
    var orders: [OrderChange] = []
    /// Metadata to write along, when it changed.
    var metadata: [String: Any]?
    /// For the change history.
    var author: String?
    var contextName: String?

    /// A new row with a reserved key; version becomes 1.
    struct RowInsert {
        var layout: EntityLayout
        var primaryKey: Int64
        /// One value per slot; `.unset` counts as null.
        ///
        /// To-ones as `.key`.
        var values: ContiguousArray<SlotValue>
    }

    /// Changed slots of a row; the version grows by one.
    ///
    /// All slots may be unset (a to-many changed).
    struct RowUpdate {
        var layout: EntityLayout
        var primaryKey: Int64
        /// The version last seen; another one in the store is a conflict.
        var expectedVersion: Int64
        /// One value per slot; `.unset` = keep.
        var values: ContiguousArray<SlotValue>
    }

    struct RowDelete {
        var layout: EntityLayout
        var primaryKey: Int64
        var expectedVersion: Int64
    }

    /// Added and removed members of a relationship kept outside the member's row: many-to-many (given for
    /// one of its two sides only) and to-many without inverse.
    struct MembershipChange {
        var relationship: RelationshipLayout
        var owner: RowReference
        var added: [RowReference]
        var removed: [RowReference]
    }

    /// The whole new order of an ordered to-many.
    struct OrderChange {
        var relationship: RelationshipLayout
        var owner: RowReference
        var members: [RowReference]
    }
}

/// What became of a commit.
///
/// Unless `committed`, nothing was written.
enum CommitOutcome {
    case committed
    /// Rows whose version is not the expected one.
    case conflicts([RowConflict])
    /// Uniqueness constraints that new or changed rows would violate.
    case constraintViolations([ConstraintViolation])
}

struct RowConflict {
    var layout: EntityLayout
    var primaryKey: Int64
    /// The row as it is in the store now; nil when it is gone.
    var current: PackedRow?
}

struct ConstraintViolation {
    /// The entity that declares the constraint, and its attribute names.
    var layout: EntityLayout
    var constraint: [String]
    /// The row being written.
    var primaryKey: Int64
    /// The row in the store that has these values already; nil when two rows of the same save collide.
    var existing: PackedRow?
    /// The other row of the same save, when it is that which collides.
    var otherPrimaryKey: Int64?
}
