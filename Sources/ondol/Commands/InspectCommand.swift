import CoreData
import Foundation

/// `ondol inspect`: what a store is and holds.
enum InspectCommand: Command {
    static let name = "inspect"
    static let summary = "Show what a store is and how much it holds."
    static let help = """
        NAME
          ondol inspect - show what a store is and how much it holds

        SYNOPSIS
          ondol inspect STORE [--model PATH [--version NAME]] [--format table|json]

        DESCRIPTION
          Shows the entities of a store with the number of their own rows (those of sub-entities are counted with
          the sub-entity), the model it was made with, its metadata, journal mode and history, the size of each
          table, and the files beside it that hold large binary values.

          The store is opened read-only: neither it nor anything beside it is changed, and a store that another
          program has open, with a journal, is read as that program sees it.

        OPTIONS
        \(OpenedStore.optionHelp)
          --format <form>    table (the default) or json

        JSON
          .entities[]        name, count, number, parent, isAbstract, table
          .model             origin (file, store or tables), versionChecksum, versionIdentifiers, hashesAgree
          .store             path, uuid, fileSize, journalMode, logSize, pageSize, freePages
          .tables[]          name, bytes, indexBytes
          .history           transactions, changes, first, last; null when the store keeps none
          .externalFiles     files, bytes; null when there is no folder for them
          .metadata          the store's metadata; data in base64

        EXAMPLES
          ondol inspect Library.sqlite
          ondol inspect Library.sqlite --format json | jq '.entities[] | select(.count > 0).name'

        EXIT CODES
          0 done, 2 wrong arguments, 3 the store cannot be read
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(arguments, options: OpenedStore.options.union(["format"]))
        guard arguments.operands.count == 1 else { throw UsageError("Name one store.") }
        let format = try OutputFormat.chosen(arguments, among: [.table, .json])
        let store = try OpenedStore(arguments, console: console)
        let facts = try StoreFacts(store)
        if !facts.strayRows.isEmpty {
            let strays = Dictionary(facts.strayRows.map { ($0.table, $0.count) }, uniquingKeysWith: +)
                .sorted { $0.key < $1.key }.map { StrayRows(table: $0.key, count: $0.value) }
            console.complain(
                "ondol: note: \(StrayRows.text(strays)) belong to no entity of the table; `ondol check` lists them.")
        }
        console.write(format == .json ? json(facts, store) : table(facts, store, console))
        return .success
    }

    // MARK: JSON

    private static func json(_ facts: StoreFacts, _ store: OpenedStore) -> String {
        let entities = facts.entities.map { entity in
            JSONText.object([
                ("name", JSONText.string(entity.name)), ("count", "\(entity.count)"),
                ("number", entity.number.map { "\($0)" } ?? "null"), ("parent", JSONText.string(entity.parent)),
                ("isAbstract", "\(entity.isAbstract)"), ("table", JSONText.string(entity.table)),
            ])
        }
        let tables = facts.tables.map { table in
            JSONText.object([
                ("name", JSONText.string(table.name)), ("bytes", "\(table.bytes)"),
                ("indexBytes", "\(table.indexBytes)"),
            ])
        }
        let history = facts.history.map { history in
            JSONText.object([
                ("transactions", "\(history.transactions)"), ("changes", "\(history.changes)"),
                ("first", JSONText.string(history.first.map(StoredDate.text))),
                ("last", JSONText.string(history.last.map(StoredDate.text))),
            ])
        }
        let externals = facts.externals.map {
            JSONText.object([("files", "\($0.files)"), ("bytes", "\($0.bytes)")])
        }
        return JSONText.lines([
            (
                "store",
                JSONText.lines([
                    ("path", JSONText.string(store.path)), ("uuid", JSONText.string(store.uuid)),
                    ("fileSize", "\(facts.fileSize)"), ("journalMode", JSONText.string(facts.journalMode)),
                    ("logSize", "\(facts.logSize)"), ("pageSize", "\(facts.pageSize)"),
                    ("freePages", "\(facts.freePages)"),
                ])
            ),
            (
                "model",
                JSONText.lines([
                    ("origin", JSONText.string(store.chosen.origin.word)),
                    ("description", JSONText.string(store.chosen.origin.description)),
                    ("versionChecksum", JSONText.string(store.model.versionChecksum)),
                    ("versionIdentifiers", JSONText.array(identifiers(store).map(JSONText.string))),
                    ("hashesAgree", "\(store.chosen.hashesAgree)"),
                ])
            ),
            ("entities", JSONText.list(entities)),
            (
                "strayRows",
                JSONText.list(
                    facts.strayRows.map {
                        JSONText.object([("table", JSONText.string($0.table)), ("count", "\($0.count)")])
                    })
            ),
            ("tables", JSONText.list(tables)),
            ("history", history ?? "null"),
            ("externalFiles", externals ?? "null"),
            ("metadata", metadata(store)),
        ])
    }

    private static func metadata(_ store: OpenedStore) -> String {
        JSONText.lines(store.metadata.sorted { $0.key < $1.key }.map { ($0.key, JSONText.value($0.value)) })
    }

    private static func identifiers(_ store: OpenedStore) -> [String] {
        (store.metadata[NSStoreModelVersionIdentifiersKey] as? [String] ?? []).filter { !$0.isEmpty }
    }

    // MARK: Table

    private static func table(_ facts: StoreFacts, _ store: OpenedStore, _ console: Console) -> String {
        var lines = [
            "store      \(TextTable.plain(store.path))",
            "uuid       \(TextTable.plain(store.uuid))",
            "size       \(bytes(facts.fileSize)), pages of \(facts.pageSize) bytes, \(facts.freePages) free",
            "journal    \(facts.journalMode)" + (facts.logSize > 0 ? ", \(bytes(facts.logSize)) in the log" : ""),
            "model      \(TextTable.plain(store.chosen.origin.description))",
        ]
        if store.chosen.origin != .tables { lines.append("checksum   \(store.model.versionChecksum)") }
        let identifiers = identifiers(store)
        if !identifiers.isEmpty { lines.append("version    \(TextTable.plain(identifiers.joined(separator: ", ")))") }
        if let framework = store.metadata["NSPersistenceFrameworkVersion"] { lines.append("framework  \(framework)") }
        if let history = facts.history {
            let span =
                if let first = history.first, let last = history.last {
                    ", \(StoredDate.text(first)) to \(StoredDate.text(last))"
                } else {
                    ""
                }
            lines.append("history    \(history.transactions) transactions, \(history.changes) changes\(span)")
        } else {
            lines.append("history    none")
        }
        if let externals = facts.externals {
            lines.append("files      \(externals.files) external, \(bytes(externals.bytes))")
        }
        let own = store.metadata.filter { !knownKeys.contains($0.key) }.sorted { $0.key < $1.key }
        for (key, value) in own {
            lines.append("metadata   \(TextTable.plain(key)) = \(TextTable.cell(JSONText.value(value)))")
        }
        var entities = TextTable(["entity", "rows", "table"], alignments: [.left, .right, .left])
        for entity in facts.entities {
            var title = entity.isAbstract ? "\(entity.name) (abstract)" : entity.name
            if let parent = entity.parent { title += " : \(parent)" }
            entities.add([title, "\(entity.count)", entity.table])
        }
        for stray in facts.strayRows { entities.add(["(unknown entity)", "\(stray.count)", stray.table]) }
        lines += ["", entities.text(console: console)]
        if !facts.tables.isEmpty {
            var sizes = TextTable(["table", "bytes", "indexes"], alignments: [.left, .right, .right])
            for table in facts.tables { sizes.add([table.name, "\(table.bytes)", "\(table.indexBytes)"]) }
            lines += ["", sizes.text(console: console)]
        }
        return lines.joined(separator: "\n")
    }

    private static let knownKeys: Set<String> = [
        NSStoreTypeKey, NSStoreModelVersionHashesKey, NSStoreModelVersionIdentifiersKey,
        "NSStoreModelVersionHashesVersion", "NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey",
        "NSPersistenceFrameworkVersion", "_NSAutoVacuumLevel",
    ]

    private static func bytes(_ count: Int) -> String { "\(count) bytes" }
}
