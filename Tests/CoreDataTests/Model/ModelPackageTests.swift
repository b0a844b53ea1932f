import Foundation
import Testing

@testable import CoreData

@Suite struct ModelPackageTests {
    /// A folder that goes away with its owner.
    private final class Folder {
        let url: URL

        init() throws {
            url = FileManager.default.temporaryDirectory.appendingPathComponent("ondol-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func write(_ text: String, _ path: String) throws {
            let file = url.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    private static func contents(_ entity: String) -> String { "<model><entity name=\"\(entity)\"/></model>" }

    private static func current(_ name: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict></plist>
        """
    }

    @Test func package_withSeveralVersions_loadsTheCurrentOne() throws {
        let folder = try Folder()
        try folder.write(Self.contents("Old"), "내 모델.xcdatamodeld/내 모델.xcdatamodel/contents")
        try folder.write(Self.contents("New"), "내 모델.xcdatamodeld/내 모델 2.xcdatamodel/contents")
        try folder.write(Self.current("내 모델 2.xcdatamodel"), "내 모델.xcdatamodeld/.xccurrentversion")
        let url = folder.url.appendingPathComponent("내 모델.xcdatamodeld")
        #expect(NSManagedObjectModel(contentsOf: url)?.entities.map(\.name) == ["New"])
        #expect(try NSManagedObjectModel.load(contentsOf: url, version: "내 모델").entities.map(\.name) == ["Old"])
        #expect(try ModelPackage.versionNames(in: url) == ["내 모델", "내 모델 2"])
        let lone = url.appendingPathComponent("내 모델.xcdatamodel")
        #expect(NSManagedObjectModel(contentsOf: lone)?.entities.map(\.name) == ["Old"])
        #expect(
            NSManagedObjectModel(contentsOf: lone.appendingPathComponent("contents"))?.entities.map(\.name) == ["Old"])
    }

    @Test func package_withOneVersion_needsNoMark() throws {
        let folder = try Folder()
        try folder.write(Self.contents("Only"), "M.xcdatamodeld/Some Version.xcdatamodel/contents")
        let url = folder.url.appendingPathComponent("M.xcdatamodeld")
        #expect(NSManagedObjectModel(contentsOf: url)?.entities.map(\.name) == ["Only"])
    }

    @Test func package_thatIsIncomplete_saysWhatIsMissing() throws {
        let folder = try Folder()
        try folder.write(Self.contents("A"), "M.xcdatamodeld/One.xcdatamodel/contents")
        try folder.write(Self.contents("B"), "M.xcdatamodeld/Two.xcdatamodel/contents")
        let url = folder.url.appendingPathComponent("M.xcdatamodeld")
        func error(_ url: URL, _ version: String? = nil) -> ModelError? {
            do throws(ModelError) {
                _ = try NSManagedObjectModel.load(contentsOf: url, version: version)
                return nil
            } catch {
                return error
            }
        }
        #expect(error(url)?.code == .missingVersion)
        #expect(error(url, "Three")?.remedy.contains("One, Two") == true)
        #expect(error(url, "../../etc")?.code == .missingVersion)
        #expect(error(folder.url.appendingPathComponent("No.xcdatamodeld"))?.code == .unreadable)
        #expect(NSManagedObjectModel(contentsOf: folder.url.appendingPathComponent("No.momd")) == nil)
        try folder.write("not a property list", "M.xcdatamodeld/.xccurrentversion")
        #expect(error(url)?.code == .malformed)
        try folder.write(Self.current("Gone.xcdatamodel"), "M.xcdatamodeld/.xccurrentversion")
        #expect(error(url)?.code == .missingVersion)
        try folder.write("", "Old.xcdatamodel/elements")
        #expect(error(folder.url.appendingPathComponent("Old.xcdatamodel"))?.code == .unsupportedFormat)
        let bridged = error(folder.url.appendingPathComponent("No.xcdatamodeld")) as NSError?
        #expect(bridged?.domain == NSCocoaErrorDomain)
        #expect(bridged?.code == CocoaError.Code.fileReadNoSuchFile.rawValue)
    }
}
