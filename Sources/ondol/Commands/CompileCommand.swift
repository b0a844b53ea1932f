import CoreData
import Foundation
import ModelCompiler

/// `ondol compile`: from `.xcdatamodeld` to `.momd`, from `.xcdatamodel` to `.mom`.
enum CompileCommand: Command {
    static let name = "compile"
    static let summary = "Compile a model to .momd or .mom."
    static let help = """
        NAME
          ondol compile - compile a model to .momd or .mom

        SYNOPSIS
          ondol compile MODEL [--output PATH] [--module NAME]
          ondol compile STORE --output PATH

        DESCRIPTION
          Compiles a model as Xcode writes it into the form in which programs load it, so that it can be put into a bundle
          or beside a program. A .xcdatamodeld, with all its versions, becomes a .momd; a .xcdatamodel becomes a .mom. Both
          have the form that Apple's compiler gives them, and the version hashes that Core Data computes.

          Of a STORE the model that it keeps in itself is written, as a .mom.

          Prints where the result is, and the version checksum of each version: stores remember it, and two models with the
          same checksum open each other's stores without a migration. A result that is there already and the same stays
          untouched. Problems of the model are printed on standard error as `file:line: error: ...`, as compilers print
          theirs.

        OPTIONS
          --output <path>    where to write: a folder that exists, or the name of the result; without it the result lies
                             beside the model. Of a .xcdatamodeld a name that ends with .mom gets the current version.
                             What is there and no compiled model is not overwritten
          --module <name>    the module of the classes that the model names with "Current Product Module"

        EXAMPLES
          ondol compile Library.xcdatamodeld
          ondol compile Library.xcdatamodeld --output build/Library.momd --module Library
          ondol compile Library.xcdatamodeld/Library.xcdatamodel --output Old.mom
          ondol compile Library.sqlite --output Library.mom

        EXIT CODES
          0 done, 2 wrong arguments, 3 the model is no good or the result could not be written
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(arguments, options: ["output", "module"])
        guard arguments.operands.count == 1 else { throw UsageError("Give one model.") }
        if let module = try arguments.value("module") { try GenerateCommand.checkModule(module) }
        let url = URL(fileURLWithPath: arguments.operands[0])
        if let model = try StoreModel.kept(at: url.path) {
            guard let output = try arguments.value("output"), output != OutputFile.standardOutput else {
                throw UsageError("The model of a store needs --output with the name of a .mom.")
            }
            let target = destination(for: url, ending: "mom", output: output)
            try OutputFile.write(try StoreInspection.archive(model), to: target, as: .compiledModel)
            console.write(target.path)
            console.write("  kept in the store: version checksum \(model.versionChecksum)")
            return .success
        }
        let package: CompiledPackage
        do {
            package = try CompiledPackage(at: url, moduleName: try arguments.value("module"))
        } catch let error as ModelError {
            console.complain(Diagnostic.line(error, severity: "error"))
            return .failure
        }
        for warning in package.warnings { console.complain(Diagnostic.line(warning, severity: "warning")) }
        let output = try arguments.value("output")
        guard output != OutputFile.standardOutput else {
            throw UsageError("A compiled model is written to files; give --output a path.")
        }
        let isPackage = url.pathExtension.lowercased() == "xcdatamodeld"
        // Of a package the current version alone, when a file is asked for.
        let isVersioned = isPackage && !isFile(output)
        if !isPackage, let output, URL(fileURLWithPath: output).pathExtension.lowercased() == "momd" {
            throw UsageError(
                "\(url.lastPathComponent) is one version and becomes a .mom; a .momd is made of a .xcdatamodeld.")
        }
        let target = destination(for: url, ending: isVersioned ? "momd" : "mom", output: output)
        if isVersioned {
            try write(CompiledPackageFiles.files(of: package), to: target)
        } else {
            try OutputFile.write(package.currentVersion.compilation.archive, to: target, as: .compiledModel)
        }
        console.write(target.path)
        let written = isVersioned ? package.versions : [package.currentVersion]
        for version in written {
            let mark = version.name == package.currentVersion.name ? " (current)" : ""
            console.write("  \(version.name)\(mark): version checksum \(version.compilation.checksum)")
        }
        return .success
    }

    /// A name that ends with `.mom`, and no folder.
    private static func isFile(_ output: String?) -> Bool {
        guard let output, URL(fileURLWithPath: output).pathExtension.lowercased() == "mom" else { return false }
        var isDirectory: ObjCBool = false
        return !(FileManager.default.fileExists(atPath: output, isDirectory: &isDirectory) && isDirectory.boolValue)
    }

    /// Writes a package; a new one has its name only when it is whole, or half would be taken for that.
    private static func write(_ files: [(name: String, data: Data)], to target: URL) throws {
        if FileManager.default.fileExists(atPath: target.path) {
            for (name, _) in files {
                try OutputFile.checkEarlier(.compiledModel, at: target.appendingPathComponent(name))
            }
            for (name, data) in files {
                try OutputFile.write(data, to: target.appendingPathComponent(name), as: .compiledModel)
            }
            return
        }
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        let work = try WorkingFolder(beside: target, named: target.path)
        let part = work.url.appendingPathComponent(target.lastPathComponent)
        for (name, data) in files {
            try OutputFile.write(data, to: part.appendingPathComponent(name), as: .compiledModel)
        }
        try work.release(target.lastPathComponent)
    }

    private static func destination(for model: URL, ending: String, output: String?) -> URL {
        let name = "\(model.deletingPathExtension().lastPathComponent).\(ending)"
        guard let output else { return model.deletingLastPathComponent().appendingPathComponent(name) }
        let url = URL(fileURLWithPath: output)
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: output, isDirectory: &isDirectory)
        let isFolder = exists && isDirectory.boolValue && url.pathExtension.lowercased() != "momd"
        return isFolder ? url.appendingPathComponent(name) : url
    }
}
