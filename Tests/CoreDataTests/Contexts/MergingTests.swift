import Foundation
import Testing

@testable import CoreData

@Suite struct MergingTests {
    @Test(arguments: League.Kind.allCases)
    func automaticMerge_takesValuesAndKeepsOwnEdits(kind: League.Kind) throws {
        let league = try League(kind)
        defer { league.remove() }
        let view = league.newContext()
        view.automaticallyMergesChangesFromParent = true
        let id = try league.context.performAndWait {
            let player = league.context.make("Player", ["name": "base", "number": 1])
            try league.context.save()
            return player.objectID
        }
        let shown = try view.performAndWait { () -> NSManagedObject in
            let shown = try view.existingObject(with: id)
            shown.setValue(9, forKey: "number")
            return shown
        }
        try league.context.performAndWait {
            let player = try league.context.existingObject(with: id)
            player.setValue("new", forKey: "name")
            player.setValue(2, forKey: "number")
            try league.context.save()
        }
        try view.performAndWait {
            #expect(shown.value(forKey: "name") as? String == "new")
            #expect(shown.value(forKey: "number") as? Int == 9)
            try view.save()
            #expect(try view.names("Player", NSPredicate(format: "number == 9 AND name == 'new'")) == ["new"])
        }
    }

    enum Way: CaseIterable, Sendable {
        case automatic, notification, identifiers, batch
    }

    /// What was deleted elsewhere is no change of one's own: later saves go on, whatever the merge policy.
    @Test(arguments: Way.allCases)
    func mergedDeletion_leavesNothingToSave(way: Way) throws {
        let league = try League()
        defer { league.remove() }
        let view = league.newContext()
        view.automaticallyMergesChangesFromParent = way == .automatic
        let ids = try league.context.performAndWait {
            let objects = (0..<3).map { league.context.make("Player", ["name": "P\($0)"]) }
            try league.context.save()
            return objects.map(\.objectID)
        }
        let shown = try view.performAndWait { try ids.map { try view.existingObject(with: $0) } }
        // One is changed here, unsaved, when its deletion arrives.
        view.performAndWait { shown[1].setValue(7, forKey: "number") }
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: league.context, queue: nil
        ) { if way == .notification { view.mergeChanges(fromContextDidSave: $0) } }
        defer { NotificationCenter.default.removeObserver(token) }
        try league.context.performAndWait {
            if way == .batch {
                try league.context.execute(NSBatchDeleteRequest(objectIDs: [ids[0], ids[1]]))
            } else {
                for id in ids.prefix(2) { league.context.delete(try league.context.existingObject(with: id)) }
                try league.context.save()
            }
        }
        if way == .identifiers || way == .batch {
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSDeletedObjectsKey: Array(ids.prefix(2))], into: [view])
        }
        try view.performAndWait {
            #expect(!view.hasChanges && view.deletedObjects.isEmpty && view.updatedObjects.isEmpty)
            #expect(shown[0].isDeleted && shown[1].isDeleted && !shown[2].isDeleted)
            try view.save()
            // Deleting what is gone is nothing to do.
            view.delete(shown[0])
            #expect(!view.hasChanges)
            shown[2].setValue("later", forKey: "name")
            _ = view.make("Player", ["name": "new"])
            try view.save()
            #expect(!view.hasChanges)
            #expect(try view.names("Player") == ["later", "new"])
        }
    }

    @Test func automaticMerge_postsObjectsDidChange() throws {
        let league = try League()
        defer { league.remove() }
        let view = league.newContext()
        view.automaticallyMergesChangesFromParent = true
        let (kept, gone) = try league.context.performAndWait {
            let kept = league.context.make("Player", ["name": "kept"])
            let gone = league.context.make("Player", ["name": "gone"])
            try league.context.save()
            return (kept.objectID, gone.objectID)
        }
        let held = try view.performAndWait { try [view.existingObject(with: kept), view.existingObject(with: gone)] }
        let seen = Box<[String: [NSManagedObjectID]]>([:])
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: view, queue: nil
        ) { note in
            for (key, value) in note.userInfo ?? [:] {
                if let key = key as? String, let set = value as? Set<NSManagedObject> {
                    seen.value[key] = set.map(\.objectID)
                }
            }
        }
        let inserted = try league.context.performAndWait {
            try league.context.existingObject(with: kept).setValue("changed", forKey: "name")
            league.context.delete(try league.context.existingObject(with: gone))
            let new = league.context.make("Player", ["name": "new"])
            try league.context.save()
            return new.objectID
        }
        view.performAndWait {
            #expect(seen.value[NSInsertedObjectsKey] == [inserted])
            #expect(seen.value[NSRefreshedObjectsKey] == [kept])
            #expect(seen.value[NSDeletedObjectsKey] == [gone])
            #expect(held[1].isDeleted)
            #expect(!view.hasChanges)
        }
        NotificationCenter.default.removeObserver(token)
    }

    @Test(arguments: League.Kind.allCases)
    func mergeChanges_fromNotification_refreshesRegisteredObjects(kind: League.Kind) throws {
        let league = try League(kind)
        defer { league.remove() }
        let other = league.newContext()
        let team = try league.context.performAndWait {
            let team = league.context.make("Team", ["name": "A"])
            try league.context.save()
            return team
        }
        let id = team.objectID
        league.context.performAndWait { #expect((team.value(forKey: "players") as? NSSet)?.count == 0) }
        let context = league.context
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: other, queue: nil
        ) { note in context.mergeChanges(fromContextDidSave: note) }
        try other.performAndWait {
            let theirs = try other.existingObject(with: id)
            theirs.setValue("B", forKey: "name")
            _ = other.make("Player", ["name": "P", "team": theirs])
            try other.save()
        }
        league.context.performAndWait {
            #expect(team.value(forKey: "name") as? String == "B")
            #expect((team.value(forKey: "players") as? NSSet)?.count == 1)
            #expect(!league.context.hasChanges)
        }
        NotificationCenter.default.removeObserver(token)
    }

    @Test(arguments: League.Kind.allCases)
    func child_savesOneLevelUp(kind: League.Kind) throws {
        try League.run(kind) { league in
            let team = league.context.make("Team", ["name": "A"])
            try league.context.save()
            let pending = league.context.make("Player", ["name": "pending", "team": team])
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = league.context
            try child.performAndWait {
                #expect(try child.names("Player") == ["pending"])
                let mine = try #require(try child.all("Team").first)
                #expect((mine.value(forKey: "players") as? NSSet)?.count == 1)
                mine.setValue("B", forKey: "name")
                _ = child.make("Player", ["name": "new", "team": mine])
                let theirs = try child.existingObject(with: pending.objectID)
                theirs.setValue("renamed", forKey: "name")
                try child.save()
                #expect(!child.hasChanges)
            }
            #expect(team.value(forKey: "name") as? String == "B")
            #expect(pending.value(forKey: "name") as? String == "renamed")
            #expect((team.value(forKey: "players") as? NSSet)?.count == 2)
            #expect(try league.elsewhere { try $0.names("Team") } == ["A"])
            try league.context.save()
            #expect(try league.elsewhere { try $0.names("Player") } == ["new", "renamed"])
        }
    }

    @Test func undo_restoresEachStepAndRedoRepeats() throws {
        try League.run { league in
            league.context.undoManager = UndoManager()
            league.context.undoManager?.groupsByEvent = false
            func step(_ body: () -> Void) {
                league.context.undoManager?.beginUndoGrouping()
                body()
                league.context.processPendingChanges()
                league.context.undoManager?.endUndoGrouping()
            }
            var team: NSManagedObject!
            step { team = league.context.make("Team", ["name": "A"]) }
            step { team.setValue("B", forKey: "name") }
            var player: NSManagedObject!
            step { player = league.context.make("Player", ["name": "P", "team": team as Any]) }
            league.context.undo()
            #expect(!player.isInserted && league.context.insertedObjects == [team])
            #expect((team.value(forKey: "players") as? NSSet)?.count == 0)
            league.context.undo()
            #expect(team.value(forKey: "name") as? String == "A")
            league.context.redo()
            #expect(team.value(forKey: "name") as? String == "B")
            league.context.redo()
            #expect((team.value(forKey: "players") as? NSSet)?.count == 1)
            try league.context.save()
            #expect(try league.context.names("Player") == ["P"])
        }
    }
}
