/// The forms in which rows come out.
enum OutputFormat: String {
    case table
    case json
    case csv

    /// What `--format` says.
    static func chosen(_ arguments: CommandArguments, among: [OutputFormat]) throws(UsageError) -> OutputFormat {
        guard let word = try arguments.value("format") else { return among[0] }
        guard let format = OutputFormat(rawValue: word), among.contains(format) else {
            let names = among.map(\.rawValue).joined(separator: ", ")
            throw UsageError("The format \"\(word)\" is unknown; there are: \(names).")
        }
        return format
    }
}
