import Foundation
import Testing

@testable import CoreData

/// What every store must do alike.
@Suite("Stores")
struct StoreSuite {
    static let date = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
    static let uuid = UUID()

    static var everything: [String: SlotValue] {
        [
            "code": .string("가나다 é 🙂"), "kind": .string(""), "number": .integer(.max), "small": .integer(-7),
            "flag": .integer(1), "score": .real(0.1), "ratio": .real(Double(Float(0.3))),
            "created": .real(date.timeIntervalSinceReferenceDate), "amount": .decimal(Decimal(string: "62942.07")!),
            "link": .string("https://example.org/a?b=c"), "uuid": .uuid(uuid), "bytes": .data(Data([0, 1, 255])),
            "image": .data(Data([9, 8])), "blob": .data(Data("plist".utf8)),
        ]
    }

    @Test(arguments: StoreKind.allCases)
    func insert_everyType_readsBackEqual(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let key = try bench.insert("Item", [Self.everything])[0]
        let row = try #require(try bench.row("Item", key))
        #expect(row.version == 1)
        #expect(row.string(named: "code") == "가나다 é 🙂")
        #expect(row.string(named: "kind") == "")
        #expect(row.integer(named: "number") == .max)
        #expect(row.integer(named: "small") == -7)
        #expect(row.integer(named: "flag") == 1)
        guard case .real(let score) = row.value(named: "score"), case .real(let ratio) = row.value(named: "ratio"),
            case .real(let created) = row.value(named: "created"),
            case .decimal(let amount) = row.value(named: "amount"), case .uuid(let uuid) = row.value(named: "uuid"),
            case .data(let bytes) = row.value(named: "bytes"), case .data(let image) = row.value(named: "image"),
            case .data(let blob) = row.value(named: "blob")
        else {
            Issue.record("a value has changed its kind")
            return
        }
        #expect(score == 0.1)
        #expect(ratio == Double(Float(0.3)))
        #expect(created == 700_000_000.25)
        #expect(amount == Decimal(string: "62942.07"))
        #expect(uuid == Self.uuid)
        #expect(bytes == Data([0, 1, 255]))
        #expect(try bench.store.externalData(image) == Data([9, 8]))
        #expect(blob == Data("plist".utf8))
        #expect(row.string(named: "link") == "https://example.org/a?b=c")
    }

    @Test(arguments: StoreKind.allCases)
    func insert_nothingSet_readsNulls(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let key = try bench.insert("Item", [[:]])[0]
        let row = try #require(try bench.row("Item", key))
        for slot in row.layout.slots { #expect(row.isNull(slot.index), "\(slot.name)") }
    }

    @Test(arguments: StoreKind.allCases)
    func insert_zerosAndEmpties_areNotNull(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let key = try bench.insert(
            "Item",
            [
                [
                    "code": .string(""), "number": .integer(0), "flag": .integer(0), "score": .real(0),
                    "amount": .decimal(0), "created": .real(0), "bytes": .data(Data()), "image": .data(Data()),
                ]
            ])[0]
        let row = try #require(try bench.row("Item", key))
        for name in ["code", "number", "flag", "score", "amount", "created", "bytes", "image"] {
            #expect(!row.value(named: name).isNull, "\(name)")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func update_someSlots_keepsOthersAndCounts(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let key = try bench.insert("Item", [Self.everything])[0]
        guard case .committed = try bench.update("Item", key, version: 1, ["number": .integer(5), "code": .null])
        else {
            Issue.record("not committed")
            return
        }
        let row = try #require(try bench.row("Item", key))
        #expect(row.version == 2)
        #expect(row.integer(named: "number") == 5)
        #expect(row.string(named: "code") == nil)
        #expect(row.integer(named: "small") == -7)
    }

    @Test(arguments: StoreKind.allCases)
    func update_staleVersion_conflictsAndWritesNothing(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let keys = try bench.insert("Item", [["number": .integer(1)], ["number": .integer(2)]])
        _ = try bench.update("Item", keys[0], version: 1, ["number": .integer(10)])
        var changes = StoreChanges()
        for key in keys {
            changes.updates.append(
                .init(
                    layout: bench.entity("Item"), primaryKey: key, expectedVersion: 1,
                    values: bench.values("Item", ["number": .integer(99)])))
        }
        guard case .conflicts(let conflicts) = try bench.store.commit(changes) else {
            Issue.record("no conflict")
            return
        }
        #expect(conflicts.map(\.primaryKey) == [keys[0]])
        #expect(conflicts[0].current?.version == 2)
        #expect(conflicts[0].current?.integer(named: "number") == 10)
        #expect(try bench.row("Item", keys[1])?.integer(named: "number") == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func delete_rowGone_conflictsWithoutRow(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let key = try bench.insert("Item", [["number": .integer(1)]])[0]
        guard case .committed = try bench.delete("Item", key, version: 1) else {
            Issue.record("not committed")
            return
        }
        #expect(try bench.row("Item", key) == nil)
        guard case .conflicts(let conflicts) = try bench.delete("Item", key, version: 1) else {
            Issue.record("no conflict")
            return
        }
        #expect(conflicts.count == 1)
        #expect(conflicts[0].current == nil)
    }

    // MARK: Constraints

    @Test(arguments: StoreKind.allCases)
    func insert_takenUniqueValue_reportsExistingRow(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let key = try bench.insert("Item", [["code": .string("a"), "number": .integer(1)]])[0]
        var changes = StoreChanges()
        let new = try bench.store.reserveKeys(of: bench.entity("Item"), count: 1)
        changes.inserts.append(
            .init(
                layout: bench.entity("Item"), primaryKey: new, values: bench.values("Item", ["code": .string("a")])))
        guard case .constraintViolations(let violations) = try bench.store.commit(changes) else {
            Issue.record("no violation")
            return
        }
        #expect(violations.count == 1)
        #expect(violations[0].constraint == ["code"])
        #expect(violations[0].primaryKey == new)
        #expect(violations[0].existing?.primaryKey == key)
        #expect(try bench.store.count(bench.spec("Item")) == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func insert_twoEqualInOneSave_reportsTheOther(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        var changes = StoreChanges()
        let first = try bench.store.reserveKeys(of: bench.entity("Item"), count: 2)
        for key in [first, first + 1] {
            changes.inserts.append(
                .init(
                    layout: bench.entity("Item"), primaryKey: key,
                    values: bench.values("Item", ["kind": .string("k"), "number": .integer(3)])))
        }
        guard case .constraintViolations(let violations) = try bench.store.commit(changes) else {
            Issue.record("no violation")
            return
        }
        #expect(violations.map(\.constraint) == [["kind", "number"]])
        #expect(violations[0].primaryKey == first + 1)
        #expect(violations[0].otherPrimaryKey == first)
        #expect(violations[0].existing == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func update_rowsExchangeUniqueValues_commits(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let keys = try bench.insert("Item", [["code": .string("a")], ["code": .string("b")]])
        var changes = StoreChanges()
        for (key, code) in zip(keys, ["b", "a"]) {
            changes.updates.append(
                .init(
                    layout: bench.entity("Item"), primaryKey: key, expectedVersion: 1,
                    values: bench.values("Item", ["code": .string(code)])))
        }
        guard case .committed = try bench.store.commit(changes) else {
            Issue.record("not committed")
            return
        }
        #expect(try bench.row("Item", keys[0])?.string(named: "code") == "b")
        #expect(try bench.row("Item", keys[1])?.string(named: "code") == "a")
        #expect(try bench.row("Item", keys[1])?.version == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func insert_valueOfRowDeletedInSameSave_commits(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        let key = try bench.insert("Item", [["code": .string("a")]])[0]
        var changes = StoreChanges()
        let new = try bench.store.reserveKeys(of: bench.entity("Item"), count: 1)
        changes.inserts.append(
            .init(
                layout: bench.entity("Item"), primaryKey: new, values: bench.values("Item", ["code": .string("a")])))
        changes.deletes.append(.init(layout: bench.entity("Item"), primaryKey: key, expectedVersion: 1))
        guard case .committed = try bench.store.commit(changes) else {
            Issue.record("not committed")
            return
        }
        #expect(try bench.keys("Item", NSPredicate(format: "code == 'a'")) == [new])
    }

    // MARK: Keys

    @Test(arguments: StoreKind.allCases)
    func reserveKeys_oneHierarchy_neverRepeats(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        var seen = Set<Int64>()
        for (name, count) in [("Dog", 1), ("Cat", 3), ("Animal", 1), ("Puppy", 700), ("Dog", 5), ("Dog", 1)] {
            let first = try bench.store.reserveKeys(of: bench.entity(name), count: count)
            for key in first..<first + Int64(count) { #expect(seen.insert(key).inserted) }
        }
        #expect(seen.min() == 1)
    }
}
