import Foundation

/// A fetch request as a model describes it: a template by name, or the request of a fetched property.
///
/// A plain value, so that models can be read and written without the request classes; requests are made
/// of it when somebody asks.
struct FetchTemplate: Equatable, @unchecked Sendable {
    // @unchecked Sendable: predicates and sort descriptors are immutable.
    var entityName: String?
    var predicate: NSPredicate?
    var sortDescriptors: [NSSortDescriptor] = []
    var fetchLimit = 0
    var fetchOffset = 0
    var fetchBatchSize = 0
    /// Raw value of `NSFetchRequestResultType`.
    var resultType: UInt = 0
    var includesSubentities = true
    var includesPropertyValues = true
    var returnsObjectsAsFaults = true
    var returnsDistinctResults = false
    var includesPendingChanges = true
    /// The flags of an archived request, kept as they are: which bit means what is not known.
    var archivedFlags: Int?
}

extension FetchTemplate {
    /// The field of our own in which compiled models keep `switches`.
    static let switchesKey = "ODFetchRequestSwitches"

    /// The Boolean settings in one number; the bits of Apple's own field for them are not known.
    var switches: Int {
        get {
            (includesSubentities ? 1 : 0) | (includesPropertyValues ? 2 : 0) | (returnsObjectsAsFaults ? 4 : 0)
                | (returnsDistinctResults ? 8 : 0) | (includesPendingChanges ? 16 : 0)
        }
        set {
            includesSubentities = newValue & 1 != 0
            includesPropertyValues = newValue & 2 != 0
            returnsObjectsAsFaults = newValue & 4 != 0
            returnsDistinctResults = newValue & 8 != 0
            includesPendingChanges = newValue & 16 != 0
        }
    }
}
