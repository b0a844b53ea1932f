/// Finds models by name.
enum ContainerModel {
    /// The model called `name`: compiled in, or in a bundle.
    static func model(named name: String) -> NSManagedObjectModel? {
        do {
            if let model = try CompiledModelRegistry.model(named: name) { return model }
        } catch {
            CoreDataError.misuse("The compiled-in model \(name) cannot be read: \(error.localizedDescription)")
        }
        for url in candidates(named: name) where FileManager.default.fileExists(atPath: url.path) {
            if let model = NSManagedObjectModel(contentsOf: url) { return model }
        }
        return nil
    }

    /// The places that `model(named:)` looks at, for messages.
    static func places(named name: String) -> [String] {
        ["models compiled in by CoreDataModelPlugin"] + candidates(named: name).map(\.path)
    }

    private static func candidates(named name: String) -> [URL] {
        folders.flatMap { folder in
            ["momd", "mom", "xcdatamodeld", "xcdatamodel"].map { folder.appendingPathComponent("\(name).\($0)") }
        }
    }

    /// The main bundle, and the resource bundles that the package manager puts next to the program.
    private static var folders: [URL] {
        let bundle = Bundle.main
        let next = bundle.executableURL?.deletingLastPathComponent() ?? bundle.bundleURL
        let found = (try? FileManager.default.contentsOfDirectory(at: next, includingPropertiesForKeys: nil)) ?? []
        let resources = found.filter { $0.pathExtension == "resources" || $0.pathExtension == "bundle" }
        return [bundle.resourceURL, bundle.bundleURL].compactMap { $0 } + [next]
            + resources.sorted { $0.path < $1.path }
    }
}
