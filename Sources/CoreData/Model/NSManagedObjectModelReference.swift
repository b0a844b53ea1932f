import Foundation
import Synchronization

/// A model, or where to find one, together with the version checksum it must have.
///
/// Staged migration names models so. Safe to use from any thread.
public final class NSManagedObjectModelReference: NSObject, @unchecked Sendable {
    // @unchecked Sendable: the source never changes, what was resolved is under a lock.
    private enum Source {
        case model(NSManagedObjectModel)
        case file(URL)
        case name(String, Bundle?)
        case hashes([String: Data], Bundle?)
    }

    private let source: Source
    /// Guards the model once it was found.
    ///
    /// Nothing else happens under it.
    private let found = Mutex<NSManagedObjectModel?>(nil)
    /// The version checksum that the model must have.
    public let versionChecksum: String

    private init(_ source: Source, _ versionChecksum: String) {
        self.source = source
        self.versionChecksum = versionChecksum
        super.init()
    }

    /// Refers to a model at hand.
    public convenience init(model: NSManagedObjectModel, versionChecksum: String) {
        self.init(.model(model), versionChecksum)
    }

    /// Refers to the model in a file or package; of a package to the version with the checksum.
    public convenience init(fileURL: URL, versionChecksum: String) {
        self.init(.file(fileURL), versionChecksum)
    }

    /// Refers to a version by its name, in a bundle; nil for the main bundle and the program itself.
    public convenience init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
        self.init(.name(modelName, bundle), versionChecksum)
    }

    /// Refers to a version by its entities' hashes, in a bundle; nil for the main bundle and the program itself.
    public convenience init(entityVersionHashes: [String: Data], in bundle: Bundle?, versionChecksum: String) {
        self.init(.hashes(entityVersionHashes, bundle), versionChecksum)
    }

    /// The model.
    ///
    /// Looked for at the first use. Stops when there is none with the checksum.
    public var resolvedModel: NSManagedObjectModel {
        do {
            return try resolve()
        } catch {
            fatalError("NSManagedObjectModelReference.resolvedModel: \(error.localizedDescription)")
        }
    }

    /// The model.
    ///
    /// - Throws: an error of `NSCocoaErrorDomain`, code `NSManagedObjectModelReferenceNotFoundError`, that
    ///   says what was looked for and what was found instead.
    func resolve() throws -> NSManagedObjectModel {
        if let model = found.withLock({ $0 }) { return model }
        let candidates = candidates
        guard let model = candidates.first(where: { $0.versionChecksum == versionChecksum }) else {
            let present = candidates.map(\.versionChecksum)
            throw CoreDataError.make(
                NSManagedObjectModelReferenceNotFoundError,
                "There is no model with the version checksum \(versionChecksum) (\(placeDescription)). "
                    + (present.isEmpty ? "No model was found there." : "Found: \(present.joined(separator: ", "))."),
                suggestion: "Take the checksum that `ondol compile` prints for the version, and ship that version.")
        }
        found.withLock { $0 = model }
        return model
    }

    private var candidates: [NSManagedObjectModel] {
        switch source {
        case .model(let model): return [model]
        case .file(let url):
            let isPackage = ["momd", "xcdatamodeld"].contains(url.pathExtension.lowercased())
            guard isPackage else { return [NSManagedObjectModel(contentsOf: url)].compactMap { $0 } }
            let names = (try? ModelPackage.versionNames(in: url)) ?? []
            return names.compactMap { try? NSManagedObjectModel.load(contentsOf: url, version: $0) }
        case .name(_, let bundle): return ModelSearch.allVersions(in: bundle.map { [$0] })
        case .hashes(let hashes, let bundle):
            return ModelSearch.allVersions(in: bundle.map { [$0] }).filter { $0.entityVersionHashesByName == hashes }
        }
    }

    private var placeDescription: String {
        switch source {
        case .model: "the model at hand"
        case .file(let url): url.path
        case .name(let name, let bundle): "\"\(name)\" in \(bundle?.bundlePath ?? "the main bundle")"
        case .hashes(_, let bundle): "by entity hashes in \(bundle?.bundlePath ?? "the main bundle")"
        }
    }
}
