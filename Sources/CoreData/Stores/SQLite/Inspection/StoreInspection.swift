import SQLite

/// What tools need of a store's database besides its objects.
package enum StoreInspection {
    /// UUID and property list of a store; nil when the database is none.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 when the property list is damaged; `SQLiteError`.
    package static func metadata(_ connection: Connection) throws -> (uuid: String, plist: [String: Any])? {
        try MetadataTable.read(connection)
    }

    /// The model that the store keeps in itself; nil when it keeps none.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 for a cache that cannot be read; `SQLiteError`.
    package static func cachedModel(_ connection: Connection) throws -> NSManagedObjectModel? {
        try ModelCache.read(connection)
    }

    /// Defines the functions and collations that triggers and indexes of stores use.
    package static func registerFunctions(on connection: Connection) throws {
        try StoreFunctions.register(on: connection)
    }

    /// The file that a stored binary value with external storage refers to; nil for others.
    package static func externalFileName(in stored: [UInt8]) -> String? {
        ExternalFiles.fileName(in: stored)
    }

    /// The folder of a store's external files, whether it exists or not.
    package static func externalFolder(ofStore url: URL) -> URL {
        ExternalFiles.supportDirectory(of: url).appendingPathComponent("_EXTERNAL_DATA", isDirectory: true)
    }

    /// The bytes of an external file.
    ///
    /// - Throws: 134030 when it cannot be read, or is a link or a device, which no store writes.
    package static func externalContents(_ url: URL) throws -> Data { try SyncedFile.contents(url) }

    /// Whether there is an ordinary file, itself and not a link to one.
    package static func isPlainFile(_ url: URL) -> Bool { SyncedFile.isPlain(url) }

    /// A name as it may stand in an SQL statement.
    package static func quoted(_ name: String) -> String { SQLName.quoted(name) }

    /// The decimal that a stored double stands for.
    package static func decimal(_ value: Double) -> Decimal { DecimalCodec.decimal(from: value) }

    /// The decimal that is read again when `value` was stored.
    package static func kept(_ value: Decimal) -> Decimal {
        DecimalCodec.decimal(from: DecimalCodec.double(from: value))
    }
}

extension NSManagedObjectID {
    /// `Z_PK` of the object's row, for an object that a store keeps.
    package var storeKey: Int64 { key.primaryKey }
}

extension StoreInspection {
    /// The model as the bytes of a `.mom`.
    ///
    /// - Throws: `ModelError` for a model that cannot be archived.
    package static func archive(_ model: NSManagedObjectModel) throws -> Data {
        Data(try ModelArchiveWriter.archive(model))
    }
}
