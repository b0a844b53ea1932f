import CoreData

/// A model loaded once, from the bundle or by merging, and a coordinator made by hand.
public enum LoadedOnce {
    public static let model: NSManagedObjectModel? = {
        NSManagedObjectModel.mergedModel(from: [Bundle.main])
    }()

    public static func coordinator(
        _ model: NSManagedObjectModel, storeAt url: URL
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
            ])
        return coordinator
    }

    public static func wipe(_ coordinator: NSPersistentStoreCoordinator) throws {
        for store in coordinator.persistentStores {
            guard let url = store.url else { continue }
            try coordinator.remove(store)
            try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType, options: nil)
        }
    }
}
