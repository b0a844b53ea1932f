/// The tool as a whole: finds the command, runs it, turns failures into messages and exit codes.
enum Ondol {
    /// The commands, in the order in which the help lists them.
    static var commands: [any Command.Type] {
        [
            CompileCommand.self, GenerateCommand.self, SchemaCommand.self, DiffCommand.self, MigrateCommand.self,
        ]
    }

    static var overview: String {
        let list = commands.map { command in
            "  " + command.name + String(repeating: " ", count: max(1, 12 - command.name.count)) + command.summary
        }
        return """
            ondol: Core Data models and stores from the command line.

            usage: ondol <command> [arguments]

            commands:
            \(list.joined(separator: "\n"))

            `ondol <command> --help` explains a command.
            """
    }

    static func run(_ arguments: [String], _ console: Console) -> ExitCode {
        guard let word = arguments.first else {
            console.complain(overview)
            return .usage
        }
        if ["--help", "-h", "help"].contains(word) {
            console.write(overview)
            return .success
        }
        guard let command = commands.first(where: { $0.name == word }) else {
            console.complain("ondol: the command \"\(word)\" is unknown.\n\n\(overview)")
            return .usage
        }
        let rest = Array(arguments.dropFirst())
        if rest.contains("--help") || rest.contains("-h") {
            console.write(command.help)
            return .success
        }
        do {
            return try command.run(rest, console)
        } catch let error as UsageError {
            console.complain("ondol \(word): \(error.message)\n\n\(command.help)")
            return .usage
        } catch {
            console.complain("ondol \(word): \(error)")
            return .failure
        }
    }
}
