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
            for (number, count) in try Self.countNumbers(in: entity, store.connection) {
                if let number, let index = map.indexByNumber[number], map.entities[index].root == entity.index {
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

    /// The rows of a table by their entity.
    private static func countNumbers(
        in entity: StoreMap.Entity, _ connection: Connection
    ) throws -> [(number: Int64?, count: Int)] {
        let name = "'\(entity.tableName.replacing("'", with: "''"))'"
        let purpose = "count the rows of \(entity.name)"
        let hasIndex = try connection.firstInteger(
            "SELECT count(*) FROM pragma_index_list(\(name)) l, pragma_index_info(l.name) i "
                + "WHERE l.partial = 0 AND i.seqno = 0 AND i.name = 'Z_ENT'", purpose: purpose)
        var counts: [Int64?: Int] = [:]
        if hasIndex ?? 0 > 0 {
            let statement = try connection.prepareOnce(
                "SELECT Z_ENT, count(*) FROM \(entity.table) GROUP BY Z_ENT", purpose: purpose)
            while try statement.step() {
                counts[statement.isNull(0) ? nil : statement.integer(0), default: 0] += Int(statement.integer(1))
            }
        } else {
            // without an index SQLite would sort all rows; counting them here takes a fifth of that.
            let statement = try connection.prepareOnce("SELECT Z_ENT FROM \(entity.table)", purpose: purpose)
            var (last, run): (Int64?, Int) = (nil, 0)
            while try statement.step() {
                let number = statement.isNull(0) ? nil : statement.integer(0)
                if number != last {
                    if run > 0 { counts[last, default: 0] += run }
                    (last, run) = (number, 0)
                }
                run += 1
            }
            if run > 0 { counts[last, default: 0] += run }
        }
        return counts.map { ($0.key, $0.value) }.sorted { ($0.number ?? -1) < ($1.number ?? -1) }
    }

    private mutating func measureTables(_ store: OpenedStore) throws {
        guard let sizes = try Self.sizes(store) else { return }
        let statement = try store.connection.prepareOnce(
            "SELECT name, tbl_name, type FROM sqlite_master WHERE type IN ('table', 'index') UNION ALL "
                + "SELECT 'sqlite_schema', 'sqlite_schema', 'table'", purpose: "list the tables")
        var sums: [String: (all: Int, indexes: Int)] = [:]
        while try statement.step() {
            guard let bytes = sizes[statement.string(0) ?? ""] else { continue }
            let table = statement.string(1) ?? ""
            sums[table, default: (0, 0)].all += bytes
            if statement.string(2) == "index" { sums[table, default: (0, 0)].indexes += bytes }
        }
        tables = sums.map { TableSize(name: $0.key, bytes: $0.value.all, indexBytes: $0.value.indexes) }
            .sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
    }

    /// Bytes by the name of a table or index; nil where SQLite was built without the means to tell.
    private static func sizes(_ store: OpenedStore) throws -> [String: Int]? {
        if store.file.access != .liveLog, let sizes = try countedPages(store) { return sizes }
        let statement: Statement
        do {
            statement = try store.connection.prepareOnce(
                "SELECT name, pgsize FROM dbstat WHERE aggregate = 1", purpose: "measure the tables")
        } catch {
            // an SQLite built without that table: sizes are then left out.
            return nil
        }
        var sizes: [String: Int] = [:]
        while try statement.step() { sizes[statement.string(0) ?? "", default: 0] += Int(statement.integer(1)) }
        return sizes
    }

    private static func countedPages(_ store: OpenedStore) throws -> [String: Int]? {
        // a transaction keeps writers away where the file is not immutable.
        try store.connection.beginReading()
        defer {
            // a transaction that has only read can always be ended.
            try? store.connection.endReading()
        }
        let statement = try store.connection.prepareOnce(
            "SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0", purpose: "list the tables")
        var roots: [(name: String, page: Int)] = [("sqlite_schema", 1)]
        while try statement.step() { roots.append((statement.string(0) ?? "", Int(statement.integer(1)))) }
        return TreeSizes(path: store.file.openURL.path, roots: roots)?.bytes
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
