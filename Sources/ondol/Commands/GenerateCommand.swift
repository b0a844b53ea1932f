import CoreData
import Foundation
import ModelCompiler

/// `ondol generate`: Swift classes and accessors for the entities of models.
enum GenerateCommand: Command {
    static let name = "generate"
    static let summary = "Write Swift classes and accessors for the entities of a model."
    static let help = """
        Writes one Swift file for the entities of one or more models: classes and properties for entities whose
        codegen is "Class Definition", properties for "Category/Extension", nothing for "Manual/None".

        usage: ondol generate <model>... --module <name> [--output <file>] [--build] [--sources <file>...]

          <model>              a .xcdatamodeld (its current version) or .xcdatamodel
          --module <name>      the module that the file becomes a part of
          --output <file>      where to write; without it the standard output
          --build              the file joins a build: register the compiled models, so that
                               NSPersistentContainer(name:) finds them, and supply the bodies of @NSManaged
                               declarations where there is no Objective-C run time
          --sources <file>...  the Swift files of the target, or folders of them: searched for classes that
                               entities name and for @NSManaged declarations

        Problems of a model are printed as `file:line: error: ...`. Exit codes: 0 done, 2 wrong
        arguments, 3 a model or file is no good.
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(
            arguments, options: ["module", "output"], lists: ["sources"], flags: ["build"])
        guard let module = try arguments.value("module"), !module.isEmpty else {
            throw UsageError("--module is missing.")
        }
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
        guard let output = try arguments.value("output") else {
            console.write(result.text)
            return .success
        }
        try OutputFile.write(Data(result.text.utf8), to: URL(fileURLWithPath: output))
        return .success
    }
}
