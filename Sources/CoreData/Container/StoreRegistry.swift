import Synchronization

/// The kinds of stores that coordinators can open.
enum StoreRegistry {
    /// Guards the table, to which types are added only.
    private static let types = Mutex<[String: any OpenableStore.Type]>([:])

    static func register(_ type: any OpenableStore.Type, as name: String) { types.withLock { $0[name] = type } }

    /// - Throws: 134000 when there is no such type.
    static func type(_ name: String) throws -> any OpenableStore.Type {
        BuiltInStores.register()
        guard let type = types.withLock({ $0[name] }) else {
            let known = types.withLock { $0.keys.sorted() }
            throw CoreDataError.make(
                NSPersistentStoreInvalidTypeError, "There is no store type \"\(name)\".",
                suggestion: "Types that can be opened: \(known.joined(separator: ", ")).")
        }
        return type
    }
}
