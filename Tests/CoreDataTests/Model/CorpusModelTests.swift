import Foundation
import Testing

@testable import CoreData

@Suite(.enabled(if: Corpus.isPresent, "The folder of public models is not beside this checkout."))
struct CorpusModelTests {
    @Test func everyModel_loads_orIsRefusedAsTooOld() throws {
        var loaded = 0
        for path in Corpus.paths(ending: ".xcdatamodel", ".mom") {
            do throws(ModelError) {
                let model = try NSManagedObjectModel.load(contentsOf: Corpus.url(path))
                #expect(!model.entities.isEmpty, "\(path)")
                try model.checkConsistency()
                loaded += 1
            } catch {
                #expect(error.code == .unsupportedFormat, "\(error)")
                #expect(error.problem.contains("`elements`"), "\(error)")
                #expect(FileManager.default.fileExists(atPath: Corpus.url(path).path + "/elements"))
            }
        }
        #expect(loaded > 200)
    }

    @Test func everyPackage_loadsItsCurrentVersion() throws {
        for path in Corpus.paths(ending: ".xcdatamodeld", ".momd") {
            do throws(ModelError) {
                _ = try NSManagedObjectModel.load(contentsOf: Corpus.url(path))
            } catch {
                #expect(error.code == .unsupportedFormat || error.code == .missingVersion, "\(error)")
            }
        }
    }

    /// Apple's compiler wrote these hashes.
    @Test func compiledVersions_haveTheHashes_inTheirVersionInfo() throws {
        var compared = 0
        for path in Corpus.paths(ending: "VersionInfo.plist") {
            let plist = try PropertyListSerialization.propertyList(
                from: Data(contentsOf: Corpus.url(path)), format: nil)
            let info = try #require(plist as? [String: Any])
            let versions = try #require(info["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
            let checksums = info["NSManagedObjectModel_VersionChecksums"] as? [String: String]
            let folder = Corpus.url(path).deletingLastPathComponent()
            for (version, hashes) in versions {
                let file = folder.appendingPathComponent("\(version).mom")
                guard FileManager.default.fileExists(atPath: file.path) else { continue }
                let model = try NSManagedObjectModel.load(contentsOf: file)
                #expect(model.entityVersionHashesByName == hashes, "\(path) \(version)")
                if let checksum = checksums?[version] {
                    #expect(model.versionChecksum == checksum, "\(path) \(version)")
                }
                compared += hashes.count
            }
        }
        #expect(compared >= 60)
    }

    /// A model's source and what Apple's compiler made of it have the same hashes.
    @Test func sourceAndCompiledModel_ofAPair_agree() throws {
        let table = try String(contentsOf: Corpus.url("PAIRS.tsv"), encoding: .utf8)
        var compared = 0
        for row in table.split(separator: "\n").dropFirst() {
            let fields = row.split(separator: "\t").map(String.init)
            guard fields.count > 2, fields[1].hasSuffix(".xcdatamodel"), fields[2].hasSuffix(".mom") else { continue }
            let source = try NSManagedObjectModel.load(contentsOf: Corpus.url(fields[1]))
            let compiled = try NSManagedObjectModel.load(contentsOf: Corpus.url(fields[2]))
            #expect(source.entityVersionHashesByName == compiled.entityVersionHashesByName, "\(fields[1])")
            compared += 1
        }
        #expect(compared >= 10)
    }

    @Test func everyModel_compiledAndReadAgain_isEqual() throws {
        for path in Corpus.paths(ending: ".xcdatamodel", ".mom") {
            guard let model = NSManagedObjectModel(contentsOf: Corpus.url(path)) else { continue }
            let data = try ModelArchiveWriter.archive(model)
            let again = try NSManagedObjectModel(archive: data)
            #expect(again.isEqual(model), "\(path)")
            #expect(again.entityVersionHashesByName == model.entityVersionHashesByName, "\(path)")
            #expect(again.versionIdentifiers == model.versionIdentifiers, "\(path)")
            let written = try ModelArchiveWriter.archive(again)
            #expect(written == data, "\(path)")
        }
    }

    @Test func everyModel_copied_isEqual() throws {
        for path in Corpus.paths(ending: ".xcdatamodel") {
            guard let model = NSManagedObjectModel(contentsOf: Corpus.url(path)) else { continue }
            let copy = try #require(model.copy() as? NSManagedObjectModel)
            #expect(copy.isEqual(model), "\(path)")
            #expect(copy.versionChecksum == model.versionChecksum, "\(path)")
        }
    }
}
