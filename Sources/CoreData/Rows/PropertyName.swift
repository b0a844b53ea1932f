import Synchronization

/// Property names as small numbers, one numbering for the whole process.
///
/// A layout keeps a table indexed by these numbers, so that compiled accessors find their slot
/// without hashing a string.
enum PropertyName {
    /// Guards the numbering, which only ever grows.
    private static let table = Mutex<[String: Int]>([:])

    /// The number of `name`, drawn at first use.
    static func id(of name: String) -> Int {
        table.withLock { table in
            if let id = table[name] { return id }
            let id = table.count
            table[name] = id
            return id
        }
    }
}
