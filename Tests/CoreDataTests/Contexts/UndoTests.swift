import Foundation
import Testing

@testable import CoreData

/// Undo restores, redo repeats: whatever was changed, whether members were read before, and whether a save came between.
@Suite struct UndoTests {
    /// A context with undo by steps, and what it shows.
    private struct Desk {
        let league: League
        var context: NSManagedObjectContext { league.context }

        init(_ league: League) {
            self.league = league
            league.context.undoManager = UndoManager()
            league.context.undoManager?.groupsByEvent = false
        }

        func step(_ body: () throws -> Void) rethrows {
            context.undoManager?.beginUndoGrouping()
            try body()
            context.processPendingChanges()
            context.undoManager?.endUndoGrouping()
        }

        /// Everything that `context` shows, by names that never change.
        static func state(of context: NSManagedObjectContext) throws -> [String: String] {
            var state: [String: String] = [:]
            func names(_ value: Any?) -> String {
                ((value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? [])
                    .map { name($0 as? NSManagedObject) }.joined(separator: " ")
            }
            func sorted(_ value: Any?) -> String { names(value).split(separator: " ").sorted().joined(separator: " ") }
            func name(_ object: NSManagedObject?) -> String {
                guard let object else { return "-" }
                let key = object.entity.name == "Team" ? "code" : object.entity.name == "Sponsor" ? "name" : "number"
                return "\(object.entity.name ?? "")\(object.value(forKey: key) ?? "?")"
            }
            for team in try context.all("Team") {
                state[name(team)] =
                    "\(team.value(forKey: "name") ?? "-"): \(sorted(team.value(forKey: "players"))) | "
                    + "\(sorted(team.value(forKey: "sponsors"))) | \(names(team.value(forKey: "lineup")))"
            }
            for player in try context.all("Player") {
                state[name(player)] =
                    "\(player.value(forKey: "name") ?? "-"): \(name(player.value(forKey: "team") as? NSManagedObject)) "
                    + "\(name(player.value(forKey: "linedUpIn") as? NSManagedObject))"
            }
            for sponsor in try context.all("Sponsor") { state[name(sponsor)] = sorted(sponsor.value(forKey: "teams")) }
            return state
        }

        /// What differs between two states; empty when nothing does.
        static func differences(_ found: [String: String], _ wanted: [String: String]) -> [String] {
            Set(found.keys).union(wanted.keys).sorted().filter { found[$0] != wanted[$0] }
                .map { "\($0) is \(found[$0] ?? "missing"), was \(wanted[$0] ?? "missing")" }
        }

        func stored() throws -> [String: String] { try league.elsewhere { try Self.state(of: $0) } }
    }

    @Test(arguments: League.Kind.allCases, [false, true])
    func settingAToOne_undone_leavesTheOtherSideAsItWas(kind: League.Kind, reads: Bool) throws {
        try League.run(kind) { league in
            let team = league.context.make("Team", ["name": "T", "code": "1"])
            let player = league.context.make("Player", ["name": "P", "number": 1])
            try league.context.save()
            league.context.refreshAllObjects()
            let desk = Desk(league)
            if reads { _ = (team.value(forKey: "players") as? NSSet)?.count }
            desk.step { player.setValue(team, forKey: "team") }
            league.context.undo()
            #expect(player.value(forKey: "team") == nil)
            #expect((team.value(forKey: "players") as? NSSet)?.count == 0)
            #expect(!league.context.hasChanges && team.changedValues().isEmpty)
            desk.step { team.mutableSetValue(forKey: "players").add(player) }
            #expect(player.value(forKey: "team") as? NSManagedObject === team)
            try league.context.save()
            #expect(try league.elsewhere { try $0.names("Player", NSPredicate(format: "team != nil")) } == ["P"])
        }
    }

    @Test(arguments: League.Kind.allCases)
    func cascade_undone_leavesNothingToSave(kind: League.Kind) throws {
        try League.run(kind) { league in
            let team = league.context.make("Team", ["name": "T", "code": "1"])
            for number in 0..<3 { _ = league.context.make("Player", ["name": "P", "number": number, "team": team]) }
            try league.context.save()
            league.context.refreshAllObjects()
            let desk = Desk(league)
            let before = try Desk.state(of: league.context)
            desk.step { league.context.delete(team) }
            league.context.undo()
            #expect(!league.context.hasChanges && team.changedValues().isEmpty)
            #expect(try Desk.state(of: league.context) == before)
        }
    }

    @Test(arguments: League.Kind.allCases)
    func deletion_undoneAfterASave_comesBackWithItsIDAndRelationships(kind: League.Kind) throws {
        try League.run(kind) { league in
            let sponsor = league.context.make("Sponsor", ["name": "S"])
            let team = league.context.make("Team", ["name": "T", "code": "1", "sponsors": Set([sponsor])])
            let players = (0..<3).map { league.context.make("Player", ["name": "P", "number": $0, "team": team]) }
            team.setValue(NSOrderedSet(array: [players[2], players[0]]), forKey: "lineup")
            try league.context.save()
            let desk = Desk(league)
            let before = try desk.stored()
            let id = team.objectID
            desk.step { league.context.delete(team) }
            try league.context.save()
            #expect(try desk.stored() == ["Sponsor" + "S": ""])
            league.context.undo()
            #expect(league.context.insertedObjects.contains(team) && team.objectID == id)
            try league.context.save()
            let differences = Desk.differences(try desk.stored(), before)
            #expect(differences == [])
            league.context.redo()
            #expect(league.context.deletedObjects.contains(team))
            try league.context.save()
            #expect(try desk.stored() == ["Sponsor" + "S": ""])
        }
    }

    @Test(arguments: League.Kind.allCases)
    func insertion_undoneAfterASave_isDeleted(kind: League.Kind) throws {
        try League.run(kind) { league in
            let team = league.context.make("Team", ["name": "T", "code": "1"])
            try league.context.save()
            let desk = Desk(league)
            desk.step { _ = league.context.make("Player", ["name": "P", "number": 1, "team": team]) }
            try league.context.save()
            league.context.undo()
            #expect(league.context.deletedObjects.count == 1)
            #expect((team.value(forKey: "players") as? NSSet)?.count == 0)
            try league.context.save()
            #expect(try desk.stored().count == 1)
            league.context.redo()
            try league.context.save()
            #expect(try desk.stored().count == 2)
        }
    }

    /// What others deleted is not brought back by undoing a change of it.
    @Test func change_undoneAfterOthersDeletedTheObject_bringsNothingBack() throws {
        try League.run { league in
            let player = league.context.make("Player", ["name": "P", "number": 1])
            try league.context.save()
            let desk = Desk(league)
            desk.step { player.setValue("Q", forKey: "name") }
            try league.context.save()
            let id = player.objectID
            try league.elsewhere { context in
                context.delete(try context.existingObject(with: id))
                try context.save()
            }
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSDeletedObjectIDsKey: [id]], into: [league.context])
            league.context.undo()
            #expect(league.context.insertedObjects.isEmpty)
            try league.context.save()
            #expect(try desk.stored().isEmpty)
        }
    }

    @Test(arguments: 0..<40)
    func randomSteps_undoneAndRedone_showEachStateAgain(seed: UInt64) throws {
        try League.run(seed.isMultiple(of: 2) ? .sqlite : .memory) { league in
            var random = SplitMix(state: seed)
            let context = league.context
            var number = 0
            func make(_ entity: String) {
                number += 1
                let values: [String: [String: Any]] = [
                    "Team": ["name": "t", "code": "\(number)"], "Sponsor": ["name": "\(number)"],
                    "Player": ["name": "p", "number": number], "Captain": ["name": "c", "number": number],
                ]
                _ = context.make(entity, values[entity] ?? [:])
            }
            for entity in ["Team", "Team", "Team", "Sponsor", "Sponsor", "Player", "Player", "Captain", "Player"] {
                make(entity)
            }
            try context.save()
            context.refreshAllObjects()
            let desk = Desk(league)
            func any(_ entity: String) throws -> NSManagedObject? {
                try context.all(entity).sorted { "\($0.objectID)" < "\($1.objectID)" }.randomElement(using: &random)
            }
            func change() throws {
                let (team, player, sponsor) = (try any("Team"), try any("Player"), try any("Sponsor"))
                switch Int.random(in: 0..<10, using: &random) {
                case 0: make(["Team", "Player", "Captain", "Sponsor"].randomElement(using: &random) ?? "Team")
                case 1: if let team { context.delete(team) }
                case 2: if let player { context.delete(player) }
                case 3: if let sponsor { context.delete(sponsor) }
                case 4: player?.setValue("p\(number)", forKey: "name")
                case 5: player?.setValue(team, forKey: "team")
                case 6: if let sponsor { team?.mutableSetValue(forKey: "sponsors").add(sponsor) }
                case 7: if let team { sponsor?.mutableSetValue(forKey: "teams").remove(team) }
                case 8: if let player { team?.mutableOrderedSetValue(forKey: "lineup").insert(player, at: 0) }
                default: team?.setValue("t\(number)", forKey: "name")
                }
            }
            var states = [try Desk.state(of: context)]
            for _ in 0..<8 {
                let steps = context.undoManager?.undoCount
                try desk.step { for _ in 0..<Int.random(in: 1...3, using: &random) { try change() } }
                // A step that changed nothing is none.
                if context.undoManager?.undoCount != steps { states.append(try Desk.state(of: context)) }
                if seed & 2 != 0, Int.random(in: 0..<3, using: &random) == 0 { try context.save() }
                if seed & 4 != 0, Int.random(in: 0..<3, using: &random) == 0 { context.refreshAllObjects() }
            }
            for round in 0..<2 {
                for state in states.dropLast().reversed() {
                    context.undo()
                    let differences = Desk.differences(try Desk.state(of: context), state)
                    #expect(differences == [], "undo, seed \(seed), round \(round)")
                    if seed & 8 != 0, Int.random(in: 0..<4, using: &random) == 0 { try context.save() }
                }
                if round == 1 { break }
                for state in states.dropFirst() {
                    context.redo()
                    let differences = Desk.differences(try Desk.state(of: context), state)
                    #expect(differences == [], "redo, seed \(seed), round \(round)")
                    if seed & 8 != 0, Int.random(in: 0..<4, using: &random) == 0 { try context.save() }
                }
            }
            try context.save()
            let left = Desk.differences(try desk.stored(), states[0])
            #expect(left == [], "undone and saved, seed \(seed)")
        }
    }
}
