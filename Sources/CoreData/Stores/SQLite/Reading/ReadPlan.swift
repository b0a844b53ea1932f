import SQLite

/// How rows of an entity are read: columns, and where their values go.
///
/// Made once per entity; statements select `columnList` after whatever columns they put before it.
final class ReadPlan: Sendable {
    let layout: EntityLayout
    let table: String
    /// Result columns, of the table under the name `t0`: key, version, entity where the table is shared,
    /// then values.
    let columnList: String
    /// Key, and entity where the table is shared.
    let referenceList: String
    /// Restricts `t0` to the entities wanted; nil when every row of the table is wanted.
    let entityFilter: String?
    /// Number of columns in `columnList`.
    let width: Int32
    let isShared: Bool
    /// The decoder of the only entity of the table.
    private let single: RowDecoder?
    private let byNumber: [Int64: RowDecoder]
    /// Of the entities wanted only: a damaged row must not pass for one of another hierarchy.
    private let indexByNumber: [Int64: Int32]
    private let chunks: KeyChunkStatements
    /// The statement that reads the rows between two keys, both included, by key.
    let rowsInRange: SQL
    /// Where in `columnList` the columns of values stand.
    private let positions: [String: Int32]

    init(mapping: EntityMapping, includingSubentities: Bool, schema: StoreSchema) {
        layout = mapping.layout
        table = mapping.table
        isShared = mapping.isShared
        var names: [String] = []
        var position: [String: Int32] = [:]
        let fixed: Int32 = mapping.isShared ? 3 : 2
        let members =
            includingSubentities ? mapping.layout.family.compactMap { schema.entities[$0] } : [mapping]
        for member in members {
            for case let column? in member.columns where position[column] == nil {
                position[column] = fixed + Int32(names.count)
                names.append(column)
            }
        }
        width = fixed + Int32(names.count)
        referenceList = mapping.isShared ? "t0.Z_PK, t0.Z_ENT" : "t0.Z_PK"
        columnList =
            (["t0.Z_PK", "t0.Z_OPT"] + (mapping.isShared ? ["t0.Z_ENT"] : []) + names.map { "t0.\($0)" })
            .joined(separator: ", ")
        if !mapping.isShared || (includingSubentities && mapping.layout.superIndex == nil) {
            entityFilter = nil
        } else if includingSubentities, mapping.familyNumbers.count > 1 {
            entityFilter = "t0.Z_ENT IN (\(mapping.familyNumbers.map(String.init).joined(separator: ", ")))"
        } else {
            entityFilter = "t0.Z_ENT = \(mapping.number)"
        }
        var byNumber: [Int64: RowDecoder] = [:]
        var indexByNumber: [Int64: Int32] = [:]
        for member in members {
            byNumber[member.number] = RowDecoder(
                mapping: member, positions: position, indexByNumber: schema.indexByNumber)
            indexByNumber[member.number] = Int32(member.layout.index)
        }
        self.indexByNumber = indexByNumber
        single = mapping.isShared ? nil : byNumber[mapping.number]
        self.byNumber = byNumber
        positions = position
        let purpose = "read rows of \(mapping.layout.name)"
        chunks = KeyChunkStatements(
            head: "SELECT \(columnList) FROM \(table) t0 WHERE t0.Z_PK IN (", tail: ") ORDER BY t0.Z_PK",
            purpose: purpose)
        rowsInRange = SQL(
            "SELECT \(columnList) FROM \(table) t0 WHERE t0.Z_PK BETWEEN ? AND ? ORDER BY t0.Z_PK", purpose: purpose)
    }

    /// Where in `columnList` a column stands; nil when no property is kept in it.
    func position(of column: String) -> Int32? { positions[column] }

    /// The statement that reads `count` rows by key, padded; see `KeyChunkStatements`.
    func rowsByKey(count: Int) -> (sql: SQL, parameters: Int) { chunks.statement(count: count) }

    /// Reads the row that a statement stands on into a list; false when its entity is none of those wanted.
    ///
    /// - Parameter base: index of the first column of `columnList`.
    @inline(__always)
    func read(_ statement: Statement, base: Int32, scratch: RowScratch, into rows: inout RowList) -> Bool {
        guard let decoder = single ?? byNumber[statement.integer(base + 2)] else { return false }
        rows.append { decoder.row(statement, base: base, scratch: scratch, in: &$0) }
        return true
    }

    /// Steps a statement to its end and reads each row whose entity is among those wanted.
    ///
    /// - Parameter base: index of the first column of `columnList`.
    @inline(__always)
    func readAll(_ statement: Statement, base: Int32, scratch: RowScratch, into rows: inout RowList) throws {
        if let single {
            while try statement.step() {
                rows.append { single.row(statement, base: base, scratch: scratch, in: &$0) }
            }
        } else {
            while try statement.step() {
                _ = read(statement, base: base, scratch: scratch, into: &rows)
            }
        }
    }

    /// The reference that a statement with `referenceList` stands on.
    @inline(__always)
    func reference(_ statement: Statement, base: Int32) -> RowReference? {
        let key = statement.integer(base)
        if !isShared { return RowReference(entity: Int32(layout.index), primaryKey: key) }
        guard let index = indexByNumber[statement.integer(base + 1)] else { return nil }
        return RowReference(entity: index, primaryKey: key)
    }
}

/// Statements with a list of keys: for 1, 2, 4 … `limit` of them, so that few shapes serve all counts.
final class KeyChunkStatements: Sendable {
    static let limit = 512
    private let statements: [SQL]

    init(head: String, tail: String, purpose: String) {
        statements = (0...9).map { power in
            SQL(head + Array(repeating: "?", count: 1 << power).joined(separator: ", ") + tail, purpose: purpose)
        }
    }

    /// The smallest statement with room for `count` keys, and its number of parameters.
    func statement(count: Int) -> (sql: SQL, parameters: Int) {
        precondition(count > 0 && count <= Self.limit, "A chunk has 1 to \(Self.limit) keys.")
        let power = count == 1 ? 0 : Int.bitWidth - (count - 1).leadingZeroBitCount
        return (statements[power], 1 << power)
    }

    /// Binds a chunk, repeating its last key in the places left over.
    static func bind(_ keys: ArraySlice<Int64>, to statement: Statement, parameters: Int, from first: Int32 = 1) {
        var index = first
        for key in keys {
            statement.bind(index, integer: key)
            index += 1
        }
        let last = keys.last ?? 0
        while index < first + Int32(parameters) {
            statement.bind(index, integer: last)
            index += 1
        }
    }
}
