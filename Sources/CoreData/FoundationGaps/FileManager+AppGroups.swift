import Foundation

extension FileManager {
    /// Returns the folder that programs of one group share, made when it is not there.
    ///
    /// There are no app groups outside Apple's platforms: the folder is `Group Containers/<identifier>`
    /// in the user's application support folder, for every program of that user.
    ///
    /// - Parameter groupIdentifier: As in `group.org.example.notes`.
    /// - Returns: Nil when the identifier is empty or no plain file name, or the folder cannot be made.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        let isPlainName = !groupIdentifier.contains("/") && !groupIdentifier.contains("\0")
        guard !groupIdentifier.isEmpty, isPlainName, groupIdentifier != ".", groupIdentifier != "..",
            let support = urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        else { return nil }
        let folder = support.appendingPathComponent("Group Containers", isDirectory: true)
            .appendingPathComponent(groupIdentifier, isDirectory: true)
        do {
            try createDirectory(at: folder, withIntermediateDirectories: true)
            return folder
        } catch {
            return nil
        }
    }
}
