import Foundation
import Testing

/// The line of JSON a benchmark program writes.
struct ProgramResult: Decodable {
    var impl: String
    var workload: String
    var n: Int
    var ops: Int
    var wall: Double
    var cpu: Double
    var rss_delta_kb: Int
    var rss_peak_kb: Int
    var checksum: Int64
    /// Only when the counter was preloaded.
    var allocations: Int?
    var statements: Int?
}

/// A program that ended with another status than 0.
struct ProgramFailure: Error {
    var status: Int32
    var message: String
}

/// Where the programs and the test bundle lie.
var products: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
}

/// Runs a program of this package and reads its line.
func run(_ program: String, _ arguments: [String], countingCosts: Bool = false) throws -> ProgramResult {
    try JSONDecoder().decode(
        ProgramResult.self, from: output(of: program, arguments, countingCosts: countingCosts))
}

/// Runs a program of this package; what it wrote to standard output comes back.
func output(of program: String, _ arguments: [String], countingCosts: Bool = false) throws -> Data {
    let process = Process()
    process.executableURL = products.appendingPathComponent(program)
    process.arguments = arguments
    if countingCosts {
        var environment = ProcessInfo.processInfo.environment
        environment["LD_PRELOAD"] = products.appendingPathComponent("libCostCounter.so").path
        process.environment = environment
    }
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw ProgramFailure(status: process.terminationStatus, message: String(decoding: said, as: UTF8.self))
    }
    return written
}

/// Runs a workload of the store on a fresh template.
func runOnTemplate(
    _ program: String, _ implementation: String, _ workload: String, _ template: String, n: Int = 10_000,
    countingCosts: Bool = false
) throws -> ProgramResult {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appendingPathComponent("store.sqlite").path
    _ = try output(of: program, [implementation, "template-\(template)", String(n), store])
    #expect(!FileManager.default.fileExists(atPath: store + "-wal"))
    return try run(program, [implementation, workload, String(n), store], countingCosts: countingCosts)
}
