import CoreData
import Foundation

/// A model package with all its versions, read and compiled.
package struct CompiledPackage: Sendable {
    /// One version: its source and what was made of it.
    package struct Version: Sendable {
        package let name: String
        package let source: ModelSource
        package let compilation: ModelCompilation
    }

    /// The package's name, without ending.
    package let name: String
    package let url: URL
    package let currentVersion: Version
    /// All versions that can be read, the current one included, in ascending order of names.
    package let versions: [Version]
    /// Old versions that cannot be read, and what is odd in those that can.
    package let warnings: [ModelError]

    /// Reads and compiles the `.xcdatamodeld` or `.xcdatamodel` at `url`.
    ///
    /// An old version that cannot be read gives a warning: it may have been broken for years.
    ///
    /// - Throws: `ModelError` for the package or its current version.
    package init(at url: URL, moduleName: String?) throws(ModelError) {
        self.url = url
        name = url.deletingPathExtension().lastPathComponent
        var warnings: [ModelError] = []
        let currentName = try ModelPackage.currentVersionName(in: url)
        let bare = currentName.hasSuffix(".xcdatamodel") ? String(currentName.dropLast(12)) : currentName
        let current = try Self.version(bare, in: url, moduleName: moduleName)
        var versions: [Version] = []
        for name in try ModelPackage.versionNames(in: url) {
            if name == bare {
                versions.append(current)
                continue
            }
            do throws(ModelError) {
                versions.append(try Self.version(name, in: url, moduleName: moduleName))
            } catch {
                warnings.append(error)
            }
        }
        if !versions.contains(where: { $0.name == bare }) { versions.append(current) }
        warnings += current.compilation.warnings
        currentVersion = current
        self.versions = versions
        self.warnings = warnings
    }

    private static func version(_ name: String, in url: URL, moduleName: String?) throws(ModelError) -> Version {
        let isPackage = url.pathExtension.lowercased() == "xcdatamodeld"
        guard case .source(let file) = try ModelPackage.version(at: url, named: isPackage ? name : nil) else {
            throw ModelError(
                .unsupportedFormat, "The model is compiled already.",
                remedy: "Give its source, a .xcdatamodeld or .xcdatamodel.", file: url.path)
        }
        let source = try ModelSource(contents: try ModelPackage.contentsOfFile(file), file: file.path)
        return Version(
            name: name, source: source, compilation: try ModelCompilation(source, moduleName: moduleName))
    }
}
