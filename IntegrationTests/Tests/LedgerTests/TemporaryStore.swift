import Foundation
import Ledger

/// A stack on a file of its own, removed with it.
final class TemporaryStore {
    let folder: URL
    var url: URL { folder.appendingPathComponent("Ledger.sqlite") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func stack() throws -> CoreDataStack { try CoreDataStack(storeAt: url) }

    deinit {
        // A folder that stays behind in the temporary folder harms nothing.
        try? FileManager.default.removeItem(at: folder)
    }
}
