import Foundation
import Testing

@testable import CoreData

/// Predicates, sort descriptors and dictionary results over elements of composite attributes.
@Suite struct CompositeFetchTests {
    private func fill(_ stack: League) throws {
        let context = stack.context
        let deep = context.make("Shelf", ["name": "deep", "dims": ["depth": 50]])
        let flat = context.make("Shelf", ["name": "flat"])
        let rows: [(String, Double?, String?, Double?, NSManagedObject?)] = [
            ("A", 3, "cm", 1, deep), ("B", 1, "m", nil, deep), ("C", nil, nil, nil, flat), ("D", 2, nil, -5, nil),
        ]
        for (index, (name, width, unit, lat, shelf)) in rows.enumerated() {
            let object = context.make(index == 3 ? "Crate" : "Parcel", ["name": name])
            var size: [String: Any] = [:]
            size["width"] = width
            size["unit"] = unit
            object.setValue(size, forKey: "size")
            if let lat { object.setValue(["city": "c\(name)", "geo": ["lat": lat]], forKey: "origin") }
            object.setValue(shelf, forKey: "shelf")
        }
        try context.save()
    }

    static let formats: [(String, String)] = [
        ("size.width > 1", "AD"), ("size.width == 2", "D"), ("size.width IN {1, 2}", "BD"),
        ("size.width BETWEEN {2, 3}", "AD"),
        ("size.unit == 'cm'", "A"), ("size.unit BEGINSWITH[c] 'C'", "A"), ("size.unit == nil", "CD"),
        ("size.unit != nil", "AB"), ("size == nil", "C"), ("size != nil", "ABD"), ("nil == size", "C"),
        ("origin.geo == nil", "BC"), ("origin.geo.lat < 0", "D"), ("origin.geo.lat == nil", "BC"),
        ("origin.city ENDSWITH 'A'", "A"), ("shelf.dims.depth > 10", "AB"), ("shelf.dims == nil AND shelf != nil", "C"),
        ("size.width + 1 == 4", "A"), ("size != nil AND size.width == origin.geo.lat + 2", "A"),
        ("mark.a == 3", "ABCD"),
        ("NOT (size.width > 1) AND size != nil", "B"), ("SELF.size.width == 3", "A"),
    ]

    @Test(arguments: League.Kind.allCases, formats)
    func predicate_overElements_selectsTheSameEverywhere(kind: League.Kind, test: (format: String, names: String))
        throws
    {
        try Parcels.run(kind) { stack in
            try fill(stack)
            let predicate = NSPredicate(format: test.format)
            #expect(try stack.context.names("Parcel", predicate).joined() == test.names)
            let all = try stack.context.all("Parcel", sort: "name")
            let inMemory = try all.filter { try predicate.evaluating(with: $0) }
            #expect(inMemory.compactMap { $0.value(forKey: "name") as? String }.joined() == test.names)
            // What is not saved yet is looked at in memory.
            all[0].setValue("A", forKey: "name")
            #expect(try stack.context.names("Parcel", predicate).joined() == test.names)
        }
    }

    @Test(arguments: League.Kind.allCases)
    func quantifier_overElements_looksAtEachMember(kind: League.Kind) throws {
        try Parcels.run(kind) { stack in
            try fill(stack)
            #expect(try stack.context.names("Shelf", NSPredicate(format: "ANY parcels.size.width > 2")) == ["deep"])
            #expect(try stack.context.names("Shelf", NSPredicate(format: "parcels.@max.size.width == 3")) == ["deep"])
            #expect(
                try stack.context.names(
                    "Shelf", NSPredicate(format: "SUBQUERY(parcels, $p, $p.size.unit == 'm').@count == 1")) == ["deep"])
        }
    }

    @Test(arguments: League.Kind.allCases)
    func unknownElement_isAnError(kind: League.Kind) throws {
        try Parcels.run(kind) { stack in
            try fill(stack)
            for format in ["size.depth == 1", "size.width.length == 1", "origin.geo.alt == 1", "origin.geo.lat.x > 1"] {
                #expect(throws: (any Error).self, "\(format)") {
                    try stack.context.all("Parcel", NSPredicate(format: format))
                }
            }
            let predicate = NSPredicate(format: "size.depth == 1")
            let object = try #require(try stack.context.all("Parcel").first)
            #expect(throws: (any Error).self) { try predicate.evaluating(with: object) }
        }
    }

    @Test func compositeInAStoresComparison_isRefused() throws {
        try Parcels.run { stack in
            try fill(stack)
            for format in ["size == 3", "size > size", "size.width == size", "size IN {1}", "size CONTAINS 'a'"] {
                let error =
                    try #require(throws: (any Error).self, "\(format)") {
                        try stack.context.all("Parcel", NSPredicate(format: format))
                    } as NSError
                #expect(error.code == NSPersistentStoreIncompatibleSchemaError)
            }
        }
    }

    @Test(arguments: League.Kind.allCases)
    func sorting_byElements_isTheSameEverywhere(kind: League.Kind) throws {
        try Parcels.run(kind) { stack in
            try fill(stack)
            for (key, ascending, expected) in [
                ("size.width", true, "CBDA"), ("size.width", false, "ADBC"), ("origin.geo.lat", false, "ADBC"),
            ] {
                let descriptors = [
                    NSSortDescriptor(key: key, ascending: ascending), NSSortDescriptor(key: "name", ascending: true),
                ]
                let request = NSFetchRequest<NSManagedObject>(entityName: "Parcel")
                request.sortDescriptors = descriptors
                let fetched = try stack.context.fetch(request)
                #expect(fetched.compactMap { $0.value(forKey: "name") as? String }.joined() == expected)
                let sorted = try Sorter.sorted(fetched.reversed(), by: descriptors)
                #expect(sorted == fetched)
            }
        }
    }

    @Test(arguments: League.Kind.allCases)
    func dictionaries_haveElementsAndWholes(kind: League.Kind) throws {
        try Parcels.run(kind) { stack in
            try fill(stack)
            func rows(_ properties: [Any]?, groupedBy groups: [Any]? = nil) throws -> [NSDictionary] {
                let request = NSFetchRequest<NSDictionary>(entityName: "Parcel")
                request.resultType = .dictionaryResultType
                request.propertiesToFetch = properties
                request.propertiesToGroupBy = groups
                request.predicate = NSPredicate(format: "name < 'D'")
                request.sortDescriptors = groups == nil ? [NSSortDescriptor(key: "name", ascending: true)] : []
                return try stack.context.fetch(request)
            }
            #expect(
                try rows(["name", "size.width"])
                    == [["name": "A", "size.width": 3.0], ["name": "B", "size.width": 1.0], ["name": "C"]])
            #expect(
                try rows(["name", "size", "origin.geo"])
                    == [
                        ["name": "A", "size": ["width": 3.0, "unit": "cm"], "origin.geo": ["lat": 1.0]],
                        ["name": "B", "size": ["width": 1.0, "unit": "m"]], ["name": "C"],
                    ])
            let size = try #require(
                stack.coordinator.managedObjectModel.entitiesByName["Parcel"]?.attributesByName["size"])
            #expect(
                try rows([size, "size.unit"])
                    == [
                        ["size": ["width": 3.0, "unit": "cm"], "size.unit": "cm"],
                        ["size": ["width": 1.0, "unit": "m"], "size.unit": "m"], [:],
                    ])
            let everything = try rows(nil)
            #expect(
                everything[0]
                    == [
                        "name": "A", "size": ["width": 3.0, "unit": "cm"], "mark": ["a": 3, "b": "x"],
                        "origin": ["city": "cA", "geo": ["lat": 1.0]],
                    ])
            #expect(try rows(["shelf.dims.depth"]).first == ["shelf.dims.depth": 50])
            let total = NSExpressionDescription()
            total.name = "total"
            total.expression = NSExpression(format: "sum:(size.width)")
            total.expressionResultType = .doubleAttributeType
            #expect(try rows([total]) == [["total": 4.0]])
            let grouped = try rows(["mark", total], groupedBy: ["mark"])
            #expect(grouped == [["mark": ["a": 3, "b": "x"], "total": 4.0]])
            #expect(throws: (any Error).self) { try rows(["size.depth"]) }
        }
    }
}
