import SQLite

/// `Z_MODELCACHE`: the model a store was made with, inside the store.
///
/// Source: sqlite-format, section 2.
enum ModelCache {
    /// The model in an opened database; nil when the store keeps none.
    ///
    /// - Throws: 134080 for a cache that cannot be read.
    static func read(_ connection: Connection) throws -> NSManagedObjectModel? {
        let hasTable = try connection.firstInteger(
            "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'Z_MODELCACHE'",
            purpose: "look for the model cache")
        guard hasTable == 1 else { return nil }
        let statement = try connection.prepareOnce(
            "SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1", purpose: "read the model cache")
        guard try statement.step(), let bytes = statement.bytes(0), !bytes.isEmpty else { return nil }
        do {
            return try ModelArchiveReader.model(
                from: Data(try RawDeflate.inflated(bytes)), file: "\(connection.path) (Z_MODELCACHE)")
        } catch {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "The model kept in \(connection.path) cannot be read: \(error).",
                suggestion: "Give the model file that the store was made with.", underlying: error)
        }
    }

    /// Replaces the cached model.
    ///
    /// Call inside a transaction.
    ///
    /// - Throws: `ModelError` for a model that cannot be archived.
    static func write(_ model: NSManagedObjectModel, to connection: Connection) throws {
        let bytes = RawDeflate.stored([UInt8](try ModelArchiveWriter.archive(model)))
        try connection.execute("DELETE FROM Z_MODELCACHE", purpose: "empty the model cache")
        let statement = try connection.prepareOnce(
            "INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)", purpose: "keep the model")
        bytes.withUnsafeBytes { statement.bind(1, blob: $0) }
        try statement.run()
    }
}
