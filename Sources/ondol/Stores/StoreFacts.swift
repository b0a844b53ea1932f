import CoreData
import Foundation
import SQLite

/// What `ondol inspect` tells about a store.
struct StoreFacts {
    struct EntityCount {
        let name: String
        let number: Int64?
        let parent: String?
        let isAbstract: Bool
        let table: String
        /// Its own rows, those of sub-entities not counted.
        let count: Int
    }

    struct TableSize {
        let name: String
        let bytes: Int
        /// The part of it that indexes take.
        let indexBytes: Int
    }

    struct History {
        let transactions: Int
        let changes: Int
        /// Seconds since 2001.
        let first: Double?
        let last: Double?
    }

    struct Externals {
        let files: Int
        let bytes: Int
    }

    let fileSize: Int
    let logSize: Int
    let journalMode: String
    let pageSize: Int
    let freePages: Int
    var entities: [EntityCount] = []
    /// Rows whose `Z_ENT` no entity has, by table.
    var strayRows: [(table: String, count: Int)] = []
    var tables: [TableSize] = []
    var history: History?
    var externals: Externals?

    init(_ store: OpenedStore) throws {
        let connection = store.connection
        func integer(_ pragma: String) throws -> Int {
            Int(try connection.firstInteger("PRAGMA \(pragma)", purpose: "read \(pragma)") ?? 0)
        }
        func size(_ suffix: String) throws -> Int {
            let path = store.file.url.path + suffix
            guard FileManager.default.fileExists(atPath: path) else { return 0 }
            return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        }
        fileSize = try size("")
        logSize = try size("-wal")
        // asked of an immutable connection SQLite would not name the file's own mode.
        journalMode = store.file.isWAL ? "wal" : "delete"
        pageSize = try integer("page_size")
        freePages = try integer("freelist_count")
        try countRows(store)
        try measureTables(store)
        try readHistory(store)
        try countFiles(store)
    }

    /// One pass over each table: an index serves where there is one.
    private mutating func countRows(_ store: OpenedStore) throws {
        let map = try store.map()
        var counts: [Int: Int] = [:]
        for entity in map.entities where entity.root == entity.index {
            // a table of one entity need not be asked for the entity of each row.
            if entity.familyNumbers.count == 1 {
                let count = try store.connection.firstInteger(
                    "SELECT count(*) FROM \(entity.table)", purpose: "count the rows of \(entity.name)")
                counts[entity.index] = Int(count ?? 0)
                continue
            }
            let statement = try store.connection.prepareOnce(
                "SELECT Z_ENT, count(*) FROM \(entity.table) GROUP BY Z_ENT",
                purpose: "count the rows of \(entity.name)")
            while try statement.step() {
                let count = Int(statement.integer(1))
                if !statement.isNull(0), let index = map.indexByNumber[statement.integer(0)],
                    map.entities[index].root == entity.index
                {
                    counts[index] = count
                } else {
                    strayRows.append((entity.tableName, count))
                }
            }
        }
        entities = map.entities.map { entity in
            EntityCount(
                name: entity.name, number: entity.number, parent: entity.parent.map { map.entities[$0].name },
                isAbstract: entity.isAbstract, table: entity.tableName, count: counts[entity.index] ?? 0)
        }
    }

    private mutating func measureTables(_ store: OpenedStore) throws {
        let statement: Statement
        do {
            statement = try store.connection.prepareOnce(
                "SELECT s.tbl_name, s.type, sum(d.pgsize) FROM (SELECT name, pgsize FROM dbstat WHERE aggregate = 1) d "
                    + "JOIN (SELECT tbl_name, type, name FROM sqlite_master UNION ALL SELECT 'sqlite_schema', 'table', "
                    + "'sqlite_schema') s ON s.name = d.name GROUP BY s.tbl_name, s.type",
                purpose: "measure the tables")
        } catch {
            // an SQLite built without that table: sizes are then left out.
            return
        }
        var sizes: [String: (all: Int, indexes: Int)] = [:]
        while try statement.step() {
            let bytes = Int(statement.integer(2))
            sizes[statement.string(0) ?? "", default: (0, 0)].all += bytes
            if statement.string(1) == "index" { sizes[statement.string(0) ?? "", default: (0, 0)].indexes += bytes }
        }
        tables = sizes.map { TableSize(name: $0.key, bytes: $0.value.all, indexBytes: $0.value.indexes) }
            .sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
    }

    private mutating func readHistory(_ store: OpenedStore) throws {
        let hasTables = try store.connection.firstInteger(
            "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('ACHANGE', 'ATRANSACTION')",
            purpose: "look for the history")
        guard hasTables == 2 else { return }
        let statement = try store.connection.prepareOnce(
            "SELECT (SELECT count(*) FROM ATRANSACTION), (SELECT count(*) FROM ACHANGE), "
                + "(SELECT min(ZTIMESTAMP) FROM ATRANSACTION), (SELECT max(ZTIMESTAMP) FROM ATRANSACTION)",
            purpose: "count the history")
        guard try statement.step() else { return }
        history = History(
            transactions: Int(statement.integer(0)), changes: Int(statement.integer(1)),
            first: statement.isNull(2) ? nil : statement.real(2), last: statement.isNull(3) ? nil : statement.real(3))
    }

    private mutating func countFiles(_ store: OpenedStore) throws {
        let folder = StoreInspection.externalFolder(ofStore: store.file.url)
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        var (files, bytes) = (0, 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where UUID(uuidString: name) != nil
        {
            files += 1
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
            bytes += attributes[.size] as? Int ?? 0
        }
        externals = Externals(files: files, bytes: bytes)
    }
}
