import CoreData
import SQLite

/// Rows of a table whose `Z_ENT` is the number of none of its entities.
struct StrayRows {
    let table: String
    let count: Int

    /// Those of one entity's table.
    ///
    /// - Parameter families: true to let rows of abstract entities pass, which have no objects but a place in the table.
    static func count(
        beside root: StoreMap.Entity, in map: StoreMap, _ connection: Connection, families: Bool = true
    ) throws -> Int {
        let own = map.entities.filter { $0.root == root.root && (families || !$0.isAbstract) }
        let list = own.map { String($0.number) }.joined(separator: ", ")
        let count = try connection.firstInteger(
            "SELECT count(*) FROM \(root.table) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(list))",
            purpose: "look for rows of no entity beside \(root.name)")
        return Int(count ?? 0)
    }

    /// Those of all tables.
    static func all(in map: StoreMap, _ connection: Connection) throws -> [StrayRows] {
        try map.entities.filter { $0.root == $0.index }.compactMap { root in
            let count = try count(beside: root, in: map, connection)
            return count > 0 ? StrayRows(table: root.tableName, count: count) : nil
        }
    }

    /// Those that exports and lists pass over: in a table of one entity every row is taken for its object.
    ///
    /// - Parameter roots: indexes of the root entities of the tables that are looked at.
    static func passedOver(in map: StoreMap, _ connection: Connection, roots: Set<Int>) throws -> [StrayRows] {
        try map.entities.filter { roots.contains($0.index) && !$0.isAlone(in: map) }.compactMap { root in
            let count = try count(beside: root, in: map, connection, families: false)
            return count > 0 ? StrayRows(table: root.tableName, count: count) : nil
        }
    }

    /// `10 rows of ZBOOK, 1 row of ZTAG`.
    static func text(_ strays: [StrayRows]) -> String {
        strays.map { "\($0.count) row\($0.count == 1 ? "" : "s") of \(TextTable.plain($0.table))" }
            .joined(separator: ", ")
    }
}
