import Foundation

/// Finds models: in bundles, in the resource bundles beside the program, and compiled into the program.
enum ModelSearch {
    /// The current version of every model; of nil bundles that means the main bundle and the program itself.
    static func currentModels(in bundles: [Bundle]?) -> [NSManagedObjectModel] {
        var models: [NSManagedObjectModel] = []
        if bundles == nil {
            for name in CompiledModelRegistry.modelNames {
                // A registered model that cannot be read is one that no caller can do anything about.
                if let model = try? CompiledModelRegistry.model(named: name) { models.append(model) }
            }
        }
        return models + urls(in: bundles).compactMap { NSManagedObjectModel(contentsOf: $0) }
    }

    /// Every version of every model, current ones of compiled models first.
    static func allVersions(in bundles: [Bundle]?) -> [NSManagedObjectModel] {
        var models: [NSManagedObjectModel] = []
        if bundles == nil { models += CompiledModelRegistry.allVersions() }
        for url in urls(in: bundles) {
            for name in (try? ModelPackage.versionNames(in: url)) ?? [] {
                let isPackage = ["momd", "xcdatamodeld"].contains(url.pathExtension.lowercased())
                if let model = try? NSManagedObjectModel.load(contentsOf: url, version: isPackage ? name : nil) {
                    models.append(model)
                }
            }
        }
        return models
    }

    /// The models in bundles; compiled ones before sources, since both may lie side by side.
    static func urls(in bundles: [Bundle]?) -> [URL] {
        var found: [URL] = []
        var names: Set<String> = []
        for bundle in bundles ?? ([Bundle.main] + resourceBundles()) {
            for ending in ["momd", "mom", "xcdatamodeld", "xcdatamodel"] {
                let urls = (bundle.urls(forResourcesWithExtension: ending, subdirectory: nil) ?? []).map { $0 as URL }
                for url in urls.sorted(by: { $0.path < $1.path }) {
                    let place = url.deletingPathExtension().path
                    if names.insert(place).inserted { found.append(url) }
                }
            }
        }
        return found
    }

    /// The resource bundles that the package manager puts beside the program.
    private static func resourceBundles() -> [Bundle] {
        let folder = Bundle.main.bundleURL
        guard
            let entries = try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        else { return [] }
        return entries.filter { ["resources", "bundle"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }.compactMap { Bundle(url: $0) }
    }
}
