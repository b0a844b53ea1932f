import CoreData
import Foundation

/// `ondol schema`: what a model contains.
enum SchemaCommand: Command {
    static let name = "schema"
    static let summary = "Show the entities, properties and version hashes of a model."
    static let help = """
        Shows what a model contains: entities, attributes, relationships, version hashes and the version checksum.

        usage: ondol schema <model> [--version <name>] [--format text|json|mermaid|dot]

          <model>            a .xcdatamodeld, .xcdatamodel, .momd or .mom
          --version <name>   which version of a package; without it the current one
          --format <form>    text (the default), json, mermaid (a class diagram) or dot (for Graphviz)

        In text form `->` leads to one, `->>` to many, `=>>` to many in order; `?` means optional. In JSON hashes are
        in hexadecimal digits: `.entities[].name`, `.versionHash`, `.attributes`, `.relationships`.

        Exit codes: 0 done, 2 wrong arguments, 3 the model cannot be read.
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(arguments, options: ["version", "format"])
        guard arguments.operands.count == 1 else { throw UsageError("Give one model.") }
        let format = try arguments.value("format") ?? "text"
        guard ["text", "json", "mermaid", "dot"].contains(format) else {
            throw UsageError("The format \"\(format)\" is unknown.")
        }
        let model: NSManagedObjectModel
        do {
            model = try NSManagedObjectModel.load(
                contentsOf: URL(fileURLWithPath: arguments.operands[0]), version: try arguments.value("version"))
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
}
