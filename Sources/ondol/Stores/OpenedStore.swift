import CoreData
import Foundation
import SQLite

/// A store that is being looked at: its file, its metadata, its model, and where the model's objects are.
///
/// Threading: one thread at a time.
final class OpenedStore {
    let path: String
    let file: ReadOnlyFile
    let connection: Connection
    let uuid: String
    let metadata: [String: Any]
    let chosen: StoreModel
    private var loadedMap: Result<StoreMap, any Error>?
    private var loadedContext: NSManagedObjectContext?

    var model: NSManagedObjectModel { chosen.model }

    /// Opens a store without altering it.
    ///
    /// - Throws: `StoreFileError`, `ModelError`, `SQLiteError`; each says what is wrong and what to do.
    init(path: String, model: String? = nil, version: String? = nil) throws {
        self.path = path
        file = try ReadOnlyFile(path: path)
        connection = try file.connect()
        guard let (uuid, metadata) = try StoreInspection.metadata(connection),
            try connection.firstInteger(
                "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'Z_PRIMARYKEY'",
                purpose: "look for the table of entities") == 1
        else {
            throw StoreFileError(
                path: path, problem: "This is an SQLite database, but no Core Data store.",
                remedy: "A store has the tables Z_METADATA, with one row, and Z_PRIMARYKEY.")
        }
        self.uuid = uuid
        self.metadata = metadata
        chosen = try StoreModel.choose(
            for: connection, path: path, metadata: metadata, model: model, version: version)
    }

    /// Opens the store that a command's arguments name, and says where its model was taken from when that
    /// is worth saying.
    convenience init(_ arguments: CommandArguments, console: Console) throws {
        guard let path = arguments.operands.first else { throw UsageError("Name a store.") }
        let model = try arguments.value("model")
        let version = try arguments.value("version")
        if version != nil, model == nil { throw UsageError("--version belongs to --model.") }
        try self.init(path: path, model: model, version: version)
        for note in chosen.notes { console.complain("ondol: note: \(path): \(note).") }
    }

    /// The names of the options that the initializer above reads.
    static let options: Set<String> = ["model", "version"]

    /// How the help of commands explains them.
    static let optionHelp = """
          --model <path>     the model the store was made with: .xcdatamodeld, .xcdatamodel, .momd or .mom; of a
                             package the version that fits. Without it the model kept in the store is used, and
                             where there is none, one inferred from the tables, which is said on standard error
          --version <name>   the version of the package to use
        """

    /// Where the model's objects are.
    ///
    /// - Throws: an error that names the table or column that is missing.
    func map() throws -> StoreMap {
        if let loadedMap { return try loadedMap.get() }
        let result = Result {
            try StoreMap(connection: connection, model: model, configuration: chosen.configuration)
        }
        loadedMap = result
        return try result.get()
    }

    /// A context over the store, for fetch requests.
    func context() throws -> NSManagedObjectContext {
        if let loadedContext { return loadedContext }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        var options = file.options
        if !chosen.hashesAgree { options[StoreAccess.ignoresVersionHashesOption] = true }
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: chosen.configuration, at: file.openURL, options: options)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        loadedContext = context
        return context
    }

    /// The entity called `name`.
    ///
    /// - Throws: `UsageError` that lists the entities.
    func entity(named name: String) throws -> StoreMap.Entity {
        let map = try map()
        guard let index = map.indexByName[name] else {
            throw UsageError("The store has no entity \"\(name)\". \(Self.entityList(map))")
        }
        return map.entities[index]
    }

    static func entityList(_ map: StoreMap) -> String {
        "Its entities: \(map.entities.map(\.name).joined(separator: ", "))."
    }

    /// The description of an entity in the model.
    func description(of entity: StoreMap.Entity) throws -> NSEntityDescription {
        guard let description = model.entitiesByName[entity.name] else {
            throw StoreFileError(
                path: path, problem: "The model has no entity \(entity.name).", remedy: "Give another model.")
        }
        return description
    }

    /// How many external files were asked for and are not there.
    private(set) var missingFiles = 0

    /// The bytes of an external file; nil, and counted, when it cannot be read.
    func externalData(_ name: String) -> Data? {
        let folder = StoreInspection.externalFolder(ofStore: file.url)
        // A link or a device is none of the store's files.
        if let data = try? StoreInspection.externalContents(folder.appendingPathComponent(name)) { return data }
        missingFiles += 1
        return nil
    }

    /// Says that external files are missing, when some are.
    func noteMissingFiles(_ console: Console) {
        guard missingFiles > 0 else { return }
        let folder = StoreInspection.externalFolder(ofStore: file.url)
        console.complain(
            "ondol: note: \(missingFiles) value\(missingFiles == 1 ? " is" : "s are") shown as nil, because external "
                + "files are missing in \(TextTable.plain(folder.path)); `ondol check` lists them.")
    }
}
