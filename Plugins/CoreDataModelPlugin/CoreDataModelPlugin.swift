import Foundation
import PackagePlugin

/// Compiles the Core Data models of a target at build time.
///
/// Every `.xcdatamodeld` and `.xcdatamodel` under the target's folder goes through `ondol generate --build`; the Swift
/// file that comes of it joins the target. It holds the classes and properties of entities with codegen,
/// the bodies of `@NSManaged` declarations, and the compiled models, which `NSPersistentContainer(name:)`
/// finds by name.
@main
struct CoreDataModelPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? SwiftSourceModuleTarget else { return [] }
        let models = ModelFinder.models(in: target.directoryURL)
        let sources = target.sourceFiles(withSuffix: ".swift").map(\.url)
        guard !models.isEmpty || sources.contains(where: Self.mentionsManagedProperties) else { return [] }
        let output = context.pluginWorkDirectoryURL.appending(path: "\(target.moduleName)+CoreDataModels.swift")
        var arguments = ["generate", "--build", "--module", target.moduleName, "--output", output.path]
        if !sources.isEmpty { arguments += ["--sources"] + sources.map(\.path) }
        // After `--` nothing is taken for an option, whatever a folder is called.
        arguments += ["--"] + models.map(\.path)
        return [
            .buildCommand(
                displayName: "Compiling the data models of \(target.name)",
                executable: try context.tool(named: "ondol").url, arguments: arguments,
                inputFiles: models + models.flatMap(ModelFinder.files) + sources, outputFiles: [output])
        ]
    }

    private static func mentionsManagedProperties(_ file: URL) -> Bool {
        // A file that cannot be read is the compiler's to report.
        guard let data = try? Data(contentsOf: file) else { return false }
        return data.range(of: Data("@NSManaged".utf8)) != nil
    }
}
