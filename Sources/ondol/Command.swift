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

/// The exit codes of `ondol`.
enum ExitCode: Int32 {
    /// All went well.
    case success = 0
    /// The input is no good, or the work failed; a message says why.
    case failure = 1
    /// The command was called wrongly (`EX_USAGE`).
    case usage = 64
}
