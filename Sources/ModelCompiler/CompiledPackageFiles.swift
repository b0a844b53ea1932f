import Foundation

/// The files of a `.momd`.
package enum CompiledPackageFiles {
    /// Each file's name and content: one `.mom` per version and `VersionInfo.plist`.
    ///
    /// - Throws: what the property list serialization throws, which valid names rule out.
    package static func files(of compiled: CompiledPackage) throws -> [(name: String, data: Data)] {
        var files = compiled.versions.map { (name: "\($0.name).mom", data: $0.compilation.archive) }
        var hashes: [String: [String: Data]] = [:]
        var checksums: [String: String] = [:]
        for version in compiled.versions {
            hashes[version.name] = version.compilation.hashes
            checksums[version.name] = version.compilation.checksum
        }
        // Source: model-format, section 2.
        let info: [String: Any] = [
            "NSManagedObjectModel_CurrentVersionName": compiled.currentVersion.name,
            "NSManagedObjectModel_VersionHashes": hashes, "NSManagedObjectModel_VersionChecksums": checksums,
        ]
        let plist = try PropertyListSerialization.data(fromPropertyList: info, format: .binary, options: 0)
        files.append(("VersionInfo.plist", plist))
        return files
    }
}
