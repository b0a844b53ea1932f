import Foundation

/// The image folder, in step with the database.
///
/// A photo's files are written under a staging name and synced before the row that names them is committed
/// (`stage`), get their real names after it (`publish`), and are removed after the row's removal is committed
/// (`remove`). Whenever the process dies, `sweep` at the next start compares the folder with the rows and finishes
/// or undoes what was under way: a staged file with a row is published, a file without a row is removed.
///
/// Safe to use from several threads: each call touches the files of the photos it names, and identities are never
/// used twice.
final class PhotoStore: Sendable {
    /// A photo whose files are on disk under staging names.
    struct Staged: Sendable {
        let id: UUID
        let mediaType: PhotoMediaType
        let width: Int
        let height: Int
        let byteCount: Int
    }

    /// The image folder.
    let folder: URL
    private let limits: PhotoLimits
    private let makeID: @Sendable () -> UUID

    static let stagingSuffix = ".new"
    private static let thumbnailSuffix = ".thumb.jpg"
    private static let displaySuffix = ".view.jpg"
    private static let thumbnailEdge = 480
    private static let displayEdge = 4096

    /// Opens the folder, making it when it is not there.
    ///
    /// - Throws: `DaybookError.storage` when it cannot be made.
    init(
        folder: URL, limits: PhotoLimits = PhotoLimits(), makeID: @escaping @Sendable () -> UUID = { UUID() }
    ) throws(DaybookError) {
        self.folder = folder
        self.limits = limits
        self.makeID = makeID
        try makeFolder()
    }

    private func makeFolder() throws(DaybookError) {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .storage("create \(folder.lastPathComponent): \(error.localizedDescription)")
        }
    }

    // MARK: Names

    /// The name of the original.
    static func originalName(_ id: UUID, _ mediaType: PhotoMediaType) -> String {
        "\(id.uuidString).\(mediaType.fileExtension)"
    }

    /// Whether a file's name is that of an original.
    static func isOriginal(_ name: String) -> Bool {
        guard let id = UUID(uuidString: String(name.prefix(36))) else { return false }
        return PhotoMediaType.allCases.contains { originalName(id, $0) == name }
    }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private func staged(_ name: String) -> URL { url(name + Self.stagingSuffix) }

    /// The names of all files a photo has: original, thumbnail, and a display form where browsers need one.
    private static func names(_ id: UUID, _ mediaType: PhotoMediaType) -> [String] {
        var names = [originalName(id, mediaType), id.uuidString + thumbnailSuffix]
        if mediaType == .heic { names.append(id.uuidString + displaySuffix) }
        return names
    }

    // MARK: Adding

    /// Checks photos by content and writes their files under staging names, synced.
    ///
    /// Either all are staged or none.
    ///
    /// - Throws: `DaybookError.validation(.photos, _)` with what is wrong with which photo, `.diskFull`, `.storage`.
    func stage(_ uploads: [PhotoUpload]) throws(DaybookError) -> [Staged] {
        // It may have been taken away since the start.
        if !FileManager.default.fileExists(atPath: folder.path) { try makeFolder() }
        var done: [Staged] = []
        for upload in uploads {
            do {
                done.append(try stage(upload))
            } catch {
                discard(done)
                throw error
            }
        }
        if !done.isEmpty {
            do {
                try DurableFile.sync(folder)
            } catch {
                discard(done)
                throw error
            }
        }
        return done
    }

    private func stage(_ upload: PhotoUpload) throws(DaybookError) -> Staged {
        let name = upload.fileName
        guard upload.data.count <= limits.byteCount else {
            throw .validation(.photos, .photoTooLarge(megabytes: limits.byteCount >> 20, fileName: name))
        }
        guard let mediaType = ImageInspection.mediaType(of: upload.data) else {
            throw .validation(.photos, .photoNotRecognised(fileName: name))
        }
        let id = makeID()
        let original = staged(Self.originalName(id, mediaType))
        do throws(DaybookError) {
            try DurableFile.write(upload.data, to: original)
            let header = try tool("vipsheader", ["-a", original.path], name)
            guard let size = ImageInspection.uprightSize(in: header) else {
                throw .validation(.photos, .photoNotConvertible(detail: "size", fileName: name))
            }
            guard size.width.multipliedReportingOverflow(by: size.height).partialValue <= limits.pixelCount,
                size.width <= limits.pixelCount, size.height <= limits.pixelCount
            else {
                throw .validation(
                    .photos, .photoTooManyPixels(megapixels: limits.pixelCount / 1_000_000, fileName: name))
            }
            // Made at once: what cannot be shown is refused while the person is there to choose another.
            try render(
                original, id.uuidString + Self.thumbnailSuffix, edge: Self.thumbnailEdge, quality: 80, name, whole: true
            )
            if mediaType == .heic {
                try render(original, id.uuidString + Self.displaySuffix, edge: Self.displayEdge, quality: 88, name)
            }
            return Staged(
                id: id, mediaType: mediaType, width: size.width, height: size.height, byteCount: upload.data.count)
        } catch {
            removeStaged(id, mediaType)
            throw error
        }
    }

    /// Makes an upright JPEG without metadata under a staging name and syncs it.
    ///
    /// A new photo must be whole; one that was kept is shown as far as it goes.
    private func render(
        _ original: URL, _ name: String, edge: Int, quality: Int, _ fileName: String?, whole: Bool = false
    ) throws(DaybookError) {
        // The tool picks the format by the name's ending, so it writes beside the staging name first.
        let target = staged(name)
        let working = url(name + Self.stagingSuffix + ".jpg")
        do throws(DaybookError) {
            _ = try tool(
                "vips",
                [
                    "thumbnail", original.path, "\(working.path)[Q=\(quality),strip]", "\(edge)", "--height", "\(edge)",
                    "--size", "down", "--export-profile", "srgb", "--fail-on", whole ? "truncated" : "none",
                ],
                fileName)
            try DurableFile.sync(working)
            try DurableFile.rename(working, to: target)
        } catch {
            // The sweep of the next start removes what stays.
            try? DurableFile.remove(working)
            throw error
        }
    }

    private func tool(_ tool: String, _ arguments: [String], _ fileName: String?) throws(DaybookError) -> String {
        let outcome: ChildProcess.Outcome
        do {
            outcome = try ChildProcess(tool: tool, arguments: arguments, timeLimit: limits.toolSeconds).run()
        } catch {
            throw .validation(
                .photos,
                .photoNotConvertible(detail: "\(error.tool): libvips-tools is not installed", fileName: fileName))
        }
        if outcome.timedOut {
            let detail = "\(tool): more than \(Int(limits.toolSeconds)) s"
            throw .validation(.photos, .photoNotConvertible(detail: detail, fileName: fileName))
        }
        guard outcome.status == 0 else {
            // The tool cannot tell a bad photo from a bad place to write to; the file system can.
            if DurableFile.isFull(folder) { throw .diskFull }
            throw .validation(
                .photos,
                Self.lacksDecoder(outcome.output)
                    ? .photoNotConvertible(detail: "\(tool): no decoder", fileName: fileName)
                    : .photoDamaged(fileName: fileName))
        }
        return outcome.output
    }

    /// Whether the tool says that it knows the kind of file but lacks the means to read it.
    private static func lacksDecoder(_ output: String) -> Bool {
        ["not a known file format", "Unsupported feature", "Unsupported codec", "plugin"].contains {
            output.contains($0)
        }
    }

    // MARK: After the save

    /// Gives the files of photos their real names, after the rows that name them are committed.
    ///
    /// A failure here loses nothing and is none of the caller's: the files are found under their staging names, and
    /// the sweep of the next start finishes.
    func publish(_ photos: [Staged]) {
        for photo in photos {
            for name in Self.names(photo.id, photo.mediaType) { try? DurableFile.rename(staged(name), to: url(name)) }
        }
        if !photos.isEmpty { try? DurableFile.sync(folder) }
    }

    /// Removes staged files, after the save that would have named them failed.
    func discard(_ photos: [Staged]) {
        for photo in photos { removeStaged(photo.id, photo.mediaType) }
    }

    /// Removes the files of photos, after the removal of their rows is committed.
    ///
    /// What cannot be removed now is removed by the sweep of the next start.
    func remove(_ photos: [(id: UUID, mediaType: PhotoMediaType)]) {
        for photo in photos {
            for name in Self.names(photo.id, photo.mediaType) {
                try? DurableFile.remove(url(name))
                try? DurableFile.remove(staged(name))
            }
        }
        if !photos.isEmpty { try? DurableFile.sync(folder) }
    }

    private func removeStaged(_ id: UUID, _ mediaType: PhotoMediaType) {
        // The sweep of the next start removes what stays.
        for name in Self.names(id, mediaType) { try? DurableFile.remove(staged(name)) }
    }

    // MARK: Reading

    /// Where a rendition's bytes are; a thumbnail or display form that was lost is made again.
    ///
    /// - Throws: `DaybookError.notFound(.photo, _)` when the original is gone, or the tool's failure.
    func file(
        _ id: UUID, _ mediaType: PhotoMediaType, rendition: PhotoRendition
    ) throws(DaybookError) -> PhotoFile {
        let original = Self.originalName(id, mediaType)
        switch rendition {
        case .original: break
        case .display:
            guard mediaType == .heic else { break }
            return try made(id, original, Self.displaySuffix, edge: Self.displayEdge, quality: 88)
        case .thumbnail:
            return try made(id, original, Self.thumbnailSuffix, edge: Self.thumbnailEdge, quality: 80)
        }
        guard let file = existing(original, contentType: mediaType.rawValue) else { throw .notFound(.photo, id) }
        return file
    }

    private func made(
        _ id: UUID, _ original: String, _ suffix: String, edge: Int, quality: Int
    ) throws(DaybookError) -> PhotoFile {
        let name = id.uuidString + suffix
        if let file = existing(name, contentType: PhotoMediaType.jpeg.rawValue) { return file }
        guard let source = existing(original, contentType: "") else { throw .notFound(.photo, id) }
        try render(source.url, name, edge: edge, quality: quality, nil)
        try DurableFile.rename(staged(name), to: url(name))
        guard let file = existing(name, contentType: PhotoMediaType.jpeg.rawValue) else { throw .notFound(.photo, id) }
        return file
    }

    /// A file under its real name, or under its staging name in the moment between commit and publishing.
    private func existing(_ name: String, contentType: String) -> PhotoFile? {
        for candidate in [url(name), staged(name), url(name)] {
            if let size = DurableFile.size(of: candidate) {
                return PhotoFile(url: candidate, contentType: contentType, byteCount: size)
            }
        }
        return nil
    }
}
