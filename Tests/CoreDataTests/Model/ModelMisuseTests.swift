import Foundation
import Testing

@testable import CoreData

/// Where Apple's framework raises an exception, these stop.
@Suite struct ModelMisuseTests {
    @Test func change_ofFrozenModel_stops() async {
        await #expect(processExitsWith: .failure) {
            let model = NSManagedObjectModel()
            model.freeze()
            model.entities = []
        }
        await #expect(processExitsWith: .failure) {
            let entity = NSEntityDescription()
            entity.name = "E"
            let model = NSManagedObjectModel()
            model.entities = [entity]
            model.freeze()
            entity.isAbstract = true
        }
        await #expect(processExitsWith: .failure) {
            let attribute = NSAttributeDescription()
            attribute.name = "a"
            let entity = NSEntityDescription()
            entity.name = "E"
            entity.properties = [attribute]
            let model = NSManagedObjectModel()
            model.entities = [entity]
            model.freeze()
            attribute.isOptional = false
        }
    }

    @Test func inheritance_inACircle_stops() async {
        await #expect(processExitsWith: .failure) {
            let first = NSEntityDescription()
            let second = NSEntityDescription()
            first.subentities = [second]
            second.subentities = [first]
        }
    }

    @Test func property_ofTwoEntities_stops() async {
        await #expect(processExitsWith: .failure) {
            let attribute = NSAttributeDescription()
            let first = NSEntityDescription()
            let second = NSEntityDescription()
            first.properties = [attribute]
            second.properties = [attribute]
        }
    }

    @Test func configuration_ofForeignEntity_stops() async {
        await #expect(processExitsWith: .failure) {
            NSManagedObjectModel().setEntities([NSEntityDescription()], forConfigurationName: "A")
        }
    }

    /// What the classes do not enforce is found before a store is opened.
    @Test func consistency_ofBrokenModels_namesTheFault() throws {
        func code(_ model: NSManagedObjectModel) -> ModelError.Code? {
            do throws(ModelError) {
                try model.checkConsistency()
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(ModelFixtures.cars()) == nil)
        #expect(code(ModelFixtures.model([ModelFixtures.entity("")])) == .badEntityName)
        #expect(
            code(ModelFixtures.model([ModelFixtures.entity("A"), ModelFixtures.entity("A")])) == .badEntityName)
        let untyped = ModelFixtures.attribute("a", .undefinedAttributeType)
        #expect(code(ModelFixtures.model([ModelFixtures.entity("A", [untyped])])) == .badAttributeType)
        let wrong = ModelFixtures.attribute("a", .dateAttributeType)
        wrong.defaultValue = "today"
        #expect(code(ModelFixtures.model([ModelFixtures.entity("A", [wrong])])) == .badValue)
        let stranger = ModelFixtures.entity("B")
        let relationship = ModelFixtures.relationship("r", to: stranger)
        #expect(code(ModelFixtures.model([ModelFixtures.entity("A", [relationship])])) == .badDestination)
        let twice = ModelFixtures.entity("A", [ModelFixtures.attribute("a"), ModelFixtures.attribute("a")])
        #expect(code(ModelFixtures.model([twice])) == .badPropertyName)
        let unique = ModelFixtures.entity("A", [ModelFixtures.attribute("a")])
        unique.uniquenessConstraints = [["b"]]
        #expect(code(ModelFixtures.model([unique])) == .badConstraint)
        let parent = ModelFixtures.entity("P")
        parent.subentities = [ModelFixtures.entity("C")]
        #expect(code(ModelFixtures.model([parent])) == .missingParent)
    }
}
