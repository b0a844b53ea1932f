import Foundation
import Synchronization

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
    private let state: @Sendable () -> Int32

    /// Why the standard output did not take what was written; nil when it did, or when nobody reads it any more.
    var outputFailure: String? {
        let code = state()
        return code == 0 ? nil : "The standard output could not be written: \(String(cString: strerror(code)))."
    }

    /// The process's own outputs, or other open files.
    init(output descriptor: Int32 = STDOUT_FILENO, errors errorDescriptor: Int32 = STDERR_FILENO) {
        let environment = ProcessInfo.processInfo.environment
        let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
        hasColours = isatty(descriptor) == 1 && !isPlain
        showsProgress = isatty(errorDescriptor) == 1 && environment["TERM"] != "dumb"
        let failure = FirstFailure()
        output = {
            let code = Self.emit($0, to: descriptor)
            // Output that nobody reads any more is no failure of the command.
            if code == EPIPE { Interruption.readerWent() } else { failure.note(code) }
        }
        errors = { _ = Self.emit($0, to: errorDescriptor) }
        state = { failure.code }
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
        state = { 0 }
    }

    /// Writes a line to the standard output.
    func write(_ line: String) { output(line + "\n") }

    /// Writes to the standard output as it is.
    func writeText(_ text: String) { output(text) }

    /// Writes a line to the standard error output.
    func complain(_ line: String) { errors(line + "\n") }

    /// Writes to the standard error output as it is.
    func complainText(_ text: String) { errors(text) }

    /// Returns 0, or the `errno` of what went wrong.
    private static func emit(_ text: String, to descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                // in bounds: no more was written than there is.
                let count = Foundation.write(
                    descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                if count >= 0 {
                    written += count
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }

    /// The first failure of an output.
    private final class FirstFailure: Sendable {
        private let first = Atomic<Int32>(0)
        var code: Int32 { first.load(ordering: .relaxed) }
        func note(_ code: Int32) {
            if code != 0 { _ = first.compareExchange(expected: 0, desired: code, ordering: .relaxed) }
        }
    }
}
