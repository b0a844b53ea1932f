import SQLite

/// The members of most owners there are, in one pass over the members' table.
///
/// A look-up in the owner column's index costs a search in two trees for each member, a pass one step. So
/// where a good part of the table is wanted anyway, it is read from end to end and put in order here.
struct MemberScan {
    private let mapping: ToManyMapping
    private let plan: ReadPlan
    private let relationship: RelationshipLayout
    private let ownerTable: String

    /// Fewer are quickly looked up.
    private static let fewestOwners = 256
    /// At least every so manieth key of the owners' table must be wanted.
    private static let sparsestOwners: Int64 = 2
    /// Rows of the members' table for each owner beyond which too many may be read in vain.
    private static let mostRowsAnOwner: Int64 = 32

    /// Nil for members that are kept outside their own rows, or have an order.
    init?(_ relationship: RelationshipLayout, _ mapping: ToManyMapping, _ plan: ReadPlan, owner: EntityMapping) {
        guard !mapping.isJoin, mapping.orderColumn == nil, plan.position(of: mapping.ownerColumn) != nil else {
            return nil
        }
        self.mapping = mapping
        self.plan = plan
        self.relationship = relationship
        ownerTable = owner.table
    }

    /// Whether a pass pays for that many owners, by the greatest keys of both tables: the file's own, so they
    /// hold whatever the counters say.
    func pays(owners: Int, _ connection: Connection) throws -> Bool {
        try expectedRows(owners: owners, connection) != nil
    }

    /// About how many rows a pass will bring for that many owners; nil when it does not pay.
    private func expectedRows(owners: Int, _ connection: Connection) throws -> Int? {
        guard owners >= Self.fewestOwners else { return nil }
        let owners = Int64(owners)
        let all = try lastKey(of: ownerTable, connection)
        let rows = try lastKey(of: plan.table, connection)
        guard all <= owners * Self.sparsestOwners, rows <= owners * Self.mostRowsAnOwner else { return nil }
        // a damaged file may have any key, also negative ones.
        return Int(max(0, all > owners ? rows / all * owners : rows))
    }

    private func lastKey(of table: String, _ connection: Connection) throws -> Int64 {
        let statement = try connection.statement(
            SQL.of("SELECT max(Z_PK) FROM \(table)", purpose: "look for the last row"))
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Reads the members of `owners`, which ascend; nil when that does not pay, or their keys lie too far apart to be
    /// counted by.
    func members(of owners: [Int64], _ reader: Reader) throws -> ToManyMembers? {
        guard let first = owners.first, let last = owners.last, let column = plan.position(of: mapping.ownerColumn),
            // A damaged file may hold any key.
            case let (span, tooLong) = last.subtractingReportingOverflow(first), !tooLong,
            span < Int64(owners.count) * Self.sparsestOwners * 2,
            let expectedRows = try expectedRows(owners: owners.count, reader.connection)
        else { return nil }
        // The place of each owner by its key; -1 for those that were not asked for.
        var places = [Int32](repeating: -1, count: Int(span) + 1)
        for (place, owner) in owners.enumerated() { places[Int(owner - first)] = Int32(place) }
        var rows = RowList()
        var placesOfRows: [Int32] = []
        var counts = [Int](repeating: 0, count: owners.count)
        rows.reserveCapacity(expectedRows)
        placesOfRows.reserveCapacity(expectedRows)
        // Members are mostly made owner by owner, and lie in that order.
        var isInOrder = true
        var lastPlace: Int32 = 0
        let filter = plan.entityFilter.map { " AND \($0)" } ?? ""
        let statement = try reader.connection.statement(
            SQL.of(
                "SELECT \(plan.columnList) FROM \(plan.table) t0 NOT INDEXED "
                    + "WHERE t0.\(mapping.ownerColumn) BETWEEN ? AND ?\(filter) ORDER BY t0.Z_PK",
                purpose: "read the members of \(relationship.name)"))
        statement.bind(1, integer: first)
        statement.bind(2, integer: last)
        defer { statement.reset() }
        while try statement.step() {
            let place = places[Int(statement.integer(column) - first)]
            guard place >= 0, plan.read(statement, base: 0, scratch: reader.scratch, into: &rows) else { continue }
            placesOfRows.append(place)
            counts[Int(place)] += 1
            if place < lastPlace { isInOrder = false }
            lastPlace = place
        }
        var runs: [ToManyMembers.Run] = []
        runs.reserveCapacity(owners.count)
        var end = 0
        for (place, count) in counts.enumerated() where count > 0 {
            end += count
            runs.append(ToManyMembers.Run(owner: owners[place], end: end))
        }
        return ToManyMembers(runs: runs, rows: isInOrder ? rows : Self.grouped(rows, by: placesOfRows, counts))
    }

    /// Puts rows in the order of their owners; those of one owner keep theirs.
    private static func grouped(_ rows: RowList, by places: [Int32], _ counts: [Int]) -> RowList {
        var next: [Int] = []
        next.reserveCapacity(counts.count)
        var total = 0
        for count in counts {
            next.append(total)
            total += count
        }
        var order = [Int](repeating: 0, count: rows.count)
        for (index, place) in places.enumerated() {
            order[next[Int(place)]] = index
            next[Int(place)] += 1
        }
        return rows.reordered(order)
    }
}
