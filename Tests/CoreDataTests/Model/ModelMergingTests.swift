import Foundation
import Testing

@testable import CoreData

@Suite struct ModelMergingTests {
    @Test func merging_differentEntities_givesTheUnionOfCopies() throws {
        let first = ModelFixtures.cars()
        let second = ModelFixtures.model([ModelFixtures.entity("Note", [ModelFixtures.attribute("text")])])
        let merged = try #require(NSManagedObjectModel(byMerging: [first, second]))
        #expect(Set(merged.entitiesByName.keys) == ["Car", "SportCar", "LuxuryCar", "Person", "Note"])
        #expect(merged.entitiesByName["Car"] !== first.entitiesByName["Car"])
        #expect(
            merged.entitiesByName["Car"]?.relationshipsByName["owner"]?.destinationEntity
                === merged.entitiesByName["Person"])
        for (name, hash) in first.entityVersionHashesByName { #expect(merged.entityVersionHashesByName[name] == hash) }
    }

    @Test func merging_equalEntities_keepsOne() throws {
        let merged = try NSManagedObjectModel.merging([ModelFixtures.cars(), ModelFixtures.cars()])
        #expect(merged.isEqual(ModelFixtures.cars()))
    }

    @Test func merging_conflictingEntities_namesTheEntity() throws {
        let changed = ModelFixtures.cars()
        changed.entitiesByName["Person"]?.attributesByName["firstName"]?.isOptional = false
        let error = #expect(throws: ModelError.self) {
            try NSManagedObjectModel.merging([ModelFixtures.cars(), changed])
        }
        #expect(error?.code == .mergeConflict)
        #expect(error?.entity == "Person")
        #expect(NSManagedObjectModel(byMerging: [ModelFixtures.cars(), changed]) == nil)
    }

    @Test func merging_forStoreMetadata_picksTheVersion() throws {
        let old = ModelFixtures.cars()
        let new = ModelFixtures.cars()
        new.entitiesByName["Person"]?.attributesByName["firstName"]?.isOptional = false
        let metadata: [String: Any] = ["NSStoreModelVersionHashes": old.entityVersionHashesByName]
        let found = try #require(NSManagedObjectModel(byMerging: [new, old], forStoreMetadata: metadata))
        #expect(found.versionChecksum == old.versionChecksum)
        #expect(NSManagedObjectModel(byMerging: [new], forStoreMetadata: metadata) == nil)
    }

    @Test func template_filledIn_replacesVariables() throws {
        let model = ModelFixtures.cars()
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: "Car")
        request.predicate = try ModelExpressions.predicate("maker == $maker")
        request.fetchLimit = 3
        model.setFetchRequestTemplate(request, forName: "byMaker")
        let filled = try #require(
            model.fetchRequestFromTemplate(withName: "byMaker", substitutionVariables: ["maker": "FIAT"]))
        #expect(filled.predicate?.description == "maker == \"FIAT\"")
        #expect(filled.fetchLimit == 3)
        #expect(filled.entity === model.entitiesByName["Car"])
        #expect(model.fetchRequestTemplate(forName: "byMaker")?.predicate?.description == "maker == $maker")
        #expect(model.fetchRequestTemplate(forName: "other") == nil)
        model.setFetchRequestTemplate(nil, forName: "byMaker")
        #expect(model.fetchRequestTemplatesByName.isEmpty)
    }

    @Test func reference_withWrongChecksum_isNotFound() throws {
        let model = ModelFixtures.cars()
        let right = NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
        #expect(right.resolvedModel === model)
        let wrong = NSManagedObjectModelReference(model: model, versionChecksum: "other")
        let error = #expect(throws: (any Error).self) { try wrong.resolve() }
        #expect((error as NSError?)?.code == NSManagedObjectModelReferenceNotFoundError)
    }
}
