// As an app's file is written: CoreData brings Foundation along.
import CoreData
import Testing

@Suite struct ClientFormTests {
    final class Book: NSObject {
        var title: String?
        var pages = 0
        var tags: [String] = []

        init(_ title: String?, pages: Int) {
            self.title = title
            self.pages = pages
        }
    }

    @Test func predicate_formatWithVariadicArguments_isParsed() {
        let predicate = NSPredicate(format: "%K == %@ AND pages >= %d", "title", "Dune", 3)
        #expect(predicate.description == "title == \"Dune\" AND pages >= 3")
        #expect(predicate is NSCompoundPredicate)
        #expect(predicate.evaluate(with: Book("Dune", pages: 4)))
        #expect(!predicate.evaluate(with: Book("Dune", pages: 2)))
    }

    @Test func predicate_formatWithArgumentArray_isParsed() {
        let predicate = NSPredicate(format: "title IN %@ AND pages == %d", argumentArray: [["a", "b"], 3])
        #expect(predicate.evaluate(with: Book("b", pages: 3)))
        #expect(NSPredicate(format: "TRUEPREDICATE", argumentArray: nil).evaluate(with: nil))
    }

    @Test func predicate_formatWithVariableArgumentList_isParsed() {
        let name: NSString = "Dune"
        let predicate = withVaList([NSString("title"), name, 3 as CInt, Int64.min, 2.5, UInt64.max, -1 as CInt]) {
            NSPredicate(
                format: "%K == %@ AND a == %d AND b == %lld AND c == %f AND d == %llu AND e == %u", arguments: $0)
        }
        let text =
            "title == \"Dune\" AND a == 3 AND b == -9223372036854775808 AND c == 2.5 AND d == 18446744073709551615"
            + " AND e == 4294967295"
        #expect(predicate.description == text)
        let expression = withVaList([1, 2]) { NSExpression(format: "%ld + %ld", arguments: $0) }
        #expect(expression.expressionValue(with: nil, context: nil) as? Int == 3)
    }

    @Test func predicate_argumentsOfEveryUsualType_areTaken() throws {
        let id = UUID()
        let date = Date(timeIntervalSinceReferenceDate: 1000)
        let url = try #require(URL(string: "https://example.org"))
        let predicate = NSPredicate(
            format: "a == %@ AND b == %@ AND c == %@ AND d == %@ AND e IN %@ AND f IN %@ AND g == %@ AND h == %@",
            id as CVarArg, date as NSDate, NSNumber(value: 3), url as CVarArg, ["x"], Set([1, 2]), Data([1]) as CVarArg,
            Decimal(2) as CVarArg)
        let row: [String: Any] = [
            "a": id, "b": date, "c": 3, "d": url, "e": "x", "f": 2, "g": Data([1]), "h": Decimal(2),
        ]
        #expect(predicate.evaluate(with: row))
        #expect(!predicate.evaluate(with: row.merging(["b": Date()]) { $1 }))
    }

    @Test func comparisonPredicate_builtInCode_evaluates() {
        let expression: NSExpression = NSExpression(forKeyPath: "pages")
        let predicate = NSComparisonPredicate(
            leftExpression: expression, rightExpression: NSExpression(forConstantValue: 3), modifier: .direct,
            type: .greaterThan, options: [])
        #expect(predicate.evaluate(with: Book("a", pages: 4)))
        #expect(predicate.predicateOperatorType == .greaterThan)
        #expect(predicate == NSPredicate(format: "pages > 3"))
    }

    @Test func compoundPredicate_builtInCode_evaluatesPartsFromFormats() {
        let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            NSPredicate(format: "pages > 3"), NSPredicate(format: "title BEGINSWITH[c] %@", "d"),
        ])
        #expect(predicate.evaluate(with: Book("Dune", pages: 4)))
        #expect(!predicate.evaluate(with: Book("Emma", pages: 4)))
        #expect(predicate.formatDescription == "pages > 3 AND title BEGINSWITH[c] \"d\"")
    }

    @Test func sortDescriptors_inEveryForm_sort() {
        let books = [Book("b", pages: 1), Book(nil, pages: 3), Book("A", pages: 2)] as NSArray
        func pages(_ descriptor: NSSortDescriptor) -> [Int] {
            books.sortedArray(using: [descriptor]).compactMap { ($0 as? Book)?.pages }
        }
        #expect(pages(NSSortDescriptor(key: "pages", ascending: false)) == [3, 2, 1])
        #expect(pages(NSSortDescriptor(key: "title", ascending: true)) == [3, 2, 1])
        #expect(pages(NSSortDescriptor(keyPath: \Book.pages, ascending: true)) == [1, 2, 3])
        #expect(pages(NSSortDescriptor(keyPath: \Book.title, ascending: true)) == [3, 2, 1])
        #expect(pages(NSSortDescriptor(keyPath: \Book.title, ascending: false)) == [1, 2, 3])
        let byCase = NSSortDescriptor(
            key: "title", ascending: true, selector: NSSelectorFromString("caseInsensitiveCompare:"))
        #expect(pages(byCase) == [3, 2, 1])
        let byLength = NSSortDescriptor(key: "pages", ascending: true) { a, b in
            ((b as? Int) ?? 0) < ((a as? Int) ?? 0) ? .orderedAscending : .orderedDescending
        }
        #expect(pages(byLength) == [3, 2, 1])
        #expect(byLength.selector == nil)
        #expect(byCase.selector == "caseInsensitiveCompare:")
        #expect(NSSortDescriptor(key: "title", ascending: true).key == "title")
    }

    @Test func collections_filteredUsingPredicate_keepMatches() {
        let books = [Book("b", pages: 1), Book("c", pages: 3)]
        let predicate = NSPredicate(format: "pages > 2")
        #expect((books as NSArray).filtered(using: predicate).count == 1)
        #expect(NSSet(array: books).filtered(using: predicate).count == 1)
        #expect(NSOrderedSet(array: books).filtered(using: predicate).count == 1)
        let mutable = NSMutableArray(array: books)
        mutable.filter(using: predicate)
        #expect(mutable.count == 1)
    }

    @Test func predicate_withVariables_isSubstituted() {
        let template = NSPredicate(format: "pages > $MINIMUM AND title == $TITLE")
        let predicate = template.withSubstitutionVariables(["MINIMUM": 3, "TITLE": NSNull()])
        #expect(predicate.description == "pages > 3 AND title == nil")
        #expect(predicate.evaluate(with: Book(nil, pages: 4)))
        #expect(
            template.evaluate(with: Book("x", pages: 4), substitutionVariables: ["MINIMUM": 3, "TITLE": "x"]))
    }
}
