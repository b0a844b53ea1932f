import Foundation
import Testing

@testable import CoreData

@Suite struct CompositeModelTests {
    private static func load(_ composite: String, entity: String = "") throws -> NSManagedObjectModel {
        let text = """
            <model>
            <entity name="A"><attribute name="c" optional="YES" attributeType="Composite" composite="K"/>\(entity)</entity>
            <composite name="K">
            <attribute name="n" optional="YES" attributeType="Integer 16" defaultValueString="2"/>
            \(composite)
            </composite>
            <composite name="Empty"/>
            </model>
            """
        var builder = ModelBuilder(try ModelSource(contents: Data(text.utf8), file: "f/contents"))
        return try builder.build()
    }

    /// Elements that no composite can hold: refused where the model says them.
    @Test(arguments: [
        "transient=\"YES\" attributeType=\"Undefined\"", "transient=\"YES\" attributeType=\"String\"",
        "attributeType=\"Binary\" allowsExternalBinaryDataStorage=\"YES\"",
        "attributeType=\"Integer 64\" derived=\"YES\" derivationExpression=\"now()\"",
    ])
    func elementThatCannotBe_isRefused_withItsLine(attributes: String) throws {
        let error = #expect(throws: ModelError.self) {
            try Self.load("<attribute name=\"x\" optional=\"YES\" \(attributes)/>")
        }
        #expect(error?.code == .badAttributeType && error?.line == 5 && error?.file == "f/contents")
        #expect(error?.subject == "K.x")
    }

    @Test func elementsOfOneName_areRefused() {
        let error = #expect(throws: ModelError.self) {
            try Self.load("<attribute name=\"n\" optional=\"YES\" attributeType=\"String\"/>")
        }
        #expect(error?.code == .badPropertyName)
    }

    @Test func constraintsAndIndexes_nameElements() throws {
        func constraint(_ name: String) -> String {
            "<uniquenessConstraints><uniquenessConstraint><constraint value=\"\(name)\"/></uniquenessConstraint>"
                + "</uniquenessConstraints>"
        }
        let index = "<fetchIndex name=\"i\"><fetchIndexElement property=\"c.n\" type=\"Binary\"/></fetchIndex>"
        let model = try Self.load("", entity: constraint("c.n") + index)
        try model.checkConsistency()
        let archive = Data(try ModelArchiveWriter.archive(model))
        for model in [model, try ModelArchiveReader.model(from: archive, file: nil)] {
            let layout = ModelLayout.of(model)
            let creations = SchemaPlan(layout: layout, entities: layout.entities).indexes.map(\.creation)
            #expect(creations.contains { $0.contains("UNIQUE") && $0.contains("(ZC_N COLLATE BINARY ASC)") })
            #expect(creations.contains { $0.contains("Z_A_i ") && $0.contains("(ZC_N COLLATE BINARY ASC)") })
        }
        for name in ["c", "c.m", "c.n.x", "d.n"] {
            #expect(throws: ModelError.self) { try Self.load("", entity: constraint(name)) }
        }
    }

    /// A model made in code is checked when a store is opened with it.
    @Test func modelInCode_withElementsThatCannotBe_isRefused() {
        func fault(_ change: (NSAttributeDescription) -> Void) -> ModelError.Code? {
            let element = Parcels.attribute("x", .binaryDataAttributeType)
            change(element)
            let model = Parcels.model([
                Parcels.composite(
                    "outer", [Parcels.composite("inner", [element, Parcels.attribute("y", .stringAttributeType)])])
            ])
            do throws(ModelError) {
                try model.checkConsistency()
                return nil
            } catch {
                return error.code
            }
        }
        #expect(fault { _ in } == nil)
        #expect(fault { $0.attributeType = .undefinedAttributeType } == .badAttributeType)
        #expect(fault { $0.attributeType = .objectIDAttributeType } == .badAttributeType)
        #expect(fault { $0.attributeType = .compositeAttributeType } == .badAttributeType)
        #expect(fault { $0.allowsExternalBinaryDataStorage = true } == .badAttributeType)
        #expect(fault { $0.isTransient = true } == .badAttributeType)
        #expect(fault { $0.name = "y" } == .badPropertyName)
        #expect(fault { $0.name = "y.z" } == .badPropertyName)
        #expect(fault { $0.defaultValue = "text" } == .badValue)
        let whole = Parcels.composite("c", [Parcels.attribute("a", .integer16AttributeType)])
        whole.defaultValue = ["a": 1]
        #expect(throws: ModelError.self) { try Parcels.model([whole]).checkConsistency() }
    }

    @Test func versionHash_dependsOnElements() {
        func hash(_ elements: [NSAttributeDescription]) -> Data? {
            Parcels.model([Parcels.composite("c", elements)]).entityVersionHashesByName["Parcel"]
        }
        let base = hash([Parcels.attribute("a", .stringAttributeType)])
        #expect(base == hash([Parcels.attribute("a", .stringAttributeType, default: "x")]))
        #expect(base != hash([Parcels.attribute("a", .doubleAttributeType)]))
        #expect(base != hash([Parcels.attribute("b", .stringAttributeType)]))
        #expect(base != hash([Parcels.attribute("a", .stringAttributeType, optional: false)]))
        #expect(base != hash([]))
        #expect(base != hash([Parcels.composite("a", [Parcels.attribute("a", .stringAttributeType)])]))
    }

    /// Public models with composites open a store, and what is put into them comes back.
    @Test(.enabled(if: Corpus.isPresent, "The folder of public models is not beside this checkout."))
    func publicModels_withComposites_roundTrip() throws {
        var tried = 0
        for path in Corpus.paths(ending: ".xcdatamodel") {
            let contents = Corpus.url(path).appendingPathComponent("contents")
            guard let text = try? String(contentsOf: contents, encoding: .utf8),
                text.contains("attributeType=\"Composite\"")
            else { continue }
            let model = try NSManagedObjectModel.load(contentsOf: Corpus.url(path))
            for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
            let stack = try League(.sqlite, model: model)
            defer { stack.remove() }
            try stack.context.performAndWait {
                for entity in model.entities where !entity.isAbstract {
                    let object = stack.context.make(entity.name ?? "")
                    for case let composite as NSCompositeAttributeDescription in entity.properties {
                        var expected: [String: Any] = [:]
                        for leaf in composite.leaves where !leaf.path.contains(".") {
                            expected[leaf.path] = Self.sample(leaf.attribute.attributeType)
                        }
                        object.setValue(expected, forKey: composite.name)
                        try stack.context.save()
                        stack.context.refreshAllObjects()
                        #expect(object.composite(composite.name) == NSDictionary(dictionary: expected))
                        tried += 1
                    }
                }
            }
        }
        #expect(tried > 0)
    }

    private static func sample(_ type: NSAttributeType) -> Any? {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: 7
        case .doubleAttributeType, .floatAttributeType: 0.5
        case .booleanAttributeType: true
        case .stringAttributeType: "text"
        case .dateAttributeType: Date(timeIntervalSinceReferenceDate: 5)
        case .UUIDAttributeType: UUID()
        case .decimalAttributeType: NSDecimalNumber(value: 3)
        case .binaryDataAttributeType: Data([1])
        default: nil
        }
    }
}
