/// Why a model and a store do not fit.
enum StoreCompatibility {
    static func error(model: NSManagedObjectModel, metadata: [String: Any], url: URL) -> NSError {
        let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        let own = model.entityVersionHashesByName
        let missing = stored.keys.filter { own[$0] == nil }.sorted()
        let added = own.keys.filter { stored[$0] == nil }.sorted()
        let changed = own.keys.filter { stored[$0] != nil && stored[$0] != own[$0] }.sorted()
        var reasons: [String] = []
        if !changed.isEmpty { reasons.append("entities that differ: \(changed.joined(separator: ", "))") }
        if !added.isEmpty { reasons.append("entities only in the model: \(added.joined(separator: ", "))") }
        if !missing.isEmpty { reasons.append("entities only in the store: \(missing.joined(separator: ", "))") }
        return CoreDataError.make(
            NSPersistentStoreIncompatibleVersionHashError,
            "The model used to open the store at \(url.path) is incompatible with the one used to create it"
                + (reasons.isEmpty ? "." : "; \(reasons.joined(separator: "; "))."),
            suggestion: "Open the store with the model version it was made with, or migrate it.",
            userInfo: ["metadata": metadata])
    }
}
