import Foundation

/// The folder of public models and stores that lies beside a checkout; many are there, or none.
enum Corpus {
    /// The folder; nil when it is absent.
    static let root: URL? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["ONDOL_SHARED"].map { URL(fileURLWithPath: $0) }
            ?? package.deletingLastPathComponent().appendingPathComponent("shared")
        let corpus = shared.appendingPathComponent("corpus")
        return FileManager.default.fileExists(atPath: corpus.path) ? corpus : nil
    }()

    static var isPresent: Bool { root != nil }

    /// The paths under the folder that end so, in ascending order.
    static func paths(ending suffixes: String...) -> [String] {
        guard let root, let names = FileManager.default.enumerator(atPath: root.path) else { return [] }
        var found: [String] = []
        for case let name as String in names where suffixes.contains(where: name.hasSuffix) { found.append(name) }
        return found.sorted()
    }

    static func url(_ path: String) -> URL { (root ?? URL(fileURLWithPath: "/")).appendingPathComponent(path) }
}
