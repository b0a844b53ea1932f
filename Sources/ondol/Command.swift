/// A subcommand of `ondol`: one file in `Commands` each.
protocol Command {
    /// The word that calls it.
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// The whole help text.
    static var help: String { get }
    /// Does the work.
    ///
    /// - Returns: the exit code.
    /// - Throws: `UsageError` for wrong arguments; anything else is shown as the failure it is.
    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode
}

/// The exit codes of `ondol`, the same for all commands.
enum ExitCode: Int32 {
    /// All went well, and there is nothing to report.
    case success = 0
    /// The work was done, and what was looked for was found: faults, differences.
    case findings = 1
    /// The command was called wrongly.
    case usage = 2
    /// The input is no good, or the work failed; a message says why.
    case failure = 3
}
