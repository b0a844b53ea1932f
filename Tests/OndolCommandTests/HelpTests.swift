import Foundation
import Testing

@testable import ondol

struct HelpTests {
    static let names = Ondol.commands.map { $0.name }

    @Test func overview_listsEveryCommand() {
        let run = Run("help")
        #expect(run.code == .success)
        for name in Self.names { #expect(run.output.contains("\n  \(name) ")) }
        #expect(Run("--help").output == run.output)
        #expect(Run([]).code == .usage)
        #expect(Run("nonsense").code == .usage)
        #expect(Run("help", "nonsense").code == .usage)
    }

    @Test(arguments: names)
    func help_ofCommand_teachesAndStaysAsItIs(name: String) throws {
        let run = Run("help", name)
        #expect(run.code == .success && run.errors == "")
        #expect(Run(name, "--help").output == run.output)
        for part in ["NAME", "SYNOPSIS", "EXAMPLES", "EXIT CODES"] {
            #expect(run.output.contains("\n\(part)\n") || run.output.hasPrefix(part))
        }
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
        try Golden.expect(run.output, equals: "help-\(name).txt")
    }

    @Test(arguments: names)
    func command_withoutArguments_saysHowItIsCalled(name: String) {
        let run = Run(name)
        #expect(run.code == .usage)
        #expect(run.errors.hasPrefix("ondol: ") && run.errors.contains("`ondol help \(name)`"))
        #expect(Run(name, "--no-such-option").code == .usage)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completion_forShell_knowsEveryCommandAndOption(shell: String) {
        let run = Run("completion", shell)
        #expect(run.code == .success)
        for command in Ondol.commands {
            #expect(run.output.contains(command.name))
            for option in CompletionCommand.options(of: command) {
                #expect(run.output.contains(shell == "fish" ? "-l \(option.dropFirst(2))" : option))
            }
        }
        #expect(CompletionCommand.options(of: QueryCommand.self).contains("--where"))
        #expect(Run("completion", "tcsh").code == .usage)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "there is no bash here"))
    func completion_forBash_isReadByBash() throws {
        let folder = try Folder()
        try Data(Run("completion", "bash").output.utf8).write(to: URL(fileURLWithPath: folder.path("ondol.bash")))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let lines = ["query --w", "query --format ''", "schema --format ''", "completion ''"].map { words in
            "COMP_WORDS=(ondol \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _ondol; echo \"${COMPREPLY[*]}\""
        }
        process.arguments = ["-c", "source \"$0\"; \(lines.joined(separator: "; "))", folder.path("ondol.bash")]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(
            String(decoding: output, as: UTF8.self) == "--where\ntable json csv\ntext json mermaid dot\nbash zsh fish\n"
        )
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"))
    func output_thatIsNotTaken_isAFailure() throws {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        let errors = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer {
            close(full)
            close(errors)
        }
        for words in [["help"], ["help", "query"], ["port", "--help"]] {
            #expect(Ondol.run(words, Console(output: full, errors: errors)) == .failure)
            #expect(Ondol.run(words, Console(output: errors, errors: full)) == .success)
        }
    }
}
