import Foundation
import Testing

@testable import CoreData

/// A policy that makes two objects of one and joins two values.
final class SplittingPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let made = try #require(
            manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance]).first)
        let words = (sInstance.value(forKey: "name") as? String ?? "").split(separator: " ")
        made.setValue(words.first.map(String.init), forKey: "firstName")
        made.setValue(words.last.map(String.init), forKey: "lastName")
        #expect(manager.currentEntityMapping === mapping)
        #expect(manager.sourceEntity(for: mapping)?.name == "Person")
    }
}

/// A policy that refuses.
final class RefusingPolicy: NSEntityMigrationPolicy {
    override func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        throw CocoaError(.featureUnsupported)
    }
}

@Suite("NSMigrationManager and mapping models")
struct MigrationManagerTests {
    private var first: ModelSketch {
        ModelSketch(entities: [
            .init(
                id: 1, name: "Book", attributes: [.init(id: 10, name: "title", type: .stringAttributeType)],
                relationships: [.init(id: 20, name: "author", destination: 2, inverse: 21)]),
            .init(
                id: 2, name: "Person", attributes: [.init(id: 11, name: "name", type: .stringAttributeType)],
                relationships: [.init(id: 21, name: "books", destination: 1, inverse: 20, isToMany: true)]),
            .init(id: 3, name: "Junk", attributes: [.init(id: 12, name: "text", type: .stringAttributeType)]),
        ])
    }

    /// `name` becomes two attributes, the title a required one.
    private var second: ModelSketch {
        var sketch = first
        sketch.entities[0].attributes[0] = .init(
            id: 10, name: "heading", type: .stringAttributeType, isOptional: false, defaultValue: "untitled",
            renamedFrom: "title")
        sketch.entities[1].attributes = [
            .init(id: 13, name: "firstName", type: .stringAttributeType),
            .init(id: 14, name: "lastName", type: .stringAttributeType),
        ]
        sketch.entities.remove(at: 2)
        sketch.entities.append(
            .init(id: 4, name: "Shelf", attributes: [.init(id: 15, name: "label", type: .stringAttributeType)]))
        return sketch
    }

    private func fill(_ bench: MigrationBench) throws {
        try bench.open(first.model()) { context in
            let orwell = MigrationBench.insert("Person", ["name": "George Orwell"], into: context)
            MigrationBench.insert("Book", ["title": "1984", "author": orwell], into: context)
            MigrationBench.insert("Book", ["author": orwell], into: context)
            MigrationBench.insert("Junk", ["text": "x"], into: context)
            try context.save()
        }
    }

    private func check(_ bench: MigrationBench, at url: URL, names: [String?]) throws {
        try bench.open(second.model(), at: url, options: [:]) { context throws -> Void in
            let books = try MigrationBench.objects("Book", in: context)
            #expect(Set(books.compactMap { $0.value(forKey: "heading") as? String }) == ["1984", "untitled"])
            let person = try #require(try MigrationBench.objects("Person", in: context).first)
            #expect((person.value(forKey: "books") as? Set<NSManagedObject>)?.count == 2)
            #expect(
                [person.value(forKey: "firstName") as? String, person.value(forKey: "lastName") as? String] == names)
        }
    }

    @Test func inferred_mappings_haveApplesNamesAndKinds() throws {
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: first.model(), destinationModel: second.model())
        let kinds = mapping.entityMappingsByName.mapValues(\.mappingType)
        #expect(
            kinds == [
                "IEM_Transform_Book": .transformEntityMappingType, "IEM_Transform_Person": .transformEntityMappingType,
                "IEM_Add_Shelf": .addEntityMappingType, "IEM_Remove_Junk": .removeEntityMappingType,
            ])
        let book = try #require(mapping.entityMappingsByName["IEM_Transform_Book"])
        #expect(book.sourceEntityVersionHash == first.model().entityVersionHashesByName["Book"])
        #expect(book.attributeMappings?.first?.valueExpression?.description == "$source.title")
    }

    @Test func inferred_typeChanged_throws134190WithReason() throws {
        var next = first
        next.entities[0].attributes[0].type = .dateAttributeType
        let error = #expect(throws: NSError.self) {
            try NSMappingModel.inferredMappingModel(forSourceModel: first.model(), destinationModel: next.model())
        }
        #expect(error?.code == NSInferredMappingModelError)
        #expect((error?.userInfo["reason"] as? String)?.contains("types are incompatible") == true)
        #expect(error?.userInfo["entity"] as? String == "Book")
    }

    @Test(arguments: [true, false])
    func migrateStore_inferred_makesANewStore(byStore: Bool) throws {
        let bench = try MigrationBench()
        try fill(bench)
        let before = try bench.bytes()[0]
        let target = bench.directory.appendingPathComponent("new.sqlite")
        let manager = NSMigrationManager(sourceModel: first.model(), destinationModel: second.model())
        manager.usesStoreSpecificMigrationManager = byStore
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
        try manager.migrateStore(from: bench.url, type: .sqlite, mapping: mapping, to: target, type: .sqlite)
        #expect(manager.migrationProgress == 1)
        try check(bench, at: target, names: [nil, nil])
        #expect(try bench.bytes()[0] == before)
    }

    @Test func migrateStore_withPolicy_doesWhatItSays() throws {
        let bench = try MigrationBench()
        try fill(bench)
        let target = bench.directory.appendingPathComponent("new.sqlite")
        let manager = NSMigrationManager(sourceModel: first.model(), destinationModel: second.model())
        let mapping = NSMappingModel()
        let inferred = try NSMappingModel.inferredMappingModel(
            forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
        mapping.entityMappings = inferred.entityMappings
        mapping.entityMappingsByName["IEM_Transform_Person"]?.entityMigrationPolicyClassName =
            "CoreDataTests.SplittingPolicy"
        let book = try #require(mapping.entityMappingsByName["IEM_Transform_Book"])
        book.relationshipMappings?.first { $0.name == "author" }?.valueExpression = CoreData.NSExpression(
            format:
                "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"IEM_Transform_Person\", $source.author)"
        )
        try manager.migrateStore(
            from: bench.url, sourceType: NSSQLiteStoreType, options: nil, with: mapping, toDestinationURL: target,
            destinationType: NSSQLiteStoreType, destinationOptions: nil)
        try check(bench, at: target, names: ["George", "Orwell"])
    }

    @Test func migrateStore_policyThrows_leavesNothing() throws {
        let bench = try MigrationBench()
        try fill(bench)
        let target = bench.directory.appendingPathComponent("new.sqlite")
        let manager = NSMigrationManager(sourceModel: first.model(), destinationModel: second.model())
        let mapping = NSMappingModel()
        mapping.entityMappings = try NSMappingModel.inferredMappingModel(
            forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel
        ).entityMappings
        mapping.entityMappings.first?.entityMigrationPolicyClassName = "CoreDataTests.RefusingPolicy"
        let error = #expect(throws: CocoaError.self) {
            try manager.migrateStore(from: bench.url, type: .sqlite, mapping: mapping, to: target, type: .sqlite)
        }
        #expect(error?.code == .featureUnsupported)
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test func migrateStore_cancelled_throwsTheGivenError() throws {
        let bench = try MigrationBench()
        try fill(bench)
        let target = bench.directory.appendingPathComponent("new.sqlite")
        let manager = NSMigrationManager(sourceModel: first.model(), destinationModel: second.model())
        manager.cancelMigrationWithError(CocoaError(.userCancelled))
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
        let error = #expect(throws: CocoaError.self) {
            try manager.migrateStore(from: bench.url, type: .sqlite, mapping: mapping, to: target, type: .sqlite)
        }
        #expect(error?.code == .userCancelled)
        manager.reset()
        try manager.migrateStore(from: bench.url, type: .sqlite, mapping: mapping, to: target, type: .sqlite)
    }
}
