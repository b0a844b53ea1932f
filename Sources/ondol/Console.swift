import Foundation

/// Where a command's output goes, and what is known about who reads it.
///
/// Threading: one command writes from one thread; `ondol browse` writes from several, each line whole.
struct Console: Sendable {
    /// True when the standard output is a terminal that shows colours.
    let hasColours: Bool
    /// True when the standard error output is a terminal, on which progress may be shown.
    let showsProgress: Bool
    private let output: @Sendable (String) -> Void
    private let errors: @Sendable (String) -> Void

    /// The process's own outputs.
    init() {
        let environment = ProcessInfo.processInfo.environment
        let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
        hasColours = isatty(STDOUT_FILENO) == 1 && !isPlain
        showsProgress = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        output = { Self.emit($0, to: .standardOutput) }
        errors = { Self.emit($0, to: .standardError) }
    }

    /// Outputs that are taken elsewhere.
    init(
        hasColours: Bool = false, output: @escaping @Sendable (String) -> Void,
        errors: @escaping @Sendable (String) -> Void
    ) {
        self.hasColours = hasColours
        self.showsProgress = false
        self.output = output
        self.errors = errors
    }

    /// Writes a line to the standard output.
    func write(_ line: String) { output(line + "\n") }

    /// Writes to the standard output as it is.
    func writeText(_ text: String) { output(text) }

    /// Writes a line to the standard error output.
    func complain(_ line: String) { errors(line + "\n") }

    /// Writes to the standard error output as it is.
    func complainText(_ text: String) { errors(text) }

    private static func emit(_ text: String, to handle: FileHandle) {
        // Output that nobody reads any more is no failure of the command.
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
