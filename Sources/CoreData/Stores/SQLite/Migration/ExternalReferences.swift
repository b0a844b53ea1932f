import SQLite

/// The files that values of a store refer to.
struct ExternalReferences {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Stored values by the name of the file they refer to.
    func names(in schema: StoreSchema) throws -> [String: [UInt8]] {
        var result: [String: [UInt8]] = [:]
        var seen = Set<String>()
        for case let mapping? in schema.entities {
            for case let column? in mapping.externalSlots.map({ mapping.columns[$0] })
            where seen.insert("\(mapping.table).\(column)").inserted {
                let statement = try connection.prepareOnce(
                    "SELECT \(column) FROM \(mapping.table) WHERE substr(\(column), 1, 1) = x'02'",
                    purpose: "look for external files")
                while try statement.step() {
                    guard let stored = statement.bytes(0), let name = ExternalFiles.fileName(in: stored) else {
                        continue
                    }
                    result[name] = stored
                }
            }
        }
        return result
    }
}
