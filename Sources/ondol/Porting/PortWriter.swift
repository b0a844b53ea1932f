import Foundation
import ModelCompiler

/// Puts ported files in place of what they were.
enum PortWriter {
    /// Writes a file beside the original, which takes its place when it is whole.
    ///
    /// - Throws: `StoreFileError`; the original is then as it was.
    static func write(_ file: PortedFile, in folder: URL) throws {
        let path = folder.appendingPathComponent(file.path).path
        var information = stat()
        // Somebody may have changed the file meanwhile.
        guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            let present = try? Data(contentsOf: URL(fileURLWithPath: path)), Array(present) == file.original
        else { throw failure(path, "The file was changed while it was read.", "Start again.") }
        let work = try WorkingFolder(beside: URL(fileURLWithPath: path), named: path)
        let part = work.url.appendingPathComponent("ported").path
        do {
            try Data(file.ported).write(to: URL(fileURLWithPath: part), options: .withoutOverwriting)
            guard chmod(part, information.st_mode & 0o7777) == 0, rename(part, path) == 0 else {
                throw failure(path, "The file cannot be put in place: \(String(cString: strerror(errno))).")
            }
        } catch {
            if error is StoreFileError { throw error }
            throw failure(path, "The file cannot be written: \(error.localizedDescription)")
        }
    }

    private static func failure(
        _ path: String, _ problem: String, _ remedy: String = "Check the permissions of the file and its folder."
    ) -> StoreFileError {
        StoreFileError(path: path, problem: problem, remedy: remedy)
    }
}
