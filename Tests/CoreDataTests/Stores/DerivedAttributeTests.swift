import Foundation
import Testing

@testable import CoreData

/// Derived attributes that the database keeps.
@Suite("SQLite store: derived attributes")
struct DerivedAttributeTests {
    private static func model() -> NSManagedObjectModel {
        let shop = StoreModel.entity("Shop", [StoreModel.attribute("name", .stringAttributeType)])
        let sale = StoreModel.entity("Sale", [StoreModel.attribute("price", .doubleAttributeType)])
        StoreModel.pair(StoreModel.toMany("sales", sale), on: shop, StoreModel.toOne("shop", shop), on: sale)
        func derived(_ name: String, _ type: NSAttributeType, _ expression: CoreData.NSExpression)
            -> NSAttributeDescription
        {
            let attribute = NSDerivedAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.isOptional = true
            attribute.derivationExpression = expression
            return attribute
        }
        StoreModel.add(
            [
                derived("saleCount", .integer64AttributeType, CoreData.NSExpression(format: "count:(sales)")),
                derived("turnover", .doubleAttributeType, CoreData.NSExpression(format: "sum:(sales.price)")),
                derived("search", .stringAttributeType, CoreData.NSExpression(format: "canonical:(name)")),
                derived("touched", .dateAttributeType, CoreData.NSExpression(format: "now()")),
            ], to: shop)
        StoreModel.add(
            [derived("shopName", .stringAttributeType, CoreData.NSExpression(forKeyPath: "shop.name"))], to: sale)
        let model = NSManagedObjectModel()
        model.entities = [shop, sale]
        return model
    }

    private func real(_ row: PackedRow?, _ name: String) -> Double? {
        if case .real(let value)? = row?.value(named: name) { return value }
        return nil
    }

    /// A saved object shows what was derived, and stays what it was when others save it.
    @Test func save_readsDerivedValuesAndKeepsTheVersion() throws {
        let league = try League(.sqlite, model: Self.model())
        defer { league.remove() }
        try league.context.performAndWait {
            let shop = league.context.make("Shop", ["name": "CAFÉ"])
            try league.context.save()
            #expect(shop.value(forKey: "search") as? String == "cafe" && !shop.isFault)
            shop.setValue("Été", forKey: "name")
            try league.context.save()
            let id = shop.objectID
            try league.elsewhere { context in
                try context.existingObject(with: id).setValue("theirs", forKey: "name")
                try context.save()
            }
            #expect(shop.value(forKey: "name") as? String == "Été")
            shop.setValue("mine", forKey: "name")
            let error = try #require(throws: (any Error).self) { try league.context.save() } as NSError
            #expect(error.code == NSManagedObjectMergeError)
            league.context.refresh(shop, mergeChanges: false)
            #expect(shop.value(forKey: "search") as? String == "theirs")
        }
    }

    /// Batches that stay in the store keep what is derived true as well, and those that cannot pass through memory.
    @Test func batches_keepDerivedValuesTrue() throws {
        let league = try League(.sqlite, model: Self.model())
        defer { league.remove() }
        func shops() throws -> [String] {
            try league.elsewhere { context in
                try context.all("Shop", sort: "name").map { shop -> String in
                    let texts = ["name", "search"].map { shop.value(forKey: $0) as? String ?? "nil" }
                    let numbers = ["saleCount", "turnover"].map {
                        (shop.value(forKey: $0) as? NSNumber).map { "\($0.intValue)" } ?? "nil"
                    }
                    return (texts + numbers).joined(separator: " ")
                }
            }
        }
        func sales() throws -> [String] {
            try league.elsewhere { context in
                try context.all("Sale", sort: "price").map { $0.value(forKey: "shopName") as? String ?? "nil" }
            }
        }
        func update(_ entity: String, _ predicate: String, _ values: [String: Any]) throws {
            let request = NSBatchUpdateRequest(entityName: entity)
            request.predicate = NSPredicate(format: predicate)
            request.propertiesToUpdate = values
            try league.elsewhere { _ = try $0.execute(request) }
        }
        let second = try league.elsewhere { context in
            let (first, second) = (context.make("Shop", ["name": "À"]), context.make("Shop", ["name": "B"]))
            for price in [1.0, 2.0, 4.0] { _ = context.make("Sale", ["price": price, "shop": first]) }
            try context.save()
            return second.objectID
        }
        #expect(try shops().sorted() == ["B b 0 0", "À a 3 7"].sorted())
        try update("Sale", "price < 3", ["shop": second])
        #expect(try shops().sorted() == ["B b 2 3", "À a 1 4"].sorted())
        #expect(try sales() == ["B", "B", "À"])
        try update("Sale", "price == 1", ["price": 10.0])
        #expect(try shops().sorted() == ["B b 2 12", "À a 1 4"].sorted())
        try update("Shop", "name == 'B'", ["name": "É"])
        #expect(try shops().sorted() == ["É e 2 12", "À a 1 4"].sorted())
        #expect(try sales().sorted() == ["À", "É", "É"].sorted())
        let doomed = NSFetchRequest<NSFetchRequestResult>(entityName: "Sale")
        doomed.predicate = NSPredicate(format: "price > 3")
        try league.elsewhere { _ = try $0.execute(NSBatchDeleteRequest(fetchRequest: doomed)) }
        #expect(try shops().sorted() == ["É e 1 2", "À a 0 0"].sorted())
    }

    @Test func writes_keepDerivedValuesTrue() throws {
        let bench = try StoreBench(.sqliteFile, model: Self.model())
        let shops = try bench.insert("Shop", [["name": .string("CAFÉ")], ["name": .string("b")]])
        func shop(_ index: Int) throws -> PackedRow? { try bench.row("Shop", shops[index]) }
        #expect(try shop(0)?.string(named: "search") == "cafe")
        #expect(try shop(0)?.integer(named: "saleCount") == 0)
        #expect(real(try shop(0), "touched") != nil)
        let link = SlotValue.key(bench.reference("Shop", shops[0]))
        let sales = try bench.insert(
            "Sale", [["price": .real(2), "shop": link], ["price": .real(3.5), "shop": link]])
        #expect(try shop(0)?.integer(named: "saleCount") == 2)
        #expect(real(try shop(0), "turnover") == 5.5)
        #expect(try bench.row("Sale", sales[0])?.string(named: "shopName") == "CAFÉ")
        _ = try bench.update("Sale", sales[0], version: 1, ["shop": .key(bench.reference("Shop", shops[1]))])
        #expect(try shop(0)?.integer(named: "saleCount") == 1)
        #expect(try shop(1)?.integer(named: "saleCount") == 1)
        #expect(real(try shop(1), "turnover") == 2)
        #expect(try bench.row("Sale", sales[0])?.string(named: "shopName") == "b")
        _ = try bench.update("Shop", shops[1], version: 1, ["name": .string("ÉCLAIR")])
        #expect(try shop(1)?.string(named: "search") == "eclair")
        #expect(try bench.row("Sale", sales[0])?.string(named: "shopName") == "ÉCLAIR")
        _ = try bench.delete("Sale", sales[1], version: 1)
        #expect(try shop(0)?.integer(named: "saleCount") == 0)
        #expect(real(try shop(0), "turnover") == 0)
    }

    @Test func inMemory_withDerivedAttributes_isRefused() throws {
        #expect(throws: NSError.self) { try StoreBench(.inMemory, model: Self.model()) }
    }
}
