import Foundation
import Testing

@testable import CoreData

/// The registry is one for the whole process; each test registers names of its own.
@Suite struct CompiledModelRegistryTests {
    private final class Item: NSObject {}

    private static func isItem(_ type: AnyClass?) -> Bool {
        type.map { ObjectIdentifier($0) == ObjectIdentifier(Item.self) } ?? false
    }

    private static func text(_ entity: String, className: String? = nil) throws -> String {
        let description = ModelFixtures.entity(entity)
        if let className { description.managedObjectClassName = className }
        return try ModelArchiveWriter.archive(ModelFixtures.model([description])).base64EncodedString()
    }

    private static func register(_ name: String, module: String = "App", _ versions: [(String, String)]) {
        CompiledModelRegistry.register(
            CompiledModel(
                name: name, module: module, currentVersion: versions[0].0,
                versions: versions.map { CompiledModel.Version(name: $0.0, text: $0.1) },
                classes: { ["Item": Item.self] }))
    }

    @Test func registeredModel_isFoundByName_asOneInstance() throws {
        Self.register("Found", [("Two", try Self.text("Item")), ("One", try Self.text("Old"))])
        let model = try #require(try CompiledModelRegistry.model(named: "Found"))
        #expect(model.entities.map(\.name) == ["Item"])
        #expect(try CompiledModelRegistry.model(named: "Found") === model)
        #expect(try CompiledModelRegistry.model(named: "Not there") == nil)
        #expect(CompiledModelRegistry.modelNames.contains("Found"))
        #expect(CompiledModelRegistry.allVersions().contains { $0.entities.map(\.name) == ["Old"] })
    }

    @Test func class_ofRegisteredEntity_isFound() throws {
        Self.register("Classes", module: "Shop", [("V", try Self.text("Item", className: "Shop.Item"))])
        let model = try #require(try CompiledModelRegistry.model(named: "Classes"))
        #expect(Self.isItem(CompiledModelRegistry.managedObjectClass(entity: "Item", model: model)))
        #expect(CompiledModelRegistry.managedObjectClass(entity: "Other", model: model) == nil)
        #expect(Self.isItem(CompiledModelRegistry.managedObjectClass(named: "Shop.Item")))
        #expect(CompiledModelRegistry.managedObjectClass(named: "NoSuchModule.Item") == nil)
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(Self.isItem(CompiledModelRegistry.managedObjectClass(entity: "Item", model: copy)))
    }

    @Test func registeredGarbage_isAnError() {
        Self.register("Garbage", [("V", "no Base64!")])
        #expect(throws: ModelError.self) { try CompiledModelRegistry.model(named: "Garbage") }
    }
}
