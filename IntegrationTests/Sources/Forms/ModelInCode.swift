import CoreData

/// A model without a file.
public enum ModelInCode {
    public static func make() -> NSManagedObjectModel {
        let name = NSAttributeDescription()
        name.name = "name"
        name.attributeType = .stringAttributeType
        name.isOptional = false
        name.defaultValue = ""
        let count = NSAttributeDescription()
        count.name = "count"
        count.attributeType = .integer64AttributeType
        count.isOptional = true

        let box = NSEntityDescription()
        box.name = "Box"
        box.managedObjectClassName = NSStringFromClass(NSManagedObject.self)
        let thing = NSEntityDescription()
        thing.name = "Thing"

        let things = NSRelationshipDescription()
        things.name = "things"
        things.destinationEntity = thing
        things.minCount = 0
        things.maxCount = 0
        things.deleteRule = .cascadeDeleteRule
        let owner = NSRelationshipDescription()
        owner.name = "owner"
        owner.destinationEntity = box
        owner.minCount = 0
        owner.maxCount = 1
        owner.deleteRule = .nullifyDeleteRule
        things.inverseRelationship = owner
        owner.inverseRelationship = things

        box.properties = [name, things]
        thing.properties = [count, owner]
        let model = NSManagedObjectModel()
        model.entities = [box, thing]
        return model
    }

    public static func container() throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "InCode", managedObjectModel: make())
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [description]
        var failure: Error?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        return container
    }
}
