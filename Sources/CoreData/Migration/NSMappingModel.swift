import Foundation

/// How the objects of one version of a model become objects of another.
///
/// Threading: set up by one thread; only read during a migration.
open class NSMappingModel: NSObject {
    /// The mappings of the entities, in the order in which they are carried out.
    open var entityMappings: [NSEntityMapping]!
    /// True as long as the mappings are those that were inferred, which a store can carry out by itself.
    final let isInferred: Bool

    /// Makes a mapping model without mappings.
    public override init() {
        entityMappings = []
        isInferred = false
        super.init()
    }

    private init(inferred mappings: [NSEntityMapping]) {
        entityMappings = mappings
        isInferred = true
        super.init()
    }

    /// The mappings by name.
    open var entityMappingsByName: [String: NSEntityMapping] {
        Dictionary((entityMappings ?? []).map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Infers how one version of a model goes over into another.
    ///
    /// Entities and properties go on under their renaming identifiers or names. The mappings are called
    /// `IEM_Copy_`, `IEM_Transform_`, `IEM_Add_` or `IEM_Remove_` and the entity's name.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134190 when that cannot be told; the user info names `entity`, `property`
    ///   and `reason`, of several under `NSDetailedErrorsKey`.
    public class func inferredMappingModel(
        forSourceModel source: NSManagedObjectModel, destinationModel destination: NSManagedObjectModel
    ) throws -> NSMappingModel {
        try Inference.check(from: source, to: destination)
        return NSMappingModel(inferred: Inference.mappings(ModelComparison(from: source, to: destination)))
    }
}
