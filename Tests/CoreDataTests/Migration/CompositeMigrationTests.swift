import Foundation
import SQLite
import Testing

@testable import CoreData

/// Composite attributes and their elements, one change of a model at a time.
@Suite struct CompositeMigrationTests {
    private typealias Kind = NSAttributeType

    private static func element(
        _ name: String, _ type: NSAttributeType = .doubleAttributeType, optional: Bool = true,
        default value: Any? = nil,
        renamed identifier: String? = nil
    ) -> NSAttributeDescription {
        Parcels.attribute(name, type, optional: optional, default: value, renamed: identifier)
    }

    private static func model(_ composites: [NSPropertyDescription]) -> NSManagedObjectModel {
        // Copies, since a description belongs to one entity.
        Parcels.model(
            [element("name", .stringAttributeType)] + composites.compactMap { $0.copy() as? NSPropertyDescription })
    }

    private static var first: NSManagedObjectModel {
        model([
            Parcels.composite(
                "size",
                [
                    element("width", optional: false), element("unit", .stringAttributeType),
                    Parcels.composite("inner", [element("deep", .integer32AttributeType)]),
                ])
        ])
    }

    /// A has all, B the width only, C nothing; A is of the sub-entity.
    private func fill(_ bench: MigrationBench, options: [AnyHashable: Any] = MigrationBench.automatic) throws {
        try bench.open(Self.first, options: options) { context in
            let whole: [String: Any] = ["width": 1.0, "unit": "cm", "inner": ["deep": 9]]
            MigrationBench.insert("Crate", ["name": "A", "size": whole], into: context)
            MigrationBench.insert("Parcel", ["name": "B", "size": ["width": 2.0]], into: context)
            MigrationBench.insert("Parcel", ["name": "C"], into: context)
            try context.save()
        }
    }

    /// What each object has for a key after migrating; the schema is that of a new store.
    private func values(_ composites: [NSPropertyDescription], _ key: String) throws -> [NSDictionary?] {
        let bench = try MigrationBench()
        try fill(bench)
        let model = Self.model(composites)
        let result = try bench.open(model) { context in
            try context.all("Parcel", sort: "name").map { $0.composite(key) }
        }
        let fresh = bench.directory.appendingPathComponent("fresh.sqlite")
        try bench.open(Self.model(composites), at: fresh) { _ in }
        let (migrated, new) = (try bench.connection(), try bench.connection(at: fresh))
        defer {
            migrated.close()
            new.close()
        }
        #expect(try SchemaSummary(migrated).differences(from: SchemaSummary(new)) == [])
        return result
    }

    private static var width: NSAttributeDescription { element("width", optional: false) }
    private static var unit: NSAttributeDescription { element("unit", .stringAttributeType) }
    private static var inner: NSAttributeDescription {
        Parcels.composite("inner", [element("deep", .integer32AttributeType)])
    }
    private static var size: NSAttributeDescription { Parcels.composite("size", [width, unit, inner]) }

    @Test func composite_added_isNil_orItsDefaults() throws {
        let none = Parcels.composite("more", [Self.element("a"), Self.element("b", default: 4)])
        #expect(try values([Self.size, none], "more") == [["b": 4], ["b": 4], ["b": 4]])
        let half = Parcels.composite("more", [Self.element("a", optional: false), Self.element("b", default: 4)])
        #expect(try values([Self.size, half], "more") == [nil, nil, nil])
        let needed = Parcels.composite("more", optional: false, [Self.element("a", optional: false, default: 1)])
        #expect(try values([Self.size, needed], "more") == [["a": 1], ["a": 1], ["a": 1]])
    }

    @Test func composite_removedOrRenamed_goesOrStays() throws {
        #expect(try values([], "name").count == 3)
        let renamed = Parcels.composite("extent", renamed: "size", [Self.width, Self.unit, Self.inner])
        #expect(
            try values([renamed], "extent")
                == [["width": 1.0, "unit": "cm", "inner": ["deep": 9]], ["width": 2.0], nil])
    }

    @Test func element_added_getsItsDefault_whereThereIsAComposite() throws {
        let size = Parcels.composite(
            "size", [Self.width, Self.unit, Self.inner, Self.element("n", .integer16AttributeType, default: 5)])
        #expect(
            try values([size], "size")
                == [["width": 1.0, "unit": "cm", "inner": ["deep": 9], "n": 5], ["width": 2.0, "n": 5], nil])
    }

    @Test func element_removedOrRenamed_goesOrStays() throws {
        let fewer = Parcels.composite("size", [Self.width])
        #expect(try values([fewer], "size") == [["width": 1.0], ["width": 2.0], nil])
        let renamed = Parcels.composite(
            "size",
            [
                Self.element("breadth", optional: false, renamed: "width"),
                Self.element("measure", .stringAttributeType, renamed: "unit"),
                Parcels.composite(
                    "core", renamed: "inner", [Self.element("at", .integer32AttributeType, renamed: "deep")]),
            ])
        #expect(
            try values([renamed], "size")
                == [["breadth": 1.0, "measure": "cm", "core": ["at": 9]], ["breadth": 2.0], nil])
    }

    @Test func element_becomesRequired_withADefault() throws {
        let size = Parcels.composite(
            "size", [Self.width, Self.element("unit", .stringAttributeType, optional: false, default: "m"), Self.inner])
        #expect(
            try values([size], "size")
                == [["width": 1.0, "unit": "cm", "inner": ["deep": 9]], ["width": 2.0, "unit": "m"], nil])
    }

    @Test(arguments: 0..<6)
    func whatCannotBeCarried_isRefused(number: Int) throws {
        let models: [[NSPropertyDescription]] = [
            [Parcels.composite("size", [Self.element("width", .stringAttributeType), Self.unit, Self.inner])],
            [
                Parcels.composite(
                    "size", [Self.width, Self.element("unit", .stringAttributeType, optional: false), Self.inner])
            ],
            [Parcels.composite("size", [Self.width, Self.unit, Self.inner, Self.element("n", optional: false)])],
            [Parcels.composite("size", optional: false, [Self.width, Self.unit, Self.inner])],
            [Self.element("size", .stringAttributeType)],
            [Self.size, Parcels.composite("more", optional: false, [Self.element("a")])],
        ]
        let bench = try MigrationBench()
        try fill(bench)
        let before = try bench.bytes()
        let model = Self.model(models[number])
        let comparison = ModelComparison(from: Self.first, to: model)
        #expect(comparison.effect == .impossible)
        let error = try #require(throws: (any Error).self) { try bench.open(model) { _ in } } as NSError
        #expect(error.code == NSMigrationMissingMappingModelError, "\(error)")
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.code == NSInferredMappingModelError)
        #expect(try bench.bytes() == before)
    }

    @Test func changes_nameElementsByTheirPaths() {
        let size = Parcels.composite(
            "size",
            [
                Self.element("breadth", optional: false, renamed: "width"), Self.element("n"),
                Parcels.composite("inner", [Self.element("deep", .integer32AttributeType, default: 3)]),
            ])
        let changes = ModelComparison(from: Self.first, to: Self.model([size])).changes
        #expect(
            changes.map { "\($0.kind) \($0.property ?? "") \($0.effect)" } == [
                "renamed size.breadth carried", "changed size.inner.deep none", "added size.n carried",
                "removed size.unit loses",
            ])
    }

    @Test func history_followsElements() throws {
        let bench = try MigrationBench()
        var options = MigrationBench.automatic
        options[NSPersistentHistoryTrackingKey] = true as NSNumber
        try fill(bench, options: options)
        try bench.open(Self.first, options: options) { context in
            try #require(try context.all("Parcel", sort: "name").first).setValue("km", forKeyPath: "size.unit")
            try context.save()
        }
        let size = Parcels.composite("extent", renamed: "size", [Self.element("zero"), Self.unit])
        try bench.open(Self.model([Self.element("aaa"), size]), options: options) { context in
            let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
            let transactions = try #require(
                (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
            let update = try #require(transactions.flatMap { $0.changes ?? [] }.first { $0.changeType == .update })
            #expect(update.updatedProperties?.map(\.name) == ["extent"])
        }
    }

    @Test func mappingModel_carriesElements() throws {
        let bench = try MigrationBench()
        try fill(bench)
        let size = Parcels.composite(
            "size",
            [
                Self.element("breadth", optional: false, renamed: "width"), Self.unit,
                Self.element("n", .integer16AttributeType),
            ])
        for (composites, key, expected) in [
            ([size], "size", [["breadth": 1.0, "unit": "cm"], ["breadth": 2.0], nil] as [NSDictionary?]),
            (
                [Self.size, Self.element("other")], "size",
                [["width": 1.0, "unit": "cm", "inner": ["deep": 9]], ["width": 2.0], nil]
            ),
        ] {
            let target = bench.directory.appendingPathComponent("\(composites.count).sqlite")
            let manager = NSMigrationManager(sourceModel: Self.first, destinationModel: Self.model(composites))
            manager.usesStoreSpecificMigrationManager = false
            let mapping = try NSMappingModel.inferredMappingModel(
                forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
            try manager.migrateStore(from: bench.url, type: .sqlite, mapping: mapping, to: target, type: .sqlite)
            try bench.open(Self.model(composites), at: target) { context in
                let found = try context.all("Parcel", sort: "name").map { $0.composite(key) }
                #expect(found == expected)
            }
        }
    }
}
