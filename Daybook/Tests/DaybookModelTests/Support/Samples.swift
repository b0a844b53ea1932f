import Foundation
import Testing

/// Sample files that are kept outside the repository; tests that need them are disabled when they are absent.
enum Samples {
    static let folder: URL? = {
        let root: URL
        if let path = ProcessInfo.processInfo.environment["ONDOL_SHARED"] {
            root = URL(fileURLWithPath: path)
        } else {
            // Tests/DaybookModelTests/Support/Samples.swift, in Daybook/, beside the checkout's `shared`.
            var url = URL(fileURLWithPath: #filePath)
            for _ in 0..<5 { url.deleteLastPathComponent() }
            root = url.deletingLastPathComponent().appendingPathComponent("shared")
        }
        let folder = root.appendingPathComponent("samples")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    static var areThere: Bool { folder != nil }

    static func data(_ path: String) throws -> Data {
        try Data(contentsOf: #require(folder).appendingPathComponent(path))
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only where the sample files are.
    static var needsSamples: Self {
        .enabled(if: Samples.areThere, "the folder shared/samples is not beside the checkout")
    }
}
