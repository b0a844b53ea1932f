import Foundation
import Testing

@testable import CoreData

/// `mutableOrderedSetValue(forKey:)` does to the relationship what `NSMutableOrderedSet` does to itself.
@Suite struct OrderedSetProxyTests {
    private typealias Change = @Sendable (NSMutableOrderedSet, [NSManagedObject]) -> Void

    private static let changes: [(String, Change)] = [
        ("add", { $0.add($1[3]) }),
        ("addKnown", { $0.add($1[0]) }),
        ("addObjects", { $0.addObjects(from: [$1[4], $1[0], $1[3]]) }),
        ("insert", { $0.insert($1[3], at: 1) }),
        ("insertMany", { $0.insert([$1[3], $1[4]], at: IndexSet([0, 2])) }),
        ("setObject", { $0.setObject($1[4], at: 1) }),
        ("setObjectAtEnd", { $0.setObject($1[4], at: 3) }),
        ("replace", { $0.replaceObject(at: 0, with: $1[4]) }),
        ("replaceMany", { $0.replaceObjects(at: IndexSet([0, 2]), with: [$1[3], $1[4]]) }),
        ("exchange", { set, _ in set.exchangeObject(at: 0, withObjectAt: 2) }),
        ("move", { set, _ in set.moveObjects(at: IndexSet([0]), to: 2) }),
        ("moveMany", { set, _ in set.moveObjects(at: IndexSet([1, 2]), to: 0) }),
        ("removeAt", { set, _ in set.removeObject(at: 1) }),
        ("removeManyAt", { set, _ in set.removeObjects(at: IndexSet([0, 2])) }),
        ("removeRange", { set, _ in set.removeObjects(in: NSRange(location: 1, length: 2)) }),
        ("remove", { $0.remove($1[1]) }),
        ("removeUnknown", { $0.remove($1[4]) }),
        ("removeObjects", { $0.removeObjects(in: [$1[2], $1[4], $1[0]]) }),
        ("removeAll", { set, _ in set.removeAllObjects() }),
        ("union", { $0.union(NSOrderedSet(array: [$1[4], $1[1]])) }),
        ("minus", { $0.minus(NSOrderedSet(array: [$1[0], $1[4]])) }),
        ("intersect", { $0.intersect(NSOrderedSet(array: [$1[2], $1[1], $1[4]])) }),
        ("unionSet", { $0.unionSet([AnyHashable($1[4])]) }),
        ("minusSet", { $0.minusSet([AnyHashable($1[0]), AnyHashable($1[4])]) }),
        ("intersectSet", { $0.intersectSet([AnyHashable($1[2]), AnyHashable($1[1])]) }),
        ("sort", { set, _ in set.sort(comparator: reversed) }),
        ("sortOptions", { set, _ in set.sort(options: [], usingComparator: reversed) }),
        ("sortRange", { set, _ in set.sortRange(NSRange(location: 0, length: 2), usingComparator: reversed) }),
    ]

    @Sendable private static func reversed(_ first: Any, _ second: Any) -> ComparisonResult {
        let names = [first, second].map { ($0 as? NSManagedObject)?.value(forKey: "name") as? String ?? "" }
        return names[1].compare(names[0])
    }

    @Test(arguments: League.Kind.allCases)
    func everyChange_isThatOfAnOrderedSet(kind: League.Kind) throws {
        for (name, change) in Self.changes {
            try League.run(kind) { league in
                let players = (0..<5).map { league.context.make("Player", ["name": "P\($0)"]) }
                let team = league.context.make("Team", ["name": "T"])
                team.mutableOrderedSetValue(forKey: "lineup").addObjects(from: Array(players.prefix(3)))
                try league.context.save()
                var plain = NSMutableOrderedSet(array: Array(players.prefix(3)))
                change(plain, players)
                // Foundation's own intersect leaves one member twice and drops another.
                if name == "intersect" { plain = NSMutableOrderedSet(array: [players[1], players[2]]) }
                change(team.mutableOrderedSetValue(forKey: "lineup"), players)
                let expected = plain.array as? [NSManagedObject]
                #expect(
                    (team.value(forKey: "lineup") as? NSOrderedSet)?.array as? [NSManagedObject] == expected, "\(name)")
                // Both sides, and the store.
                for player in players {
                    #expect((player.value(forKey: "linedUpIn") != nil) == plain.contains(player), "\(name)")
                }
                try league.context.save()
                let stored = try league.elsewhere { context in
                    let lineup = try context.all("Team").first?.value(forKeyPath: "lineup.name") as? NSOrderedSet
                    return lineup?.array as? [String]
                }
                #expect(stored == expected?.map { $0.value(forKey: "name") as? String ?? "" }, "\(name)")
            }
        }
    }
}
