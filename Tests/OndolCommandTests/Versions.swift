import CoreData
import Foundation

/// A model with versions, each a change of another kind, and a store of the first.
enum Versions {
    /// The versions, each with the attributes of its books.
    ///
    /// Library: as it was. Library 2: renamed and added, nothing lost. Library 3: a property removed.
    /// Library 4: another type, which a lightweight migration cannot carry over.
    private static let books: [(name: String, attributes: String)] = [
        (
            "Library",
            """
            <attribute name="title" attributeType="String" defaultValueString=""/>
            <attribute name="subtitle" optional="YES" attributeType="String"/>
            <attribute name="year" optional="YES" attributeType="Integer 16" usesScalarValueType="NO"/>
            """
        ),
        (
            "Library 2",
            """
            <attribute name="heading" attributeType="String" defaultValueString="" elementID="title"/>
            <attribute name="rating" optional="YES" attributeType="Double" usesScalarValueType="NO"/>
            <attribute name="subtitle" optional="YES" attributeType="String"/>
            <attribute name="year" optional="YES" attributeType="Integer 16" usesScalarValueType="NO"/>
            """
        ),
        (
            "Library 3",
            """
            <attribute name="heading" attributeType="String" defaultValueString=""/>
            <attribute name="rating" optional="YES" attributeType="Double" usesScalarValueType="NO"/>
            <attribute name="year" optional="YES" attributeType="Integer 16" usesScalarValueType="NO"/>
            """
        ),
        (
            "Library 4",
            """
            <attribute name="heading" attributeType="String" defaultValueString=""/>
            <attribute name="rating" optional="YES" attributeType="Double" usesScalarValueType="NO"/>
            <attribute name="year" optional="YES" attributeType="String"/>
            """
        ),
    ]

    private static func contents(_ attributes: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
        <entity name="Author" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
        </entity>
        <entity name="Book" syncable="YES">
        \(attributes)
        <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
        </entity>
        </model>
        """
    }

    /// Puts `Library.xcdatamodeld` into the folder; gives its path.
    static func makePackage(in folder: Folder, current: String = "Library 2") throws -> String {
        var files: [String: Data] = [:]
        for (name, attributes) in books {
            files["Library.xcdatamodeld/\(name).xcdatamodel/contents"] = Data(contents(attributes).utf8)
        }
        files["Library.xcdatamodeld/.xccurrentversion"] = Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>\(current).xcdatamodel</string></dict></plist>
            """.utf8)
        try folder.fill(with: files)
        return folder.path("Library.xcdatamodeld")
    }

    static func path(_ package: String, _ version: String) -> String { "\(package)/\(version).xcdatamodel" }

    /// Puts a store of the first version into the folder, closed; gives its path.
    static func makeStore(in folder: Folder, of package: String) throws -> String {
        let url = URL(fileURLWithPath: folder.path("Books.sqlite"))
        let model = try NSManagedObjectModel.load(
            contentsOf: URL(fileURLWithPath: path(package, "Library")), version: nil)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let author = NSEntityDescription.insertNewObject(forEntityName: "Author", into: context)
            author.setValue("Ursula K. Le Guin", forKey: "name")
            let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
            book.setValue("The Dispossessed", forKey: "title")
            book.setValue("An Ambiguous Utopia", forKey: "subtitle")
            book.setValue(1974, forKey: "year")
            book.setValue(author, forKey: "author")
            try context.save()
        }
        try coordinator.remove(store)
        return url.path
    }
}
