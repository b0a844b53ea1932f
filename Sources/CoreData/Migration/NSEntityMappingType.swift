/// How the objects of an entity are migrated.
public enum NSEntityMappingType: UInt, Sendable {
    /// Not set: the objects are copied as the property mappings say.
    case undefinedEntityMappingType = 0
    /// By a migration policy of the app's own.
    case customEntityMappingType = 1
    /// The entity is new; there is nothing to migrate.
    case addEntityMappingType = 2
    /// The entity is gone, and its objects with it.
    case removeEntityMappingType = 3
    /// The entity is the same in both models.
    case copyEntityMappingType = 4
    /// The entity differs between the models.
    case transformEntityMappingType = 5
}
