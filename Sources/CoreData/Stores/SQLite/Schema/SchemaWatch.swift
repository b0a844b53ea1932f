import Foundation
import SQLite
import Synchronization

/// Notices that somebody else has migrated the store while it is open.
///
/// The numbers of entities and the columns are known from the opening; used with the tables of another model
/// version, they would read and write objects of the wrong entities.
final class SchemaWatch: Sendable {
    /// SQLite's counter of changes to the schema, when it was last looked at.
    private let version: Atomic<Int64>
    private let numbers: [Int64: String]
    private let hashes: [String: Data]?
    private let path: String

    private static let readVersion = SQL("PRAGMA schema_version", purpose: "look whether the store was migrated")
    /// Numbers from here on are the framework's own.
    private static let firstSystemNumber: Int64 = 16_000

    /// Takes the present state for that of the opened store.
    ///
    /// - Parameters:
    ///   - plist: the store's metadata.
    ///   - version: `version(_:)` as it was before they were read.
    init(_ connection: Connection, plist: [String: Any], version: Int64) throws {
        self.version = Atomic(version)
        numbers = try Self.numbers(connection)
        hashes = NSManagedObjectModel.versionHashes(inStoreMetadata: plist)
        path = connection.path
    }

    static func version(_ connection: Connection) throws -> Int64 {
        let statement = try connection.statement(readVersion)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    private static func numbers(_ connection: Connection) throws -> [Int64: String] {
        var numbers: [Int64: String] = [:]
        let statement = try connection.prepareOnce(
            "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < \(firstSystemNumber)",
            purpose: "read the entity numbers")
        while try statement.step() { numbers[statement.integer(0)] = statement.string(1) ?? "" }
        return numbers
    }

    /// Called where a transaction begins to see another state of the database.
    ///
    /// - Throws: 134100 when the store is that of another model version now.
    func check(_ connection: Connection) throws {
        let now = try Self.version(connection)
        if now == version.load(ordering: .relaxed) { return }
        let plist = try MetadataTable.read(connection)?.plist ?? [:]
        guard try Self.numbers(connection) == numbers,
            NSManagedObjectModel.versionHashes(inStoreMetadata: plist) == hashes
        else {
            throw CoreDataError.make(
                NSPersistentStoreIncompatibleVersionHashError,
                "The store at \(path) has been migrated to another version of its model since it was opened.",
                suggestion: "Remove it from its coordinator and open it again with a coordinator of that version.")
        }
        version.store(now, ordering: .relaxed)
    }

    /// Changes the schema and changes it back, so that those who have the store open look again.
    ///
    /// A migration may be one of numbers and rows only. Call inside its transaction.
    static func announce(_ connection: Connection) throws {
        for statement in ["CREATE TABLE Z_ONDOL_MIGRATED (Z_PK INTEGER)", "DROP TABLE Z_ONDOL_MIGRATED"] {
            try connection.execute(statement, purpose: "announce the migration")
        }
    }
}
