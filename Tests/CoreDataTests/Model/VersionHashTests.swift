import Foundation
import Testing

@testable import CoreData

/// Source: model-format, sections 3 and 4, test vectors.
@Suite struct VersionHashTests {
    @Test func base_ofRequiredAndOptional_isKnown() {
        let name = ModelFixtures.attribute("name", isOptional: false)
        let petName = ModelFixtures.attribute("petName")
        #expect(
            ModelFixtures.hex(Data(VersionHash.base(of: name)))
                == "90d44c7db5b5a80bff15f243906d1f1c650a9a74e2506784ec96d4ff03f61b73")
        #expect(
            ModelFixtures.hex(Data(VersionHash.base(of: petName)))
                == "a0a3ecd1576b89e6f97b0769271c34ad93faa5309720ec4f9e626c270a255ef9")
        #expect(
            ModelFixtures.hex(name.versionHash) == "8cb9965c0031ac68913984f3110941ad965395be9fd9b17de7be54bc7ad46890")
        #expect(
            ModelFixtures.hex(petName.versionHash)
                == "3600ceedf50b080f90041365395158784f0deb03bc9acddf1cad607c4fe50742")
    }

    @Test func relationship_withInverse_isKnown() throws {
        // The model holds destination and inverse; a relationship does not.
        let model = ModelFixtures.cars()
        let owner = try #require(model.entitiesByName["Car"]?.relationshipsByName["owner"])
        #expect(
            ModelFixtures.hex(owner.versionHash) == "de1c089788a726f3fe40c12bfbf0f4d48833e8afa94bf16d82bf8dec1f49ef0d")
        withExtendedLifetime(model) {}
    }

    @Test func entities_withInheritanceAndConstraints_areKnown() {
        let hashes = ModelFixtures.cars().entityVersionHashesByName.mapValues(ModelFixtures.hex)
        #expect(
            hashes == [
                "Car": "7e503efbf4b63cd93ff729e9675e21c63c65262d85a9889f59a2440af6481b93",
                "SportCar": "722a55b5bbcd51d74876a4dd8f8f7bbde57ddc61cb65a577ec5b0fbe978d7b8c",
                "LuxuryCar": "a873c5590010e4ea3f7bdf846786dfbf5cb095526b86aa0de2c569c4bb121886",
                "Person": "067ae62e1bd1014cb6559d990803ae58f354dd1b7ba7b7722a361c0c39f2134e",
            ])
    }

    @Test func entities_ofTwoTemplates_areKnown() {
        let event = ModelFixtures.entity("Event", [ModelFixtures.attribute("timeStamp", .dateAttributeType)])
        #expect(
            ModelFixtures.hex(event.versionHash) == "5431c046d30e7f32c2cc809958add1e7579ad104a3aa8fc4846e97d7af01cc79")
        let user = ModelFixtures.entity(
            "User", [ModelFixtures.attribute("name", isOptional: false), ModelFixtures.attribute("petName")])
        let session = ModelFixtures.entity("Session", [ModelFixtures.relationship("selfUser", to: user)])
        #expect(
            ModelFixtures.hex(user.versionHash) == "6b31f4e97b691d16c4c820bae55f89408d47013bd42151ecfde1eac7fe4be798")
        #expect(
            ModelFixtures.hex(session.versionHash)
                == "7412f6927c4020a553aa82c6a9d229eec6d5c18112f3739873d063d93b2235a4")
    }

    @Test func checksum_ofOneEntity_isKnown() {
        let user = ModelFixtures.entity(
            "User", [ModelFixtures.attribute("name", isOptional: false), ModelFixtures.attribute("petName")])
        #expect(ModelFixtures.model([user]).versionChecksum == "u970QgYhRHEJGIt0zQr1UhuZL2ZJ1KxBS+B7rkAx0ik=")
    }

    @Test func hash_ofFrozenModel_isTheSame() {
        let model = ModelFixtures.cars()
        let before = model.entityVersionHashesByName
        model.freeze()
        #expect(model.entityVersionHashesByName == before)
    }

    /// What decides storage changes the hash; what does not leaves it.
    @Test func hash_afterChangeOfMeaninglessParts_staysTheSame() {
        let attribute = ModelFixtures.attribute("name")
        let before = attribute.versionHash
        attribute.defaultValue = "x"
        attribute.userInfo = ["a": 1]
        attribute.renamingIdentifier = "old"
        attribute.isIndexedBySpotlight = true
        attribute.allowsCloudEncryption = true
        attribute.attributeValueClassName = "Name"
        attribute.setValidationPredicates([NSPredicate(value: true)], withValidationWarnings: ["no"])
        #expect(attribute.versionHash == before)
    }

    @Test func hash_afterChangeOfStorage_changes() {
        let original = ModelFixtures.attribute("name").versionHash
        let changes: [(NSAttributeDescription) -> Void] = [
            { $0.name = "names" }, { $0.isOptional = false }, { $0.attributeType = .URIAttributeType },
            { $0.versionHashModifier = "2" }, { $0.preservesValueInHistoryOnDeletion = true },
            { $0.allowsExternalBinaryDataStorage = true },
        ]
        for change in changes {
            let attribute = ModelFixtures.attribute("name")
            change(attribute)
            #expect(attribute.versionHash != original)
        }
    }

    /// Transient properties are left out of an entity's hash.
    @Test func entityHash_withTransientProperty_ignoresIt() {
        let plain = ModelFixtures.entity("E", [ModelFixtures.attribute("a")])
        let transient = ModelFixtures.attribute("b")
        transient.isTransient = true
        let richer = ModelFixtures.entity("E", [ModelFixtures.attribute("a"), transient])
        #expect(plain.versionHash == richer.versionHash)
    }

    /// A model made in code with the key path has the hash of one that Xcode compiled, where it is a function.
    @Test func derivedHash_ofKeyPathWithOperator_isThatOfTheFunction() throws {
        let keyPath = NSDerivedAttributeDescription()
        keyPath.derivationExpression = try ModelExpressions.expression("posts.@count")
        #expect(keyPath.versionHash == Data(SHA2.sha256("count:(posts)".utf8)))
    }

    /// Equivalent texts of other code units stay what they are in a compiled model, and so does the hash.
    @Test func compiledModel_keepsTheCodeUnitsOfTexts() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let first = ModelFixtures.attribute(composed)
        first.defaultValue = decomposed
        let second = ModelFixtures.attribute("other")
        second.defaultValue = composed
        let model = ModelFixtures.model([ModelFixtures.entity(decomposed, [first, second])])
        let again = try NSManagedObjectModel(archive: try ModelArchiveWriter.archive(model))
        let entity = try #require(again.entities.first)
        func units(_ text: Any?) -> [UInt8]? { (text as? String).map { Array($0.utf8) } }
        #expect(units(entity.name) == Array(decomposed.utf8))
        #expect(units(entity.attributesByName[composed]?.name) == Array(composed.utf8))
        #expect(units(entity.attributesByName[composed]?.defaultValue) == Array(decomposed.utf8))
        #expect(units(entity.attributesByName["other"]?.defaultValue) == Array(composed.utf8))
        #expect(again.entityVersionHashesByName == model.entityVersionHashesByName)
    }
}
