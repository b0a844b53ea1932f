/// The tool as a whole: finds the command, runs it, turns failures into messages and exit codes.
enum Ondol {
    /// The version, as the newest heading of the changelog has it.
    static let version = "0.1"

    /// The commands, in the order in which the help lists them.
    static var commands: [any Command.Type] {
        [
            InspectCommand.self, QueryCommand.self, ShowCommand.self, SchemaCommand.self, CheckCommand.self,
            ExportCommand.self, ImportCommand.self, BrowseCommand.self,
            CompileCommand.self, GenerateCommand.self, PortCommand.self, DiffCommand.self, MigrateCommand.self,
            CompletionCommand.self,
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

            `ondol help <command>` explains a command, `ondol --version` prints the version.

            Exit codes, the same for all commands: 0 done, 1 done and something was found (faults, differences),
            2 wrong arguments, 3 the input is no good or the work failed.
            """
    }

    static func run(_ arguments: [String], _ console: Console) -> ExitCode {
        let code = runCommand(arguments, console)
        guard let failure = console.outputFailure else { return code }
        console.complain("ondol: \(failure) What was printed is not complete.")
        return .failure
    }

    private static func runCommand(_ arguments: [String], _ console: Console) -> ExitCode {
        guard let word = arguments.first else {
            console.complain(overview)
            return .usage
        }
        if word == "--version" {
            console.write("ondol \(version)")
            return .success
        }
        if ["--help", "-h", "help"].contains(word) { return help(Array(arguments.dropFirst()), console) }
        guard let command = commands.first(where: { $0.name == word }) else {
            console.complain("ondol: There is no command \"\(word)\". `ondol help` lists the commands.")
            return .usage
        }
        let rest = Array(arguments.dropFirst())
        let options = rest.prefix { $0 != "--" }
        if options.contains("--help") || options.contains("-h") {
            console.write(command.help)
            return .success
        }
        do {
            return try command.run(rest, console)
        } catch let error as UsageError {
            console.complain("ondol: \(error.message) `ondol help \(word)` explains the command.")
            return .usage
        } catch {
            console.complain("ondol: \(TextTable.plain(Failure.text(error)))")
            return .failure
        }
    }

    private static func help(_ words: [String], _ console: Console) -> ExitCode {
        guard let word = words.first else {
            console.write(overview)
            return .success
        }
        guard let command = commands.first(where: { $0.name == word }) else {
            console.complain("ondol: There is no command \"\(word)\". `ondol help` lists the commands.")
            return .usage
        }
        console.write(command.help)
        return .success
    }
}
