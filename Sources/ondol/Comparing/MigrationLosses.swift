import CoreData
import SQLite

/// What a migration would take from a store that the comparison of the models does not tell.
struct MigrationLosses {
    /// Rows that belong to no entity.
    let strays: [StrayRows]
    /// Entities that do not go on although they have objects, with their number.
    let entities: [(name: String, count: Int)]

    init(of upgrade: StoreUpgrade, _ connection: Connection) throws {
        let map = try StoreMap(
            connection: connection, model: upgrade.source, configuration: upgrade.sourceConfiguration)
        strays = try StrayRows.all(in: map, connection)
        let gone = upgrade.removedEntities
        entities = try map.entities.filter { gone.contains($0.name) && !$0.isAbstract }.compactMap { entity in
            let condition = entity.isAlone(in: map) ? "1" : "Z_ENT = \(entity.number)"
            let count = try connection.firstInteger(
                "SELECT count(*) FROM \(entity.table) WHERE \(condition)",
                purpose: "count the objects of \(entity.name)")
            guard let count, count > 0 else { return nil }
            return (entity.name, Int(count))
        }
    }

    /// `4970 objects of Page, 1 object of Tag`.
    var text: String {
        entities.map { "\($0.count) object\($0.count == 1 ? "" : "s") of \(TextTable.plain($0.name))" }
            .joined(separator: ", ")
    }
}
