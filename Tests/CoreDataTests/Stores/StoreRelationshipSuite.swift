import Foundation
import Testing

@testable import CoreData

/// Relationships, the same in every store.
@Suite("Stores: relationships")
struct StoreRelationshipSuite {
    @Test(arguments: StoreKind.allCases)
    func toOne_intoHierarchy_keepsEntity(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let dog = try bench.insert("Puppy", [["name": .string("Rex"), "weeks": .integer(9)]])[0]
        let child = try bench.insert("Child", [["pet": .key(bench.reference("Puppy", dog))]])[0]
        let row = try #require(try bench.row("Child", child))
        let destination = row.destination(bench.relationship("Child", "pet"))
        #expect(destination == bench.reference("Puppy", dog))
        // any entity of the hierarchy finds the row, with the row's own layout.
        let pet = try #require(try bench.row("Animal", dog))
        #expect(pet.layout.name == "Puppy")
        #expect(pet.integer(named: "weeks") == 9)
        #expect(try bench.members("Animal", "owners", of: dog) == [child])
    }

    @Test(arguments: StoreKind.allCases)
    func toMany_severalOwners_comesInRuns(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let parents = try bench.insert("Parent", (0..<3).map { ["rank": .integer($0)] })
        var expected: [Int64: [Int64]] = [:]
        for index in 0..<9 {
            let parent = parents[index % 3]
            let key = try bench.insert(
                "Child", [["value": .integer(Int64(index)), "parent": .key(bench.reference("Parent", parent))]])[0]
            expected[parent, default: []].append(key)
        }
        let members = try bench.store.members(
            of: bench.relationship("Parent", "children"), owners: parents.reversed() + [999])
        #expect(members.rows.count == 9)
        #expect(members.runs.map(\.owner) == parents.sorted())
        var found: [Int64: [Int64]] = [:]
        var start = 0
        for run in members.runs {
            found[run.owner] = members.rows[start..<run.end].map(\.primaryKey)
            start = run.end
        }
        #expect(found == expected)
    }

    @Test(arguments: StoreKind.allCases)
    func ordered_reordering_isKept(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let parent = try bench.insert("Parent", [[:]])[0]
        let link = SlotValue.key(bench.reference("Parent", parent))
        let steps = try bench.insert("Step", (0..<5).map { _ in ["parent": link] })
        for order in [[0, 1, 2, 3, 4], [4, 0, 1, 2, 3], [4, 0, 3, 1, 2], [2, 1, 3, 0, 4]] {
            let members = order.map { bench.reference("Step", steps[$0]) }
            try bench.change("Parent", "steps", owner: parent, order: members)
            #expect(try bench.members("Parent", "steps", of: parent) == order.map { steps[$0] })
        }
    }

    @Test(arguments: StoreKind.allCases)
    func ordered_memberLeaves_losesItsPlace(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let parents = try bench.insert("Parent", [[:], [:]])
        let steps = try bench.insert(
            "Step", (0..<3).map { _ in ["parent": .key(bench.reference("Parent", parents[0]))] })
        try bench.change(
            "Parent", "steps", owner: parents[0], order: steps.reversed().map { bench.reference("Step", $0) })
        _ = try bench.update("Step", steps[1], version: 1, ["parent": .key(bench.reference("Parent", parents[1]))])
        #expect(try bench.members("Parent", "steps", of: parents[0]) == [steps[2], steps[0]])
        #expect(try bench.members("Parent", "steps", of: parents[1]) == [steps[1]])
    }

    @Test(arguments: StoreKind.allCases)
    func manyToMany_addAndRemove_showsOnBothSides(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let parents = try bench.insert("Parent", [[:], [:]])
        let tags = try bench.insert("Tag", [[:], [:], [:]])
        let references = tags.map { bench.reference("Tag", $0) }
        try bench.change("Parent", "tags", owner: parents[0], add: references)
        try bench.change("Tag", "parents", owner: tags[0], add: [bench.reference("Parent", parents[1])])
        try bench.change("Parent", "tags", owner: parents[0], remove: [references[1]])
        #expect(try bench.members("Parent", "tags", of: parents[0]) == [tags[0], tags[2]])
        #expect(try bench.members("Parent", "tags", of: parents[1]) == [tags[0]])
        #expect(try bench.members("Tag", "parents", of: tags[0]) == parents)
        #expect(try bench.members("Tag", "parents", of: tags[1]) == [])
        _ = try bench.delete("Tag", tags[0], version: 1)
        #expect(try bench.members("Parent", "tags", of: parents[0]) == [tags[2]])
        #expect(try bench.members("Parent", "tags", of: parents[1]) == [])
    }

    @Test(arguments: StoreKind.allCases)
    func manyToMany_selfPairOrderedOnOneSide_keepsOrder(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let tags = try bench.insert("Tag", (0..<4).map { ["name": .string("\($0)")] })
        let members = [3, 1, 2].map { bench.reference("Tag", tags[$0]) }
        try bench.change("Tag", "related", owner: tags[0], add: members, order: members)
        #expect(try bench.members("Tag", "related", of: tags[0]) == [tags[3], tags[1], tags[2]])
        #expect(try bench.members("Tag", "relatedBy", of: tags[3]) == [tags[0]])
        try bench.change("Tag", "related", owner: tags[0], order: members.reversed())
        #expect(try bench.members("Tag", "related", of: tags[0]) == [tags[2], tags[1], tags[3]])
    }

    @Test(arguments: StoreKind.allCases)
    func withoutInverse_toManyAndToOne_areKept(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let steps = try bench.insert("Step", [[:], [:], [:]])
        let tags = try bench.insert("Tag", [["favourite": .key(bench.reference("Step", steps[2]))], [:]])
        let members = steps.map { bench.reference("Step", $0) }
        try bench.change("Tag", "loose", owner: tags[0], add: members, order: members.reversed())
        #expect(try bench.members("Tag", "loose", of: tags[0]) == steps.reversed())
        try bench.change("Tag", "loose", owner: tags[1], add: [members[1]])
        #expect(try bench.members("Tag", "loose", of: tags[0]) == [steps[2], steps[0]])
        #expect(try bench.members("Tag", "loose", of: tags[1]) == [steps[1]])
        let favourite = try bench.row("Tag", tags[0])?.destination(bench.relationship("Tag", "favourite"))
        #expect(favourite == members[2])
    }
}
