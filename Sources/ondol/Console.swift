import Foundation

/// Where a command's output goes.
struct Console {
    /// Writes a line to the standard output.
    func write(_ line: String) { emit(line, to: .standardOutput) }

    /// Writes a line to the standard error output.
    func complain(_ line: String) { emit(line, to: .standardError) }

    private func emit(_ line: String, to handle: FileHandle) {
        // Output that nobody reads any more is no failure of the command.
        try? handle.write(contentsOf: Data((line + "\n").utf8))
    }
}
