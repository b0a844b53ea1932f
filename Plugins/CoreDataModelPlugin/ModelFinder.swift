import Foundation

/// Finds models under a target's folder, and the files they consist of.
enum ModelFinder {
    /// The model packages under `folder`, in a stable order; versions inside a package are not listed.
    static func models(in folder: URL) -> [URL] {
        var found: [URL] = []
        collect(folder, into: &found)
        return found.sorted { $0.path < $1.path }
    }

    private static func collect(_ folder: URL, into found: inout [URL]) {
        // A folder that cannot be read holds no model for us; SwiftPM has complained about it before.
        guard
            let entries = try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: [.isDirectoryKey], options: [.skipsHiddenFiles])
        else { return }
        for entry in entries {
            switch entry.pathExtension.lowercased() {
            case "xcdatamodeld", "xcdatamodel": found.append(entry)
            default:
                let values = try? entry.resourceValues(forKeys: [.isDirectoryKey])
                if values?.isDirectory == true { collect(entry, into: &found) }
            }
        }
    }

    /// The files whose change makes the model new.
    static func files(of model: URL) -> [URL] {
        guard let names = FileManager.default.enumerator(atPath: model.path) else { return [] }
        var files: [URL] = []
        for case let name as String in names {
            let last = (name as NSString).lastPathComponent
            if last == "contents" || last == ".xccurrentversion" { files.append(model.appending(path: name)) }
        }
        return files.sorted { $0.path < $1.path }
    }
}
