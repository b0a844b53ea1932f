/// Why a file cannot be used as a store, and what to do about it.
struct StoreFileError: Error, CustomStringConvertible {
    let path: String
    let problem: String
    let remedy: String

    var description: String { "\(path): \(problem) \(remedy)" }
}
