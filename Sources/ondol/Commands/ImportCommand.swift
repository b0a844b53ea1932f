import CoreData
import Foundation

/// `ondol import`: objects from JSON or CSV into a store.
enum ImportCommand: Command {
    static let name = "import"
    static let summary = "Read objects from JSON or CSV into a new or existing store."
    static let help = """
        NAME
          ondol import - read objects from JSON or CSV into a new or existing store

        SYNOPSIS
          ondol import STORE FILE... [--entity ENTITY] [--model PATH [--version NAME]] [--no-validation]
                       [--leave-out-missing]

        DESCRIPTION
          Makes an object of each that the files describe, with the relationships between them, and saves them all in
          one transaction: either everything is in the store, or nothing. Objects get keys of their own; those that
          are in the store already are neither changed nor looked at.

          A store that does not exist is made, with the model that --model names (of a package the current version, of
          another store the one that it keeps).
          An existing one is written to as any program would: its change history records the import.

          Files are read into memory whole, and the objects stay there until the transaction is over: divide what is
          larger than that. References lead to objects of the same import only. FILE may be -, the standard input
          (whose CSV rows need an objectID or --entity), or a pipe.

          What would be altered or lost on the way is refused: relationships whose two sides contradict each other
          (a side that is left out follows the other), decimals and Floats with more digits than a store keeps.

        OPTIONS
          --entity <name>    the entity of CSV rows that have no objectID; without it the name of the file
          --no-validation    take objects that break rules of the model: values that are missing or out of bounds
          --leave-out-missing
                             leave references out that lead to objects in none of the files
        \(OpenedStore.optionHelp)

        FORMAT
        \(TransferFormat.help)

          A CSV file may lack objectID, and columns; what is left out is nil.

        EXAMPLES
          ondol import Copy.sqlite Library.json --model Library.xcdatamodeld
          ondol import Copy.sqlite Library.json --model Library.sqlite
          ondol import Library.sqlite Author.csv Book.csv
          ondol import Library.sqlite people.csv --entity Author

        EXIT CODES
          0 done, 2 wrong arguments, 3 a file is no good, the store refused an object, or it cannot be written
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(
            arguments, options: OpenedStore.options.union(["entity"]), flags: ["no-validation", "leave-out-missing"])
        guard arguments.operands.count >= 2 else { throw UsageError("Name a store and the files to import.") }
        let files = try arguments.operands.dropFirst().map {
            ImportFile(path: $0, entity: try arguments.value("entity"))
        }
        let target = try ImportTarget(arguments, console: console)
        let (count, missing) = try target.run(
            files, validates: !arguments.has("no-validation"),
            leavesOutMissing: arguments.has("leave-out-missing"), console: console)
        console.write("\(count) object\(count == 1 ? "" : "s") imported into \(TextTable.plain(target.path))")
        if missing > 0 {
            console.complain(
                "ondol: note: \(missing) reference\(missing == 1 ? "" : "s") to objects that are in none of the "
                    + "files were left out.")
        }
        return .success
    }
}

/// The store that objects go into.
private final class ImportTarget {
    let path: String
    private let model: NSManagedObjectModel
    private let configuration: String?
    private let isNew: Bool
    /// The store itself, where `path` is a link: its external files lie beside it.
    private var url: URL { OutputFile.resolved(path) }

    init(_ arguments: CommandArguments, console: Console) throws {
        path = arguments.operands[0]
        let modelPath = try arguments.value("model")
        let version = try arguments.value("version")
        if version != nil, modelPath == nil { throw UsageError("--version belongs to --model.") }
        isNew = !FileManager.default.fileExists(atPath: path)
        if isNew {
            guard let modelPath else {
                throw UsageError("There is no store \(path); to make one, name its model with --model.")
            }
            if let kept = try StoreModel.kept(at: modelPath) {
                if version != nil { throw UsageError("A store keeps one version; leave --version out.") }
                model = kept
            } else {
                model = try NSManagedObjectModel.load(contentsOf: URL(fileURLWithPath: modelPath), version: version)
            }
            configuration = nil
        } else {
            let opened = try OpenedStore(arguments, console: console)
            guard opened.chosen.hashesAgree, opened.chosen.origin != .tables else {
                throw StoreFileError(
                    path: path, problem: "The model the store was made with is not known for certain.",
                    remedy: "Name it with --model; nothing is written with a guessed one.")
            }
            model = opened.model
            configuration = opened.chosen.configuration
        }
    }

    /// The model for reading and writing stored bytes as they are; it fits the same stores, since neither
    /// transformers nor classes are part of the version hashes.
    private func workingModel(validates: Bool) throws -> NSManagedObjectModel {
        guard let working = model.copy() as? NSManagedObjectModel else {
            throw StoreFileError(path: path, problem: "The model cannot be copied.", remedy: "Give another model.")
        }
        ValueTransformer.setValueTransformer(
            ValueTransformer(), forName: NSValueTransformerName(ImportedValue.storedBytes))
        for entity in working.entities {
            entity.managedObjectClassName = validates ? "NSManagedObject" : "ondol.UncheckedObject"
            let attributes = entity.properties.flatMap { property -> [NSAttributeDescription] in
                if let composite = property as? NSCompositeAttributeDescription {
                    return composite.leaves.map(\.attribute)
                }
                return (property as? NSAttributeDescription).map { [$0] } ?? []
            }
            for attribute in attributes where attribute.attributeType == .transformableAttributeType {
                attribute.valueTransformerName = ImportedValue.storedBytes
                attribute.attributeValueClassName = nil
            }
        }
        return working
    }

    /// Imports the files; a new store has its name only when everything is in it.
    func run(
        _ files: [ImportFile], validates: Bool, leavesOutMissing: Bool, console: Console
    ) throws -> (count: Int, missing: Int) {
        guard isNew else {
            return try run(
                files, into: url, validates: validates, leavesOutMissing: leavesOutMissing, console: console)
        }
        let support = StoreInspection.externalFolder(ofStore: url).deletingLastPathComponent()
        for occupied in [url.path + "-wal", url.path + "-shm", url.path + "-journal", support.path]
        where FileManager.default.fileExists(atPath: occupied) {
            throw StoreFileError(
                path: occupied, problem: "This is left of another store.",
                remedy: "Move it away, or give the new store another name.")
        }
        let folder = try WorkingFolder(beside: url, named: path)
        let part = folder.url.appendingPathComponent(url.lastPathComponent)
        // made with the model as it is, since the store keeps a copy of it.
        let maker = NSPersistentStoreCoordinator(managedObjectModel: model)
        try maker.remove(try maker.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: part))
        let result = try run(
            files, into: part, validates: validates, leavesOutMissing: leavesOutMissing, console: console)
        try folder.release(url.lastPathComponent)
        return result
    }

    private func run(
        _ files: [ImportFile], into url: URL, validates: Bool, leavesOutMissing: Bool, console: Console
    ) throws -> (count: Int, missing: Int) {
        let working = try workingModel(validates: validates)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: working)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: configuration, at: url,
            // Another writer is waited for, but not as long as a program would: somebody sits in front of this.
            options: [NSPersistentStoreTimeoutOption: NSNumber(value: 10)])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.undoManager = nil
        let result = try context.performAndWait {
            let work = StoreImport(context, model: working, leavesOutMissing: leavesOutMissing)
            var progress = Progress(console, "reading")
            for file in files {
                try file.forEach { record in
                    try work.add(record)
                    progress.advance()
                }
            }
            try work.connect()
            progress.finish()
            try work.save()
            return (work.count, work.missing)
        }
        try coordinator.remove(store)
        return result
    }
}
