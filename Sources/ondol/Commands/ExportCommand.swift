import CoreData
import Foundation

/// `ondol export`: a store as JSON or CSV.
enum ExportCommand: Command {
    static let name = "export"
    static let summary = "Write the objects of a store as JSON or CSV."
    static let help = """
        NAME
          ondol export - write the objects of a store as JSON or CSV

        SYNOPSIS
          ondol export STORE [--entity ENTITY]... [--format json|csv] [-o PATH] [--model PATH [--version NAME]]

        DESCRIPTION
          Writes all objects, or those of some entities with their sub-entities, with all values and relationships, so
          that `ondol import` makes an equal store of them.

          The store is opened read-only: neither it nor anything beside it is changed.

        OPTIONS
          --entity <name>    only the objects of this entity and its sub-entities; may be repeated. Relationships may
                             then lead to objects that are not in the export
          --format <form>    json (the default) or csv
          -o, --output <path>
                             where to write. For CSV of several entities a folder, which is made; without it,
                             or for -, the standard output. A file has its name only when it is whole
        \(OpenedStore.optionHelp)

        FORMAT
        \(TransferFormat.help)

        EXAMPLES
          ondol export Library.sqlite -o Library.json
          ondol export Library.sqlite --format csv -o Library
          ondol export Library.sqlite --entity Tag --format csv

        EXIT CODES
          0 done, 1 done, but without references to objects that do not exist, rows that belong to no entity of their
          table, or values whose external files are missing, 2 wrong arguments, 3 the store cannot be read or the
          output cannot be written
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(
            arguments, options: OpenedStore.options.union(["entity", "format", "output", "o"]))
        guard arguments.operands.count == 1 else { throw UsageError("Name one store.") }
        let format = try OutputFormat.chosen(arguments, among: [.json, .csv])
        if try arguments.value("output") != nil, try arguments.value("o") != nil {
            throw UsageError("-o and --output are the same; give one.")
        }
        var output = try arguments.value("output") ?? arguments.value("o")
        if output == OutputFile.standardOutput { output = nil }
        let store = try OpenedStore(arguments, console: console)
        let export = try StoreExport(store, entities: arguments.all("entity"), console: console)
        switch (format, output) {
        case (.json, nil):
            var buffer = OutputBuffer { console.writeText($0) }
            try export.writeJSON(&buffer)
        case (.json, let path?):
            try OutputFile.stream(to: path, sparing: store.file.url) { try export.writeJSON(&$0) }
        case (_, nil):
            guard export.entities.count == 1 else {
                throw UsageError("CSV of several entities is several files: give a folder with -o, or one --entity.")
            }
            var buffer = OutputBuffer { console.writeText($0) }
            try export.writeCSV(of: export.entities[0], &buffer)
        case (_, let path?):
            try writeCSV(export, to: path, of: store)
        }
        store.noteMissingFiles(console)
        if export.dangling > 0 {
            console.complain(
                "ondol: note: \(export.dangling) reference\(export.dangling == 1 ? "" : "s") to objects that do not "
                    + "exist \(export.dangling == 1 ? "was" : "were") left out; `ondol check` lists them.")
        }
        let strays = try export.passedOver()
        if !strays.isEmpty {
            console.complain(
                "ondol: note: \(StrayRows.text(strays)) were left out, since they belong to no entity of the table; "
                    + "`ondol check` lists them.")
        }
        return strays.isEmpty && store.missingFiles == 0 && export.dangling == 0 ? .success : .findings
    }

    private static func writeCSV(_ export: StoreExport, to path: String, of store: OpenedStore) throws {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        if export.entities.count == 1, !(exists && isDirectory.boolValue) {
            try OutputFile.stream(to: path, sparing: store.file.url) {
                try export.writeCSV(of: export.entities[0], &$0)
            }
            return
        }
        try OutputFile.stream(
            into: path, sparing: store.file.url,
            export.entities.map { entity in
                (fileName(entity.name) + ".csv", { try export.writeCSV(of: entity, &$0) })
            })
    }

    /// An entity's name as a file name that cannot lead out of its folder.
    private static func fileName(_ name: String) -> String {
        let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_"))
        return name.addingPercentEncoding(withAllowedCharacters: plain) ?? "entity"
    }
}
