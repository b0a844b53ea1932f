import Testing

@testable import CoreData

/// Every row of section 4 of the predicate reference, and what follows from it.
@Suite struct PredicateEvaluationTests {
    struct Case: CustomTestStringConvertible {
        var format: String
        var arguments: [Any?]
        var row: [String: Any]
        var holds: Bool
        var testDescription: String { "\(format) \(arguments) on \(row)" }

        init(_ format: String, _ arguments: [Any?] = [], on row: [String: Any] = [:], _ holds: Bool) {
            self.format = format
            self.arguments = arguments
            self.row = row
            self.holds = holds
        }

        func check() throws {
            let predicate = try NSPredicate.parsing(format, arguments: arguments)
            #expect(try predicate.evaluating(with: row) == holds, "\(testDescription)")
        }
    }

    @Test func equality_ofNilAndNumbers_isByValue() throws {
        let cases = [
            Case("a == nil", on: [:], true), Case("a != nil", on: [:], false), Case("a == 3", on: [:], false),
            Case("a != 3", on: [:], true), Case("a == %@", [NSNull()], on: [:], true),
            Case("a == %@", [nil], on: ["a": 1], false), Case("NOT (a == 3)", on: [:], true),
            Case("a == 3", on: ["a": 3.0], true), Case("a == 3", on: ["a": Decimal(3)], true),
            Case("a == 0.1", on: ["a": Decimal(string: "0.1") ?? 0], true), Case("a == YES", on: ["a": true], true),
            Case("a == 1", on: ["a": true], true), Case("a == NO", on: ["a": 0], true),
            Case("a == %@", [NSNumber(value: 3)], on: ["a": Int16(3)], true),
            Case("a == %@", [NSDecimalNumber(string: "1.50")], on: ["a": 1.5], true),
            Case("a == %@", [UInt64.max], on: ["a": UInt64.max], true),
            Case("a == %@", [UInt64.max], on: ["a": -1], false),
            Case("a == 9007199254740993", on: ["a": 9_007_199_254_740_992.0], false),
            Case("a > 9007199254740992", on: ["a": 9_007_199_254_740_993], true), Case("a == 'x'", on: ["a": 3], false),
            Case("a == 3", on: ["a": "3"], false), Case("a != 'x'", on: ["a": 3], true),
        ]
        for each in cases { try each.check() }
    }

    @Test func order_withNil_isFalse() throws {
        for symbol in ["<", "<=", ">", ">="] {
            try Case("a \(symbol) 3", on: [:], false).check()
            try Case("a \(symbol) nil", on: ["a": 3], false).check()
            try Case("a \(symbol) nil", on: [:], false).check()
        }
        try Case("a BETWEEN {1, 3}", on: [:], false).check()
    }

    @Test func order_ofUnlikeClasses_throws() throws {
        let pairs: [(Any, Any)] = [("x", 3), (Date(), 3), (UUID(), "x"), ([1], 2), (Data(), "x")]
        for (value, other) in pairs {
            let predicate = try NSPredicate.parsing("a < %@", arguments: [other])
            #expect(throws: PredicateEvaluationError.self) { try predicate.evaluating(with: ["a": value]) }
        }
    }

    @Test func evaluate_ofUnlikeClasses_stopsWithTheReason() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPredicate(format: "a < 'x'").evaluate(with: ["a": 3])
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("Cannot compare a number with a string"))
    }

    @Test func malformedFormat_stopsWithFormatAndPosition() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPredicate(format: "a == == b")
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("\"a == == b\" at character 5"))
    }

    @Test func strings_withoutOptions_areComparedLiterally() throws {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        let cases = [
            Case("a == %@", [decomposed], on: ["a": composed], false),
            Case("a ==[c] %@", [decomposed], on: ["a": composed], true), Case("a == 'A'", on: ["a": "a"], false),
            Case("a ==[c] 'A'", on: ["a": "a"], true), Case("a ==[d] 'e'", on: ["a": composed], true),
            Case("a ==[cd] 'E'", on: ["a": composed], true), Case("a ==[n] 'A'", on: ["a": "a"], false),
            Case("a ==[ncd] 'A'", on: ["a": "a"], false), Case("a !=[c] 'A'", on: ["a": "a"], false),
            Case("a < 'a'", on: ["a": "Z"], true), Case("a <[c] 'a'", on: ["a": "Z"], false),
            Case("a CONTAINS 'b'", on: ["a": "abc"], true), Case("a CONTAINS 'B'", on: ["a": "abc"], false),
            Case("a CONTAINS[c] 'B'", on: ["a": "abc"], true), Case("a CONTAINS ''", on: ["a": "abc"], true),
            Case("a CONTAINS[cd] '저'", on: ["a": "점심"], false), Case("a CONTAINS[cd] '점'", on: ["a": "점심"], true),
            Case("a BEGINSWITH 'ab'", on: ["a": "abc"], true), Case("a BEGINSWITH[d] 'e'", on: ["a": composed], true),
            Case("a ENDSWITH 'bc'", on: ["a": "abc"], true), Case("a ENDSWITH 'abcd'", on: ["a": "abc"], false),
            Case("a ENDSWITH[c] 'BC'", on: ["a": "abc"], true), Case("'b' IN a", on: ["a": "abc"], true),
            Case("'B' IN[c] a", on: ["a": "abc"], true), Case("a IN {'A', 'B'}", on: ["a": "b"], false),
            Case("a IN[c] {'A', 'B'}", on: ["a": "b"], true),
        ]
        for each in cases { try each.check() }
    }

    @Test func stringOperators_withNil_areFalse() throws {
        for name in ["LIKE", "MATCHES", "BEGINSWITH", "ENDSWITH", "CONTAINS"] {
            try Case("a \(name) 'x'", on: [:], false).check()
        }
        for name in ["LIKE", "MATCHES", "BEGINSWITH", "ENDSWITH", "IN"] {
            try Case("'x' \(name) a", on: [:], false).check()
        }
    }

    @Test func stringOperators_onNumbers_throw() throws {
        for name in ["LIKE", "MATCHES", "BEGINSWITH", "ENDSWITH", "CONTAINS"] {
            let predicate = try NSPredicate.parsing("a \(name) 'x'")
            #expect(throws: PredicateEvaluationError.self) { try predicate.evaluating(with: ["a": 3]) }
        }
    }

    @Test(arguments: [
        ("a?c", "abc", true), ("a?c", "ac", false), ("*", "", true), ("a*", "abc", true), ("*c", "abc", true),
        ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXbYbZ", false), ("a\\*", "a*", true), ("a\\*", "ab", false),
        ("a*", "a\nb", true), ("??", "가나", true), ("?", "👍", true), ("a.c", "abc", false), ("[a]", "a", false),
    ])
    func like_pattern_matchesWholeText(pattern: String, text: String, holds: Bool) throws {
        try Case("a LIKE %@", [pattern], on: ["a": text], holds).check()
    }

    @Test(arguments: [
        ("[a-c]+", "abc", true), ("[a-c]+", "abcd", false), ("a|ab", "ab", true), ("A", "a", false),
        ("(?i)A", "a", true), ("\\d{3}", "123", true), ("", "", true), ("^a$", "a", true), ("(?x) a # c", "a", true),
    ])
    func matches_pattern_matchesWholeText(pattern: String, text: String, holds: Bool) throws {
        try Case("a MATCHES %@", [pattern], on: ["a": text], holds).check()
    }

    @Test func matches_options_foldCaseAndDiacritics() throws {
        try Case("a MATCHES[c] 'A+'", on: ["a": "aa"], true).check()
        try Case("a MATCHES[d] 'e+'", on: ["a": "éé"], true).check()
    }

    @Test func matches_invalidPattern_throws() throws {
        let predicate = try NSPredicate.parsing("a MATCHES '('")
        let error = #expect(throws: PredicateEvaluationError.self) { try predicate.evaluating(with: ["a": "x"]) }
        #expect(error?.code == .invalidPattern)
    }

    @Test func between_bounds_areInclusive() throws {
        let day = Date(timeIntervalSinceReferenceDate: 100)
        let cases = [
            Case("a BETWEEN {1, 3}", on: ["a": 1], true), Case("a BETWEEN {1, 3}", on: ["a": 3], true),
            Case("a BETWEEN {1, 3}", on: ["a": 3.5], false), Case("a BETWEEN {3, 1}", on: ["a": 2], false),
            Case("a BETWEEN %@", [["a", "c"]], on: ["a": "b"], true),
            Case("a BETWEEN %@", [[day, day + 1]], on: ["a": day + 0.5], true),
            Case("a BETWEEN %@", [[NSDate(timeIntervalSinceReferenceDate: 0), day]], on: ["a": day], true),
            Case("a BETWEEN {b, b + 1}", on: ["a": 4, "b": 3], true),
        ]
        for each in cases { try each.check() }
        let wrong = try NSPredicate.parsing("a BETWEEN {1}")
        #expect(throws: PredicateEvaluationError.self) { try wrong.evaluating(with: ["a": 1]) }
    }

    @Test func membership_inEveryKindOfCollection_isFound() throws {
        let decimals: [NSDecimalNumber] = [NSDecimalNumber(value: 1), NSDecimalNumber(value: 2)]
        let cases = [
            Case("a IN {1, 2}", on: ["a": 2], true), Case("NOT (a IN {1, 2})", on: ["a": 2], false),
            Case("a IN %@", [[1, 2]], on: ["a": 2], true), Case("a IN %@", [Set(["x"])], on: ["a": "x"], true),
            Case("a IN %@", [NSSet(array: [1])], on: ["a": 1], true),
            Case("a IN %@", [NSOrderedSet(array: [1])], on: ["a": 1], true),
            Case("a IN %@", [NSArray(array: [1])], on: ["a": 1], true),
            Case("a IN %@", [["k": "x"]], on: ["a": "x"], true), Case("a IN %@", [["x": "k"]], on: ["a": "x"], false),
            Case("a IN %@", [NSDictionary(dictionary: ["k": 3])], on: ["a": 3], true),
            Case("a IN %@", [[Any]()], on: ["a": 3], false), Case("a IN %@", [[1, NSNull()]], on: [:], true),
            Case("a IN %@", [nil], on: ["a": 3], false), Case("a CONTAINS 3", on: ["a": [1, 3]], true),
            Case("a CONTAINS 3", on: [:], false), Case("a IN %@", [decimals], on: ["a": 2], true),
            Case("a IN %@", [NSArray(array: decimals)], on: ["a": Decimal(2)], true),
            Case("a IN {b, c}", on: ["a": 1, "b": 2, "c": 1], true),
            Case("a == %@", [[1, 2]], on: ["a": NSArray(array: [1, 2])], true),
            Case("a == %@", [Set([1, 2])], on: ["a": NSSet(array: [2, 1])], true),
        ]
        for each in cases { try each.check() }
        let wrong = try NSPredicate.parsing("a IN 3")
        #expect(throws: PredicateEvaluationError.self) { try wrong.evaluating(with: ["a": 3]) }
    }

    @Test func quantifiers_overCollections_followTheTable() throws {
        let one: [String: Any] = ["items": [["p": 1], ["p": 5]]]
        let cases = [
            Case("ANY items.p > 4", on: one, true), Case("ALL items.p > 4", on: one, false),
            Case("ALL items.p > 0", on: one, true), Case("NONE items.p > 5", on: one, true),
            Case("NONE items.p > 4", on: one, false), Case("SOME items.p == 1", on: one, true),
            Case("ANY items.p > 4", on: [:], false), Case("ALL items.p > 4", on: [:], true),
            Case("NONE items.p > 4", on: [:], true), Case("ANY items.p > 4", on: ["items": [Any]()], false),
            Case("ALL items.p > 4", on: ["items": [Any]()], true), Case("ANY items.p IN {5}", on: one, true),
            Case("ANY items.q == nil", on: one, true), Case("items.p == 1", on: one, false),
            Case("ANY items.p BETWEEN {4, 6}", on: one, true),
            Case(
                "ANY groups.items.p == 5", on: ["groups": [["items": [["p": 1]]], ["items": Set([["p": 5]])]]], true),
        ]
        for each in cases { try each.check() }
    }

    @Test func collectionOperators_inPaths_compute() throws {
        let row: [String: Any] = ["items": [["p": 1, "t": "b"], ["p": 5, "t": "a"], ["t": "a"]], "empty": [Any]()]
        let cases = [
            Case("items.@count == 3", on: row, true), Case("items.@sum.p == 6", on: row, true),
            Case("items.@avg.p == 3", on: row, true), Case("items.@min.p == 1", on: row, true),
            Case("items.@max.p == 5", on: row, true), Case("items.@max.t == 'b'", on: row, true),
            Case("items.@distinctUnionOfObjects.t.@count == 2", on: row, true),
            Case("items.@unionOfObjects.p.@count == 2", on: row, true), Case("empty.@count == 0", on: row, true),
            Case("empty.@sum.p == 0", on: row, true), Case("empty.@max.p == nil", on: row, true),
            Case("missing.@count == 0", on: row, false),
            Case("SUBQUERY(items, $x, $x.p > 0 AND $x.t == 'a').@count == 1", on: row, true),
            Case("SUBQUERY(items, $x, SUBQUERY(items, $y, $y.t == $x.t).@count > 1).@count == 2", on: row, true),
            Case("SUBQUERY(missing, $x, $x.p > 0).@count > 0", on: row, false), Case("items[0].p == 1", on: row, true),
            Case("items[LAST].t == 'a'", on: row, true), Case("items[SIZE] == 3", on: row, true),
            Case("items[9] == nil", on: row, true), Case("map['k'] == 2", on: ["map": ["k": 2]], true),
        ]
        for each in cases { try each.check() }
    }

    @Test func dates_areComparedAsInstants() throws {
        let date = Date(timeIntervalSinceReferenceDate: 0.5)
        try Case("a == %@", [date as NSDate], on: ["a": date], true).check()
        try Case("a > %@", [NSDate(timeIntervalSinceReferenceDate: 0)], on: ["a": date], true).check()
        try Case("a == CAST(0.5, 'NSDate')", on: ["a": date], true).check()
        try Case("CAST(a, 'NSNumber') == 0.5", on: ["a": date], true).check()
        try Case("a < now()", on: ["a": date], true).check()
        for text in ["2020-01-01", "12", "abc", ""] {
            #expect(throws: PredicateEvaluationError.self) {
                try Case("a > CAST('\(text)', 'NSDate')", on: ["a": date], true).check()
            }
        }
    }

    @Test func unknownKey_throws() throws {
        final class Thing { var name = "x" }
        let predicate = try NSPredicate.parsing("title == 'x'")
        let error = #expect(throws: PredicateEvaluationError.self) { try predicate.evaluating(with: Thing()) }
        #expect(error?.code == .unknownKey)
        #expect(try NSPredicate.parsing("name == 'x'").evaluating(with: Thing()))
    }

    @Test func missingVariable_throws() throws {
        let predicate = try NSPredicate.parsing("a == $X")
        let error = #expect(throws: PredicateEvaluationError.self) { try predicate.evaluating(with: ["a": 1]) }
        #expect(error?.code == .missingVariable)
        #expect(try predicate.evaluating(with: ["a": 1], substitutionVariables: ["X": 1]))
    }

    @Test func rows_areEqualByIdentity_alsoToTheirIDs() throws {
        let id = RowID(1)
        let row = Row(id, ["owner": Row(RowID(2), [:]), "tags": [Row(RowID(3), [:])]])
        let yes: [(String, [Any?])] = [
            ("SELF == %@", [id]), ("SELF == %@", [Row(RowID(1), [:])]), ("SELF IN %@", [[id]]),
            ("owner == %@", [RowID(2)]), ("tags CONTAINS %@", [RowID(3)]), ("%@ IN tags", [Row(RowID(3), [:])]),
            ("owner IN %@", [NSSet(array: [RowID(2)])]), ("ANY tags == %@", [RowID(3)]),
        ]
        for (format, arguments) in yes {
            #expect(try NSPredicate.parsing(format, arguments: arguments).evaluating(with: row), "\(format)")
        }
        #expect(try !NSPredicate.parsing("SELF == %@", arguments: [RowID(9)]).evaluating(with: row))
        #expect(try !NSPredicate.parsing("owner == 2").evaluating(with: row))
    }

    @Test func enumerations_compareByRawValue() throws {
        enum Kind: Int16 { case book = 2 }
        try Case("a == 2", on: ["a": Kind.book], true).check()
        try Case("a == %@", [Kind.book], on: ["a": 2], true).check()
    }

    @Test func blocks_insideCompounds_areCalled() throws {
        let block = NSPredicate { object, variables in
            (object as? [String: Int])?["a"] == 1 && variables?["V"] as? Int == 2
        }
        let compound = NSCompoundPredicate(andPredicateWithSubpredicates: [block, NSPredicate(format: "a == 1")])
        #expect(compound.evaluate(with: ["a": 1], substitutionVariables: ["V": 2]))
        #expect(try compound.evaluating(with: ["a": 1], substitutionVariables: ["V": 2]))
        #expect(!compound.evaluate(with: ["a": 1], substitutionVariables: ["V": 3]))
    }

    final class RowID: NSObject, ObjectIdentity {
        let key: Int
        init(_ key: Int) { self.key = key }
        var predicateIdentity: AnyHashable { key }
    }

    final class Row: NSObject, ObjectIdentity, KeyValueCoding {
        let id: RowID
        let values: [String: Any]
        init(_ id: RowID, _ values: [String: Any]) {
            self.id = id
            self.values = values
        }
        var predicateIdentity: AnyHashable { id.key }
        func value(forKey key: String) -> Any? { values[key] }
    }
}
