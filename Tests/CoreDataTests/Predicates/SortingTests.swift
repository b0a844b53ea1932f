import Testing

@testable import CoreData

@Suite struct SortingTests {
    final class Person: NSObject {
        var name: String?
        var age: Int
        var boss: Person?
        var birthday: Date? { nil }

        init(_ name: String?, _ age: Int, boss: Person? = nil) {
            self.name = name
            self.age = age
            self.boss = boss
        }
    }

    struct Point {
        var x = 0
        var tag: Tag?
    }

    struct Tag {
        var text = ""
    }

    @Test func keyPath_ofEveryKind_hasItsName() throws {
        let names: [(AnyKeyPath, String?)] = [
            (\Person.name, "name"), (\Person.age, "age"), (\Person.boss?.name, "boss.name"),
            (\Person.boss?.boss?.age, "boss.boss.age"), (\Person.birthday, "birthday"), (\Point.x, "x"),
            (\Point.tag?.text, "tag.text"), (\Person.self, nil), (\[Int][0], nil),
        ]
        for (path, name) in names { #expect(KeyPathNames.names(of: path) == name) }
        #expect(NSSortDescriptor(keyPath: \Person.boss?.name, ascending: true).key == "boss.name")
        #expect(NSSortDescriptor(keyPath: \Person.age, ascending: true).key == "age")
        #expect(NSExpression(forKeyPath: \Person.boss?.age).keyPath == "boss.age")
    }

    @Test func classThatKnowsItsNames_isAskedFirst() {
        final class Named: KeyPathNaming {
            var value: Int { 1 }
            static func keyPathNames(of keyPath: AnyKeyPath) -> String? { "fromTheClass" }
        }
        #expect(KeyPathNames.names(of: \Named.value) == "fromTheClass")
    }

    @Test func sortKey_ofDescriptor_hasPathOrderAndComparison() throws {
        let key = try SortKey(NSSortDescriptor(key: "a.b", ascending: false, selector: "localizedStandardCompare:"))
        #expect(key.path == ["a", "b"])
        #expect(!key.ascending)
        #expect(key.comparison.selector == "localizedStandardCompare:")
        #expect(try SortKey(NSSortDescriptor(key: nil, ascending: true)).path.isEmpty)
        #expect(try SortKey(NSSortDescriptor(key: "self", ascending: true)).path.isEmpty)
        let typed = try SortKey(NSSortDescriptor(keyPath: \Person.age, ascending: true))
        #expect(typed.path == ["age"])
        let reversed = NSSortDescriptor(key: "a", ascending: true).reversedSortDescriptor as? NSSortDescriptor
        #expect(try SortKey(#require(reversed)).ascending == false)
        #expect(reversed?.key == "a")
        #expect(throws: SortDescriptorError.self) { try SortKey(NSSortDescriptor(keyPath: \[Int][0], ascending: true)) }
    }

    @Test func sorter_severalKeys_sortsByEachInTurn() throws {
        let people = [Person("b", 2), Person(nil, 1), Person("a", 2), Person("b", 1), Person("B", 1)]
        func sorted(_ descriptors: NSSortDescriptor...) throws -> [String] {
            try Sorter.sorted(people, by: descriptors).map { "\($0.name ?? "-")\($0.age)" }
        }
        let byName = NSSortDescriptor(key: "name", ascending: true)
        let byAge = NSSortDescriptor(keyPath: \Person.age, ascending: false)
        #expect(try sorted(byName) == ["-1", "B1", "a2", "b2", "b1"])
        #expect(try sorted(byAge, byName) == ["a2", "b2", "-1", "B1", "b1"])
        #expect(try sorted(byName, byAge) == ["-1", "B1", "a2", "b2", "b1"])
        let ignoringCase = NSSortDescriptor(key: "name", ascending: false, selector: "caseInsensitiveCompare:")
        #expect(try sorted(ignoringCase) == ["b2", "b1", "B1", "a2", "-1"])
        let comparator = NSSortDescriptor(key: "age", ascending: false) { left, right in
            ((left as? Int) ?? 0) < ((right as? Int) ?? 0) ? .orderedAscending : .orderedSame
        }
        #expect(try sorted(comparator).first == "b2")
        #expect(try sorted() == ["b2", "-1", "a2", "b1", "B1"])
    }

    @Test func sorter_equalElements_keepTheirOrder() throws {
        let people = (0..<500).map { Person("\($0)", $0 % 3) }
        let sorted = try Sorter.sorted(people, by: [NSSortDescriptor(key: "age", ascending: true)])
        for (left, right) in zip(sorted, sorted.dropFirst()) where left.age == right.age {
            #expect((Int(left.name ?? "") ?? 0) < (Int(right.name ?? "") ?? 0))
        }
    }

    @Test func sorter_valuesWithoutCommonOrder_throws() {
        let rows: [[String: Any]] = [["a": 1], ["a": "x"]]
        #expect(throws: PredicateEvaluationError.self) {
            try Sorter.sorted(rows, by: [NSSortDescriptor(key: "a", ascending: true)])
        }
        #expect(throws: PredicateEvaluationError.self) {
            try Sorter.sorted(rows, by: [NSSortDescriptor(key: "a", ascending: true, selector: "unheardOf:")])
        }
        #expect(throws: PredicateEvaluationError.self) {
            try Sorter.sorted([Person("a", 1), Person("b", 1)], by: [NSSortDescriptor(key: "nope", ascending: true)])
        }
    }

    @Test func rowsInPlaceOfObjects_areReadByName() throws {
        let rows: [[String: Any]] = [["age": 2, "name": "b"], ["age": 1], ["age": 3, "name": "a"]]
        let byAge = NSSortDescriptor(keyPath: \Person.age, ascending: false)
        #expect(try Sorter.sorted(rows, by: [byAge]).compactMap { $0["age"] as? Int } == [3, 2, 1])
        let byName = NSSortDescriptor(keyPath: \Person.name, ascending: true)
        #expect(try Sorter.sorted(rows, by: [byName]).compactMap { $0["age"] as? Int } == [1, 3, 2])
        #expect(throws: SortDescriptorError.self) {
            try Sorter.sorted(rows, by: [NSSortDescriptor(keyPath: \[Int][0], ascending: true)])
        }
    }

    @Test func decimals_sortByValue() throws {
        let rows = ["10", "9.5", "-1"].map { ["a": NSDecimalNumber(string: $0)] }
        let sorted = try Sorter.sorted(rows, by: [NSSortDescriptor(key: "a", ascending: true)])
        #expect(sorted.compactMap { $0["a"]?.stringValue } == ["-1", "9.5", "10"])
    }

    @Test func numbersInsideText_sortStandardByValue() throws {
        let names = ["file 10", "File 9", "file 1"].map { ["n": $0] }
        let descriptor = NSSortDescriptor(key: "n", ascending: true, selector: "localizedStandardCompare:")
        #expect(
            try Sorter.sorted(names, by: [descriptor]).compactMap { $0["n"] } == ["file 1", "File 9", "file 10"])
    }

    @Test func descriptors_equalByContent() {
        let one = NSSortDescriptor(key: "a", ascending: true)
        #expect(one == NSSortDescriptor(key: "a", ascending: true))
        #expect(one.hash == NSSortDescriptor(key: "a", ascending: true).hash)
        #expect(one != NSSortDescriptor(key: "a", ascending: false))
        #expect(one != NSSortDescriptor(key: "b", ascending: true))
        #expect(one != NSSortDescriptor(key: "a", ascending: true, selector: "localizedCompare:"))
        #expect(one.copy() as? NSSortDescriptor == one)
        #expect(one.description == "(a, ascending, compare:)")
    }

    @Test func swiftSortDescriptor_isConverted() throws {
        let converted = NSSortDescriptor(SortDescriptor(\Person.age, order: .reverse))
        #expect(converted.key == "age")
        #expect(!converted.ascending)
        let people = [Person("a", 1), Person("b", 2)]
        #expect(try Sorter.sorted(people, by: [converted]).first?.age == 2)
    }
}
