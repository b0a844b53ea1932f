import Testing

@testable import CoreData

@Suite struct PredicateConversionTests {
    final class Book: NSObject, KeyValueCoding {
        var title: String = ""
        var subtitle: String?
        var pages = 0
        var isRead = false
        var price = 0.0
        var author: Book?
        var parts: [Book] = []

        init(_ title: String, subtitle: String? = nil, pages: Int, isRead: Bool = false, parts: [Book] = []) {
            self.title = title
            self.subtitle = subtitle
            self.pages = pages
            self.isRead = isRead
            self.parts = parts
        }

        func value(forKey key: String) -> Any? {
            switch key {
            case "title": title
            case "subtitle": subtitle
            case "pages": pages
            case "isRead": isRead
            case "price": price
            case "author": author
            case "parts": parts
            default: nil
            }
        }
    }

    /// Converts, compares the text, and lets both forms judge some books.
    private func check(_ predicate: Predicate<Book>, _ text: String) throws {
        let converted = try #require(NSPredicate(predicate), "\(text)")
        #expect(converted.description == text)
        let part = Book("Part", subtitle: "x", pages: 7)
        let books = [
            Book("Dune", pages: 600), Book("dune", subtitle: "Part", pages: 5, isRead: true),
            Book("Emma", subtitle: "", pages: 400, parts: [part]),
            Book("", pages: 0, parts: [part, Book("b", pages: 9)]),
        ]
        for book in books {
            #expect(try converted.evaluating(with: book) == predicate.evaluate(book), "\(text) for \(book.title)")
        }
    }

    @Test func comparisons_areConverted() throws {
        let title = "Dune"
        try check(#Predicate { $0.title == title }, "title == \"Dune\"")
        try check(#Predicate { $0.title != "Dune" }, "title != \"Dune\"")
        try check(#Predicate { $0.pages > 100 && $0.pages <= 500 }, "pages > 100 AND pages <= 500")
        try check(#Predicate { $0.pages < 100 || !($0.pages < 500) }, "pages < 100 OR (NOT pages < 500)")
        try check(#Predicate { $0.isRead }, "isRead == 1")
        try check(#Predicate { !$0.isRead }, "NOT isRead == 1")
        try check(#Predicate { $0.subtitle == nil }, "subtitle == nil")
        try check(#Predicate { $0.pages * 2 + 1 > 20 }, "(pages * 2) + 1 > 20")
        try check(#Predicate { $0.pages % 2 == 0 }, "modulus:by:(pages, 2) == 0")
        try check(#Predicate { ($0.isRead ? 1 : 2) == 2 }, "TERNARY(isRead == 1, 1, 2) == 2")
    }

    @Test func ranges_areConverted() throws {
        let range = 5...500
        try check(#Predicate { range.contains($0.pages) }, "pages BETWEEN {5, 500}")
        try check(#Predicate { (5...400).contains($0.pages) }, "pages BETWEEN {5, 400}")
        try check(#Predicate { (5..<400).contains($0.pages) }, "pages >= 5 AND pages < 400")
    }

    @Test func strings_areConverted() throws {
        try check(#Predicate { $0.title.contains("un") }, "title CONTAINS \"un\"")
        try check(#Predicate { $0.title.starts(with: "Du") }, "title BEGINSWITH \"Du\"")
        try check(#Predicate { $0.title.isEmpty }, "length:(title) == 0")
        try check(#Predicate { $0.title.count == 4 }, "length:(title) == 4")
        try check(#Predicate { $0.subtitle?.contains("Par") ?? false }, "subtitle CONTAINS \"Par\"")
        try check(
            #Predicate { ($0.subtitle ?? "none") == "none" }, "TERNARY(subtitle == nil, \"none\", subtitle) == \"none\""
        )
    }

    @Test func collections_areConverted() throws {
        let pages = [5, 400]
        try check(#Predicate { pages.contains($0.pages) }, "pages IN {5, 400}")
        try check(
            #Predicate { $0.parts.contains { $0.pages > 8 } },
            "SUBQUERY(parts, $element1, $element1.pages > 8).@count > 0")
        try check(
            #Predicate { $0.parts.allSatisfy { $0.pages > 8 } },
            "SUBQUERY(parts, $element1, NOT $element1.pages > 8).@count == 0")
        try check(#Predicate { $0.parts.count == 1 }, "parts.@count == 1")
        try check(
            #Predicate { $0.parts.filter { $0.pages > 8 }.count == 1 },
            "SUBQUERY(parts, $element1, $element1.pages > 8).@count == 1")
    }

    @Test func expressions_areConverted() throws {
        let expression = #Expression<Book, Int> { $0.pages * 2 }
        let converted = try #require(NSExpression(expression))
        #expect(converted.description == "pages * 2")
        #expect(converted.expressionValue(with: Book("a", pages: 3), context: nil) as? Int == 6)
    }

    @Test func unconvertible_givesNil() {
        #expect(NSPredicate(#Predicate<Book> { $0.parts[0].pages == 1 }) == nil)
    }
}
