import Testing

@testable import CoreData

@Suite struct PredicateFormatErrorTests {
    @Test(arguments: [
        ("", 0), ("a", 0), ("a ==", 4), ("a == == b", 5), ("== b", 0), ("a == b c", 7), ("(a == b", 7), ("a == b)", 6),
        ("a == 'x", 5), ("a == \"x", 5), ("a IN {1, 2", 10), ("a AND b == 1", 0), ("a == 1 AND", 10),
        ("NOT a", 4), ("a BETWEEN", 9), ("a ==[x] b", 5), ("a ==[c b", 7), ("%", 0), ("a == %y", 5), ("a == %@", 5),
        ("a == 1 == 2", 0), ("nope(a) == 1", 0), ("a == nope:(b)", 5), ("modulus:by:(1) == 1", 0), ("$ == 1", 1),
        ("a. == 1", 3), ("a == 12abc", 7), ("a == 0xZZ", 5), ("SUBQUERY(a, b, c == 1).@count == 1", 12),
        ("a == AND", 5), ("AND == 1", 0), ("a == \\b", 5), ("a == '\\u12'", 8), ("a == {1, }", 9), ("a[1 == 1", 4),
        ("TERNARY(a, b, c) == 1", 8), ("$x := 3", 3), ("가 == ", 5), ("a & b", 0), ("a ? b", 2),
        ("FETCH(a, b, NO) == 1", 0),
        ("a UTI-EQUALS 'x'", 2), ("(a == 1) + 2 == 3", 1), ("a == “x”", 5), ("ANY a", 5), ("a == 1 OR OR b == 2", 10),
    ])
    func malformedFormat_throwsAtTheOffset(format: String, offset: Int) throws {
        let error = #expect(throws: PredicateFormatError.self, "\(format)") { try NSPredicate.parsing(format) }
        #expect(error?.offset == offset, "\(format): \(error?.description ?? "")")
        #expect(error?.format == format)
    }

    @Test func arguments_missingOrUnsuitable_throw() throws {
        let missing = #expect(throws: PredicateFormatError.self) {
            try NSPredicate.parsing("a == %@ AND b == %@", arguments: [1])
        }
        #expect(missing?.code == .argument)
        #expect(missing?.offset == 17)
        for bad in [3, nil, "", "a..b", ".a"] as [Any?] {
            let error = #expect(throws: PredicateFormatError.self) {
                try NSPredicate.parsing("%K == 1", arguments: [bad])
            }
            #expect(error?.code == .argument)
        }
        // The template is known by now; the check stays.
        _ = try NSPredicate.parsing("a == %@ AND b == %@", arguments: [1, 2])
        #expect(throws: PredicateFormatError.self) { try NSPredicate.parsing("a == %@ AND b == %@", arguments: [1]) }
    }

    @Test(arguments: [
        String(repeating: "(", count: 20_000) + "a == 1", String(repeating: "NOT ", count: 20_000) + "a == 1",
        String(repeating: "!", count: 20_000) + "a == 1", String(repeating: "-", count: 20_000) + "1 == 1",
        "1" + String(repeating: " + 1", count: 20_000) + " == 1", "a" + String(repeating: "[0]", count: 20_000) + "==1",
        String(repeating: "{", count: 20_000) + "1", "x == " + String(repeating: "abs(", count: 20_000),
        "1" + String(repeating: " ** 1", count: 20_000) + " == 1",
        String(repeating: "SUBQUERY(a, $x, ", count: 10_000), String(repeating: "TERNARY(", count: 10_000),
    ])
    func deepNesting_throwsInsteadOfOverflowing(format: String) throws {
        let error = #expect(throws: PredicateFormatError.self) { try NSPredicate.parsing(format) }
        #expect(error?.code == .tooComplex)
    }

    @Test func deepestAllowedNesting_worksOnAModestStack() async throws {
        let depth = PredicateParser.depthLimit - 3
        let parentheses = String(repeating: "(", count: depth) + "a == 1" + String(repeating: ")", count: depth)
        let sums = "a == 0" + String(repeating: " + 1", count: depth)
        let lists = "a != " + String(repeating: "abs(", count: depth) + "7" + String(repeating: ")", count: depth)
        let formats = [parentheses, sums, lists]
        let results: [Bool] = await withCheckedContinuation { continuation in
            let thread = Thread {
                let results = formats.map { format -> Bool in
                    guard let predicate = try? NSPredicate.parsing(format) else { return false }
                    let copy = try? NSPredicate.parsing(predicate.description)
                    return predicate == copy && (try? predicate.evaluating(with: ["a": depth])) != nil
                }
                continuation.resume(returning: results)
            }
            thread.stackSize = 2 << 20
            thread.start()
        }
        #expect(results == [true, true, true])
    }

    @Test func manyTermsOnOneLevel_areAllowed() throws {
        let format = (0..<5000).map { "a == \($0)" }.joined(separator: " OR ")
        #expect(try NSPredicate.parsing(format).evaluating(with: ["a": 4999]))
    }

    @Test func truncations_ofGoodFormats_neverCrash() {
        for (format, _) in PredicatePrintingTests.formats {
            for end in format.indices {
                check(String(format[..<end]))
                check(String(format[end...]))
            }
        }
    }

    @Test func tokenSoup_neverCrashes() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(state: seed)
        let words = [
            "a", "b.c", "AND", "OR", "NOT", "(", ")", "==", "!=", "<", "IN", "BETWEEN", "{", "}", ",", "1", "2.5", "-",
            "+", "*", "/", "**", "'x'", "\"", "%@", "%K", "%d", "$x", "SELF", "nil", "YES", "ANY", "ALL", "NONE",
            "SUBQUERY", "[", "]", "[cd]", "FIRST", ".", "@count", "count:", "count", "TERNARY", "FUNCTION", "CAST",
            "LIKE", "MATCHES", "CONTAINS", "#", "\\", "%%", ":=", "&&", "||", "!", "가", "\u{0}", "0x", "now",
            "TRUEPREDICATE", "objectFrom:withIndex:",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...12, using: &random)
            let soup = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
            check(soup.joined(separator: Bool.random(using: &random) ? " " : ""), seed: seed)
        }
    }

    /// Parses, prints, parses again and evaluates; only errors of ours may come out.
    private func check(_ format: String, seed: UInt64? = nil) {
        let arguments: [Any?] = ["k", "k", "k", "k", "k", "k", "k", "k", "k", "k", "k", "k"]
        do {
            let predicate = try NSPredicate.parsing(format, arguments: arguments)
            let text = predicate.description
            let again = try? NSPredicate.parsing(text)
            #expect(again == nil || again?.description == text, "\(format), seed \(seed ?? 0)")
            #expect(predicate == predicate)
            _ = try predicate.evaluating(with: ["a": 1, "k": "k", "가": [1, 2]])
        } catch is PredicateFormatError {
        } catch is PredicateEvaluationError {
        } catch {
            Issue.record("\(format), seed \(seed ?? 0): \(error)")
        }
    }
}
