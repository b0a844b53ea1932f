import Foundation
import Testing

/// Whole outputs, kept in files beside the tests.
///
/// With the environment variable `ONDOL_RECORD` set, outputs are written instead of compared; review the
/// difference before committing it.
enum Golden {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden", isDirectory: true)

    /// Compares `output` with the file called `name`.
    ///
    /// - Parameter replacing: parts that differ from run to run, and what stands for them.
    static func expect(
        _ output: String, equals name: String, replacing parts: [(String, String)] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var text = output
        for (part, word) in parts { text = text.replacingOccurrences(of: part, with: word) }
        let file = folder.appendingPathComponent(name)
        if ProcessInfo.processInfo.environment["ONDOL_RECORD"] != nil {
            try Data(text.utf8).write(to: file)
            return
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(text == expected, "differs from Golden/\(name)", sourceLocation: sourceLocation)
    }
}
