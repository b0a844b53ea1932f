import Foundation

/// Finds Swift files.
enum SwiftFiles {
    /// The files among `paths` and all Swift files in the folders among them, each once, in order.
    ///
    /// - Throws: `UsageError` for a path that does not exist.
    static func all(in paths: [String]) throws(UsageError) -> [URL] {
        var seen: Set<String> = []
        var result: [URL] = []
        for path in paths {
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
                throw UsageError("There is no file or folder \(path).")
            }
            let found = isDirectory.boolValue ? swiftFiles(inFolder: path) : [path]
            for file in found where seen.insert(file).inserted { result.append(URL(fileURLWithPath: file)) }
        }
        return result
    }

    private static func swiftFiles(inFolder path: String) -> [String] {
        guard let enumerator = FileManager.default.enumerator(atPath: path) else { return [] }
        var files: [String] = []
        for case let name as String in enumerator where name.hasSuffix(".swift") { files.append("\(path)/\(name)") }
        return files.sorted()
    }
}
