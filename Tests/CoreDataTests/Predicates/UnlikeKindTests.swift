import Foundation
import Testing

@testable import CoreData

/// SQLite puts all values in one order, numbers before text before bytes; a fetch must not answer by it.
@Suite struct UnlikeKindTests {
    private func filled() throws -> League {
        let league = try League(.sqlite)
        try league.context.performAndWait {
            for number in 0..<4 {
                _ = league.context.make(
                    "Player",
                    [
                        "name": "P\(number)", "number": number, "rating": Double(number), "id": UUID(),
                        "salary": NSDecimalNumber(value: number), "photo": Data([1]), "isActive": true,
                    ])
            }
            try league.context.save()
        }
        return league
    }

    @Test(arguments: [
        "number < 'x'", "rating > 'x'", "salary >= 'x'", "id > '0'", "id < 'z'", "id > 5", "photo > 'x'", "photo < 5",
        "number < name", "joined < name", "id BEGINSWITH '5F'", "id CONTAINS 'A'", "photo LIKE '*'", "id MATCHES '.*'",
        "number BETWEEN {'a', 'z'}", "name < number",
    ])
    func order_ofUnlikeKinds_isRefused(format: String) throws {
        let league = try filled()
        defer { league.remove() }
        _ = league.context.performAndWait {
            #expect {
                _ = try league.context.all("Player", NSPredicate(format: format))
            } throws: {
                ($0 as NSError).code == NSPersistentStoreIncompatibleSchemaError
            }
        }
    }

    @Test(arguments: [
        ("number < '2'", 2), ("rating >= '1.5'", 2), ("salary < '1'", 1), ("number == 'x'", 0), ("number != 'x'", 4),
        ("id == 'x'", 0), ("number < rating + 1", 4), ("salary <= rating", 4), ("name < 'P2'", 2), ("name == 5", 0),
    ])
    func comparisons_thatMeanSomething_answer(format: String, count: Int) throws {
        let league = try filled()
        defer { league.remove() }
        try league.context.performAndWait {
            let found = try league.context.all("Player", NSPredicate(format: format))
            #expect(found.count == count)
        }
    }

    /// Formats that are equivalent texts are not the same format.
    @Test func literals_ofOtherCodeUnits_areOtherValues() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        for text in [composed, decomposed, composed] {
            let predicate = NSPredicate(format: "name == '\(text)'")
            let comparison = try #require(predicate as? CoreData.NSComparisonPredicate)
            let right = try #require(comparison.rightExpression.constantValue as? String)
            #expect(Array(right.utf8) == Array(text.utf8))
        }
    }
}
