import CoreData
import Foundation
import SQLite

/// A store's file, opened so that nothing of it or beside it changes.
///
/// A file in WAL mode whose log is there without its index cannot be read in place without making the index;
/// it is then read from a copy, which goes with this object. The same is done when a rollback journal waits
/// to be played back.
final class ReadOnlyFile {
    /// The file as the user named it.
    let url: URL
    /// The file to open: the one above, or its copy.
    let openURL: URL
    let access: StoreAccess
    /// True when SQLite's header says that the log is used.
    let isWAL: Bool
    private let folder: URL?

    /// - Throws: `StoreFileError` for what is no SQLite database.
    init(path: String) throws {
        url = URL(fileURLWithPath: path)
        let header = try Self.header(of: path)
        isWAL = header[18] == 2 || header[19] == 2
        let log = Self.size(path + "-wal")
        let journal = Self.size(path + "-journal")
        if !isWAL {
            guard let journal, journal > 0 else {
                (openURL, access, folder) = (url, .locking, nil)
                return
            }
            (openURL, folder) = try Self.copy(url, with: ["-journal"])
            access = .locking
            // playing the journal back needs a connection that may write, once.
            let connection = try Connection(path: openURL.path, mode: .readWrite, busyTimeout: 1)
            defer { connection.close() }
            _ = try connection.firstInteger("SELECT count(*) FROM sqlite_master", purpose: "play the journal back")
        } else if log != nil, Self.size(path + "-shm") != nil {
            (openURL, access, folder) = (url, .liveLog, nil)
        } else if let log, log > 0 {
            (openURL, folder) = try Self.copy(url, with: ["-wal"])
            // the copy is ours; its index is made once, and stays as long as the copy.
            let connection = try Connection(path: openURL.path, mode: .readWrite, busyTimeout: 1)
            defer { connection.close() }
            // the log is not looked at before the first read.
            _ = try connection.firstInteger("SELECT count(*) FROM sqlite_master", purpose: "read the journal")
            try connection.checkpoint(truncating: true)
            access = .immutable
        } else {
            (openURL, access, folder) = (url, .immutable, nil)
        }
    }

    deinit {
        // what is left behind when this fails is the system's to clean: it lies in the temporary folder.
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// A connection to the file.
    ///
    /// - Throws: `SQLiteError`.
    func connect() throws -> Connection {
        let connection = try Connection(
            path: access.uri(ofFile: openURL.path), mode: .readOnly, isURI: true, busyTimeout: 5)
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

    /// Copies the file and what belongs to it into a folder of their own; external files are linked to.
    private static func copy(_ url: URL, with suffixes: [String]) throws -> (URL, URL) {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory
            .appendingPathComponent("ondol-\(UUID().uuidString)", isDirectory: true)
        try manager.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do {
            let copy = folder.appendingPathComponent(url.lastPathComponent)
            for suffix in [""] + suffixes {
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
            try? manager.removeItem(at: folder)
            throw StoreFileError(
                path: url.path, problem: "The store and its journal cannot be copied to be read: \(error).",
                remedy: "Check the permissions, and that there is room in \(manager.temporaryDirectory.path).")
        }
    }
}
