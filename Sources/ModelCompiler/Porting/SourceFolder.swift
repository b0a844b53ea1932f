import Foundation

/// The Swift sources and models below a folder.
struct SourceFolder {
    /// The folder.
    let root: URL
    /// Paths of Swift files below it, in order.
    private(set) var sources: [String] = []
    /// Paths of models below it, in order.
    private(set) var models: [String] = []
    /// How many symbolic links were passed over.
    private(set) var links = 0

    /// Folders of other people's code and of what builds make.
    private static let passedOver: Set<String> = ["Pods", "Carthage", "DerivedData", "node_modules", "SourcePackages"]
    private static let deepest = 64

    /// - Throws: `PortError` when there is no such file or folder, or the folder cannot be listed.
    init(_ url: URL) throws(PortError) {
        let url = url.resolvingSymlinksInPath()
        var information = stat()
        guard lstat(url.path, &information) == 0 else {
            throw PortError(description: "\(url.path): There is no such file or folder.")
        }
        guard information.st_mode & S_IFMT == S_IFDIR else {
            root = url.deletingLastPathComponent()
            sources = [url.lastPathComponent]
            return
        }
        root = url
        do {
            try list("", depth: 0)
        } catch {
            throw PortError(description: "\(url.path): The folder cannot be listed: \(error.localizedDescription)")
        }
        sources.sort()
        models.sort()
    }

    private mutating func list(_ path: String, depth: Int) throws {
        guard depth < Self.deepest else { return }
        let folder = path.isEmpty ? root.path : root.appendingPathComponent(path).path
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where !name.hasPrefix(".") {
            let inner = path.isEmpty ? name : "\(path)/\(name)"
            var information = stat()
            guard lstat("\(folder)/\(name)", &information) == 0 else { continue }
            switch information.st_mode & S_IFMT {
            case S_IFLNK: links += 1
            case S_IFDIR where name.hasSuffix(".xcdatamodeld"): models.append(inner)
            case S_IFDIR where !Self.passedOver.contains(name):
                // A folder that may not be listed is passed over, as one of its files would be.
                do { try list(inner, depth: depth + 1) } catch { sources.append(inner) }
            case S_IFREG where name.hasSuffix(".swift"): sources.append(inner)
            case S_IFIFO, S_IFSOCK, S_IFCHR, S_IFBLK: break
            default: break
            }
        }
    }

    /// The bytes of a source, when it is one that can be edited.
    static func contents(of url: URL) -> Result<[UInt8], PortFinding> {
        func failure(_ reason: String, _ suggestion: String) -> Result<[UInt8], PortFinding> {
            .failure(
                PortFinding(
                    line: 0, column: 0, kind: .file, subject: url.lastPathComponent, reason: reason,
                    suggestion: suggestion))
        }
        var information = stat()
        guard lstat(url.path, &information) == 0 else {
            return failure("The file is gone.", "Start again.")
        }
        guard information.st_mode & S_IFMT == S_IFREG else {
            return failure("It cannot be listed or is no ordinary file.", "Check what it is, and its permissions.")
        }
        guard information.st_size <= PortProject.largestFile else {
            return failure(
                "The file has more than \(PortProject.largestFile >> 20) MiB and was not read.",
                "Leave it out of the data layer, or divide it.")
        }
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            return failure("The file cannot be read.", "Check its permissions.")
        }
        let bytes = Array(data)
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
            return failure("The file is no text in UTF-8.", "Save it in UTF-8.")
        }
        return .success(bytes)
    }
}

extension PortFinding: Error {}
