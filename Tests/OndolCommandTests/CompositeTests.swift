import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

/// Stores with composite attributes: their elements are columns, and go by their paths.
struct CompositeTests {
    private static func attribute(
        _ name: String, _ type: NSAttributeType, isOptional: Bool = true
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = isOptional
        return attribute
    }

    private static func model(unit: String = "unit", isOptional: Bool = true) -> NSManagedObjectModel {
        let inner = NSCompositeAttributeDescription()
        inner.name = "inner"
        inner.isOptional = true
        inner.elements = [attribute("link", .URIAttributeType), attribute("note", .transformableAttributeType)]
        let width = attribute("width", .doubleAttributeType, isOptional: false)
        width.setValidationPredicates([NSPredicate(format: "SELF >= 0")], withValidationWarnings: ["negative"])
        let size = NSCompositeAttributeDescription()
        size.name = "size"
        size.isOptional = isOptional
        size.elements = [width, attribute(unit, .stringAttributeType), inner]
        let box = NSEntityDescription()
        box.name = "Box"
        box.properties = [attribute("name", .stringAttributeType), size]
        let model = NSManagedObjectModel()
        model.entities = [box]
        return model
    }

    private static func make(in folder: Folder, isOptional: Bool = true) throws -> String {
        let path = folder.path("Boxes.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(isOptional: isOptional))
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: path), options: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let whole: [String: Any] = [
                "width": 2.5, "unit": "cm",
                "inner": ["link": URL(string: "https://example.com/a") as Any, "note": NSArray(array: ["x"])],
            ]
            for (name, size) in [("A", whole), ("B", ["width": 1.0]), ("C", isOptional ? nil : ["width": 3.0])]
                as [(String, [String: Any]?)]
            {
                let box = NSEntityDescription.insertNewObject(forEntityName: "Box", into: context)
                box.setValue(name, forKey: "name")
                box.setValue(size, forKey: "size")
            }
            try context.save()
        }
        try coordinator.remove(store)
        return path
    }

    @Test func query_readsFiltersAndSorts() throws {
        let folder = try Folder()
        let path = try Self.make(in: folder)
        let run = Run(
            "query", path, "Box", "--where", "size.width >= 1", "--sort", "-size.width", "--fields",
            "name,size.width,size.unit,size.inner.link", "--format", "csv")
        #expect(run.code == .success, "\(run.errors)")
        #expect(
            run.output.split(whereSeparator: \.isNewline)
                == ["name,size.width,size.unit,size.inner.link", "A,2.5,cm,https://example.com/a", "B,1,,"]
                || run.output.contains("B,1.0,,"))
        #expect(Run("query", path, "Box", "--where", "size == nil", "--count").output.hasPrefix("1"))
        let unknown = Run("query", path, "Box", "--fields", "size.depth")
        #expect(unknown.code == .usage && unknown.errors.contains("size.width"))
        #expect(Run("query", path, "Box", "--where", "size.depth == 1").code != .success)
        #expect(Run("show", path, "Box/p1").output.contains("size.width"))
        let all = Run("query", path, "Box")
        #expect(all.code == .success && all.output.contains("size.inner.note"))
        #expect(Run("inspect", path).code == .success)
    }

    @Test(arguments: ["json", "csv"])
    func exportAndImport_carryElements(format: String) throws {
        let folder = try Folder()
        let path = try Self.make(in: folder)
        let exported = folder.path("Box.\(format)")
        let export =
            format == "json"
            ? Run("export", path, "-o", exported)
            : Run("export", path, "--format", "csv", "--entity", "Box", "-o", exported)
        #expect(export.code == .success, "\(export.errors)")
        let model = folder.path("Model.mom")
        try StoreInspection.archive(Self.model()).write(to: URL(fileURLWithPath: model))
        let copy = folder.path("Copy.sqlite")
        let imported = Run("import", copy, exported, "--model", model)
        #expect(imported.code == .success, "\(imported.errors)")
        func rows(_ path: String) throws -> [String] {
            let connection = try Connection(path: path, mode: .readOnly, busyTimeout: 5)
            defer { connection.close() }
            let statement = try connection.prepareOnce(
                "SELECT quote(ZNAME), quote(ZSIZE_WIDTH), quote(ZSIZE_UNIT), quote(ZSIZE_INNER_LINK), "
                    + "quote(ZSIZE_INNER_NOTE) FROM ZBOX ORDER BY ZNAME", purpose: "test")
            var rows: [String] = []
            while try statement.step() {
                rows.append((0..<5).map { statement.string($0) ?? "" }.joined(separator: "|"))
            }
            return rows
        }
        #expect(try rows(copy) == rows(path))
        let refused = folder.path("Bad.json")
        try Data(#"[{"name": "Z", "size": "big"}]"#.utf8).write(to: URL(fileURLWithPath: refused))
        let bad = Run("import", folder.path("Bad.sqlite"), refused, "--model", model, "--entity", "Box")
        #expect(bad.code != .success)
    }

    @Test func check_knowsWhatACompositeNeeds() throws {
        let folder = try Folder()
        let path = try Self.make(in: folder)
        #expect(Run("check", path).code == .success)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 5)
        try connection.execute("UPDATE ZBOX SET ZSIZE_WIDTH = NULL WHERE ZNAME = 'A'", purpose: "test")
        try connection.execute("UPDATE ZBOX SET ZSIZE_WIDTH = -1 WHERE ZNAME = 'B'", purpose: "test")
        connection.close()
        let run = Run("check", path)
        #expect(run.code != .success)
        #expect(run.output.contains("size.width") && run.output.contains("Box/p1") && run.output.contains("Box/p2"))
        #expect(!run.output.contains("Box/p3"))
    }

    @Test func check_missesACompositeThatMustBe() throws {
        let folder = try Folder()
        let path = try Self.make(in: folder, isOptional: false)
        #expect(Run("check", path).code == .success)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 5)
        try connection.execute("UPDATE ZBOX SET ZSIZE_WIDTH = NULL WHERE ZNAME = 'C'", purpose: "test")
        connection.close()
        let run = Run("check", path, "--format", "json")
        #expect(run.code == .findings && run.output.contains("\"size\"") && run.output.contains("Box/p3"))
    }

    @Test func schemaAndDiff_nameElements() throws {
        let folder = try Folder()
        let path = try Self.make(in: folder)
        let schema = Run("schema", path)
        #expect(
            schema.code == .success && schema.output.contains("size.inner.link") && schema.output.contains("Composite"))
        #expect(Run("schema", path, "--format", "json").output.contains("\"size.width\""))
        let other = folder.path("Other.mom")
        try StoreInspection.archive(Self.model(unit: "measure")).write(to: URL(fileURLWithPath: other))
        let first = folder.path("First.mom")
        try StoreInspection.archive(Self.model()).write(to: URL(fileURLWithPath: first))
        let diff = Run("diff", first, other)
        #expect(diff.output.contains("size.measure") && diff.output.contains("size.unit"))
    }
}
