import Foundation
import Testing

@testable import CoreData

/// Fetches, the same in every store.
@Suite("Stores: fetching")
struct StoreFetchSuite {
    private static func items(_ kind: StoreKind) throws -> StoreBench {
        let bench = try StoreBench(kind)
        let rows: [[String: SlotValue]] = (0..<10).map { (index: Int) -> [String: SlotValue] in
            var row: [String: SlotValue] = ["code": .string("c\(index)"), "number": .integer(Int64(index))]
            row["kind"] = .string(index % 2 == 0 ? "even" : "odd")
            row["score"] = .real(Double(index) / 4)
            row["flag"] = .integer(Int64(index % 2))
            return row
        }
        try bench.insert("Item", rows)
        return bench
    }

    @Test(arguments: StoreKind.allCases)
    func fetch_limitAndOffset_cutTheSortedRows(kind: StoreKind) throws {
        let bench = try Self.items(kind)
        let spec = bench.spec("Item", nil, sort: [("kind", false), ("number", true)], limit: 4, offset: 3)
        let numbers = try bench.store.fetchRows(spec).map { $0.integer(named: "number") }
        #expect(numbers == [7, 9, 0, 2])
        #expect(try bench.store.fetchReferences(spec).map(\.primaryKey) == [8, 10, 1, 3])
        #expect(try bench.store.count(spec) == 4)
        #expect(try bench.store.count(bench.spec("Item", nil, offset: 8)) == 2)
        #expect(try bench.store.fetchRows(bench.spec("Item", nil, offset: 11)).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func fetch_sameFormatOtherArguments_usesTheNewOnes(kind: StoreKind) throws {
        let bench = try Self.items(kind)
        for index in 0..<10 {
            #expect(try bench.keys("Item", NSPredicate(format: "code == %@", "c\(index)")) == [Int64(index + 1)])
        }
        let format = "kind == %@ AND number IN %@"
        #expect(try bench.keys("Item", NSPredicate(format: format, "even", [2, 4])) == [3, 5])
        #expect(try bench.keys("Item", NSPredicate(format: format, "even", [Int]())) == [])
        #expect(try bench.keys("Item", NSPredicate(format: format, "odd", [1, 2, 3, 4, 5])) == [2, 4, 6])
        #expect(try bench.keys("Item", NSPredicate(format: format, "odd", Array(0..<500))) == [2, 4, 6, 8, 10])
        #expect(try bench.keys("Item", NSPredicate(format: format, "even", Array(4..<400))) == [5, 7, 9])
    }

    @Test(arguments: StoreKind.allCases)
    func fetch_subentities_onlyWhenWanted(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        try bench.insert("Animal", [["name": .string("a")]])
        try bench.insert("Dog", [["name": .string("d"), "age": .integer(3)]])
        try bench.insert("Puppy", [["name": .string("p"), "age": .integer(0), "weeks": .integer(5)]])
        try bench.insert("Cat", [["name": .string("c"), "age": .real(2.5)]])
        func names(_ entity: String, _ includes: Bool) throws -> [String?] {
            let spec = bench.spec(entity, nil, sort: [("name", true)])
            spec.includesSubentities = includes
            #expect(try bench.store.count(spec) == (try bench.store.fetchReferences(spec).count))
            return try bench.store.fetchRows(spec).map { $0.string(named: "name") }
        }
        #expect(try names("Animal", true) == ["a", "c", "d", "p"])
        #expect(try names("Animal", false) == ["a"])
        #expect(try names("Dog", true) == ["d", "p"])
        #expect(try names("Dog", false) == ["d"])
        let rows = try bench.store.fetchRows(bench.spec("Animal", nil, sort: [("name", true)]))
        #expect(rows.map(\.layout.name) == ["Animal", "Cat", "Dog", "Puppy"])
        #expect(rows[3].integer(named: "weeks") == 5)
        guard case .real(2.5) = rows[1].value(named: "age") else {
            Issue.record("the cat's age is \(rows[1].value(named: "age"))")
            return
        }
    }

    @Test(arguments: StoreKind.allCases)
    func fetch_nilValues_sortFirstAndCompareAsDocumented(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let keys = try bench.insert("Item", [["number": .integer(3)], [:], ["number": .integer(1)]])
        #expect(
            try bench.store.fetchReferences(bench.spec("Item", nil, sort: [("number", true)])).map(\.primaryKey)
                == [keys[1], keys[2], keys[0]])
        #expect(try bench.keys("Item", NSPredicate(format: "number == nil")) == [keys[1]])
        #expect(try bench.keys("Item", NSPredicate(format: "number != nil")) == [keys[0], keys[2]])
        #expect(try bench.keys("Item", NSPredicate(format: "number == %@", NSNull())) == [keys[1]])
        #expect(try bench.keys("Item", NSPredicate(format: "number < 3")) == [keys[2]])
        #expect(try bench.keys("Item", NSPredicate(format: "number IN {1, 2}")) == [keys[2]])
        #expect(try bench.keys("Item", NSPredicate(format: "code BEGINSWITH 'a'")) == [])
    }

    @Test(arguments: StoreKind.allCases)
    func fetch_objectComparisons_useKeys(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let parents = try bench.insert("Parent", [[:], [:]])
        let children = try bench.insert(
            "Child",
            [
                ["parent": .key(bench.reference("Parent", parents[0]))],
                ["parent": .key(bench.reference("Parent", parents[1]))], [:],
            ])
        let tags = try bench.insert("Tag", [[:], [:]])
        try bench.change("Parent", "tags", owner: parents[1], add: tags.map { bench.reference("Tag", $0) })
        func id(_ entity: String, _ key: Int64) -> NSManagedObjectID {
            NSManagedObjectID(
                key: ObjectKey(
                    store: bench.store.identity.number, root: UInt32(bench.entity(entity).rootIndex), primaryKey: key),
                layout: bench.entity(entity), identity: bench.store.identity)
        }
        let first = id("Parent", parents[0])
        #expect(try bench.keys("Child", NSPredicate(format: "parent == %@", first)) == [children[0]])
        #expect(try bench.keys("Child", NSPredicate(format: "parent IN %@", [first])) == [children[0]])
        #expect(try bench.keys("Child", NSPredicate(format: "parent == nil")) == [children[2]])
        #expect(try bench.keys("Child", NSPredicate(format: "SELF == %@", id("Child", children[1]))) == [children[1]])
        #expect(
            try bench.keys("Child", NSPredicate(format: "SELF IN %@", children.prefix(2).map { id("Child", $0) }))
                == Array(children.prefix(2)))
        #expect(
            try bench.keys("Parent", NSPredicate(format: "children CONTAINS %@", id("Child", children[1])))
                == [parents[1]])
        #expect(
            try bench.keys("Parent", NSPredicate(format: "%@ IN children", id("Child", children[0]))) == [parents[0]])
        #expect(
            try bench.keys("Parent", NSPredicate(format: "ANY tags == %@", id("Tag", tags[1]))) == [parents[1]])
        let stranger = NSManagedObjectID(
            key: NSManagedObjectID.temporaryKey(bench.entity("Parent")), layout: bench.entity("Parent"), identity: nil)
        #expect(try bench.keys("Child", NSPredicate(format: "parent == %@", stranger)) == [])
        #expect(
            try bench.keys("Animal", NSPredicate(format: "entity == %@", bench.entity("Dog").entity)) == [])
    }

    @Test(arguments: [StoreKind.sqliteFile])
    func fetch_whatSQLCannotSay_isRefused(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let cases: [(String, NSPredicate, String)] = [
            ("Item", NSPredicate(block: { _, _ in true }), "Problem with subpredicate"),
            ("Item", NSPredicate(format: "nonsense == 1"), "keypath nonsense not found in entity Item"),
            ("Item", NSPredicate(format: "shown == 'x'"), "keypath shown not found in entity Item"),
            ("Parent", NSPredicate(format: "children.value == 1"), "to-many key not allowed here"),
            ("Item", NSPredicate(format: "median(number) == 1"), "Unsupported function expression"),
            ("Item", NSPredicate(format: "count(code) > 1"), "Unsupported function expression"),
        ]
        for (entity, predicate, message) in cases {
            let error = #expect(throws: NSError.self) { try bench.store.fetchRows(bench.spec(entity, predicate)) }
            #expect(error?.localizedDescription.hasPrefix(message) == true, "\(predicate): \(error as Any)")
        }
        #expect(throws: NSError.self) {
            try bench.store.fetchRows(bench.spec("Parent", nil, sort: [("children", true)]))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func dictionaries_grouped_giveAggregates(kind: StoreKind) throws {
        let bench = try Self.items(kind)
        let spec = bench.spec("Item", nil, sort: [("kind", true)])
        let attributes = bench.entity("Item").entity.attributesByName
        let group = try #require(attributes["kind"])
        spec.propertiesToFetch = [
            group, Self.expression("total", "sum:", "number", .integer64AttributeType),
            Self.expression("most", "max:", "score", .doubleAttributeType),
            Self.expression("rows", "count:", "code", .integer64AttributeType),
        ]
        spec.propertiesToGroupBy = [group]
        let results = try bench.store.fetchDictionaries(spec)
        #expect(results.count == 2)
        #expect(results.map { $0["kind"] as? String } == ["even", "odd"])
        #expect(results.map { $0["total"] as? Int64 } == [20, 25])
        #expect(results.map { $0["most"] as? Double } == [2, 2.25])
        #expect(results.map { $0["rows"] as? Int64 } == [5, 5])
        spec.havingPredicate = NSPredicate(format: "total > 20")
        #expect(try bench.store.fetchDictionaries(spec).map { $0["kind"] as? String } == ["odd"])
    }

    @Test(arguments: StoreKind.allCases)
    func dictionaries_ofNothing_countZero(kind: StoreKind) throws {
        let bench = try Self.items(kind)
        let spec = bench.spec("Item", NSPredicate(format: "number > 100"))
        spec.propertiesToFetch = [
            Self.expression("rows", "count:", "code", .integer64AttributeType),
            Self.expression("most", "max:", "number", .integer64AttributeType),
        ]
        let results = try bench.store.fetchDictionaries(spec)
        #expect(results.count == 1)
        #expect(results.first?["rows"] as? Int64 == 0)
        #expect(results.first?["most"] == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func dictionaries_plain_giveEveryTypeAndKeys(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let parent = try bench.insert("Parent", [["name": .string("P")]])[0]
        let pet = try bench.insert("Puppy", [[:]])[0]
        try bench.insert(
            "Child",
            [
                [
                    "name": .string("x"), "parent": .key(bench.reference("Parent", parent)),
                    "pet": .key(bench.reference("Puppy", pet)),
                ],
                ["name": .string("x")],
            ])
        let spec = bench.spec("Child", nil, sort: [("parent", false)])
        let properties = bench.entity("Child").entity.propertiesByName
        spec.propertiesToFetch = try ["name", "parent", "pet"].map { try #require(properties[$0]) }
        if kind == .inMemory { spec.sortDescriptors = [] }
        let results = try bench.store.fetchDictionaries(spec)
        #expect(results.first?["parent"] as? RowReference == bench.reference("Parent", parent))
        #expect(results.first?["pet"] as? RowReference == bench.reference("Puppy", pet))
        #expect(results.last?["parent"] == nil)
        spec.propertiesToFetch = [try #require(properties["name"])]
        spec.returnsDistinctResults = true
        spec.sortDescriptors = []
        #expect(try bench.store.fetchDictionaries(spec).count == 1)
        let item = try bench.insert("Item", [StoreSuite.everything])[0]
        let all = try #require(
            try bench.store.fetchDictionaries(bench.spec("Item", NSPredicate(format: "number > 0"))).first)
        #expect(item > 0)
        #expect(all["code"] as? String == "가나다 é 🙂")
        #expect(all["number"] as? Int64 == .max)
        #expect(all["flag"] as? Bool == true)
        #expect(all["created"] as? Date == StoreSuite.date)
        #expect(all["amount"] as? Decimal == Decimal(string: "62942.07"))
        #expect(all["uuid"] as? UUID == StoreSuite.uuid)
        #expect(all["link"] as? URL == URL(string: "https://example.org/a?b=c"))
    }

    private static func expression(
        _ name: String, _ function: String, _ key: String, _ type: NSAttributeType
    ) -> NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = name
        description.expression = CoreData.NSExpression(
            forFunction: function, arguments: [CoreData.NSExpression(forKeyPath: key)])
        description.expressionResultType = type
        return description
    }
}
