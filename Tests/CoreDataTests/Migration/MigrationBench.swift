import Foundation
import SQLite
import Testing

@testable import CoreData

/// A store in a folder of its own that is opened with one version of a model after another.
final class MigrationBench {
    let directory: URL
    let url: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("migration-\(UUID().uuidString)")
        url = directory.appendingPathComponent("store.sqlite")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Options of a store that migrates itself.
    static var automatic: [AnyHashable: Any] {
        [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    }

    /// Opens the store with `model`, runs `body` with a context, closes it.
    @discardableResult
    func open<R>(
        _ model: NSManagedObjectModel, at url: URL? = nil, options: [AnyHashable: Any] = automatic,
        _ body: (NSManagedObjectContext) throws -> R
    ) throws -> R {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url ?? self.url, options: options)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        defer { try? coordinator.remove(store) }
        return try context.performAndWait { try body(context) }
    }

    /// Adds an object with these values.
    @discardableResult
    static func insert(
        _ entity: String, _ values: [String: Any], into context: NSManagedObjectContext
    ) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    /// The objects of an entity, sub-entities included, by key.
    static func objects(_ entity: String, in context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).sorted { key($0) < key($1) }
    }

    /// The primary key of a saved object.
    static func key(_ object: NSManagedObject) -> Int {
        Int(object.objectID.uriRepresentation().lastPathComponent.dropFirst()) ?? 0
    }

    func connection(at url: URL? = nil) throws -> Connection {
        try Connection(path: (url ?? self.url).path, mode: .readWrite, busyTimeout: 5)
    }

    /// The bytes of database and log.
    func bytes() throws -> [Data] {
        try ["", "-wal"].map { ending in
            let path = url.path + ending
            return FileManager.default.fileExists(atPath: path)
                ? try Data(contentsOf: URL(fileURLWithPath: path)) : Data()
        }
    }
}

/// What a database's schema amounts to, whatever the order and spelling of its texts.
struct SchemaSummary: Equatable {
    var tables: [String: Set<String>] = [:]
    var others: [String: String] = [:]
    var entities: [String] = []
    var metadata: [String: String] = [:]
    var modelHashes: [String: Data] = [:]

    init(_ connection: Connection) throws {
        func plain(_ text: String) -> String { text.filter { $0 != "\"" && !$0.isWhitespace } }
        // numbers at the end of a join table's columns follow no rule; existing tables keep theirs.
        func isJoin(_ table: String) -> Bool { table.prefixMatch(of: /Z_\d/) != nil }
        func withoutNumbers(_ text: String) -> String {
            text.replacing(/(?<letter>[A-Z])\d+(?=[,)_ ]|$)/) { $0.letter }
        }
        let master = try connection.prepareOnce(
            "SELECT type, name, sql, tbl_name FROM sqlite_master WHERE sql IS NOT NULL", purpose: "test")
        while try master.step() {
            let name = master.string(1) ?? ""
            if master.string(0) == "table" {
                let columns = try connection.prepareOnce(
                    "SELECT name, type, pk FROM pragma_table_info(?)", purpose: "test")
                columns.bind(1, text: name)
                var list = Set<String>()
                while try columns.step() {
                    let column = columns.string(0) ?? ""
                    list.insert(
                        "\(isJoin(name) ? withoutNumbers(column) : column) \(columns.string(1) ?? "") \(columns.integer(2))"
                    )
                }
                tables[name] = list
            } else if let table = master.string(3), isJoin(table) {
                others["index of \(table)"] = withoutNumbers(plain(master.string(2) ?? ""))
            } else {
                others[name] = plain(master.string(2) ?? "")
            }
        }
        let numbers = try connection.prepareOnce(
            "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT", purpose: "test")
        while try numbers.step() {
            entities.append("\(numbers.integer(0)) \(numbers.string(1) ?? "") \(numbers.integer(2))")
        }
        for (key, value) in try MetadataTable.read(connection)?.plist ?? [:] where key.contains("ModelVersion") {
            metadata[key] =
                "\((value as? [String: Data])?.mapValues { $0.base64EncodedString() }.sorted { $0.key < $1.key }.description ?? "\(value)")"
        }
        modelHashes = try ModelCache.read(connection)?.entityVersionHashesByName ?? [:]
    }
}

extension SchemaSummary {
    /// What differs, a line each.
    func differences(from other: SchemaSummary) -> [String] {
        var lines: [String] = []
        for name in Set(tables.keys).union(other.tables.keys).sorted() where tables[name] != other.tables[name] {
            let (mine, theirs) = (tables[name] ?? [], other.tables[name] ?? [])
            lines.append(
                "\(name): has \(mine.subtracting(theirs).sorted()), lacks \(theirs.subtracting(mine).sorted())")
        }
        for name in Set(others.keys).union(other.others.keys).sorted() where others[name] != other.others[name] {
            lines.append("\(name): \(others[name] ?? "-") instead of \(other.others[name] ?? "-")")
        }
        if entities != other.entities { lines.append("entities: \(entities) instead of \(other.entities)") }
        if metadata != other.metadata { lines.append("metadata: \(metadata) instead of \(other.metadata)") }
        if modelHashes != other.modelHashes { lines.append("the kept model is another") }
        return lines
    }
}
