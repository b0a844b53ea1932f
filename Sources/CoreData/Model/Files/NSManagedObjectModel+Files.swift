import Foundation

extension NSManagedObjectModel {
    /// Reads a model from a file or package; nil when that fails.
    ///
    /// Takes `.xcdatamodeld` and `.momd` (the current version), `.xcdatamodel` and `.mom`.
    /// `load(contentsOf:version:)` says why when it does not work.
    public convenience init?(contentsOf url: URL) {
        guard let model = try? Self.load(contentsOf: url) else { return nil }
        self.init()
        adopt(model)
    }

    /// Reads a model from a file or package.
    ///
    /// - Parameters:
    ///   - url: a `.xcdatamodeld`, `.xcdatamodel`, `.momd` or `.mom`.
    ///   - version: which version of a package, with or without its ending; nil for the current one.
    /// - Throws: `ModelError` that names the file, entity and property, what is wrong and what to do.
    public static func load(
        contentsOf url: URL, version: String? = nil
    ) throws(ModelError) -> NSManagedObjectModel {
        switch try ModelPackage.version(at: url, named: version) {
        case .source(let file):
            let source = try ModelSource(contents: try ModelPackage.contentsOfFile(file), file: file.path)
            var builder = ModelBuilder(source)
            return try builder.build()
        case .compiled(let file):
            return try ModelArchiveReader.model(from: try ModelPackage.contentsOfFile(file), file: file.path)
        }
    }

    /// Reads a compiled model from its bytes: those of a `.mom`, or of a store's model cache, inflated.
    ///
    /// - Throws: `ModelError` of code `malformed` or `unsupportedFormat`, or for what is wrong in the model.
    convenience init(archive: Data) throws(ModelError) {
        let model = try ModelArchiveReader.model(from: archive, file: nil)
        self.init()
        adopt(model)
    }

    /// Takes over everything of `other`, which is thrown away after.
    func adopt(_ other: NSManagedObjectModel) {
        let members = other.configurations.map { ($0, other.entities(forConfigurationName: $0) ?? []) }
        let all = other.entities
        other.entities = []
        entities = all
        for (name, entities) in members { setEntities(entities, forConfigurationName: name) }
        templates = other.templates
        versionIdentifiers = other.versionIdentifiers
        localizationDictionary = other.localizationDictionary
    }
}
