/// A kind of store that can carry what it holds over to another version of its model.
protocol MigratableStore: OpenableStore {
    /// The model that the store keeps of itself; nil when it keeps none that can be read.
    static func keptModel(at url: URL, options: [AnyHashable: Any]?) -> NSManagedObjectModel?

    /// Carries the store over, whole or not at all, object IDs unchanged.
    ///
    /// - Throws: 134111 when a new uniqueness constraint does not hold, 134110 when the store cannot be
    ///   migrated for another reason; the store is as it was then.
    static func migrate(at url: URL, by migration: LightweightMigration, options: [AnyHashable: Any]?) throws
}

/// What a store has to know to migrate itself.
struct LightweightMigration {
    let source: NSManagedObjectModel
    let destination: NSManagedObjectModel
    /// The configuration of both models whose entities the store holds; nil for all.
    let configuration: String?
    /// Makes the stored bytes of a transformable attribute's default value.
    let encode: (AnyObject, NSAttributeDescription) throws -> Data
    /// Told what is done next, and which part of the whole has been done; may be called on any thread.
    var progress: (@Sendable (String, Double) -> Void)?
}
