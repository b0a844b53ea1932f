import Foundation

/// A folder for what is not finished.
///
/// It goes with this object, or with the process when a signal ends that; what a killed process left is removed when
/// the next one makes a folder in the same place. A lock, which ends with its process, tells the two apart.
final class WorkingFolder {
    let url: URL
    private let descriptor: Int32

    /// The beginning of the names of folders beside an output.
    private static let besideOutput = ".ondol-part-"
    /// The beginning of the names of folders for copies.
    private static let forCopies = "ondol-copy-"
    private static let digits = 8

    /// A folder in the one that `target` is to lie in, on the same volume therefore.
    ///
    /// - Throws: `StoreFileError` that calls the target `name`.
    convenience init(beside target: URL, named name: String) throws {
        do {
            try self.init(in: target.deletingLastPathComponent(), prefix: Self.besideOutput)
        } catch let error as Failure {
            throw StoreFileError(
                path: name, problem: "It cannot be written: \(String(cString: strerror(error.code))).",
                remedy: "Check that the folder exists and is writable.")
        }
    }

    /// A folder among the temporary ones, for nobody else to read.
    ///
    /// - Throws: `StoreFileError`.
    convenience init() throws {
        let parent = FileManager.default.temporaryDirectory
        do {
            try self.init(in: parent, prefix: Self.forCopies)
        } catch let error as Failure {
            throw StoreFileError(
                path: parent.path, problem: "No folder can be made in it: \(String(cString: strerror(error.code))).",
                remedy: "Name another in the environment variable TMPDIR.")
        }
    }

    private struct Failure: Error {
        let code: Int32
    }

    private init(in parent: URL, prefix: String) throws {
        Self.sweep(parent, prefix: prefix)
        while true {
            let folder = parent.appendingPathComponent(
                prefix + UUID().uuidString.prefix(Self.digits), isDirectory: true)
            let path = folder.path
            Unfinished.add(path)
            guard mkdir(path, 0o700) == 0 else {
                let code = errno
                Unfinished.remove(path)
                if code == EEXIST { continue }
                throw Failure(code: code)
            }
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else {
                let code = errno
                rmdir(path)
                Unfinished.remove(path)
                throw Failure(code: code)
            }
            // where folders cannot be locked there is nobody who could remove this one either.
            _ = flock(descriptor, LOCK_EX | LOCK_NB)
            var (named, opened) = (stat(), stat())
            if stat(path, &named) == 0, fstat(descriptor, &opened) == 0, named.st_ino == opened.st_ino {
                url = folder
                self.descriptor = descriptor
                return
            }
            // another process took it for a dead one's in the moment before it was locked.
            close(descriptor)
            Unfinished.remove(path)
        }
    }

    /// Moves everything out beside this folder, what is called `last` last: where that is, everything is.
    ///
    /// - Throws: when there is something of the same name already.
    func release(_ last: String) throws {
        let manager = FileManager.default
        let names = try manager.contentsOfDirectory(atPath: url.path).filter { $0 != last }
        for name in names + [last] {
            let target = url.deletingLastPathComponent().appendingPathComponent(name)
            do {
                try manager.moveItem(at: url.appendingPathComponent(name), to: target)
            } catch let error as CocoaError where error.code == .fileWriteFileExists {
                throw StoreFileError(
                    path: target.path, problem: "Something of this name has been put here meanwhile.",
                    remedy: "Give another name for the output.")
            }
        }
    }

    deinit {
        // what stays when this fails is empty or removed by the next run.
        try? FileManager.default.removeItem(at: url)
        Unfinished.remove(url.path)
        close(descriptor)
    }

    /// Removes the folders of processes that are no more.
    private static func sweep(_ parent: URL, prefix: String) {
        // a folder that cannot be listed is no reason not to work in it.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for name in names where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + digits {
            let path = parent.appendingPathComponent(name).path
            var information = stat()
            guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR,
                information.st_uid == geteuid()
            else { continue }
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: path) }
            close(descriptor)
        }
    }
}
