import Foundation
import Testing

@testable import ondol

/// What is there already is overwritten only by what was there before in the same way.
struct OverwriteTests {
    private static func model(_ folder: Folder) throws -> String {
        let package = try Versions.makePackage(in: folder)
        return Versions.path(package, "Library 2")
    }

    @Test(arguments: ["database", "text", "source", "generated"])
    func compile_ontoSomethingElse_isRefused(kind: String) throws {
        let folder = try Folder()
        let model = try Self.model(folder)
        let target: String
        switch kind {
        case "database": target = try Library.make(in: folder)
        case "source": target = model + "/contents"
        case "generated":
            target = folder.path("Model.swift")
            #expect(Run("generate", model, "--module", "Shop", "--output", target).code == .success)
        default:
            target = folder.path("notes.txt")
            try folder.fill(with: ["notes.txt": Data("mine".utf8)])
        }
        let before = try folder.contents()
        let run = Run("compile", model, "--output", target)
        #expect(run.code == .failure && run.errors.contains("no compiled model"), "\(run.errors)")
        #expect(try folder.contents() == before)
    }

    @Test func compile_ofPackage_ontoForeignFiles_isRefusedAsAWhole() throws {
        let folder = try Folder()
        let package = try Versions.makePackage(in: folder)
        try folder.fill(with: ["Out.momd/Library 3.mom": Data("mine".utf8)])
        let before = try folder.contents()
        #expect(Run("compile", package, "--output", folder.path("Out.momd")).code == .failure)
        #expect(try folder.contents() == before)
    }

    @Test func generate_ontoSomethingElse_isRefused() throws {
        let folder = try Folder()
        let model = try Self.model(folder)
        let store = try Library.make(in: folder)
        try folder.fill(with: ["Mine.swift": Data("let mine = 1\n".utf8)])
        #expect(Run("compile", model, "--output", folder.path("Model.mom")).code == .success)
        let before = try folder.contents()
        for target in [store, folder.path("Mine.swift"), folder.path("Model.mom"), model + "/contents"] {
            let run = Run("generate", model, "--module", "Shop", "--output", target)
            #expect(run.code == .failure && run.errors.contains("only earlier outputs"), "\(run.errors)")
        }
        #expect(try folder.contents() == before)
    }

    @Test func earlierOutput_isOverwritten() throws {
        let folder = try Folder()
        let package = try Versions.makePackage(in: folder)
        try folder.fill(with: ["Empty.mom": Data()])
        for version in ["Library 2", "Library 3"] {
            let model = Versions.path(package, version)
            #expect(Run("compile", model, "--output", folder.path("Model.mom")).code == .success)
            #expect(Run("compile", model, "--output", folder.path("Empty.mom")).code == .success)
            #expect(Run("compile", package, "--output", folder.path("Library.momd")).code == .success)
            #expect(
                Run("generate", model, "--module", "Shop", "--output", folder.path("Model.swift")).code == .success)
        }
        let model = try Data(contentsOf: URL(fileURLWithPath: folder.path("Model.mom")))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("Empty.mom"))) == model)
    }

    @Test(arguments: ["mine.py", "Tag.csv", "mine.json"])
    func export_ontoForeignFile_isRefused(name: String) throws {
        let (folder, source) = (try Folder(), try Folder())
        let store = try Library.make(in: source)
        try folder.fill(with: [name: Data("my,own,table\n".utf8)])
        let before = try folder.contents()
        var runs = [Run("export", store, "-o", folder.path(name))]
        runs.append(Run("export", store, "--format", "csv", "--entity", "Tag", "-o", folder.path(name)))
        if name == "Tag.csv" { runs.append(Run("export", store, "--format", "csv", "-o", folder.url.path)) }
        for run in runs {
            #expect(run.code == .failure && run.errors.contains("only earlier outputs"), "\(run.errors)")
        }
        #expect(try folder.contents() == before)
    }

    @Test func export_ontoAnEarlierOne_takesItsPlace() throws {
        let (folder, source) = (try Folder(), try Folder())
        let store = try Library.make(in: source)
        for _ in 1...2 {
            #expect(Run("export", store, "-o", folder.path("all.json")).code == .success)
            #expect(Run("export", store, "--format", "csv", "-o", folder.path("tables")).code == .success)
            #expect(
                Run("export", store, "--format", "csv", "--entity", "Tag", "-o", folder.path("Tag.csv")).code
                    == .success)
        }
        let run = Run("export", store, "-o", folder.path("tables"))
        #expect(run.code == .failure && run.errors.contains("There is a folder here"), "\(run.errors)")
    }

    @Test func export_ontoACompiledModel_isRefused() throws {
        let folder = try Folder()
        let model = folder.path("Model.mom")
        #expect(Run("compile", try Self.model(folder), "--output", model).code == .success)
        let before = try Data(contentsOf: URL(fileURLWithPath: model))
        let run = Run("export", try Library.make(in: folder), "-o", model)
        #expect(run.code == .failure && run.errors.contains("only earlier outputs"), "\(run.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: model)) == before)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"))
    func outputThatTakesNothing_isNamed() throws {
        let folder = try Folder()
        let model = try Self.model(folder)
        for words in [["compile", model], ["generate", model, "--module", "Shop"]] {
            let run = Run(words + ["--output", "/dev/full"])
            #expect(run.code == .failure && run.errors.contains("/dev/full: It cannot be written"), "\(run.errors)")
        }
    }

    @Test(arguments: ["M\"; x", "1M", "a b", ""])
    func nameOfNoModule_isRefused(name: String) throws {
        let folder = try Folder()
        let run = Run("compile", try Self.model(folder), "--module", name, "--output", folder.path("Model.mom"))
        #expect(run.code == .usage, "\(run.errors)")
    }

    @Test func classWithADot_isNotGenerated() throws {
        let folder = try Folder()
        try folder.fill(with: [
            "Dot.xcdatamodel/contents": Data(
                "<model><entity name=\"A\" representedClassName=\"Foo.Bar\" codeGenerationType=\"class\"/></model>".utf8
            )
        ])
        let run = Run("generate", folder.path("Dot.xcdatamodel"), "--module", "Shop")
        #expect(run.code == .failure && run.errors.contains("Foo.Bar"), "\(run.errors)")
        #expect(Run("generate", folder.path("Dot.xcdatamodel"), "--module", "Foo").code == .success)
    }
}
