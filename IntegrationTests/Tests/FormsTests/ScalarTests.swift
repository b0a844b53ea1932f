import CoreData
import Forms
import Testing

@MainActor @Suite struct ScalarTests {
    let container: NSPersistentContainer
    var context: NSManagedObjectContext { container.viewContext }

    init() throws {
        container = NSPersistentContainer(name: "Kennel")
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    @Test func propertyThatOnlyItsClassSets_isReadAndSet() throws {
        let pet = Pet(context: context)
        pet.pet()
        pet.pet()
        pet.rename("Mong")
        try context.save()
        context.refreshAllObjects()
        #expect(pet.petCount == 2 && pet.name == "Mong")
    }

    @Test func dateWithScalarType_isSecondsSinceTheReferenceDate() throws {
        let pet = Pet(context: context)
        let bowl = Bowl(context: context)
        #expect(pet.born == 0 && pet.fed == 0 && pet.seen == nil && pet.chipped == nil && pet.washed == nil)
        #expect(bowl.filled == 0 && bowl.value(forKey: "filled") == nil)
        pet.born = 1.5
        pet.fed = -2
        pet.seen = 3
        pet.chipped = Date(timeIntervalSinceReferenceDate: 4)
        pet.washed = NSDate(timeIntervalSinceReferenceDate: 5)
        bowl.filled = 6
        try context.save()
        context.refreshAllObjects()
        #expect(pet.born == 1.5 && pet.fed == -2 && pet.seen == 3)
        #expect(pet.chipped?.timeIntervalSinceReferenceDate == 4 && pet.washed?.timeIntervalSinceReferenceDate == 5)
        #expect(pet.value(forKey: "born") as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
        #expect(pet.value(forKey: "seen") as? Date == Date(timeIntervalSinceReferenceDate: 3))
        #expect(bowl.value(forKey: "filled") as? Date == Date(timeIntervalSinceReferenceDate: 6))
        pet.seen = nil
        pet.washed = nil
        #expect(pet.value(forKey: "seen") == nil && pet.value(forKey: "washed") == nil)
    }

    @Test func untypedAttribute_withoutAValue_isNil() throws {
        let pet = Pet(context: context)
        let bowl = Bowl(context: context)
        #expect(pet.untyped == nil && bowl.untyped == nil)
        #expect(pet.value(forKey: "untyped") == nil && pet.primitiveValue(forKey: "untyped") == nil)
        pet.untyped = [1, 2]
        bowl.untyped = "text"
        #expect(pet.untyped as? [Int] == [1, 2] && bowl.untyped as? String == "text")
        pet.untyped = nil
        bowl.untyped = Optional<Int>.none as Any
        #expect(pet.untyped == nil && bowl.untyped == nil)
        #expect(pet.committedValues(forKeys: ["untyped"])["untyped"] == nil)
        try context.save()
        #expect(pet.untyped == nil)
    }

    @Test func classWithGeneratedProperties_isIdentifiable() {
        let bowl = Bowl(context: context)
        #expect(identity(of: bowl) == ObjectIdentifier(bowl))
    }
}
