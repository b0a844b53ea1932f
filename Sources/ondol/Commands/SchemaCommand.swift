import CoreData
import Foundation

/// `ondol schema`: what a model contains, or the model of a store.
enum SchemaCommand: Command {
    static let name = "schema"
    static let summary = "Show the entities, properties and version hashes of a model or store."
    static let help = """
        NAME
          ondol schema - show the entities, properties and version hashes of a model or store

        SYNOPSIS
          ondol schema MODEL [--version NAME] [--format text|json|mermaid|dot]
          ondol schema STORE [--model PATH [--version NAME]] [--format text|json|mermaid|dot]

        DESCRIPTION
          Shows entities, attributes, relationships, version hashes and the version checksum of a .xcdatamodeld,
          .xcdatamodel, .momd or .mom, or of the model that a store was made with.

          In text form `->` leads to one, `->>` to many, `=>>` to many in order; `?` means optional. The graphs of
          mermaid (a class diagram) and dot (for Graphviz) show of each pair of inverses one arrow.

        OPTIONS
        \(OpenedStore.optionHelp)
          --format <form>    text (the default), json, mermaid or dot

        JSON
          .versionChecksum   in base64, as the model compiler prints it
          .entities[]        name, versionHash (in hexadecimal digits), className, parent, isAbstract,
                             attributes[] (name, type, isOptional, ...), relationships[] (name, destination, inverse,
                             isToMany, ...), uniquenessConstraints

        EXAMPLES
          ondol schema Library.xcdatamodeld
          ondol schema Library.sqlite --format dot | dot -Tsvg > Library.svg
          ondol schema Library.sqlite --format json | jq -r '.entities[] | "\\(.name) \\(.versionHash)"'

        EXIT CODES
          0 done, 2 wrong arguments, 3 the model or store cannot be read
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(arguments, options: OpenedStore.options.union(["format"]))
        guard arguments.operands.count == 1 else { throw UsageError("Give one model or store.") }
        let format = try arguments.value("format") ?? "text"
        guard ["text", "json", "mermaid", "dot"].contains(format) else {
            throw UsageError("The format \"\(format)\" is unknown.")
        }
        let model: NSManagedObjectModel
        do {
            model = try Self.model(arguments, console)
        } catch let error as ModelError {
            console.complain(Diagnostic.line(error, severity: "error"))
            return .failure
        }
        let schema = SchemaSummary(model)
        switch format {
        case "json": console.write(try SchemaText.json(schema))
        case "mermaid": console.write(SchemaText.mermaid(schema))
        case "dot": console.write(SchemaText.dot(schema))
        default: console.write(SchemaText.plain(schema))
        }
        return .success
    }

    private static func model(_ arguments: CommandArguments, _ console: Console) throws -> NSManagedObjectModel {
        let path = arguments.operands[0]
        if isDatabase(path) { return try OpenedStore(arguments, console: console).model }
        guard try arguments.value("model") == nil else {
            throw UsageError("--model belongs to a store; \(path) is none.")
        }
        return try NSManagedObjectModel.load(
            contentsOf: URL(fileURLWithPath: path), version: try arguments.value("version"))
    }

    /// True for a file that does not call itself a model.
    private static func isDatabase(_ path: String) -> Bool {
        let url = URL(fileURLWithPath: path)
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        if exists, isDirectory.boolValue { return false }
        let models = ["mom", "omo", "xcdatamodel", "xcdatamodeld", "momd"]
        return !models.contains(url.pathExtension.lowercased()) && url.lastPathComponent != "contents"
    }
}
