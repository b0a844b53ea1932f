import CoreData
import Foundation

/// A model on the command line: a path, and which version of a package is meant.
struct ModelArgument {
    let name: String
    let model: NSManagedObjectModel

    /// - Parameter path: of a model, or of a store that keeps its own.
    /// - Throws: `ModelError`; `StoreFileError` for a store without a model.
    init(_ path: String, version: String? = nil) throws {
        let url = URL(fileURLWithPath: path)
        if let kept = try StoreModel.kept(at: path) {
            if version != nil { throw UsageError("A store keeps one version; leave the version out.") }
            model = kept
            name = url.lastPathComponent
            return
        }
        let isPackage = Self.isPackage(url)
        model = try NSManagedObjectModel.load(contentsOf: url, version: isPackage ? version : nil)
        if isPackage {
            name = try version ?? Self.spoken(ModelPackage.currentVersionName(in: url))
        } else {
            name = url.deletingPathExtension().lastPathComponent
        }
    }

    /// A package names the file of its current version; a version is spoken of without the ending.
    private static func spoken(_ file: String) -> String {
        for ending in [".xcdatamodel", ".mom"] where file.hasSuffix(ending) {
            return String(file.dropLast(ending.count))
        }
        return file
    }

    static func isPackage(_ url: URL) -> Bool {
        ["xcdatamodeld", "momd"].contains(url.pathExtension.lowercased())
    }

    /// All versions of a package in the order of their names, numbers by their value.
    static func versions(_ path: String) throws -> [String] {
        try ModelPackage.versionNames(in: URL(fileURLWithPath: path)).sorted {
            $0.compare($1, options: .numeric) == .orderedAscending
        }
    }
}
