import Foundation

/// The compiler, with what was built of the library: what it says of generated source is the test.
struct TargetCompiler {
    private let swiftc: String
    private let modules: String

    /// Nil where there is no compiler, or no built library beside the tests.
    static let found: TargetCompiler? = {
        let modules = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("Modules").path
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let swiftc = folders.map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let swiftc, FileManager.default.fileExists(atPath: modules + "/CoreData.swiftmodule") else { return nil }
        return TargetCompiler(swiftc: swiftc, modules: modules)
    }()

    /// What a run printed, and whether it succeeded.
    struct Outcome {
        let succeeded: Bool
        let output: String
        let errors: String
    }

    /// Compiles files of a module `App` in a folder that goes away afterwards.
    func run(_ mode: String, _ files: [(name: String, text: String)], options: [String] = []) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ondol-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var paths: [String] = []
        for file in files {
            let url = folder.appendingPathComponent(file.name)
            try Data(file.text.utf8).write(to: url)
            paths.append(url.path)
        }
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../Sources"
        )
        .standardizedFileURL.path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: swiftc)
        process.arguments =
            [mode, "-swift-version", "6", "-warnings-as-errors", "-module-name", "App", "-parse-as-library"]
            + ["-package-name", "app", "-I", modules] + options
            + ["CSQLite", "CRuntime"].flatMap { ["-Xcc", "-fmodule-map-file=\(sources)/\($0)/module.modulemap"] }
            + paths
        process.currentDirectoryURL = folder
        let errors = folder.appendingPathComponent("errors")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Outcome(
            succeeded: process.terminationStatus == 0, output: text,
            errors: try String(contentsOf: errors, encoding: .utf8))
    }
}
