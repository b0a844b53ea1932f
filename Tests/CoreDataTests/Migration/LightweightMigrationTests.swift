import Foundation
import SQLite
import Testing

@testable import CoreData

/// One change of a model at a time.
@Suite("Lightweight migration")
struct LightweightMigrationTests {
    /// Book (title, pages, note) and Author (name), books ↔ author.
    private var first: ModelSketch {
        ModelSketch(entities: [
            .init(
                id: 1, name: "Book",
                attributes: [
                    .init(id: 10, name: "title", type: .stringAttributeType),
                    .init(id: 11, name: "pages", type: .integer32AttributeType),
                    .init(id: 12, name: "note", type: .stringAttributeType),
                ], relationships: [.init(id: 20, name: "author", destination: 2, inverse: 21)]),
            .init(
                id: 2, name: "Person", attributes: [.init(id: 13, name: "name", type: .stringAttributeType)],
                relationships: [.init(id: 21, name: "books", destination: 1, inverse: 20, isToMany: true)]),
        ])
    }

    private func fill(_ bench: MigrationBench) throws {
        try bench.open(first.model()) { context in
            let orwell = MigrationBench.insert("Person", ["name": "Orwell"], into: context)
            let eco = MigrationBench.insert("Person", ["name": "Eco"], into: context)
            let books: [(String, Int, NSManagedObject)] = [
                ("1984", 328, orwell), ("Farm", 112, orwell), ("Rose", 512, eco),
            ]
            for (title, pages, author) in books {
                MigrationBench.insert(
                    "Book", ["title": title, "pages": pages, "note": "about \(title)", "author": author], into: context)
            }
            try context.save()
        }
    }

    /// Migrates to `sketch` and checks that the schema is that of a new store.
    private func migrate<R>(
        _ bench: MigrationBench, to sketch: ModelSketch, _ body: (NSManagedObjectContext) throws -> R
    ) throws -> R {
        let result = try bench.open(sketch.model(), body)
        let fresh = bench.directory.appendingPathComponent("fresh.sqlite")
        try bench.open(sketch.model(), at: fresh) { _ in }
        let (migrated, new) = (try bench.connection(), try bench.connection(at: fresh))
        defer {
            migrated.close()
            new.close()
        }
        let differences = try SchemaSummary(migrated).differences(from: SchemaSummary(new))
        #expect(differences == [])
        #expect(try migrated.firstString("PRAGMA integrity_check", purpose: "test") == "ok")
        return result
    }

    private func titles(_ context: NSManagedObjectContext, _ key: String = "title") throws -> Set<String> {
        Set(try MigrationBench.objects("Book", in: context).compactMap { $0.value(forKey: key) as? String })
    }

    @Test func attribute_added_getsItsDefault() throws {
        let bench = try MigrationBench()
        try fill(bench)
        var next = first
        next.entities[0].attributes.append(
            .init(id: 14, name: "rating", type: .integer16AttributeType, isOptional: false, defaultValue: 3))
        next.entities[0].attributes.append(.init(id: 15, name: "isbn", type: .stringAttributeType))
        try migrate(bench, to: next) { context throws -> Void in
            let books = try MigrationBench.objects("Book", in: context)
            #expect(books.count == 3)
            #expect(books.allSatisfy { $0.value(forKey: "rating") as? Int == 3 && $0.value(forKey: "isbn") == nil })
            #expect(try titles(context) == ["1984", "Farm", "Rose"])
        }
    }

    @Test func attribute_removed_isGoneAndTheRestStays() throws {
        let bench = try MigrationBench()
        try fill(bench)
        var next = first
        next.entities[0].attributes.remove(at: 2)
        try migrate(bench, to: next) { context throws -> Void in
            #expect(try titles(context) == ["1984", "Farm", "Rose"])
            let people = try MigrationBench.objects("Person", in: context)
            #expect(
                people.map { ($0.value(forKey: "books") as? Set<NSManagedObject>)?.count ?? -1 }.sorted() == [1, 2])
        }
    }

    @Test func attribute_renamed_keepsValuesAndKeys() throws {
        let bench = try MigrationBench()
        try fill(bench)
        let before = try bench.open(first.model()) { context in
            try MigrationBench.objects("Book", in: context).map { $0.objectID.uriRepresentation() }
        }
        var next = first
        next.entities[0].attributes[0] = .init(
            id: 10, name: "heading", type: .stringAttributeType, renamedFrom: "title")
        let after = try migrate(bench, to: next) { context throws -> [URL] in
            #expect(try titles(context, "heading") == ["1984", "Farm", "Rose"])
            return try MigrationBench.objects("Book", in: context).map { $0.objectID.uriRepresentation() }
        }
        #expect(before == after)
    }

    @Test func attributes_swapped_swapTheirValues() throws {
        let bench = try MigrationBench()
        try fill(bench)
        var next = first
        next.entities[0].attributes[0] = .init(id: 10, name: "note", type: .stringAttributeType, renamedFrom: "title")
        next.entities[0].attributes[2] = .init(id: 12, name: "title", type: .stringAttributeType, renamedFrom: "note")
        // A swap alone changes no version hash, and so asks for no migration.
        next.entities[0].attributes.append(.init(id: 15, name: "isbn", type: .stringAttributeType))
        try migrate(bench, to: next) { context throws -> Void in
            #expect(try titles(context) == ["about 1984", "about Farm", "about Rose"])
            #expect(try titles(context, "note") == ["1984", "Farm", "Rose"])
        }
    }

    @Test func container_loadPersistentStores_migratesByDefault() throws {
        let bench = try MigrationBench()
        try fill(bench)
        var next = first
        next.entities[0].attributes.append(.init(id: 15, name: "isbn", type: .stringAttributeType))
        let container = NSPersistentContainer(name: "Shelf", managedObjectModel: next.model())
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: bench.url)]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        #expect(failure == nil)
        let context = container.newBackgroundContext()
        try context.performAndWait { () throws -> Void in
            #expect(try titles(context) == ["1984", "Farm", "Rose"])
        }
    }

    // MARK: Refusals

    /// What becomes of the store when `next` cannot be reached: nothing.
    private func refusal(
        _ next: ModelSketch, options: [AnyHashable: Any] = MigrationBench.automatic
    ) throws -> NSError? {
        let bench = try MigrationBench()
        try fill(bench)
        let before = try bench.bytes()
        var thrown: NSError?
        do { try bench.open(next.model(), options: options) { _ in } } catch { thrown = error as NSError }
        #expect(try bench.bytes() == before)
        try bench.open(first.model()) { context throws -> Void in
            #expect(try titles(context) == ["1984", "Farm", "Rose"])
        }
        return thrown
    }

    @Test func flagOff_otherVersion_isRefusedWith134100() throws {
        var next = first
        next.entities[0].attributes.append(.init(id: 15, name: "isbn", type: .stringAttributeType))
        let error = try refusal(next, options: [:])
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    }

    @Test func inferOff_otherVersion_isRefusedWith134140() throws {
        var next = first
        next.entities[0].attributes.append(.init(id: 15, name: "isbn", type: .stringAttributeType))
        let error = try refusal(next, options: [NSMigratePersistentStoresAutomaticallyOption: true])
        #expect(error?.code == NSMigrationMissingMappingModelError)
    }

    @Test func attributeType_changed_isRefusedAndNamed() throws {
        var next = first
        next.entities[0].attributes[1].type = .stringAttributeType
        let error = try refusal(next)
        #expect(error?.code == NSMigrationMissingMappingModelError)
        let cause = try #require(error?.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.code == NSInferredMappingModelError)
        #expect(cause.userInfo["entity"] as? String == "Book")
        #expect(cause.userInfo["property"] as? String == "pages")
    }

    @Test func attribute_requiredWithoutDefault_isRefused() throws {
        var next = first
        next.entities[0].attributes[2].isOptional = false
        #expect(try refusal(next)?.code == NSMigrationMissingMappingModelError)
    }

    @Test func constraint_addedOverDuplicates_isRefusedWith134111() throws {
        let bench = try MigrationBench()
        try fill(bench)
        try bench.open(first.model()) { context in
            MigrationBench.insert("Book", ["title": "1984"], into: context)
            try context.save()
        }
        let before = try bench.bytes()[0]
        var next = first
        next.entities[0].unique = [["title"]]
        let error = #expect(throws: NSError.self) { try bench.open(next.model()) { _ in } }
        #expect(error?.code == NSMigrationConstraintViolationError)
        #expect(error?.userInfo["entity"] as? String == "Book")
        #expect(try bench.bytes()[0] == before)
        try bench.open(first.model()) { context throws -> Void in
            #expect(try MigrationBench.objects("Book", in: context).count == 4)
        }
    }
}
