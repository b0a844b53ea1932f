import Foundation
import Testing

@testable import CoreData

/// To-many relationships as Swift sets, as accessors of hand-written classes read them.
@Suite struct TypedSetTests {
    private let players = ManagedProperty("players")

    @Test func get_stored_hasAllMembers_andStaysTheSameUntilChanged() throws {
        try League.run { league in
            let team = league.context.make("Team", ["name": "A"])
            let members = (0..<30).map { league.context.make("Player", ["number": $0, "team": team]) }
            try league.context.save()
            league.context.reset()
            let read = try league.context.all("Team")[0]
            let set = read.managedSet(players, as: Set<NSManagedObject>.self)
            #expect(set.count == members.count)
            #expect(Set(set.compactMap { $0.value(forKey: "number") as? Int }) == Set(0..<30))
            #expect(read.managedSet(players, as: Set<NSManagedObject>.self) == set)
            league.context.make("Player", ["number": 99]).setValue(read, forKey: "team")
            #expect(read.managedSet(players, as: Set<NSManagedObject>.self).count == 31)
            #expect(set.count == 30)
        }
    }

    @Test func set_replacesMembersAndInverse() throws {
        try League.run { league in
            let team = league.context.make("Team", ["name": "A"])
            let former = league.context.make("Player", ["team": team])
            let new = league.context.make("Player")
            team.setManagedSet([new], players)
            #expect(former.value(forKey: "team") == nil)
            #expect(new.value(forKey: "team") as? NSManagedObject === team)
            team.setManagedSet(nil as Set<NSManagedObject>?, players)
            #expect(team.managedSet(players, as: Set<NSManagedObject>.self).isEmpty)
        }
    }

    @Test func objects_areEqualToThemselvesOnly() throws {
        try League.run { league in
            let a = league.context.make("Player")
            let b = league.context.make("Player")
            #expect(a.isEqual(a) && !a.isEqual(b) && !a.isEqual(nil) && !a.isEqual("text") && !a.isEqual(a.objectID))
            #expect(!a.isEqual(ObjectIdentifier(a)))
        }
    }
}
