// As most files of an app begin: both imports, which make two modules offer the same names.
import CoreData
import Foundation
import Testing

@Suite struct ClientFormWithFoundationTests {
    @Test func predicates_withBothImports_areOurs() {
        let predicate = NSPredicate(format: "a == %@", "x")
        #expect(predicate.evaluate(with: ["a": "x"]))
        #expect(!predicate.evaluate(with: ["a": "y"]))
        let array = NSPredicate(format: "a == %@", argumentArray: ["x"])
        #expect(array == predicate)
        #expect(predicate.withSubstitutionVariables([:]) == predicate)
        #expect(NSPredicate(value: true).evaluate(with: nil))
        #expect(NSPredicate { object, _ in object is String }.evaluate(with: "text"))
    }

    @Test func expressionsAndComparisons_withBothImports_areOurs() {
        let expression = NSExpression(format: "1 + 2 * 3")
        #expect(expression.expressionValue(with: nil, context: nil) as? Int == 7)
        let comparison = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "a"), rightExpression: NSExpression(forConstantValue: "x"),
            modifier: .direct, type: .equalTo, options: [.caseInsensitive])
        #expect(comparison.evaluate(with: ["a": "X"]))
    }

    @Test func sortDescriptors_withBothImports_areOurs() {
        let descriptor = NSSortDescriptor(key: "a", ascending: true)
        #expect(descriptor.key == "a")
        #expect(descriptor.compare(["a": 1], to: ["a": 2]) == .orderedAscending)
        let selector = NSSortDescriptor(key: "a", ascending: true, selector: "localizedStandardCompare:")
        #expect(selector.compare(["a": "file 10"], to: ["a": "file 9"]) == .orderedDescending)
        let reversed = selector.reversedSortDescriptor as? NSSortDescriptor
        #expect(reversed?.compare(["a": "file 10"], to: ["a": "file 9"]) == .orderedAscending)
    }
}
