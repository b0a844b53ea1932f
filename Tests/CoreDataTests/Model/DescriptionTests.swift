import Foundation
import Testing

@testable import CoreData

@Suite struct DescriptionTests {
    @Test func subentity_ofParentWithProperties_inheritsThem() throws {
        let model = ModelFixtures.cars()
        let luxury = try #require(model.entitiesByName["LuxuryCar"])
        #expect(
            Set(luxury.propertiesByName.keys) == [
                "isLimitedEdition", "maker", "markedForDeletionAsOf", "model", "numberPlate", "owner",
            ])
        #expect(luxury.superentity?.name == "SportCar")
        #expect(luxury.declaredProperties.map(\.name) == ["isLimitedEdition"])
        #expect(luxury.attributesByName["maker"]?.entity.name == "Car")
    }

    @Test func properties_setOnParent_appearInChild() throws {
        let parent = ModelFixtures.entity("Parent")
        let child = ModelFixtures.entity("Child", [ModelFixtures.attribute("own")])
        parent.subentities = [child]
        parent.properties = [ModelFixtures.attribute("late")]
        #expect(Set(child.propertiesByName.keys) == ["own", "late"])
        // Writing back what was read must not turn inherited properties into own ones.
        child.properties = child.properties + [ModelFixtures.attribute("more")]
        #expect(Set(child.declaredProperties.map(\.name)) == ["own", "more"])
        #expect(parent.declaredProperties.map(\.name) == ["late"])
    }

    @Test func kind_alongHierarchy_isTransitive() throws {
        let model = ModelFixtures.cars()
        let car = try #require(model.entitiesByName["Car"])
        let luxury = try #require(model.entitiesByName["LuxuryCar"])
        let person = try #require(model.entitiesByName["Person"])
        #expect(luxury.isKindOf(entity: car))
        #expect(luxury.isKindOf(entity: luxury))
        #expect(!car.isKindOf(entity: luxury))
        #expect(!luxury.isKindOf(entity: person))
        #expect(luxury.rootEntity === car)
    }

    @Test func relationships_forDestination_includeInherited() throws {
        let model = ModelFixtures.cars()
        let person = try #require(model.entitiesByName["Person"])
        let luxury = try #require(model.entitiesByName["LuxuryCar"])
        #expect(luxury.relationships(forDestination: person).map(\.name) == ["owner"])
        #expect(person.relationships(forDestination: person).isEmpty)
    }

    @Test func copy_ofModel_isDeepAndEditable() throws {
        let model = ModelFixtures.cars()
        model.setEntities([try #require(model.entitiesByName["Car"])], forConfigurationName: "Cars")
        model.freeze()
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(copy.isEqual(model))
        #expect(copy.versionChecksum == model.versionChecksum)
        #expect(copy.configurations == ["Cars"])
        let owner = try #require(copy.entitiesByName["Car"]?.relationshipsByName["owner"])
        let cars = try #require(copy.entitiesByName["Person"]?.relationshipsByName["cars"])
        #expect(owner.destinationEntity === copy.entitiesByName["Person"])
        #expect(owner.inverseRelationship === cars)
        #expect(cars.inverseRelationship === owner)
        #expect(copy.entitiesByName["LuxuryCar"]?.superentity === copy.entitiesByName["SportCar"])
        owner.isOptional = false
        #expect(copy.versionChecksum != model.versionChecksum)
        #expect(model.entitiesByName["Car"]?.relationshipsByName["owner"]?.isOptional == true)
    }

    @Test func defaultValue_ofSwiftNumber_isHandedOutAsNSNumber() {
        let count = ModelFixtures.attribute("count", .integer32AttributeType)
        count.defaultValue = 7
        #expect((count.defaultValue as? NSNumber)?.intValue == 7)
        let price = ModelFixtures.attribute("price", .decimalAttributeType)
        price.defaultValue = Decimal(3)
        #expect(price.defaultValue as? NSDecimalNumber == NSDecimalNumber(value: 3))
        let flag = ModelFixtures.attribute("flag", .booleanAttributeType)
        flag.defaultValue = true
        #expect(flag.defaultValue as? Bool == true)
    }

    @Test func valueClass_notSet_followsTheType() {
        let attribute = ModelFixtures.attribute("a")
        #expect(attribute.attributeValueClassName == "NSString")
        attribute.attributeType = .decimalAttributeType
        #expect(attribute.attributeValueClassName == "NSDecimalNumber")
        attribute.attributeType = .transformableAttributeType
        #expect(attribute.attributeValueClassName == nil)
        attribute.attributeValueClassName = "NSArray"
        #expect(attribute.attributeValueClassName == "NSArray")
        attribute.type = .uuid
        #expect(attribute.attributeType == .UUIDAttributeType)
    }

    @Test func renamingIdentifier_notSet_isTheName() {
        let attribute = ModelFixtures.attribute("now")
        #expect(attribute.renamingIdentifier == "now")
        attribute.renamingIdentifier = "before"
        #expect(attribute.renamingIdentifier == "before")
        #expect(ModelFixtures.entity("E").renamingIdentifier == "E")
    }

    @Test func toMany_byMaxCount_isDecided() {
        let relationship = NSRelationshipDescription()
        #expect(relationship.isToMany)
        relationship.maxCount = 1
        #expect(!relationship.isToMany)
        relationship.maxCount = 5
        #expect(relationship.isToMany)
    }

    @Test func configuration_ofSomeEntities_returnsThemOnly() throws {
        let model = ModelFixtures.cars()
        let person = try #require(model.entitiesByName["Person"])
        model.setEntities([person], forConfigurationName: "People")
        #expect(model.entities(forConfigurationName: "People")?.map(\.name) == ["Person"])
        #expect(model.entities(forConfigurationName: nil)?.count == 4)
        #expect(model.entities(forConfigurationName: "Nobody") == nil)
    }

    @Test func compatibility_withStoreMetadata_comparesHashes() throws {
        let model = ModelFixtures.cars()
        let person = try #require(model.entitiesByName["Person"])
        model.setEntities([person], forConfigurationName: "People")
        let all: [String: Any] = ["NSStoreModelVersionHashes": model.entityVersionHashesByName]
        let people: [String: Any] = ["NSStoreModelVersionHashes": ["Person": person.versionHash]]
        #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: all))
        #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: people))
        #expect(model.isConfiguration(withName: "People", compatibleWithStoreMetadata: people))
        #expect(!model.isConfiguration(withName: "Nobody", compatibleWithStoreMetadata: people))
        #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]))
        person.attributesByName["firstName"]?.isOptional = false
        #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: all))
    }

    @Test func fetchIndex_copiedWithEntity_isAboutTheCopy() throws {
        let entity = ModelFixtures.entity("E", [ModelFixtures.attribute("a")])
        let property = try #require(entity.propertiesByName["a"])
        let element = NSFetchIndexElementDescription(property: property, collationType: .binary)
        element.isAscending = false
        entity.indexes = [NSFetchIndexDescription(name: "byA", elements: [element])]
        #expect(entity.indexes[0].entity === entity)
        #expect(element.indexDescription === entity.indexes[0])
        let copy = try #require(entity.copy() as? NSEntityDescription)
        let copied = try #require(copy.indexes.first?.elements.first)
        #expect(copied.property === copy.propertiesByName["a"])
        #expect(!copied.isAscending)
    }

    @Test func model_readFromManyThreads_afterFreezing_isOne() async {
        let model = ModelFixtures.cars()
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    model.freeze()
                    return model.versionChecksum
                }
            }
            var sums: Set<String> = []
            for await sum in group { sums.insert(sum) }
            #expect(sums.count == 1)
        }
    }
}
