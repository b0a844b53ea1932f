import Foundation
import Testing

@testable import CoreData

@Suite struct ConflictTests {
    /// Two contexts change one player; the second save meets the first.
    private func conflict(
        _ policy: NSMergePolicy, _ kind: League.Kind = .sqlite,
        _ check: (_ player: NSManagedObject, _ context: NSManagedObjectContext, _ error: NSError?) throws -> Void
    ) throws {
        try League.run(kind) { league in
            let player = league.context.make("Player", ["name": "base", "number": 1, "rating": 1.0])
            try league.context.save()
            let other = league.newContext()
            let id = player.objectID
            try other.performAndWait {
                let theirs = try other.existingObject(with: id)
                theirs.setValue("theirs", forKey: "name")
                theirs.setValue(2, forKey: "number")
                try other.save()
            }
            player.setValue("mine", forKey: "name")
            player.setValue(3.0, forKey: "rating")
            league.context.mergePolicy = policy
            var failure: NSError?
            do { try league.context.save() } catch { failure = error as NSError }
            try check(player, league.context, failure)
        }
    }

    private func values(_ player: NSManagedObject) -> [String] {
        ["name", "number", "rating"].map { String(describing: player.value(forKey: $0) ?? "nil") }
    }

    @Test(arguments: League.Kind.allCases)
    func error_policy_fails133020AndKeepsChanges(kind: League.Kind) throws {
        try conflict(.error, kind) { player, context, error in
            #expect(error?.code == NSManagedObjectMergeError)
            let list = try #require(error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
            #expect(list.count == 1 && list[0].sourceObject === player)
            #expect(list[0].oldVersionNumber == 1 && list[0].newVersionNumber == 2)
            #expect(values(player) == ["mine", "1", "3.0"])
            #expect(context.hasChanges)
        }
    }

    @Test(arguments: [
        (NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, ["theirs", "2", "3.0"]),
        (.mergeByPropertyObjectTrumpMergePolicyType, ["mine", "2", "3.0"]),
        (.overwriteMergePolicyType, ["mine", "1", "3.0"]),
        (.rollbackMergePolicyType, ["theirs", "2", "1.0"]),
    ])
    func policies_mergeAsDescribed(type: NSMergePolicyType, expected: [String]) throws {
        for kind in League.Kind.allCases {
            try conflict(NSMergePolicy(merge: type), kind) { player, context, error in
                #expect(error == nil)
                #expect(values(player) == expected, "\(type) \(kind) in memory")
                #expect(!context.hasChanges)
                context.reset()
                let again = try #require(try context.all("Player").first)
                #expect(values(again) == expected, "\(type) \(kind) in the store")
            }
        }
    }

    @Test func rowGone_errorPolicy_fails_objectTrump_writesAgain() throws {
        for type in [
            NSMergePolicyType.errorMergePolicyType, .mergeByPropertyObjectTrumpMergePolicyType,
            .rollbackMergePolicyType,
        ] {
            try League.run { league in
                let player = league.context.make("Player", ["name": "base", "number": 5])
                try league.context.save()
                let id = player.objectID
                let other = league.newContext()
                try other.performAndWait {
                    other.delete(try other.existingObject(with: id))
                    try other.save()
                }
                player.setValue("mine", forKey: "name")
                league.context.mergePolicy = NSMergePolicy(merge: type)
                switch type {
                case .errorMergePolicyType:
                    #expect(throws: NSError.self) { try league.context.save() }
                    #expect(try other.performAndWait { try other.all("Player").isEmpty })
                case .rollbackMergePolicyType:
                    try league.context.save()
                    #expect(try league.context.all("Player").isEmpty)
                default:
                    try league.context.save()
                    league.context.reset()
                    let again = try #require(try league.context.all("Player").first)
                    #expect(again.value(forKey: "name") as? String == "mine")
                    #expect(again.value(forKey: "number") as? Int == 5)
                }
            }
        }
    }

    @Test(arguments: League.Kind.allCases)
    func constraint_errorPolicy_fails133021(kind: League.Kind) throws {
        try League.run(kind) { league in
            _ = league.context.make("Team", ["name": "A", "code": "X"])
            try league.context.save()
            let second = league.context.make("Team", ["name": "B", "code": "X"])
            #expect {
                try league.context.save()
            } throws: { error in
                let error = error as NSError
                let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
                return error.code == NSManagedObjectConstraintMergeError && list?.first?.constraint == ["code"]
                    && list?.first?.conflictingObjects.first === second && list?.first?.databaseObject != nil
            }
            #expect(second.isInserted && second.objectID.isTemporaryID)
        }
    }

    @Test(arguments: League.Kind.allCases)
    func constraint_objectTrump_existingRowTakesTheNewValues(kind: League.Kind) throws {
        try League.run(kind) { league in
            let first = league.context.make("Team", ["name": "A", "code": "X"])
            try league.context.save()
            _ = league.context.make("Team", ["name": "B", "code": "X"])
            league.context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try league.context.save()
            #expect(try league.context.all("Team").count == 1)
            #expect(first.value(forKey: "name") as? String == "B")
            league.context.reset()
            #expect(try league.context.names("Team") == ["B"])
        }
    }

    /// Reads a transformed value as soon as the conflict is settled.
    private final class Reading: NSMergePolicy, @unchecked Sendable {
        // @unchecked: used on one context's queue.
        var seen: Any?

        override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
            try super.resolve(optimisticLockingConflicts: list)
            seen = list.first?.sourceObject.value(forKey: "tags")
        }
    }

    @Test func overwrite_transformableThatWasNotRead_isThereAtOnceAndAfterTheSave() throws {
        let (name, tags) = (NSAttributeDescription(), NSAttributeDescription())
        (name.name, name.attributeType) = ("name", .stringAttributeType)
        (tags.name, tags.attributeType) = ("tags", .transformableAttributeType)
        tags.valueTransformerName = "NSSecureUnarchiveFromDataTransformer"
        let note = NSEntityDescription()
        note.name = "Note"
        note.properties = [name, tags]
        let model = NSManagedObjectModel()
        model.entities = [note]
        let league = try League(.sqlite, model: model)
        defer { league.remove() }
        try league.context.performAndWait {
            let context = league.context
            context.make("Note", [:]).setValue(["mine"] as NSArray, forKey: "tags")
            try context.save()
            context.reset()
            let mine = try context.all("Note")[0]
            #expect(mine.value(forKey: "name") == nil)
            try league.elsewhere { other in
                try other.all("Note")[0].setValue(["theirs"] as NSArray, forKey: "tags")
                try other.save()
            }
            mine.setValue("changed", forKey: "name")
            let policy = Reading(merge: .overwriteMergePolicyType)
            context.mergePolicy = policy
            try context.save()
            #expect(policy.seen as? [String] == ["mine"])
            #expect(mine.value(forKey: "tags") as? [String] == ["mine"])
            let stored = try league.elsewhere { try $0.all("Note")[0].value(forKey: "tags") as? [String] }
            #expect(stored == ["mine"])
        }
    }
}
