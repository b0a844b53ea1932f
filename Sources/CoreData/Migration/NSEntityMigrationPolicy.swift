import Foundation

/// What a migration does with the objects of one entity mapping.
///
/// A subclass overrides the steps it does otherwise; the mapping names it in `entityMigrationPolicyClassName`.
/// A policy is made for each mapping and lives as long as the migration. Threading: all methods are called
/// where both contexts of the manager may be used.
open class NSEntityMigrationPolicy: NSObject {
    /// Makes a policy; the migration does so, by the name of the class.
    public required override init() { super.init() }

    /// Called before the first object of the mapping is migrated.
    ///
    /// - Throws: nothing here; an error of an override ends the migration.
    open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

    /// Makes the destination object, or objects, for a source object, and sets its attributes by the mapping.
    ///
    /// An override that makes objects itself calls `manager.associate(sourceInstance:withDestinationInstance:for:)`.
    ///
    /// - Throws: 134170 when a value expression cannot be evaluated.
    open func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        guard let name = mapping.destinationEntityName else { return }
        let object = NSEntityDescription.insertNewObject(forEntityName: name, into: manager.destinationContext)
        let values = MappingValues(manager: manager, mapping: mapping, policy: self, source: sInstance, made: object)
        for property in mapping.attributeMappings ?? [] { try values.setAttribute(property) }
        manager.associate(sourceInstance: sInstance, withDestinationInstance: object, for: mapping)
    }

    /// Called when all objects of the mapping have been made.
    ///
    /// - Throws: nothing here; an error of an override ends the migration.
    open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Sets the relationships of a destination object by the mapping; called when the objects of all mappings
    /// have been made.
    ///
    /// - Throws: 134170 when a value expression cannot be evaluated, or gives no objects.
    open func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let source = manager.sourceInstances(
            forEntityMappingName: mapping.name ?? "", destinationInstances: [dInstance]
        ).first
        let values = MappingValues(manager: manager, mapping: mapping, policy: self, source: source, made: dInstance)
        for property in mapping.relationshipMappings ?? [] { try values.setRelationship(property) }
    }

    /// Called when the relationships of all objects of the mapping have been set.
    ///
    /// - Throws: nothing here; an error of an override ends the migration.
    open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Checks what the mapping has made, before the store is saved.
    ///
    /// - Throws: nothing here; an error of an override ends the migration.
    open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Called at the end, before the store is saved.
    ///
    /// - Throws: nothing here; an error of an override ends the migration.
    open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
}
