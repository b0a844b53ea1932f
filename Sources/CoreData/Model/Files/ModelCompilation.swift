import Foundation

/// A version of a model, compiled: its archive and what identifies it.
package struct ModelCompilation: Sendable {
    /// The content of a `.mom`.
    package let archive: Data
    package let hashes: [String: Data]
    package let checksum: String
    package let versionIdentifiers: [String]
    /// What is odd and was mended.
    package let warnings: [ModelError]

    /// Compiles a model's source.
    ///
    /// - Parameter moduleName: the module that classes named with a leading dot are in; nil to leave it open.
    /// - Throws: `ModelError` that names file, line, entity and property.
    package init(_ source: ModelSource, moduleName: String?) throws(ModelError) {
        var builder = ModelBuilder(source, moduleName: moduleName)
        let model = try builder.build()
        do throws(ModelError) {
            archive = try ModelArchiveWriter.archive(model)
        } catch {
            throw error.located(file: source.file)
        }
        hashes = model.entityVersionHashesByName
        checksum = model.versionChecksum
        versionIdentifiers = model.versionIdentifiers.compactMap { $0 as? String }
        warnings = builder.warnings
    }

    /// The names of a compiled model's entities and their version hashes, read back from an archive.
    ///
    /// - Throws: `ModelError` when the bytes are no compiled model.
    package static func hashes(inArchive data: Data, file: String?) throws(ModelError) -> [String: Data] {
        try ModelArchiveReader.model(from: data, file: file).entityVersionHashesByName
    }
}
