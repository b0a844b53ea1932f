import SQLite

/// The change history of a store: `ACHANGE`, `ATRANSACTION`, `ATRANSACTIONSTRING`.
///
/// Source: sqlite-format, section 9. Once the tables exist every save is recorded, whoever asked for them.
final class HistoryTables: Sendable {
    private static let changeEntity: Int64 = 16001
    private static let transactionEntity: Int64 = 16002
    private static let stringEntity: Int64 = 16003

    static let creation = [
        "CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, "
            + "ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB",
        "CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, "
            + "ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, "
            + "ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
        "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
        "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
        "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
        "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
        "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
        "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
        "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
        "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
    ]

    /// False for the form of 2017, which has the strings in the transaction itself.
    let hasStrings: Bool
    private let insertTransaction: SQL
    private let insertChange: SQL
    /// Number of tombstone columns in the file.
    let tombstones: Int
    let numbering: [Int: PropertyNumbering]

    private init(hasStrings: Bool, tombstones: Int, numbering: [Int: PropertyNumbering]) {
        self.hasStrings = hasStrings
        self.tombstones = tombstones
        self.numbering = numbering
        let strings =
            hasStrings
            ? "ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS" : "ZAUTHOR, ZBUNDLEID, ZCONTEXTNAME, ZPROCESSID"
        insertTransaction = SQL(
            "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP, \(strings)) VALUES (?, ?, ?, ?, ?, ?, ?)",
            purpose: "record a transaction")
        let columns = (0..<tombstones).map { ", ZTOMBSTONE\($0)" }.joined()
        let places = String(repeating: ", ?", count: tombstones)
        insertChange = SQL(
            "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(columns)) "
                + "VALUES (?, ?, ?, ?, ?, ?, ?\(places))", purpose: "record a change")
    }

    /// The history of an opened store; nil when it keeps none.
    static func find(
        on connection: Connection, layout: ModelLayout, entities: [EntityLayout]
    ) throws -> HistoryTables? {
        func columns(_ table: String) throws -> Set<String> {
            let statement = try connection.prepareOnce(
                "SELECT name FROM pragma_table_info(?)", purpose: "look for the history")
            statement.bind(1, text: table)
            var names = Set<String>()
            while try statement.step() { names.insert(statement.string(0) ?? "") }
            return names
        }
        let change = try columns("ACHANGE")
        let transaction = try columns("ATRANSACTION")
        guard change.contains("ZTRANSACTIONID"), transaction.contains("ZTIMESTAMP") else { return nil }
        var tombstones = 0
        while change.contains("ZTOMBSTONE\(tombstones)") { tombstones += 1 }
        return HistoryTables(
            hasStrings: transaction.contains("ZAUTHORTS"), tombstones: tombstones,
            numbering: Dictionary(
                uniqueKeysWithValues: entities.map { ($0.index, PropertyNumbering($0, in: layout)) }))
    }

    /// Makes the tables.
    ///
    /// Call inside a transaction.
    static func create(on connection: Connection, layout: ModelLayout, entities: [EntityLayout]) throws {
        let tombstones = entities.map { PropertyNumbering($0, in: layout).preserved.count }.max() ?? 0
        for (position, statement) in creation.enumerated() {
            let columns = (0..<tombstones).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
            let text = position == 0 ? statement + columns + " )" : statement
            try connection.execute(text, purpose: "make the history tables")
        }
        for (number, name) in [
            (changeEntity, "CHANGE"), (transactionEntity, "TRANSACTION"), (stringEntity, "TRANSACTIONSTRING"),
        ] {
            try connection.execute(
                "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (\(number), '\(name)', 0, 0)",
                purpose: "number the history entities")
        }
    }

    // MARK: Recording

    /// A statement that stands on the values of a row about to be deleted that must be kept; nil for none.
    private func tombstone(
        of layout: EntityLayout, key: Int64, mapping: EntityMapping, connection: Connection
    ) throws -> Statement? {
        guard tombstones > 0, let slots = numbering[layout.index]?.preserved, !slots.isEmpty else { return nil }
        let columns = slots.prefix(tombstones).compactMap { mapping.columns[$0] }.joined(separator: ", ")
        let statement = try connection.statement(
            SQL.of(
                "SELECT \(columns) FROM \(mapping.table) WHERE Z_PK = ?", purpose: "keep values of a deleted row"))
        statement.bind(1, integer: key)
        return try statement.step() ? statement : nil
    }

    /// Records a save.
    ///
    /// Call inside its transaction, before rows are deleted.
    func record(_ changes: StoreChanges, schema: StoreSchema, connection: Connection) throws {
        let count = Int64(changes.inserts.count + changes.updates.count + changes.deletes.count)
        if count == 0 { return }
        let transaction = try nextKey(of: Self.transactionEntity, count: 1, connection)
        try insert(transaction, changes, connection)
        var key = try nextKey(of: Self.changeEntity, count: count, connection)
        let statement = try connection.statement(insertChange)
        func write(_ type: Int64, _ layout: EntityLayout, _ row: Int64, columns: [UInt8]?, tomb: Statement?) throws {
            statement.bind(1, integer: key)
            statement.bind(2, integer: Self.changeEntity)
            statement.bind(3, integer: type)
            statement.bind(4, integer: try schema.mapping(layout).number)
            statement.bind(5, integer: row)
            statement.bind(6, integer: transaction)
            if let columns { columns.withUnsafeBytes { statement.bind(7, blob: $0) } } else { statement.bindNull(7) }
            for index in 0..<Int32(tombstones) {
                if let tomb, index < Int32(tomb.columnCount) {
                    statement.bind(8 + index, valueOf: tomb, column: index)
                } else {
                    statement.bindNull(8 + index)
                }
            }
            try statement.run()
            key &+= 1
        }
        for row in changes.inserts { try write(0, row.layout, row.primaryKey, columns: nil, tomb: nil) }
        for row in changes.updates {
            let bits = numbering[row.layout.index]?.bits(of: row, memberships: changes.memberships) ?? []
            try write(1, row.layout, row.primaryKey, columns: bits, tomb: nil)
        }
        for row in changes.deletes {
            let mapping = try schema.mapping(row.layout)
            let tomb = try tombstone(of: row.layout, key: row.primaryKey, mapping: mapping, connection: connection)
            try write(2, row.layout, row.primaryKey, columns: nil, tomb: tomb)
            tomb?.reset()
        }
        statement.clearBindings()
    }

    private func insert(_ key: Int64, _ changes: StoreChanges, _ connection: Connection) throws {
        let strings = [
            changes.author, Bundle.main.bundleIdentifier, changes.contextName, ProcessInfo.processInfo.processName,
        ]
        var keys: [Int64?] = []
        if hasStrings { keys = try strings.map { try $0.map { try stringKey($0, connection) } } }
        let statement = try connection.statement(insertTransaction)
        statement.bind(1, integer: key)
        statement.bind(2, integer: Self.transactionEntity)
        statement.bind(3, real: Date().timeIntervalSinceReferenceDate)
        for (index, string) in strings.enumerated() {
            let place = Int32(4 + index)
            if hasStrings, let key = keys[index] {
                statement.bind(place, integer: key)
            } else if !hasStrings, let string {
                statement.bind(place, text: string)
            } else {
                statement.bindNull(place)
            }
        }
        try statement.run()
    }

    private static let findString = SQL(
        "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", purpose: "look for a history string")
    private static let addString = SQL(
        "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, ?, ?)", purpose: "record a history string")

    private func stringKey(_ string: String, _ connection: Connection) throws -> Int64 {
        let find = try connection.statement(Self.findString)
        find.bind(1, text: string)
        defer { find.reset() }
        if try find.step() { return find.integer(0) }
        let key = try nextKey(of: Self.stringEntity, count: 1, connection)
        let add = try connection.statement(Self.addString)
        add.bind(1, integer: key)
        add.bind(2, integer: Self.stringEntity)
        add.bind(3, text: string)
        try add.run()
        return key
    }

    private static let raise = SQL(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = coalesce(Z_MAX, 0) + ? WHERE Z_ENT = ? RETURNING Z_MAX",
        purpose: "number history rows")

    /// The first of `count` keys; inside the save's own transaction, so a rolled-back save takes none.
    private func nextKey(of entity: Int64, count: Int64, _ connection: Connection) throws -> Int64 {
        let statement = try connection.statement(Self.raise)
        statement.bind(1, integer: count)
        statement.bind(2, integer: entity)
        guard try statement.step() else {
            statement.reset()
            throw CoreDataError.make(
                NSPersistentStoreSaveError, "Z_PRIMARYKEY has no row for the history entity \(entity).",
                suggestion: "The history tables are damaged. Restore the store from a backup.")
        }
        let last = statement.integer(0)
        try statement.run()
        return last &- count &+ 1
    }
}

/// The numbers under which the history knows an entity's stored properties.
///
/// Source: sqlite-format, section 9: inherited ones first inside each class; to-ones by name, each one
/// place and another when it has an entity column, then attributes by name, then to-manys by name.
struct PropertyNumbering: Sendable {
    /// Place of each slot; -1 for slots that are not stored.
    private(set) var slots: [Int]
    /// Place of each to-many by its index.
    private(set) var toMany: [Int]
    /// Slots of attributes whose values outlive the row.
    private(set) var preserved: [Int] = []
    /// How many places there are.
    private(set) var count = 0

    init(_ entity: EntityLayout, in layout: ModelLayout) {
        slots = Array(repeating: -1, count: entity.slots.count)
        toMany = Array(repeating: -1, count: entity.toMany.count)
        func depth(_ name: String) -> Int {
            // 0 for what the root declares.
            var depth = 0
            var current = entity
            var declared = 0
            while true {
                if current.entity.propertiesByName[name] != nil { declared = depth }
                guard let index = current.superIndex else { break }
                current = layout.entities[index]
                depth += 1
            }
            return depth - declared
        }
        func ordered<T>(_ items: [T], _ name: (T) -> String) -> [T] {
            items.enumerated().sorted {
                (depth(name($0.element)), $0.offset) < (depth(name($1.element)), $1.offset)
            }.map(\.element)
        }
        var next = 0
        for relationship in ordered(entity.toOne.filter(\.isPersistent), { $0.name }) {
            slots[relationship.slot] = next
            next += 1
            if let entitySlot = relationship.entitySlot {
                slots[entitySlot] = next
                next += 1
            }
        }
        let attributes = entity.slots.filter { $0.isPersistent && $0.kind != .toOne && $0.kind != .destinationEntity }
        for slot in ordered(attributes, { $0.propertyName }) {
            slots[slot.index] = next
            next += 1
            if entity.entity.preservesAfterDeletion(slot.name) {
                preserved.append(slot.index)
            }
        }
        for relationship in ordered(entity.toMany.filter(\.isPersistent), { $0.name }) {
            toMany[relationship.toManyIndex] = next
            next += 1
        }
        count = next
    }

    /// The bit set of changed properties: bit 0 is the highest bit of the first byte.
    func bits(of row: StoreChanges.RowUpdate, memberships: [StoreChanges.MembershipChange]) -> [UInt8] {
        var bytes: [UInt8] = []
        func set(_ place: Int) {
            guard place >= 0 else { return }
            while bytes.count <= place >> 3 { bytes.append(0) }
            bytes[place >> 3] |= 0x80 >> UInt8(place & 7)
        }
        for index in row.values.indices where !row.values[index].isUnset {
            set(slots[index])
            if let entitySlot = row.layout.toOneBySlot[index]?.entitySlot { set(slots[entitySlot]) }
        }
        for change in memberships
        where change.relationship.owner == row.layout.index && change.owner.primaryKey == row.primaryKey {
            set(toMany[change.relationship.toManyIndex])
        }
        return bytes
    }
}
