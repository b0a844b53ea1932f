import CoreData
import Foundation

/// A small store with everything in it that a store may have: inheritance, every type, relationships of all
/// kinds, ordered ones, external files.
enum Library {
    static let uuid = "5F7A2D0C-9B3B-4F5E-8D57-0D9A0F3A8E11"

    static func model() -> NSManagedObjectModel {
        let author = entity(
            "Author",
            [
                attribute("name", .stringAttributeType, isOptional: false), attribute("born", .dateAttributeType),
                attribute("portrait", .binaryDataAttributeType, isExternal: true),
            ])
        let work = entity(
            "Work",
            [
                attribute("title", .stringAttributeType, isOptional: false), attribute("year", .integer16AttributeType),
                attribute("price", .decimalAttributeType), attribute("rating", .doubleAttributeType),
                attribute("weight", .floatAttributeType), attribute("isLent", .booleanAttributeType),
                attribute("identifier", .UUIDAttributeType), attribute("page", .URIAttributeType),
                attribute("mark", .transformableAttributeType), attribute("thumbnail", .binaryDataAttributeType),
            ])
        work.isAbstract = true
        let book = entity("Book", [attribute("pages", .integer32AttributeType)])
        let record = entity("Record", [attribute("seconds", .integer64AttributeType)])
        work.subentities = [book, record]
        let tag = entity("Tag", [attribute("name", .stringAttributeType, isOptional: false)])
        let shelf = entity("Shelf", [attribute("number", .integer32AttributeType)])
        pair(work, "author", author, "works", toMany: (false, true))
        pair(work, "tags", tag, "works", toMany: (true, true))
        pair(shelf, "items", work, "shelf", toMany: (true, false), isOrdered: true)
        pair(author, "favourite", work, "admirer", toMany: (false, false))
        let model = NSManagedObjectModel()
        model.entities = [author, work, book, record, tag, shelf]
        model.versionIdentifiers = ["1.0"]
        return model
    }

    private static func entity(_ name: String, _ attributes: [NSAttributeDescription]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes
        return entity
    }

    private static func attribute(
        _ name: String, _ type: NSAttributeType, isOptional: Bool = true, isExternal: Bool = false
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = isOptional
        attribute.allowsExternalBinaryDataStorage = isExternal
        return attribute
    }

    private static func pair(
        _ first: NSEntityDescription, _ name: String, _ second: NSEntityDescription, _ back: String,
        toMany: (Bool, Bool), isOrdered: Bool = false
    ) {
        let forward = NSRelationshipDescription()
        let backward = NSRelationshipDescription()
        for (relationship, name, destination, isToMany) in [
            (forward, name, second, toMany.0), (backward, back, first, toMany.1),
        ] {
            relationship.name = name
            relationship.destinationEntity = destination
            relationship.maxCount = isToMany ? 0 : 1
            relationship.isOptional = true
            relationship.deleteRule = .nullifyDeleteRule
        }
        forward.isOrdered = isOrdered
        first.properties.append(forward)
        second.properties.append(backward)
        forward.inverseRelationship = backward
        backward.inverseRelationship = forward
    }

    /// Puts the store into `folder`: filled, closed, and always the same apart from the name of its external file.
    static func make(in folder: Folder) throws -> String {
        try folder.fill(with: template.get())
        return folder.path("Library.sqlite")
    }

    /// The files of the store, made once.
    private static let template = Result<[String: Data], any Error>(catching: {
        let folder = try Folder()
        try create(in: folder)
        return try folder.contents()
    })

    private static func create(in folder: Folder) throws {
        let path = folder.path("Library.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: path))
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait { try fill(context) }
        try coordinator.remove(store)
        try NSPersistentStoreCoordinator.setMetadata(
            [NSStoreUUIDKey: uuid, "owner": "Ada"], forPersistentStoreOfType: NSSQLiteStoreType,
            at: URL(fileURLWithPath: path))
    }

    private static func fill(_ context: NSManagedObjectContext) throws {
        func insert(_ entity: String, _ values: [String: Any]) throws -> NSManagedObject {
            let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
            for (key, value) in values { object.setValue(value, forKey: key) }
            // one by one, so that keys follow the order here.
            try context.save()
            return object
        }
        let large = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let ursula = try insert(
            "Author",
            [
                "name": "Ursula K. Le Guin", "born": Date(timeIntervalSinceReferenceDate: -2_246_054_400.25),
                "portrait": large,
            ])
        let kang = try insert("Author", ["name": "한강", "portrait": Data([1, 2, 3])])
        _ = try insert("Author", ["name": "=1+1, \"quoted\"\nsecond line"])
        let tags = try ["sf", "poetry", ""].map { try insert("Tag", ["name": $0]) }
        let left = try insert(
            "Book",
            [
                "title": "The Left Hand of Darkness", "year": 1969, "price": NSDecimalNumber(string: "12.3"),
                "rating": 0.1, "weight": Float(0.3), "isLent": true, "pages": 304,
                "identifier": UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF") as Any,
                "page": URL(string: "https://example.org/a?b=c&d=%20") as Any,
                "thumbnail": Data([0x89, 0x50, 0x4E, 0x47]),
                "author": ursula,
            ])
        let dispossessed = try insert(
            "Book",
            [
                "title": "The Dispossessed", "year": 1974, "isLent": false, "rating": 1e300, "author": ursula,
            ])
        let record = try insert(
            "Record", ["title": "Music and Poetry of the Kesh", "seconds": Int64.max, "author": ursula])
        let vegetarian = try insert("Book", ["title": "채식주의자", "year": 2007, "pages": 247, "author": kang])
        left.setValue(Set([tags[0]]), forKey: "tags")
        record.setValue(Set([tags[0], tags[1]]), forKey: "tags")
        kang.setValue(left, forKey: "favourite")
        let shelf = try insert("Shelf", ["number": 1])
        shelf.setValue(NSOrderedSet(array: [vegetarian, left, record]), forKey: "items")
        _ = dispossessed
        try context.save()
    }
}
