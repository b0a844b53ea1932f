import CoreData
import Foundation

/// `ondol check`: what is wrong with a store.
enum CheckCommand: Command {
    static let name = "check"
    static let summary = "Look a store through for damage, and make a repaired copy."
    static let help = """
        NAME
          ondol check - look a store through for damage, and make a repaired copy

        SYNOPSIS
          ondol check STORE [--repair PATH] [--limit N] [--format table|json] [--model PATH [--version NAME]]

        DESCRIPTION
          Checks more than SQLite does. Each finding has a severity (an error loses or falsifies data, a warning is odd
          only), a kind, the object and the property:

          sqlite       the database file is damaged (PRAGMA integrity_check)
          unreadable   a part could not be read; the rest is checked all the same
          schema       tables or columns that the model needs are missing
          hash         the version hashes are not those of the model
          counter      Z_PRIMARYKEY counts too low, lacks an entity, or has one too many
          entity       a row belongs to no entity (Z_ENT)
          version      the number of saves (Z_OPT) is missing
          dangling     a reference, or a row of a join table, leads to what does not exist
          destination  a reference leads to an object of the wrong entity
          inverse      one side of a one-to-one relationship does not know of the other
          required     something is missing that is not optional
          count        a relationship has too few or too many members
          order        a position in an ordered relationship is missing or taken twice
          type         a value is stored in a form that its type does not have
          value        a value breaks a rule of the model: bounds, length, pattern
          unique       objects have the same values, which must be unique
          file         an external file is missing
          orphan       an external file that nothing refers to
          history      the change history is not whole

          The store is opened read-only: neither it nor anything beside it is changed.

        OPTIONS
          --repair <path>    make a repaired copy there, with its external files, and say what was done. Nothing is
                             overwritten. What leads to nothing is set to nil, rows that join nothing are removed, counters
                             are raised, one-sided relationships are completed or undone, lists are numbered anew, required
                             values get the model's default. Values that break a rule, duplicates and damage to the
                             database file itself are left to you. If the store keeps a change history, the repairs
                             are not recorded in it
          --limit <n>        how many findings of each rule are listed, 100 without it; all are counted
          --format <form>    table (the default) or json
        \(OpenedStore.optionHelp)

        JSON
          .errors, .warnings, .findings[] (severity, kind, entity, objectID, property, message); with --repair also
          .repair: path, done[] (kind, entity, property, description, count), and what is found in the copy

        EXAMPLES
          ondol check Library.sqlite
          ondol check Library.sqlite --repair Repaired.sqlite
          ondol check Library.sqlite --format json | jq '.findings[] | select(.severity == "error")'

        EXIT CODES
          0 no errors (there may be warnings), 1 errors were found (with --repair: errors remain in the copy), 2 wrong
          arguments, 3 the store cannot be read or the copy cannot be made
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(
            arguments, options: OpenedStore.options.union(["repair", "limit", "format"]))
        guard arguments.operands.count == 1 else { throw UsageError("Name one store.") }
        let format = try OutputFormat.chosen(arguments, among: [.table, .json])
        let limit = try arguments.count("limit") ?? 100
        guard try arguments.value("repair") != OutputFile.standardOutput else {
            throw UsageError("A repaired copy is a file with others beside it; give --repair a path.")
        }
        let store = try OpenedStore(arguments, console: console)
        var check = StoreCheck(store, console: console, limit: limit)
        check.run()
        var report = CheckReport(store: store, check: check)
        var code: ExitCode = check.errors > 0 ? .findings : .success
        if let path = try arguments.value("repair") {
            let done = try StoreRepair(store: store, check: check).run(to: path)
            let copy = try OpenedStore(
                path: path, model: try arguments.value("model"), version: try arguments.value("version"))
            var remaining = StoreCheck(copy, console: console, limit: limit)
            remaining.run()
            report.repair = (path, done, remaining)
            code = remaining.errors > 0 ? .findings : .success
        }
        console.write(format == .json ? report.json : report.text(console: console))
        return code
    }
}
