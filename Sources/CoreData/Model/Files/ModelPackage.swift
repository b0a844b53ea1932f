import Foundation

/// Finds the file of a model inside the packages and folders in which models come.
///
/// `.xcdatamodeld` and `.momd` hold versions and name the current one; `.xcdatamodel` and `.mom` are one
/// version; the folder `contents` lies in, and the file itself, will do as well.
package enum ModelPackage {
    /// A version of a model that can be read.
    package enum Version: Sendable, Equatable {
        /// A `contents` file.
        case source(URL)
        /// A `.mom` file.
        case compiled(URL)

        package var url: URL {
            switch self {
            case .source(let url), .compiled(let url): url
            }
        }
    }

    /// The version that `url` stands for.
    ///
    /// - Parameters:
    ///   - url: a model package, a version in one, or a model file.
    ///   - versionName: which version to take, with or without its ending; nil for the current one.
    package static func version(at url: URL, named versionName: String? = nil) throws(ModelError) -> Version {
        let path = url.path
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw ModelError(
                .unreadable, "There is no such file or folder.", remedy: "Check the path of the model.", file: path)
        }
        switch url.pathExtension.lowercased() {
        case "xcdatamodeld":
            let name: String
            if let versionName { name = versionName } else { name = try currentSourceVersion(in: url) }
            return try version(at: try existing(name, extension: "xcdatamodel", in: url))
        case "momd":
            let name: String
            if let versionName { name = versionName } else { name = try currentCompiledVersion(in: url) }
            return .compiled(try existing(name, extension: "mom", in: url))
        case "xcdatamodel":
            return .source(try contents(of: url))
        default:
            if isDirectory.boolValue { return .source(try contents(of: url)) }
            return url.lastPathComponent == "contents" ? .source(url) : .compiled(url)
        }
    }

    /// The names of all versions in a package, without their endings, in ascending order.
    package static func versionNames(in url: URL) throws(ModelError) -> [String] {
        let ending: String
        switch url.pathExtension.lowercased() {
        case "xcdatamodeld": ending = "xcdatamodel"
        case "momd": ending = "mom"
        default: return [url.deletingPathExtension().lastPathComponent]
        }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: url.path)
                .filter { ($0 as NSString).pathExtension == ending }
                .map { ($0 as NSString).deletingPathExtension }
                .sorted { $0.precedesByCodePoint($1) }
        } catch {
            throw ModelError(
                .unreadable, "The folder cannot be read: \(error.localizedDescription).",
                remedy: "Check that it is a folder and that its permissions allow reading.", file: url.path)
        }
    }

    /// The name of a package's current version, without its ending.
    package static func currentVersionName(in url: URL) throws(ModelError) -> String {
        switch url.pathExtension.lowercased() {
        case "xcdatamodeld": try currentSourceVersion(in: url)
        case "momd": try currentCompiledVersion(in: url)
        default: url.deletingPathExtension().lastPathComponent
        }
    }

    private static func contents(of url: URL) throws(ModelError) -> URL {
        let contents = url.appendingPathComponent("contents")
        if FileManager.default.fileExists(atPath: contents.path) { return contents }
        if FileManager.default.fileExists(atPath: url.appendingPathComponent("elements").path) {
            throw ModelError(
                .unsupportedFormat,
                "The model is in the format of Xcode 3 and earlier (files `elements` and `layout`), which is not read.",
                remedy:
                    "Open it in a later Xcode, choose the tools version Xcode 4 or later in the file inspector, save.",
                file: url.path)
        }
        throw ModelError(
            .unreadable, "The folder has no file `contents`.",
            remedy: "Give the .xcdatamodel or .xcdatamodeld folder of a data model.", file: url.path)
    }

    private static func existing(_ name: String, extension ending: String, in url: URL) throws(ModelError) -> URL {
        let bare = name.hasSuffix(".\(ending)") ? String(name.dropLast(ending.count + 1)) : name
        let version = url.appendingPathComponent("\(bare).\(ending)")
        // A version's name is a name, not a way out of the package.
        guard !bare.contains("/"), FileManager.default.fileExists(atPath: version.path) else {
            let names = try versionNames(in: url).joined(separator: ", ")
            throw ModelError(
                .missingVersion, "There is no version \"\(bare)\".",
                remedy: names.isEmpty ? "The package is empty; restore its versions." : "Its versions are: \(names).",
                file: url.path)
        }
        return version
    }

    private static func currentSourceVersion(in url: URL) throws(ModelError) -> String {
        let file = url.appendingPathComponent(".xccurrentversion")
        if let plist = try propertyList(at: file), let name = plist["_XCCurrentVersionName"] as? String {
            return name
        }
        return try onlyVersion(in: url, instruction: "Choose the current version in Xcode's file inspector.")
    }

    private static func currentCompiledVersion(in url: URL) throws(ModelError) -> String {
        let file = url.appendingPathComponent("VersionInfo.plist")
        if let plist = try propertyList(at: file),
            let name = plist["NSManagedObjectModel_CurrentVersionName"] as? String
        {
            return name
        }
        return try onlyVersion(in: url, instruction: "Compile the model again.")
    }

    /// The version of a package that names none: its only one, or the one named like the package.
    private static func onlyVersion(in url: URL, instruction: String) throws(ModelError) -> String {
        let names = try versionNames(in: url)
        let own = url.deletingPathExtension().lastPathComponent
        if names.count == 1 { return names[0] }
        guard names.contains(own) else {
            throw ModelError(
                .missingVersion,
                names.isEmpty
                    ? "The package has no version."
                    : "The package has \(names.count) versions and names none as current.",
                remedy: names.isEmpty ? "Restore it from version control." : instruction, file: url.path)
        }
        return own
    }

    private static func propertyList(at file: URL) throws(ModelError) -> [String: Any]? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let data = try contentsOfFile(file)
        do {
            return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        } catch {
            throw ModelError(
                .malformed, "The property list cannot be read.",
                remedy: "Restore the file from version control, or remove it if there is only one version.",
                file: file.path)
        }
    }

    /// The bytes of a file.
    package static func contentsOfFile(_ url: URL) throws(ModelError) -> Data {
        do {
            return try Data(contentsOf: url)
        } catch {
            throw ModelError(
                .unreadable, "The file cannot be read: \(error.localizedDescription).",
                remedy: "Check the path and the permissions.", file: url.path)
        }
    }
}
