import Foundation
import Testing

@testable import ondol

/// `ondol diff` as a whole.
struct DiffTests {
    @Test func package_withVersions_isComparedStepByStep() throws {
        let folder = try Folder()
        let package = try Versions.makePackage(in: folder)
        let run = Run("diff", package)
        #expect(run.code == .failure && run.errors == "")
        try Golden.expect(run.output, equals: "diff.txt")
        let json = Run("diff", package, "--format", "json")
        #expect(json.code == .failure)
        let steps = try #require(try json.json() as? [[String: Any]])
        #expect(
            steps.map { $0["verdict"] as? String } == ["lightweight", "lightweightWithLoss", "needsMappingModel"])
        try Golden.expect(json.output, equals: "diff.json")
    }

    @Test func package_withOneVersion_loosesNothing() throws {
        let folder = try Folder()
        try folder.fill(with: [
            "One.xcdatamodeld/One.xcdatamodel/contents": Data("<model><entity name=\"A\"/></model>".utf8)
        ])
        let run = Run("diff", folder.path("One.xcdatamodeld"))
        #expect(run.code == .success && run.output == "" && run.errors.contains("one version only"), "\(run.errors)")
        let json = try Run("diff", folder.path("One.xcdatamodeld"), "--format", "json").json() as? [Any]
        #expect(json?.isEmpty == true)
    }

    /// A store's own model is a model too.
    @Test func store_isComparedByItsModel() throws {
        let folder = try Folder()
        let store = try Library.make(in: folder)
        let model = folder.path("Model.mom")
        #expect(Run("compile", store, "--output", model).code == .success)
        let run = Run("diff", store, model)
        #expect(run.code == .success && run.errors == "", "\(run.output) \(run.errors)")
        #expect(Run("diff", model, store).code == .success)
    }

    @Test func exitCode_followsFromWhatIsLost() throws {
        let folder = try Folder()
        let package = try Versions.makePackage(in: folder)
        func code(_ from: String, _ to: String) -> ExitCode {
            Run("diff", Versions.path(package, from), Versions.path(package, to)).code
        }
        #expect(code("Library", "Library") == .success)
        #expect(code("Library", "Library 2") == .success)
        #expect(code("Library 2", "Library 3") == .findings)
        #expect(code("Library 3", "Library 4") == .failure)
        let run = Run("diff", package, "--from", "Library", "--to", "Library 2")
        #expect(run.code == .success)
        #expect(Run("diff", package, "--from", "Library").output == run.output)
        #expect(Run("diff", Versions.path(package, "Library"), package).output == run.output)
    }

    @Test func arguments_thatAreWrong_areRefused() throws {
        let folder = try Folder()
        let package = try Versions.makePackage(in: folder)
        #expect(Run("diff", package, "--to", "Library").code == .usage)
        #expect(Run("diff", package, package, "--from", "Library").code == .usage)
        #expect(Run("diff", package, package, package).code == .usage)
        #expect(Run("diff", Versions.path(package, "Library")).code == .usage)
        #expect(Run("diff", package, "--format", "csv").code == .usage)
        let missing = Run("diff", package, folder.path("missing.xcdatamodel"))
        #expect(missing.code == .failure && missing.errors.contains("missing.xcdatamodel"))
        #expect(Run("diff", package, "--from", "Library 9").code == .failure)
    }
}
