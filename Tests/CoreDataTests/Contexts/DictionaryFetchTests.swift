import CoreData
import Foundation
import Testing

@Suite struct DictionaryFetchTests {
    @Test(arguments: League.Kind.allCases)
    func havingPredicate_namesFetchedExpressions(kind: League.Kind) throws {
        try League.run(kind) { league in
            for number in 0..<7 { _ = league.context.make("Player", ["name": number < 5 ? "often" : "seldom"]) }
            try league.context.save()
            let count = NSExpressionDescription()
            count.name = "count"
            count.expression = NSExpression(
                forFunction: "count:", arguments: [NSExpression.expressionForEvaluatedObject()])
            count.expressionResultType = .integer64AttributeType
            let request = NSFetchRequest<NSDictionary>(entityName: "Player")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["name", count]
            request.propertiesToGroupBy = ["name"]
            request.havingPredicate = NSPredicate(format: "%@ > 3", NSExpression(forVariable: "count"))
            let groups = try league.context.fetch(request)
            #expect(groups.count == 1 && groups.first?["name"] as? String == "often")
            request.havingPredicate = NSPredicate(format: "$nothing > 3")
            let error = try #require(throws: (any Error).self) { try league.context.fetch(request) } as NSError
            #expect(error.code == NSPersistentStoreIncompatibleSchemaError)
        }
    }
}
