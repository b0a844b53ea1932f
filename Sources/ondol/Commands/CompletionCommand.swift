/// `ondol completion`: what a shell needs to complete commands and options.
enum CompletionCommand: Command {
    static let name = "completion"
    static let summary = "Print the script with which a shell completes commands and options."
    static let help = """
        NAME
          ondol completion - print the script with which a shell completes commands and options

        SYNOPSIS
          ondol completion bash|zsh|fish

        EXAMPLES
          source <(ondol completion bash)
          ondol completion zsh > ~/.zfunc/_ondol
          ondol completion fish > ~/.config/fish/completions/ondol.fish

        EXIT CODES
          0 done, 2 wrong arguments
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(arguments)
        guard arguments.operands.count == 1 else { throw UsageError("Name one shell: bash, zsh or fish.") }
        switch arguments.operands[0] {
        case "bash": console.writeText(bash)
        case "zsh": console.writeText(zsh)
        case "fish": console.writeText(fish)
        case let shell: throw UsageError("There is no script for the shell \"\(shell)\", only for bash, zsh and fish.")
        }
        return .success
    }

    /// The options that a command's help explains, so that none is forgotten.
    static func options(of command: any Command.Type) -> [String] {
        let words = command.help.split { !($0.isASCII && ($0.isLetter || $0 == "-")) }.map(String.init)
        return Set(words.filter { $0.count > 2 && $0.hasPrefix("--") }).union(["--help"]).sorted()
    }

    /// The forms that a command's help names behind `--format` in its synopsis.
    static func formats(of command: any Command.Type) -> [String] {
        guard let range = command.help.firstRange(of: "[--format ") else { return [] }
        return command.help[range.upperBound...].prefix { $0 != "]" }.split(separator: "|").map { String($0).trimmed }
    }

    private static let shells = "bash zsh fish"

    /// Branches of a shell's `case` over commands that have forms.
    private static func formatCases(_ body: (String) -> String) -> String {
        Ondol.commands.map { ($0.name, formats(of: $0)) }.filter { !$0.1.isEmpty }
            .map { "      \($0.0)) \(body($0.1.joined(separator: " "))) ;;" }.joined(separator: "\n")
    }

    private static var names: String { Ondol.commands.map { $0.name }.joined(separator: " ") }

    private static var bash: String {
        let cases = Ondol.commands.map { "    \($0.name)) words='\(options(of: $0).joined(separator: " "))' ;;" }
        return """
            # Completion of ondol for bash.
            _ondol() {
              local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=''
              COMPREPLY=()
              if [ "$COMP_CWORD" -eq 1 ] || { [ "$COMP_CWORD" -eq 2 ] && [ "$previous" = help ]; }; then
                mapfile -t COMPREPLY < <(compgen -W 'help \(names)' -- "$current")
                return
              fi
              if [ "$previous" = --format ]; then
                case ${COMP_WORDS[1]} in
            \(formatCases { "words='\($0)'" })
                esac
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
                return
              fi
              if [ "${COMP_WORDS[1]}" = completion ] && [[ $current != -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '\(shells)' -- "$current")
                return
              fi
              if [[ $current != -* ]]; then
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
                return
              fi
              case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
              esac
              mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
            }
            complete -o filenames -F _ondol ondol

            """
    }

    /// Text inside single quotes of a shell.
    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }

    private static var zsh: String {
        let list = Ondol.commands.map { "    \(quoted("\($0.name):\($0.summary)"))" }
        let cases = Ondol.commands.map {
            "    \($0.name)) options=(\(options(of: $0).joined(separator: " "))) ;;"
        }
        return """
            #compdef ondol
            # Completion of ondol for zsh.
            _ondol() {
              local -a commands options
              commands=(
                'help:Explain a command.'
            \(list.joined(separator: "\n"))
              )
              if (( CURRENT == 2 )) || { (( CURRENT == 3 )) && [[ ${words[2]} == help ]]; }; then
                _describe 'command' commands
                return
              fi
              if [[ ${words[CURRENT-1]} == --format ]]; then
                case ${words[2]} in
            \(formatCases { "compadd \($0)" })
                esac
                return
              fi
              if [[ ${words[2]} == completion && ${words[CURRENT]} != -* ]]; then
                compadd \(shells)
                return
              fi
              if [[ ${words[CURRENT]} != -* ]]; then
                _files
                return
              fi
              case ${words[2]} in
            \(cases.joined(separator: "\n"))
              esac
              compadd -- $options
            }
            _ondol "$@"

            """
    }

    private static var fish: String {
        var lines = [
            "# Completion of ondol for fish.",
            "complete -c ondol -n __fish_use_subcommand -f -a help -d 'Explain a command.'",
            "complete -c ondol -n '__fish_seen_subcommand_from help' -f -a '\(names)'",
            "complete -c ondol -n '__fish_seen_subcommand_from completion' -f -a '\(shells)'",
        ]
        for command in Ondol.commands {
            lines.append(
                "complete -c ondol -n __fish_use_subcommand -f -a \(command.name) -d \(quoted(command.summary))")
            for option in options(of: command) {
                let value = option == "--format" ? " -x -a '\(formats(of: command).joined(separator: " "))'" : ""
                lines.append(
                    "complete -c ondol -n '__fish_seen_subcommand_from \(command.name)' -l \(option.dropFirst(2))\(value)"
                )
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
