/// The arguments of a command, taken apart: options by name, and what remains, in order.
struct CommandArguments {
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    /// The arguments that belong to no option.
    private(set) var operands: [String] = []

    /// Takes the arguments apart.
    ///
    /// `--option value` and `--option=value` are the same; after `--` everything is an operand.
    ///
    /// - Parameters:
    ///   - options: the names of options with a value, without dashes; they may be repeated.
    ///   - lists: the names of options that take all arguments up to the next option.
    ///   - flags: the names of options without a value.
    init(
        _ arguments: [String], options: Set<String> = [], lists: Set<String> = [], flags: Set<String> = []
    ) throws(UsageError) {
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if argument == "--" {
                operands += arguments[index...]
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            let parts = argument.drop { $0 == "-" }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if flags.contains(name), parts.count == 1 {
                self.flags.insert(name)
            } else if options.contains(name) || lists.contains(name), parts.count == 2 {
                values[name, default: []].append(String(parts[1]))
            } else if options.contains(name) {
                guard index < arguments.count else {
                    throw UsageError("The option \(argument) needs a value.")
                }
                values[name, default: []].append(arguments[index])
                index += 1
            } else if lists.contains(name) {
                while index < arguments.count, !arguments[index].hasPrefix("-") {
                    values[name, default: []].append(arguments[index])
                    index += 1
                }
            } else {
                throw UsageError("The option \(argument) is unknown.")
            }
        }
    }

    /// Whether a flag was given.
    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option given at most once.
    func value(_ option: String) throws(UsageError) -> String? {
        let given = values[option] ?? []
        guard given.count <= 1 else { throw UsageError("The option --\(option) was given \(given.count) times.") }
        return given.first
    }

    /// The value of an option that is a number of things, not negative.
    func count(_ option: String) throws(UsageError) -> Int? {
        guard let text = try value(option) else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw UsageError("--\(option) takes a number that is not negative, not \"\(text)\".")
        }
        return number
    }

    /// The values of an option that may be repeated, or of a list.
    func all(_ option: String) -> [String] { values[option] ?? [] }
}

/// The command was called wrongly; its help is shown with the message.
struct UsageError: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
