import CoreData
import Foundation
import ModelCompiler

/// `ondol generate`: Swift classes and accessors for the entities of models.
enum GenerateCommand: Command {
    static let name = "generate"
    static let summary = "Write Swift classes and accessors for the entities of a model."
    static let help = """
        NAME
          ondol generate - write Swift classes and accessors for the entities of a model

        SYNOPSIS
          ondol generate MODEL... --module NAME [--output FILE] [--build] [--sources FILE...]

        DESCRIPTION
          Writes one Swift file for the entities of one or more models, as Xcode does by their codegen setting: class and
          properties for "Class Definition", properties for "Category/Extension", nothing for "Manual/None". Of a
          .xcdatamodeld the current version is taken. The plugin CoreDataModelPlugin runs this command with --build.

          Problems of a model are printed on standard error as `file:line: error: ...`, as compilers print theirs.

        OPTIONS
          --module <name>    the module that the file becomes a part of; needed
          --output <file>    where to write; without it, or for -, the standard output. A file that is the same stays
                             untouched, and one that this command did not make is not overwritten
          --build            the file joins a build: register the compiled models, so that NSPersistentContainer(name:)
                             finds them, and supply the bodies of @NSManaged declarations where there is no Objective-C run
                             time
          --sources <file>...
                             the Swift files of the target, or folders of them: searched for classes that entities name and
                             for @NSManaged declarations

        EXAMPLES
          ondol generate Library.xcdatamodeld --module Library
          ondol generate Library.xcdatamodeld --module Library --output Library+Generated.swift
          ondol generate Library.xcdatamodeld --module Library --build --sources Sources/Library --output Model.swift

        EXIT CODES
          0 done, 2 wrong arguments, 3 a model or file is no good
        """

    /// - Throws: `UsageError` for what cannot be the name of a module.
    static func checkModule(_ name: String) throws(UsageError) {
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), !(name.first?.isNumber ?? true) else {
            throw UsageError("\"\(name)\" is no name of a module: letters, digits and _ make one.")
        }
    }

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(
            arguments, options: ["module", "output"], lists: ["sources"], flags: ["build"])
        guard let module = try arguments.value("module"), !module.isEmpty else {
            throw UsageError("--module is missing.")
        }
        try checkModule(module)
        guard !arguments.operands.isEmpty || arguments.has("build") else { throw UsageError("No model was given.") }
        let pipeline = GenerationPipeline(
            models: arguments.operands.map { URL(fileURLWithPath: $0) },
            sources: try SwiftFiles.all(in: arguments.all("sources")), moduleName: module,
            isBuild: arguments.has("build"))
        let result: GenerationPipeline.Result
        do {
            result = try pipeline.run()
        } catch {
            console.complain(Diagnostic.line(error, severity: "error"))
            return .failure
        }
        for warning in result.warnings { console.complain(Diagnostic.line(warning, severity: "warning")) }
        guard let output = try arguments.value("output"), output != OutputFile.standardOutput else {
            console.write(result.text)
            return .success
        }
        try OutputFile.write(Data(result.text.utf8), to: URL(fileURLWithPath: output), as: .generatedSource)
        return .success
    }
}
