import BenchmarkSupport
import CBenchmarkSQLite
import Foundation

/// The limit: the persistence workloads by hand on SQLite's C interface.
@main
enum Main {
    static func main() {
        guard bench_sqlite_without_memory_statistics() == SQLITE_OK, DecimalText.verify() else {
            FileHandle.standardError.write(Data("bench-raw: this platform is not as the code expects\n".utf8))
            exit(1)
        }
        let program = Program(
            workloads: [
                "raw": [
                    "a": Writing.insertAll, "b": Writing.insertInHundreds, "c": Reading.readEverything,
                    "c-none": Reading.readNothing, "c-one": Reading.readOne, "d": Reading.findByUUID,
                    "e": Reading.search, "f": Writing.updateFlagged, "g": Writing.deleteWithChildren,
                    "h1": Walking.oneByOne, "h2": Walking.prefetched, "i": Reading.aggregate,
                    "batch-insert": Writing.insertAll, "batch-update": Writing.batchUpdate,
                    "batch-delete": Writing.batchDelete, "iterate": Reading.iterate, "open": Reading.openStore,
                    "readers-writer": Beside.readersBesideWriter,
                    "two-writers": Beside.twoWriters,
                ]
            ],
            templates: [
                "empty": Schema.emptyTemplate, "items": Schema.itemsTemplate,
                "tree": { n, path in try Schema.treeTemplate(.tree(n), path) },
                "rel": { _, path in try Schema.treeTemplate(.rel(), path) },
            ])
        exit(program.run())
    }
}
