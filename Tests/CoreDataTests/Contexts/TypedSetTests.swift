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

@Suite struct ObjectTablePartTests {
    /// Sparse, dense, negative and colliding keys behave as in a dictionary.
    @Test(arguments: [1, 7, 8, 64, 1_000, 1 << 20, 1 << 40] as [Int64], [0, 1] as [UInt32])
    func strides_behaveAsADictionary(_ stride: Int64, store: UInt32) {
        var part = ObjectTablePart(store: store, root: 0)
        var model: [Int64: UInt] = [:]
        var seed: UInt64 = 42
        for step in 0..<4_000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = (Int64(seed >> 52) - 2_000) * stride
            if step % 3 == 2 {
                if let object = model.removeValue(forKey: key) { part.remove(key, object) }
            } else {
                part.reserve(1)
                part.insert(key, UInt(step + 1))
                model[key] = UInt(step + 1)
            }
        }
        #expect(part.count == model.count)
        #expect(model.allSatisfy { part.object($0.key) == $0.value })
        #expect(Set(part.objects) == Set(model.values))
        for (key, object) in model {
            part.remove(key, object &+ 1_000_000)
            part.remove(key, object)
        }
        #expect(part.count == 0 && part.objects.isEmpty)
    }

    /// A table that is emptied again and again takes keys from anywhere each time.
    @Test(arguments: [0, 1] as [UInt32]) func emptied_startsAnew(store: UInt32) {
        var part = ObjectTablePart(store: store, root: 0)
        var random = SplitMix(state: 7)
        for _ in 0..<200 {
            let start = Int64(random.below(1 << 30)) * (random.below(2) == 0 ? 1 : -1)
            let keys = (0..<Int64(1 + random.below(100))).map { start + (store == 0 ? -$0 : $0) }
            for key in keys { part.insert(key, UInt(bitPattern: Int(key)) | 1 << 62) }
            #expect(keys.allSatisfy { part.object($0) == UInt(bitPattern: Int($0)) | 1 << 62 })
            #expect(part.object(start &+ 1_000) == nil && part.count == keys.count)
            for key in keys { part.remove(key, UInt(bitPattern: Int(key)) | 1 << 62) }
            #expect(part.count == 0)
        }
    }
}
