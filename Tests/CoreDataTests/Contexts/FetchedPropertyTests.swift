import Foundation
import Testing

@testable import CoreData

@Suite struct FetchedPropertyTests {
    private static func model() -> NSManagedObjectModel {
        let model = League.makeModel()
        let fetched = NSFetchedPropertyDescription()
        fetched.name = "active"
        let request = NSFetchRequest<NSFetchRequestResult>()
        request.entity = model.entitiesByName["Player"]
        request.predicate = NSPredicate(format: "team == $FETCH_SOURCE AND isActive == YES")
        fetched.fetchRequest = request
        model.entitiesByName["Team"]?.properties.append(fetched)
        return model
    }

    @Test(arguments: League.Kind.allCases)
    func fetched_byRelationshipAndBoolean_areThoseThatMatch(kind: League.Kind) throws {
        let league = try League(kind, model: Self.model())
        defer { league.remove() }
        try league.context.performAndWait {
            let context = league.context
            let team = context.make("Team", ["name": "T"])
            _ = context.make("Captain", ["name": "a", "team": team, "isActive": true])
            _ = context.make("Player", ["name": "b", "team": team, "isActive": false])
            _ = context.make("Player", ["name": "c", "isActive": true])
            func names(_ team: NSManagedObject) -> [String] {
                (team.value(forKey: "active") as? [NSManagedObject] ?? []).map {
                    $0.value(forKey: "name") as? String ?? ""
                }
            }
            #expect(names(team) == ["a"])
            try context.save()
            context.refreshAllObjects()
            #expect(names(team) == ["a"])
            context.reset()
            #expect(names(try context.all("Team")[0]) == ["a"])
        }
    }
}
