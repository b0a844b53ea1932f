/// What a store is asked to fetch: a fetch request resolved against the model.
///
/// Filled by whoever makes it and not changed once it was handed on, to any thread. A class, since it is handed on
/// through many layers for each fetch.
final class FetchSpec {
    let layout: EntityLayout
    var includesSubentities = true
    var predicate: NSPredicate?
    var sortDescriptors: [NSSortDescriptor] = []
    /// 0 = none.
    var limit = 0
    var offset = 0
    /// False: only keys are wanted.
    var includesValues = true
    /// Of dictionary results: attribute and to-one descriptions (or key paths across to-ones, as
    /// expression descriptions) and expressions, in order.
    var propertiesToFetch: [NSPropertyDescription] = []
    var propertiesToGroupBy: [NSPropertyDescription] = []
    var havingPredicate: NSPredicate?
    var returnsDistinctResults = false

    /// The states of stores to read; nil for the newest.
    var snapshots: GenerationSnapshots?

    init(layout: EntityLayout) { self.layout = layout }
}
