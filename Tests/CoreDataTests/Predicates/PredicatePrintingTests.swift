import CoreData
import Testing

@Suite struct PredicatePrintingTests {
    /// What a format prints as.
    ///
    /// Source: the printing table of the predicate reference.
    static let formats: [(format: String, printed: String)] = [
        ("a = 1", "a == 1"), ("a <> 1", "a != 1"), ("a =< 1", "a <= 1"), ("a => 1", "a >= 1"),
        ("name == 'x'", "name == \"x\""), (#"name == "a\"b\\c""#, #"name == "a\"b\\c""#),
        ("a == YES", "a == 1"), ("a == false", "a == 0"), ("a == 42.42", "a == 42.42"), ("a == -42", "a == -42"),
        ("a == 0x1F", "a == 31"), ("a == 0b101", "a == 5"), ("a == 0o17", "a == 15"), ("a == 9.5e1", "a == 95"),
        ("a == nil", "a == nil"), ("a == NULL", "a == nil"), ("a != Nil", "a != nil"),
        ("a IN {20, 21}", "a IN {20, 21}"), ("a between {1,3}", "a BETWEEN {1, 3}"), ("a in {'x'}", "a IN {\"x\"}"),
        ("name contains[dc] 'x'", "name CONTAINS[cd] \"x\""), ("name CONTAINS [c] 'x'", "name CONTAINS[c] \"x\""),
        ("name ==[c] 'x'", "name ==[c] \"x\""), ("name LIKE[n] 'x'", "name LIKE[n] \"x\""),
        ("NOT a == 1", "NOT a == 1"), ("!(a == 1)", "NOT a == 1"), ("!(a == 1 || b == 2)", "NOT (a == 1 OR b == 2)"),
        ("NOT a IN {1}", "NOT a IN {1}"), ("NOT NOT a == 1", "NOT (NOT a == 1)"),
        ("(a == 1 AND b == 2) AND (c == 3 OR d == 4)", "(a == 1 AND b == 2) AND (c == 3 OR d == 4)"),
        ("a == 1 AND b == 2 and c == 3", "a == 1 AND b == 2 AND c == 3"),
        ("a == 1 && b == 2 || c == 3", "(a == 1 AND b == 2) OR c == 3"),
        ("a == 1 || b == 2 && c == 3", "a == 1 OR (b == 2 AND c == 3)"),
        ("ANY a.b == 1", "ANY a.b == 1"), ("SOME a.b == 1", "ANY a.b == 1"), ("all a.b == 1", "ALL a.b == 1"),
        ("NONE a.b == 1", "NOT ANY a.b == 1"),
        ("SUBQUERY(items, $x, $x.price > 3).@count > 0", "SUBQUERY(items, $x, $x.price > 3).@count > 0"),
        ("a == 'b' + $b + $c", "a == (\"b\" + $b) + $c"), ("a == 1 + 2 * 3", "a == 1 + (2 * 3)"),
        ("(1 + 2) * 3 == a", "(1 + 2) * 3 == a"), ("a == -b", "a == 0 - b"), ("a == 2 ** 3", "a == 2 ** 3"),
        ("count(pages) > 1", "count:(pages) > 1"), ("count:(pages) > 1", "count:(pages) > 1"),
        ("modulus:by:(a, 2) == 0", "modulus:by:(a, 2) == 0"), ("max(a, b) == 0", "max:(a, b) == 0"),
        ("a == now()", "a == now()"), ("a[0] == 1", "a[0] == 1"), ("a[first].b == 1", "a[FIRST].b == 1"),
        ("a['k'] == 1", "a[\"k\"] == 1"), ("CAST(a, 'NSNumber') == 1", "CAST(a, \"NSNumber\") == 1"),
        ("TERNARY(a == 1, b, c) == 2", "TERNARY(a == 1, b, c) == 2"),
        ("FUNCTION(a, 'valueForKeyPath:', 'b.c') == 2", "FUNCTION(a, \"valueForKeyPath:\", \"b.c\") == 2"),
        ("TRUEPREDICATE", "TRUEPREDICATE"), ("falsepredicate", "FALSEPREDICATE"), ("SELF == 3", "SELF == 3"),
        ("self.name == 'x'", "name == \"x\""), ("#size > 3", "#size > 3"), ("a.#first == 1", "a.#first == 1"),
        ("items.@count > 2", "items.@count > 2"), ("items.@max.price > 2", "items.@max.price > 2"),
        ("이름 == '김'", "이름 == \"김\""), ("a == '\\uAC00'", "a == \"가\""), ("a == '100%%'", "a == \"100%\""),
        ("a == '%@'", "a == \"%@\""), ("a\u{A0}==\u{3000}1\u{2003}", "a == 1"), ("a == '\u{A0}'", "a == \"\u{A0}\""),
    ]

    @Test(arguments: formats)
    func format_parsed_printsInCanonicalForm(format: String, printed: String) throws {
        #expect(try NSPredicate.parsing(format).description == printed)
    }

    @Test(arguments: formats)
    func printedForm_parsedAgain_isEqual(format: String, printed: String) throws {
        let predicate = try NSPredicate.parsing(format)
        let again = try NSPredicate.parsing(printed)
        #expect(predicate == again)
        #expect(predicate.isEqual(again))
        #expect(predicate.hash == again.hash)
    }

    @Test func arguments_printed_appearAsLiterals() {
        let date = Date(timeIntervalSinceReferenceDate: 592_299_475.57712)
        #expect(
            NSPredicate(format: "a > %@", date as NSDate).description == "a > CAST(592299475.577120, \"NSDate\")")
        #expect(NSPredicate(format: "a == %@", NSNull()).description == "a == nil")
        #expect(NSPredicate(format: "a == %@", NSNumber(value: true)).description == "a == 1")
        #expect(NSPredicate(format: "a IN %@", [20, 21]).description == "a IN {20, 21}")
        #expect(NSPredicate(format: "%K.%K == %lld", "a", "b", Int64(3)).description == "a.b == 3")
        #expect(NSPredicate(format: "%K.@count == 0", "a").description == "a.@count == 0")
        #expect(NSPredicate(format: "a == %f AND b == %s", 2.5, "t").description == "a == 2.5 AND b == \"t\"")
        #expect(NSPredicate(format: "%K == 1", "$x").description == "$x == 1")
    }

    @Test func compoundsMadeInCode_printed_followTheSameRules() {
        let a = NSPredicate(format: "a == 1")
        let b = NSPredicate(format: "b == 2")
        let and = NSCompoundPredicate(andPredicateWithSubpredicates: [a, b])
        #expect(and.formatDescription == "a == 1 AND b == 2")
        #expect(NSCompoundPredicate(notPredicateWithSubpredicate: and).formatDescription == "NOT (a == 1 AND b == 2)")
        #expect(NSCompoundPredicate(andPredicateWithSubpredicates: []).formatDescription == "TRUEPREDICATE")
        #expect(NSCompoundPredicate(orPredicateWithSubpredicates: []).formatDescription == "FALSEPREDICATE")
        #expect(NSCompoundPredicate(orPredicateWithSubpredicates: [a]).formatDescription == "a == 1")
        #expect(NSPredicate(value: true).formatDescription == "TRUEPREDICATE")
        #expect(NSPredicate { _, _ in true }.formatDescription.hasPrefix("BLOCKPREDICATE(0x"))
        #expect(and == NSPredicate(format: "a == 1 AND b == 2"))
        #expect(and != NSPredicate(format: "a == 1 OR b == 2"))
    }

    @Test func predicateArgument_inFormat_isInserted() {
        let inner = NSPredicate(format: "a == %@", "x")
        let predicate = NSPredicate(format: "b == %d AND NOT %@", argumentArray: [1, inner])
        #expect(predicate.description == "b == 1 AND (NOT a == \"x\")")
        let expression = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "items")])
        #expect(NSPredicate(format: "%@ > 2", expression).description == "count:(items) > 2")
    }
}
