import Foundation

/// The folder of public models and stores that lies beside a checkout; many are there, or none.
enum Corpus {
    /// The folder; nil when it is absent.
    static let root: URL? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["ONDOL_SHARED"].map { URL(fileURLWithPath: $0) }
            ?? package.deletingLastPathComponent().appendingPathComponent("shared")
        let corpus = shared.appendingPathComponent("corpus")
        return FileManager.default.fileExists(atPath: corpus.path) ? corpus : nil
    }()

    /// Paths of all stores, ascending.
    static let stores: [String] = {
        guard let folder = root?.appendingPathComponent("stores"),
            let names = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
        else { return [] }
        let endings = [".sqlite", ".moody", ".wiredatabase", ".original"]
        return names.filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
            .map { folder.appendingPathComponent($0).path }
    }()

    static var isPresent: Bool { !stores.isEmpty }
}
