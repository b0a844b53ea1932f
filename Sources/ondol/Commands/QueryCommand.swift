import CoreData
import Foundation

/// `ondol query`: objects of a store by predicate.
enum QueryCommand: Command {
    static let name = "query"
    static let summary = "List the objects of an entity, by predicate and in order."
    static let help = """
        NAME
          ondol query - list the objects of an entity, by predicate and in order

        SYNOPSIS
          ondol query STORE ENTITY [--where PREDICATE] [--sort KEY]... [--fields FIELD,...] [--limit N] [--offset N]
                      [--count] [--format table|json|csv] [--model PATH [--version NAME]]

        DESCRIPTION
          Lists the objects of ENTITY, those of its sub-entities included. The predicate is written as in
          NSPredicate(format:), with values in the text: names of properties, key paths through relationships,
          comparisons, IN, BETWEEN, BEGINSWITH, CONTAINS, LIKE, MATCHES with [cd], ANY, SUBQUERY, @count, arithmetic.
          nil is neither equal nor unequal to a value: 'year != 0' and 'NOT (year == 0)' leave out objects without a
          year, and IN finds no nil; 'year == nil' finds them, 'year != 0 OR year == nil' all others.
          Dates are compared with CAST(seconds since 2001, "NSDate"), objects by the number in their ID: author == 1,
          SELF IN {1, 2}.

          The store is opened read-only: neither it nor anything beside it is changed.

        OPTIONS
          --where <predicate>
                             the objects for which it is true; without it all
          --sort <key>       a key path to sort by: `name`, `-name` or `name:desc` for the other direction; also a count
                             (`books.@count`); repeat it, or separate keys by commas, for further keys
          --fields <fields>  what to show, separated by commas: attributes, relationships, key paths through
                             relationships to one (author.name), counts (books.@count), and objectID. Without it the
                             object ID, all attributes and the relationships to one
          --limit <n>        at most so many
          --offset <n>       leave so many out at the start
          --count            only say how many there are
          --format <form>    table (the default; long values end with an ellipsis, bytes are described), json (an array
                             of objects) or csv. Dates come as ISO 8601, bytes in base64, decimals as strings,
                             objects as URIs; in CSV nil is an empty field and an empty text is "", which a
                             nil is too that would be an empty line alone
        \(OpenedStore.optionHelp)

        EXAMPLES
          ondol query Library.sqlite Book --where 'author.name BEGINSWITH[cd] "le guin"' --sort -year
          ondol query Library.sqlite Book --where 'ANY tags.name IN {"sf", "poetry"}' --fields title,author.name
          ondol query Library.sqlite Author --where 'books.@count > 3' --format csv > authors.csv
          ondol query Library.sqlite Book --where 'year < 1970' --count

        EXIT CODES
          0 done (also when nothing was found), 2 wrong arguments or a malformed predicate, 3 the store cannot be
          read or cannot run the predicate
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(
            arguments,
            options: OpenedStore.options.union(["where", "sort", "fields", "limit", "offset", "format"]),
            flags: ["count"])
        guard arguments.operands.count == 2 else { throw UsageError("Name a store and an entity.") }
        let format = try OutputFormat.chosen(arguments, among: [.table, .json, .csv])
        let predicate = try arguments.value("where").map { format throws(UsageError) in
            try StoreQuery.predicate(format)
        }
        let sorts = try StoreQuery.sorts(arguments.all("sort"))
        let limit = try arguments.count("limit")
        let offset = try arguments.count("offset")
        let store = try OpenedStore(arguments, console: console)
        let entity = try store.entity(named: arguments.operands[1])
        var query = StoreQuery(entity: entity, predicate: predicate, sorts: sorts, offset: offset ?? 0)
        // a limit of nothing is no limit to a fetch request.
        query.limit = limit ?? 0
        do {
            return try run(query, isEmpty: limit == 0, arguments, format, store, console)
        } catch let error as NSError where error.domain == NSCocoaErrorDomain {
            if let mistake = SpokenError.mistakeInPredicate(error) { throw UsageError(mistake) }
            guard let name = SpokenError.entityOfUnknownKey(error), let entity = try? store.entity(named: name) else {
                throw error
            }
            throw UsageError("\(Failure.text(error)) \(FieldPath.propertyList(of: entity))")
        }
    }

    private static func run(
        _ query: StoreQuery, isEmpty: Bool, _ arguments: CommandArguments, _ format: OutputFormat, _ store: OpenedStore,
        _ console: Console
    ) throws -> ExitCode {
        let entity = query.entity
        let list = try arguments.value("fields")
        if arguments.has("count") {
            // a count shows none, but a field that is not there is a mistake all the same.
            if list != nil { _ = try Self.fields(list, of: entity, in: StoreReader(store)) }
            console.write("\(isEmpty ? 0 : try query.count(in: store))")
            return .success
        }
        let reader = try StoreReader(store)
        let fields = try Self.fields(list, of: entity, in: reader)
        let references = isEmpty ? [] : try query.references(in: store)
        let rows = QueryRows(references: references, fields: fields, reader: reader, console: console)
        switch format {
        case .table: try rows.writeTable(numeric: fields.map { try $0.isNumeric(of: entity, in: store) })
        case .json: try rows.writeJSON()
        case .csv: try rows.writeCSV()
        }
        store.noteMissingFiles(console)
        return .success
    }

    private static func fields(
        _ list: String?, of entity: StoreMap.Entity, in reader: StoreReader
    ) throws -> [FieldPath] {
        guard let list else { return try FieldPath.all(of: entity, in: reader.map) }
        var chosen: [FieldPath] = []
        for text in list.split(separator: ",", omittingEmptySubsequences: false) {
            let field = try FieldPath(String(text).trimmed, of: entity, in: reader.map)
            // A name twice would be a key twice in JSON.
            if !chosen.contains(where: { $0.text == field.text }) { chosen.append(field) }
        }
        return chosen
    }
}

/// The rows of a query's result in their three forms.
private struct QueryRows {
    let references: [ObjectReference]
    let fields: [FieldPath]
    let reader: StoreReader
    let console: Console

    private func forEach(_ body: (StoredRow) throws -> Void) throws {
        var progress = Progress(console, "reading", total: references.count)
        for reference in references {
            if let row = try reader.exactRow(reference) { try body(row) }
            progress.advance()
        }
        progress.finish()
    }

    func writeTable(numeric: [Bool]) throws {
        var table = TextTable(fields.map(\.text), alignments: numeric.map { $0 ? .right : .left })
        try forEach { row in
            table.add(try fields.map { try $0.value(for: row, reader: reader).display(reader) })
        }
        console.write(table.text(console: console))
    }

    func writeJSON() throws {
        var buffer = OutputBuffer { console.writeText($0) }
        var isFirst = true
        try buffer.write("[")
        try forEach { row in
            try buffer.write(isFirst ? "\n  " : ",\n  ")
            isFirst = false
            try buffer.write(
                JSONText.object(
                    try fields.map { ($0.text, try $0.value(for: row, reader: reader).json(reader)) }))
        }
        try buffer.write(isFirst ? "]\n" : "\n]\n")
        try buffer.flush()
    }

    func writeCSV() throws {
        var buffer = OutputBuffer { console.writeText($0) }
        try buffer.write(CSVText.line(fields.map(\.text)))
        try forEach { row in
            try buffer.write(CSVText.line(try fields.map { try $0.value(for: row, reader: reader).csv(reader) }))
        }
        try buffer.flush()
    }
}
