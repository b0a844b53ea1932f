import CoreData
import Foundation
import SQLite

/// Makes a repaired copy of a store; the store itself stays as it is.
struct StoreRepair {
    struct Done {
        let action: RepairAction
        /// Rows that were changed or removed, or files that were left out.
        let count: Int
    }

    let store: OpenedStore
    let check: StoreCheck

    /// Copies the store with its external files to `path` and runs the repairs in one transaction.
    ///
    /// - Returns: what was done.
    /// - Throws: `StoreFileError` when there is something at `path` already; nothing is left there when the work
    ///   fails.
    func run(to path: String) throws -> [Done] {
        let target = URL(fileURLWithPath: path)
        let folder = StoreInspection.externalFolder(ofStore: target)
        let support = folder.deletingLastPathComponent()
        let manager = FileManager.default
        for occupied in [path, path + "-wal", path + "-shm", path + "-journal", support.path]
        where manager.fileExists(atPath: occupied) {
            throw StoreFileError(
                path: occupied, problem: "There is something here already.",
                remedy: "Give --repair a name that is not in use; nothing is ever overwritten.")
        }
        let work = try WorkingFolder(beside: target, named: path)
        let part = work.url.appendingPathComponent(target.lastPathComponent)
        try copyFiles(to: StoreInspection.externalFolder(ofStore: part))
        let done = try copyRows(to: part.path)
        try work.release(target.lastPathComponent)
        return done
    }

    private func copyFiles(to folder: URL) throws {
        let source = StoreInspection.externalFolder(ofStore: store.file.url)
        let manager = FileManager.default
        guard manager.fileExists(atPath: source.path) else { return }
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in try manager.contentsOfDirectory(atPath: source.path)
        where !check.orphans.contains(name) && StoreInspection.isPlainFile(source.appendingPathComponent(name)) {
            try manager.copyItem(at: source.appendingPathComponent(name), to: folder.appendingPathComponent(name))
        }
    }

    private func copyRows(to path: String) throws -> [Done] {
        let copy = try Connection(path: path, mode: .readWriteCreate, busyTimeout: 5)
        defer { copy.close() }
        try store.connection.backUp(into: copy)
        // triggers of derived attributes call functions.
        try StoreInspection.registerFunctions(on: copy)
        var done: [Done] = []
        try copy.write {
            for action in check.repairs {
                var count = action.kind == .orphan ? check.orphans.count : 0
                for statement in action.statements {
                    try copy.prepareOnce(statement, purpose: "repair: \(action.description)").run()
                    count += copy.changes
                }
                done.append(Done(action: action, count: count))
            }
        }
        return done
    }
}
