import CoreData
import Foundation
import Synchronization

/// The store behind the pages, opened anew when its files have changed.
final class BrowseStore: Sendable {
    private let path: String
    private let model: String?
    private let version: String?
    /// Guards the opened store, which one thread at a time may use; held while a page is made.
    private let opened = Mutex<Opened?>(nil)

    private struct Opened: @unchecked Sendable {
        // @unchecked: reached through the lock only.
        let store: OpenedStore
        let stamp: [String]
    }

    init(path: String, model: String?, version: String?) {
        self.path = path
        self.model = model
        self.version = version
    }

    /// Runs `body` with the store as it is now.
    ///
    /// - Throws: what opening throws, and `body`.
    func use<R: Sendable>(_ body: (OpenedStore) throws -> R) throws -> R {
        try opened.withLock { opened in
            let stamp = stamp()
            if let present = opened, present.stamp == stamp { return try body(present.store) }
            opened = nil
            let store = try OpenedStore(path: path, model: model, version: version)
            opened = Opened(store: store, stamp: stamp)
            return try body(store)
        }
    }

    /// What changes when somebody writes.
    private func stamp() -> [String] {
        ["", "-wal", "-shm", "-journal"].map { suffix in
            var information = stat()
            guard stat(path + suffix, &information) == 0 else { return "-" }
            return "\(information.st_ino) \(information.st_size) \(information.st_mtim.tv_sec) "
                + "\(information.st_mtim.tv_nsec)"
        }
    }
}
