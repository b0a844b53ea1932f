import CoreData
import Foundation
import SQLite

/// A store's file, opened so that nothing of it or beside it changes.
///
/// A file in WAL mode whose log is there without its index cannot be read in place without making the index;
/// it is then read from a copy, which goes with this object. The same is done when a rollback journal waits
/// to be played back. Owners of files stay, also when root reads.
final class ReadOnlyFile {
    /// The file as the user named it.
    let path: String
    /// The file itself, where `path` leads through links: what belongs to it lies beside it.
    let url: URL
    /// The file to open: the one above, or its copy.
    let openURL: URL
    let access: StoreAccess
    /// True when SQLite's header says that the log is used.
    let isWAL: Bool
    private let folder: WorkingFolder?

    /// - Throws: `StoreFileError` for what is no SQLite database.
    init(path: String) throws {
        self.path = path
        let header = try Self.header(of: path)
        url = OutputFile.resolved(path)
        isWAL = header[18] == 2 || header[19] == 2
        let log = Self.size(url.path + "-wal")
        let index = Self.size(url.path + "-shm")
        let needed: String?
        if isWAL {
            needed = index == nil && log ?? 0 > 0 ? "-wal" : nil
        } else {
            needed = try Self.hasHotJournal(url, name: path) ? "-journal" : nil
        }
        if let needed {
            (openURL, folder) = try Self.copy(url, with: needed, name: path)
            // the copy is ours; the journal is played back, or the log moved into it, by a connection that may write.
            let connection = try Connection(path: openURL.path, name: path, mode: .readWrite, busyTimeout: 1)
            defer { connection.close() }
            // neither is looked at before the first read.
            _ = try connection.firstInteger("SELECT count(*) FROM sqlite_master", purpose: "read the journal")
            if isWAL { try connection.checkpoint(truncating: true) }
            access = isWAL ? .immutable : .locking
        } else {
            (openURL, folder) = (url, nil)
            access = !isWAL ? .locking : log != nil && index != nil ? .liveLog : .immutable
        }
        OwnerKeeping.begin()
    }

    deinit { OwnerKeeping.end() }

    /// A connection to the file.
    ///
    /// - Throws: `SQLiteError`.
    func connect() throws -> Connection {
        let connection = try Connection(
            path: access.uri(ofFile: openURL.path), name: path, mode: .readOnly, isURI: true, busyTimeout: 5)
        try StoreInspection.registerFunctions(on: connection)
        return connection
    }

    /// The options with which a coordinator opens the file.
    var options: [AnyHashable: Any] {
        [NSReadOnlyPersistentStoreOption: true, StoreAccess.option: access.rawValue]
    }

    // MARK: Parts

    /// The first hundred bytes.
    private static func header(of path: String) throws -> [UInt8] {
        var information = stat()
        guard stat(path, &information) == 0 else {
            throw StoreFileError(
                path: path, problem: "There is no such file (\(String(cString: strerror(errno)))).",
                remedy: "Check the path.")
        }
        let kind = information.st_mode & S_IFMT
        if kind == S_IFDIR {
            throw StoreFileError(path: path, problem: "This is a folder.", remedy: "Give the store's file in it.")
        }
        // a pipe or device would be waited for, perhaps for ever.
        guard kind == S_IFREG else {
            throw StoreFileError(path: path, problem: "This is no ordinary file.", remedy: "Give a store's file.")
        }
        guard information.st_size > 0 else {
            throw StoreFileError(
                path: path, problem: "The file is empty.", remedy: "An empty file holds no store; check the path.")
        }
        let bytes: [UInt8]
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            bytes = [UInt8](try handle.read(upToCount: 100) ?? Data())
        } catch {
            throw StoreFileError(
                path: path, problem: "The file cannot be read.", remedy: "Check its permissions.")
        }
        guard bytes.count == 100, bytes.starts(with: "SQLite format 3\0".utf8) else {
            throw StoreFileError(
                path: path, problem: "The file is no SQLite database.",
                remedy: "Core Data's binary and XML stores, and encrypted files, cannot be read.")
        }
        return bytes
    }

    private static func size(_ path: String) -> Int? {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(information.st_size)
    }

    /// Whether a rollback journal has to be played back before the file can be read.
    ///
    /// SQLite tells: the journal of a save that is just going on, or one that was kept empty, is none.
    private static func hasHotJournal(_ url: URL, name: String) throws -> Bool {
        guard size(url.path + "-journal") ?? 0 > 0 else { return false }
        OwnerKeeping.begin()
        defer { OwnerKeeping.end() }
        let connection = try Connection(
            path: StoreAccess.locking.uri(ofFile: url.path), name: name, mode: .readOnly, isURI: true, busyTimeout: 5)
        defer { connection.close() }
        do {
            _ = try connection.firstInteger("SELECT count(*) FROM sqlite_master", purpose: "look for a journal")
            return false
        } catch let error as SQLiteError where error.isReadOnly || error.isCannotOpen {
            return true
        }
    }

    /// Copies the file and its journal into a folder of their own; external files are linked to.
    private static func copy(_ url: URL, with suffix: String, name: String) throws -> (URL, WorkingFolder) {
        let manager = FileManager.default
        let folder = try WorkingFolder()
        do {
            let copy = folder.url.appendingPathComponent(url.lastPathComponent)
            for suffix in ["", suffix] {
                let target = copy.path + suffix
                try manager.copyItem(atPath: url.path + suffix, toPath: target)
                // the original may be read-only; the copy must not be.
                try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
            }
            let externals = StoreInspection.externalFolder(ofStore: url).deletingLastPathComponent()
            if manager.fileExists(atPath: externals.path) {
                let link = StoreInspection.externalFolder(ofStore: copy).deletingLastPathComponent()
                try manager.createSymbolicLink(
                    atPath: link.path, withDestinationPath: externals.standardizedFileURL.path)
            }
            return (copy, folder)
        } catch {
            throw StoreFileError(
                path: name, problem: "The store and its journal cannot be copied to be read: \(error).",
                remedy: "Check the permissions, and that there is room in \(manager.temporaryDirectory.path).")
        }
    }
}
