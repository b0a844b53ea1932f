import Foundation

/// How the objects of one entity of the source become objects of one entity of the destination.
///
/// Threading: set up by one thread; only read during a migration.
open class NSEntityMapping: NSObject {
    /// The mapping's name, by which value expressions refer to it; unique within the mapping model.
    open var name: String! = ""
    /// What kind of mapping it is.
    open var mappingType: NSEntityMappingType = .undefinedEntityMappingType
    /// The entity in the source model; nil when the destination's is new.
    open var sourceEntityName: String?
    /// The version hash of the source entity; nil when it is not to be checked.
    open var sourceEntityVersionHash: Data?
    /// The entity in the destination model; nil when the source's is gone.
    open var destinationEntityName: String?
    /// The version hash of the destination entity; nil when it is not to be checked.
    open var destinationEntityVersionHash: Data?
    /// How attributes get their values.
    open var attributeMappings: [NSPropertyMapping]?
    /// How relationships get their values; done when all objects have been made.
    open var relationshipMappings: [NSPropertyMapping]?
    /// The objects to migrate, as an expression with the variable `$manager`; nil for all of the source entity,
    /// without sub-entities that have mappings of their own.
    open var sourceExpression: NSExpression?
    /// The name of the policy's class; nil for `NSEntityMigrationPolicy`.
    ///
    /// Off Apple's platforms a class is known by its module and name: `App.BookPolicy`.
    open var entityMigrationPolicyClassName: String?
    /// Values for the app's own use.
    open var userInfo: [AnyHashable: Any]?

    /// Makes a mapping without entities.
    public override init() { super.init() }
}
