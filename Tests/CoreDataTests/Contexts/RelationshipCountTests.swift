import CoreData
import Foundation
import Testing

struct RelationshipCountTests {
    private func context(minCount: Int, isOptional: Bool) throws -> NSManagedObjectContext {
        let band = NSEntityDescription()
        band.name = "Band"
        let member = NSEntityDescription()
        member.name = "Member"
        let members = NSRelationshipDescription()
        members.name = "members"
        members.destinationEntity = member
        members.minCount = minCount
        members.maxCount = 0
        members.isOptional = isOptional
        band.properties = [members]
        let model = NSManagedObjectModel()
        model.entities = [band, member]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Stores written by Apple's framework hold objects whose required to-many relationships are empty.
    @Test(arguments: [(0, false, true), (0, true, true), (1, true, true), (1, false, false)])
    func save_withEmptyToMany_failsOnlyBelowTheMinimum(minCount: Int, isOptional: Bool, succeeds: Bool) throws {
        let context = try context(minCount: minCount, isOptional: isOptional)
        try context.performAndWait {
            _ = NSEntityDescription.insertNewObject(forEntityName: "Band", into: context)
            guard !succeeds else { return try context.save() }
            #expect {
                try context.save()
            } throws: {
                ($0 as NSError).code == NSValidationRelationshipLacksMinimumCountError
            }
        }
    }
}
