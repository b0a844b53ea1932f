import Foundation
import SQLite
import Testing

@testable import CoreData

/// A store that somebody else migrates while it is open.
@Suite("Migration of a store that is open elsewhere")
struct OpenElsewhereTests {
    /// Cat and Dog under Pet; with Bird the numbers of both change, and no table does.
    private func pets(withBird: Bool) -> ModelSketch {
        var sketch = ModelSketch(entities: [
            .init(
                id: 1, name: "Pet", attributes: [.init(id: 10, name: "name", type: .stringAttributeType)]),
            .init(id: 2, name: "Cat", parent: 1), .init(id: 3, name: "Dog", parent: 1),
        ])
        if withBird { sketch.entities.append(.init(id: 4, name: "Bird", parent: 1)) }
        return sketch
    }

    private func opened(_ model: NSManagedObjectModel, _ url: URL, journal: String) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [NSSQLitePragmasOption: ["journal_mode": journal]])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test(arguments: ["WAL", "DELETE"])
    func saveAndFetch_afterTheMigration_areRefused(journal: String) throws {
        let bench = try MigrationBench()
        let context = try opened(pets(withBird: false).model(), bench.url, journal: journal)
        try context.performAndWait {
            for name in ["a", "b"] { MigrationBench.insert("Dog", ["name": name], into: context) }
            MigrationBench.insert("Cat", ["name": "c"], into: context)
            try context.save()
            context.reset()
            // a reader that keeps its transaction.
            for _ in 0..<20 { #expect(try MigrationBench.objects("Dog", in: context).count == 2) }
        }
        let counts = { (context: NSManagedObjectContext) in
            try ["Dog", "Cat", "Bird"].map { try MigrationBench.objects($0, in: context).count }
        }
        let migrated = [NSSQLitePragmasOption: ["journal_mode": journal]].merging(MigrationBench.automatic) { $1 }
        #expect(try bench.open(pets(withBird: true).model(), options: migrated, counts) == [2, 1, 0])
        context.performAndWait {
            MigrationBench.insert("Dog", ["name": "new"], into: context)
            let saving = #expect(throws: NSError.self) { try context.save() }
            #expect(saving?.code == NSPersistentStoreIncompatibleVersionHashError)
            #expect(saving?.localizedDescription.contains("has been migrated") == true)
            let fetching = #expect(throws: NSError.self) { try MigrationBench.objects("Dog", in: context) }
            #expect(fetching?.code == NSPersistentStoreIncompatibleVersionHashError)
        }
        #expect(try bench.open(pets(withBird: true).model(), options: migrated, counts) == [2, 1, 0])
    }

    /// Other changes of the schema are nobody's business.
    @Test func saveAndFetch_afterAnotherChangeOfTheSchema_goOn() throws {
        let bench = try MigrationBench()
        let context = try opened(pets(withBird: false).model(), bench.url, journal: "WAL")
        try context.performAndWait {
            MigrationBench.insert("Dog", ["name": "a"], into: context)
            try context.save()
            let connection = try bench.connection()
            try connection.execute("CREATE TABLE notes (text)", purpose: "test")
            connection.close()
            MigrationBench.insert("Dog", ["name": "b"], into: context)
            try context.save()
            #expect(try MigrationBench.objects("Dog", in: context).count == 2)
        }
    }

    /// What becomes abstract has no objects of its own any more: they go, and are not left behind as nobody's.
    @Test func entityThatBecomesAbstract_losesItsOwnObjects_andTheComparisonSaysSo() throws {
        let bench = try MigrationBench()
        try bench.open(pets(withBird: false).model()) { context in
            MigrationBench.insert("Pet", ["name": "p"], into: context)
            MigrationBench.insert("Dog", ["name": "d"], into: context)
            try context.save()
        }
        let (old, new) = (pets(withBird: false).model(), pets(withBird: false).model())
        new.entitiesByName["Pet"]?.isAbstract = true
        let comparison = ModelComparison(from: old, to: new)
        #expect(comparison.effect == .loses)
        #expect(comparison.changes.contains { $0.entity == "Pet" && $0.effect == .loses })
        let names = try bench.open(new) { context in
            try MigrationBench.objects("Pet", in: context).compactMap { $0.value(forKey: "name") as? String }
        }
        #expect(names == ["d"])
        let connection = try bench.connection()
        defer { connection.close() }
        #expect(try connection.firstInteger("SELECT count(*) FROM ZPET", purpose: "test") == 1)
    }

    /// A view may have no end.
    @Test(arguments: ["ZPET", "Z_PRIMARYKEY"])
    func viewInThePlaceOfATable_isRefused(name: String) throws {
        let bench = try MigrationBench()
        try bench.open(pets(withBird: false).model()) { _ in }
        let connection = try bench.connection()
        try connection.execute("ALTER TABLE \(name) RENAME TO hidden", purpose: "test")
        let columns =
            name == "ZPET" ? "Z_PK, Z_ENT, Z_OPT, ZNAME" : "Z_ENT, Z_NAME, Z_SUPER, Z_MAX"
        try connection.execute(
            "CREATE VIEW \(name) AS WITH RECURSIVE c(\(columns)) AS (SELECT 1, 'Pet', 1, 'x' UNION ALL "
                + "SELECT \(columns.split(separator: ",")[0]) + 1, 'Pet', 1, 'y' FROM c) SELECT * FROM c",
            purpose: "test")
        connection.close()
        let error = #expect(throws: NSError.self) { try bench.open(pets(withBird: false).model()) { _ in } }
        #expect(error?.code == NSPersistentStoreIncompatibleSchemaError)
        #expect(error?.localizedDescription.contains("is a view") == true)
    }
}
