import Foundation

/// What the command line asks for.
struct Arguments: Equatable {
    /// Why a command line cannot be followed, with the mend.
    struct Problem: Error, Equatable {
        let message: String
    }

    static let defaultPort: UInt16 = 8787

    var port = Arguments.defaultPort
    /// The data folder; nil means the one by the XDG convention, or a throw-away folder for samples.
    var folder: String?
    var isSample = false
    /// A backup file that becomes the data folder first.
    var backup: String?
    var wantsHelp = false

    init(_ words: [String]) throws(Problem) {
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            func value() throws(Problem) -> String {
                if parts.count == 2 { return parts[1] }
                guard let next = rest.popFirst() else { throw Problem(message: "\(parts[0]) needs a value after it.") }
                return next
            }
            switch parts[0] {
            case "--port":
                let text = try value()
                guard let number = UInt16(text) else {
                    throw Problem(message: "--port needs a number from 0 to 65535, not \u{201C}\(text)\u{201D}.")
                }
                port = number
            case "--data":
                let path = try value()
                guard !path.isEmpty else { throw Problem(message: "--data needs a folder.") }
                folder = path
            case "--restore":
                let path = try value()
                guard !path.isEmpty else { throw Problem(message: "--restore needs a backup file.") }
                backup = path
            case "--sample" where parts.count == 1: isSample = true
            case "--help" where parts.count == 1, "-h": wantsHelp = true
            default: throw Problem(message: "There is no argument \u{201C}\(word)\u{201D}. See --help.")
            }
        }
        if isSample, backup != nil {
            throw Problem(message: "--sample starts on sample data; leave out --restore.")
        }
        if isSample, folder != nil {
            throw Problem(message: "--sample uses a folder of its own; leave out --data.")
        }
    }

    static let help = """
        Daybook: an account book, reading plans and collections on your own machine.

        Usage: daybook [--port N] [--data DIR] [--restore FILE] [--sample]

          --port N    listen on this port of 127.0.0.1 (default \(defaultPort); 0 lets the system choose)
          --data DIR  keep everything in this folder
                      (default: $XDG_DATA_HOME/daybook, else ~/.local/share/daybook)
          --restore FILE
                      first make the data folder, which must be empty, out of a backup file
          --sample    start on a throw-away folder filled with sample data
          --help      show this help

        Open the printed address in a browser. Ctrl-C stops Daybook.
        """

    /// The data folder by the XDG convention, which takes absolute paths only.
    ///
    /// Source: XDG Base Directory Specification 0.8, "Environment variables".
    static func defaultFolder(environment: [String: String], home: URL) -> URL {
        if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") {
            return URL(fileURLWithPath: base, isDirectory: true).appendingPathComponent("daybook", isDirectory: true)
        }
        return home.appendingPathComponent(".local/share/daybook", isDirectory: true)
    }
}
