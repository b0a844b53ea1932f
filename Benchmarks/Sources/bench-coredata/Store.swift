import BenchmarkSupport
import CoreData

/// An open store and its one context.
struct Store {
    let container: NSPersistentContainer
    let context: NSManagedObjectContext

    /// Opens the store with the settings every program of the comparison uses.
    init(path: String) throws {
        container = NSPersistentContainer(name: "Bench")
        let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: path))
        description.setValue("WAL" as NSString, forPragmaNamed: "journal_mode")
        description.setValue("NORMAL" as NSString, forPragmaNamed: "synchronous")
        description.setValue("-32768" as NSString, forPragmaNamed: "cache_size")
        description.setValue("MEMORY" as NSString, forPragmaNamed: "temp_store")
        // SQLite's default, as the hand-written side has it; a store is made with 2 otherwise, as Apple's are.
        description.setValue("0" as NSString, forPragmaNamed: "auto_vacuum")
        container.persistentStoreDescriptions = [description]
        var failure: Error?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        context = container.newBackgroundContext()
        context.undoManager = nil
    }

    /// Runs work on the context's queue.
    func perform<Result>(_ work: (NSManagedObjectContext) throws -> Result) throws -> Result {
        try context.performAndWait { try work(context) }
    }

    /// Closes the store; the last connection moves the log into the file and removes it.
    func close() throws {
        let coordinator = container.persistentStoreCoordinator
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    /// One number over a whole entity, computed by the store.
    func aggregate(_ function: String, _ key: String, of entity: String) throws -> NSNumber {
        let expression = NSExpressionDescription()
        expression.name = "result"
        expression.expression = NSExpression(forFunction: function, arguments: [NSExpression(forKeyPath: key)])
        expression.expressionResultType = key == "score" ? .doubleAttributeType : .integer64AttributeType
        let request = NSFetchRequest<NSDictionary>(entityName: entity)
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [expression]
        guard let value = try perform({ try $0.fetch(request) }).first?["result"] as? NSNumber else {
            throw BenchmarkError("no \(function) of \(entity).\(key)")
        }
        return value
    }

    /// The number of objects of an entity.
    func count(_ entity: String) throws -> Int {
        try perform { try $0.count(for: NSFetchRequest<NSManagedObject>(entityName: entity)) }
    }
}
