/// The newest version of each row that a context of one coordinator changed; 0 for deleted rows.
///
/// The memory is bounded: what was saved long ago is forgotten.
struct SavedVersions {
    private var tables: [KeyTable] = []
    private static let limit = 50_000

    mutating func note(_ version: Int64, of key: ObjectKey) {
        let table: Int
        if let found = place(key) {
            table = found
        } else {
            table = tables.count
            tables.append(KeyTable(store: key.store, root: key.root))
        }
        tables[table].insert(key.primaryKey, Self.word(version))
    }

    mutating func version(of key: ObjectKey) -> Int64? {
        guard let table = place(key), let word = tables[table].word(key.primaryKey) else { return nil }
        return Int64(bitPattern: UInt64(word)) ^ .min
    }

    /// Forgets everything when it has become too much.
    mutating func trim() {
        if tables.reduce(0, { $0 + $1.count }) > Self.limit { tables = [] }
    }

    private func place(_ key: ObjectKey) -> Int? {
        // Few: one for each entity hierarchy of each store.
        tables.firstIndex { $0.store == key.store && $0.root == key.root }
    }

    /// A word that is 0 for no version but the least possible, which no row has.
    private static func word(_ version: Int64) -> UInt { UInt(UInt64(bitPattern: version ^ .min)) }
}
