extension BuiltInStores {
    /// Makes the stores of this module known to coordinators; does so once.
    static let registered: Void = {
        StoreRegistry.register(SQLiteStore.self, as: NSSQLiteStoreType)
        StoreRegistry.register(InMemoryStore.self, as: NSInMemoryStoreType)
    }()
}

/// The stores that come with the module.
enum BuiltInStores {
    static func register() { _ = registered }
}
