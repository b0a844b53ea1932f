import Foundation
import Testing

@testable import CoreData

/// Damaged and malicious files end in an error or a model, never in a crash or without end.
@Suite struct HostileModelTests {
    private static func archive() throws -> Data {
        let model = ModelFixtures.cars()
        let price = ModelFixtures.attribute("price", .decimalAttributeType)
        price.defaultValue = Decimal(string: "12.5")
        price.setValidationPredicates(
            [ModelExpressions.bound(.atLeast, NSNumber(value: 1))], withValidationWarnings: [NSNumber(value: 1620)])
        let car = try #require(model.entitiesByName["Car"])
        car.properties += [price]
        return try ModelArchiveWriter.archive(model)
    }

    private static func read(_ data: Data) -> ModelError? {
        do throws(ModelError) {
            let model = try NSManagedObjectModel(archive: data)
            // Whatever came out must be usable.
            _ = model.entityVersionHashesByName
            return nil
        } catch {
            return error
        }
    }

    @Test func compiledModel_cutAnywhere_isRefused() throws {
        let data = try Self.archive()
        for length in 0..<data.count { #expect(Self.read(data.prefix(length)) != nil, "\(length) bytes") }
    }

    @Test func compiledModel_withAnyByteChanged_neverCrashes() throws {
        let data = try Self.archive()
        let changes: [UInt8] = [0x01, 0x80, 0xff]
        for index in data.indices {
            var damaged = data
            damaged[index] ^= changes[index % changes.count]
            _ = Self.read(damaged)
        }
    }

    /// Chosen bytes at random places, many at once.
    @Test(arguments: 0..<300) func compiledModel_withManyBytesChanged_neverCrashes(seed: UInt64) throws {
        var data = try Self.archive()
        var state = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        for _ in 0..<(1 + random(40)) { data[random(data.count)] = UInt8(random(256)) }
        _ = Self.read(data)
    }

    @Test func source_cutAnywhere_isRefused() throws {
        let text = """
            <model><entity name="Ent"><attribute name="at" attributeType="String"/>\
            <relationship name="re" destinationEntity="Ent"/></entity></model>
            """
        let data = Data(text.utf8)
        for length in 0..<data.count {
            #expect(throws: ModelError.self, "\(length) bytes") {
                try ModelSource(contents: data.prefix(length), file: "f")
            }
        }
    }

    @Test func source_nestedWithoutEnd_isRefused() {
        let deep = "<model>" + String(repeating: "<entity name=\"a\">", count: 100_000)
        let error = #expect(throws: ModelError.self) { try ModelSource(contents: Data(deep.utf8), file: "f") }
        #expect(error?.code == .malformed)
    }

    @Test func source_withExternalEntity_readsNoFile() throws {
        let text = """
            <!DOCTYPE model [<!ENTITY secret SYSTEM "file:///etc/hostname">]>
            <model userDefinedModelVersionIdentifier="x"><entity name="A"/>&secret;</model>
            """
        // Refused or read without the file's content, either is well.
        let source = try? ModelSource(contents: Data(text.utf8), file: "f")
        #expect(source?.versionIdentifier ?? "x" == "x")
    }

    @Test func source_withTenThousandParents_isRefused() throws {
        var text = "<model><entity name=\"E0\"/>"
        for index in 1...10_000 { text += "<entity name=\"E\(index)\" parentEntity=\"E\(index - 1)\"/>" }
        let source = try ModelSource(contents: Data((text + "</model>").utf8), file: "f")
        var builder = ModelBuilder(source)
        let error = #expect(throws: ModelError.self) { try builder.build() }
        #expect(error?.code == .malformed)
    }

    @Test func archive_ofParentsInACircle_isRefused() throws {
        var writer = KeyedArchiveWriter()
        let model = writer.reserve()
        let first = writer.reserve()
        let second = writer.reserve()
        for (entity, name, parent) in [(first, "A", second), (second, "B", first)] {
            let properties = writer.dictionary([])
            writer.fill(
                entity, "NSEntityDescription",
                [
                    ("NSEntityName", .reference(writer.text(name))), ("NSSuperentity", .reference(parent)),
                    ("NSProperties", .reference(properties)),
                ])
        }
        let entities = writer.dictionary([("A", first), ("B", second)])
        writer.fill(model, "NSManagedObjectModel", [("NSEntities", .reference(entities))])
        #expect(Self.read(writer.encoded(root: model))?.code == .inheritanceCycle)
    }

    @Test func archive_ofPredicateInsideItself_isRefused() throws {
        var writer = KeyedArchiveWriter()
        let model = writer.reserve()
        let predicate = writer.reserve()
        writer.fill(
            predicate, "NSCompoundPredicate",
            [
                ("NSCompoundPredicateType", .integer(1)), ("NSSubpredicates", .reference(writer.array([predicate]))),
            ])
        let request = writer.add("NSFetchRequest", [("NSPredicate", .reference(predicate))])
        let entities = writer.dictionary([])
        let templates = writer.dictionary([("T", request)])
        writer.fill(
            model, "NSManagedObjectModel",
            [("NSEntities", .reference(entities)), ("NSFetchRequestTemplates", .reference(templates))])
        #expect(Self.read(writer.encoded(root: model))?.code == .badExpression)
    }

    /// A small file whose objects all point into one another must not grow without bound.
    @Test func archive_ofOverlappingArrays_isBounded() {
        var objects: [BinaryPropertyList.Object] = []
        for _ in 0..<2_000 { objects.append(.array(Array(0..<200))) }
        let bytes = BinaryPropertyList(objects: objects, root: 0).encoded()
        #expect(Self.read(bytes)?.code == .unsupportedFormat)
    }

    @Test func otherFiles_areRefused_withTheReason() {
        #expect(Self.read(Data("momv2$whatever".utf8))?.code == .unsupportedFormat)
        #expect(Self.read(Data("SQLite format 3".utf8))?.code == .unsupportedFormat)
        #expect(Self.read(Data())?.code == .unsupportedFormat)
        #expect(Self.read(BinaryPropertyList(objects: [.string("x")], root: 0).encoded()) != nil)
    }
}
