/// The fetch that a group of objects came from: who their siblings are.
final class FetchBatch {
    /// Store and entity hierarchy of all of them.
    let store: UInt32
    let root: UInt32
    /// Primary keys of the objects, in order.
    let keys: [Int64]
    /// How many to load at once.
    let chunk: Int
    /// The parts whose rows were read and are still held, oldest first; of a fetch with a batch size only.
    var loaded: [Range<Int>] = []
    /// How many owners the next fault of a to-many loads, by relationship.
    var windows: [String: Int] = [:]

    init(store: UInt32, root: UInt32, keys: [Int64], chunk: Int) {
        self.store = store
        self.root = root
        self.keys = keys
        self.chunk = chunk
    }

    func key(_ index: Int) -> ObjectKey { ObjectKey(store: store, root: root, primaryKey: keys[index]) }
}
