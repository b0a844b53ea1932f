import CoreData
import Foundation

/// `ondol show`: one object with everything about it.
enum ShowCommand: Command {
    static let name = "show"
    static let summary = "Show an object with its attributes and relationships."
    static let help = """
        NAME
          ondol show - show an object with its attributes and relationships

        SYNOPSIS
          ondol show STORE OBJECT-ID [--limit N] [--format table|json] [--model PATH [--version NAME]]

        DESCRIPTION
          Shows one object: every stored attribute, the object that each relationship to one leads to, with its name
          or title, and for each relationship to many the number of members and the first of them.

          OBJECT-ID is a URI as NSManagedObjectID.uriRepresentation() gives it, or its end: Book/p12.

          The store is opened read-only: neither it nor anything beside it is changed.

        OPTIONS
          --limit <n>        how many members of a relationship to many are listed; 10 without it
          --format <form>    table (the default) or json
        \(OpenedStore.optionHelp)

        JSON
          .objectID, .entity, .version (how often the object was saved), .attributes, .relationships: to one an object
          with objectID, label and exists, or null; to many an object with count and members[]

        EXAMPLES
          ondol show Library.sqlite Book/p12
          ondol show Library.sqlite x-coredata://5F7A2D0C-9B3B-4F5E-8D57-0D9A0F3A8E11/Book/p12 --format json

        EXIT CODES
          0 done, 2 wrong arguments, 3 the store cannot be read or has no such object
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(arguments, options: OpenedStore.options.union(["limit", "format"]))
        guard arguments.operands.count == 2 else { throw UsageError("Name a store and an object ID.") }
        let format = try OutputFormat.chosen(arguments, among: [.table, .json])
        let limit = try arguments.count("limit") ?? 10
        let store = try OpenedStore(arguments, console: console)
        let reader = try StoreReader(store)
        let wanted = try ObjectReference(arguments.operands[1], in: reader.map, store: store.uuid)
        guard let row = try reader.row(wanted) else {
            throw StoreFileError(
                path: store.path, problem: "There is no object \(wanted.short(in: reader.map)).",
                remedy: "`ondol query` lists the objects of an entity.")
        }
        let card = ObjectCard(row: row, reader: reader, limit: limit)
        console.write(format == .json ? try card.json() : try card.text(console: console))
        store.noteMissingFiles(console)
        return .success
    }
}

/// One object as it is shown.
private struct ObjectCard {
    let row: StoredRow
    let reader: StoreReader
    let limit: Int

    private var map: StoreMap { reader.map }
    private var entity: StoreMap.Entity { map.entities[row.reference.entity] }

    func text(console: Console) throws -> String {
        var lines = [
            row.reference.uri(in: map, store: reader.store.uuid),
            "saved \(row.version) time\(row.version == 1 ? "" : "s")",
        ]
        if !entity.attributes.isEmpty {
            var table = TextTable(["attribute", "value"])
            for (attribute, value) in zip(entity.attributes, row.values) {
                table.add([attribute.name, value == .null ? "nil" : value.display])
            }
            lines += ["", table.text(console: console)]
        }
        if !entity.toOne.isEmpty {
            var table = TextTable(["to one", "object", "label"])
            for (relationship, reference) in zip(entity.toOne, row.destinations) {
                guard let reference else {
                    table.add([relationship.name, "nil", ""])
                    continue
                }
                let found = try reader.row(reference)
                table.add([
                    relationship.name, (found?.reference ?? reference).short(in: map),
                    found.map { reader.label(of: $0) ?? "" } ?? "(there is no such object)",
                ])
            }
            lines += ["", table.text(console: console)]
        }
        for relationship in entity.toMany {
            let count = try reader.count(relationship, of: row.reference)
            lines += ["", "\(relationship.name): \(count) of \(map.entities[relationship.destination].name)"]
            for member in try reader.members(relationship, of: row.reference, limit: limit) {
                let label = try reader.row(member).flatMap { reader.label(of: $0) }
                lines.append("  \(member.short(in: map))" + (label.map { "  \(TextTable.cell($0))" } ?? ""))
            }
            if count > limit { lines.append("  … and \(count - limit) more") }
        }
        return lines.joined(separator: "\n")
    }

    func json() throws -> String {
        var attributes: [(key: String, value: String)] = []
        for (attribute, value) in zip(entity.attributes, row.values) {
            if case .file(let name) = value {
                attributes.append((attribute.name, FieldValue.file(name).json(reader)))
            } else {
                attributes.append((attribute.name, value.json))
            }
        }
        var relationships: [(key: String, value: String)] = []
        for (relationship, reference) in zip(entity.toOne, row.destinations) {
            relationships.append((relationship.name, try reference.map { try member($0) } ?? "null"))
        }
        for relationship in entity.toMany {
            let members = try reader.members(relationship, of: row.reference, limit: limit).map { try member($0) }
            relationships.append(
                (
                    relationship.name,
                    JSONText.lines([
                        ("count", "\(try reader.count(relationship, of: row.reference))"),
                        ("members", JSONText.list(members)),
                    ])
                ))
        }
        return JSONText.lines([
            ("objectID", JSONText.string(row.reference.uri(in: map, store: reader.store.uuid))),
            ("entity", JSONText.string(entity.name)), ("version", "\(row.version)"),
            ("attributes", JSONText.lines(attributes)), ("relationships", JSONText.lines(relationships)),
        ])
    }

    private func member(_ reference: ObjectReference) throws -> String {
        let found = try reader.row(reference)
        return JSONText.object([
            ("objectID", JSONText.string((found?.reference ?? reference).uri(in: map, store: reader.store.uuid))),
            ("label", JSONText.string(found.flatMap { reader.label(of: $0) })), ("exists", "\(found != nil)"),
        ])
    }
}
