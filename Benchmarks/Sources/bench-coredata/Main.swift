import BenchmarkSupport
import CoreData

/// The persistence workloads through Ondol, public interface only.
@main
enum Main {
    static func main() {
        let program = Program(
            workloads: [
                "coredata": [
                    "a": Writing.insertAll, "b": Writing.insertInHundreds, "c": Reading.readEverything,
                    "c-none": Reading.readNothing, "c-one": Reading.readOne, "d": Reading.findByUUID,
                    "d-warm": Reading.findRegisteredByUUID,
                    "batch-insert": Batches.insert, "batch-update": Batches.update, "batch-delete": Batches.delete,
                    "e": Reading.search, "f": Writing.updateFlagged,
                    "g": Writing.deleteWithChildren, "h1": Walking.plain, "h2": Walking.prefetched,
                    "i": Aggregating.run, "iterate": Reading.iterate, "open": Reading.openStore,
                    "readers-writer": Beside.readersBesideWriter,
                    "two-writers": Beside.twoWriters,
                ]
            ],
            templates: [
                "empty": Templates.empty, "items": Templates.items,
                "tree": { n, path in try Templates.tree(.tree(n), path) },
                "rel": { _, path in try Templates.tree(.rel(), path) },
            ])
        exit(program.run())
    }
}
