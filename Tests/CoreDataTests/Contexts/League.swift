import Foundation
import Testing

@testable import CoreData

/// The model and the stack that the tests of contexts share.
///
/// Team (name required, unique), players (cascade), sponsors (many-to-many), lineup (ordered). Player: name,
/// number, joined, team (nullify). Captain is a Player. Sponsor: name, teams.
struct League {
    enum Kind: CaseIterable, Sendable {
        case sqlite, memory
    }

    let folder: URL
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext

    init(
        _ kind: Kind = .sqlite, model: NSManagedObjectModel = League.makeModel(), folder: URL? = nil,
        options: [AnyHashable: Any]? = nil
    ) throws {
        self.folder =
            folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("league-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: kind == .sqlite ? NSSQLiteStoreType : NSInMemoryStoreType, configurationName: nil,
            at: kind == .sqlite ? self.folder.appendingPathComponent("League.sqlite") : nil, options: options)
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
    }

    func newContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Runs `body` with a context of its own.
    func elsewhere<T>(_ body: (NSManagedObjectContext) throws -> T) throws -> T {
        let context = newContext()
        return try context.performAndWait { try body(context) }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Runs `body` on the context's queue with a fresh stack, then removes its files.
    static func run(_ kind: Kind = .sqlite, _ body: (League) throws -> Void) throws {
        let league = try League(kind)
        defer { league.remove() }
        try league.context.performAndWait { try body(league) }
    }

    static func makeModel() -> NSManagedObjectModel {
        let team = NSEntityDescription()
        team.name = "Team"
        let player = NSEntityDescription()
        player.name = "Player"
        let captain = NSEntityDescription()
        captain.name = "Captain"
        let sponsor = NSEntityDescription()
        sponsor.name = "Sponsor"

        func attribute(_ name: String, _ type: NSAttributeType, optional: Bool = true, default value: Any? = nil)
            -> NSAttributeDescription
        {
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.isOptional = optional
            attribute.defaultValue = value
            return attribute
        }
        func relationship(
            _ name: String, _ destination: NSEntityDescription, toMany: Bool, _ rule: NSDeleteRule,
            ordered: Bool = false
        ) -> NSRelationshipDescription {
            let relationship = NSRelationshipDescription()
            relationship.name = name
            relationship.destinationEntity = destination
            relationship.minCount = 0
            relationship.maxCount = toMany ? 0 : 1
            relationship.deleteRule = rule
            relationship.isOrdered = ordered
            return relationship
        }
        let players = relationship("players", player, toMany: true, .cascadeDeleteRule)
        let playersTeam = relationship("team", team, toMany: false, .nullifyDeleteRule)
        players.inverseRelationship = playersTeam
        playersTeam.inverseRelationship = players
        let sponsors = relationship("sponsors", sponsor, toMany: true, .nullifyDeleteRule)
        let sponsored = relationship("teams", team, toMany: true, .nullifyDeleteRule)
        sponsors.inverseRelationship = sponsored
        sponsored.inverseRelationship = sponsors
        let lineup = relationship("lineup", player, toMany: true, .nullifyDeleteRule, ordered: true)
        let linedUp = relationship("linedUpIn", team, toMany: false, .nullifyDeleteRule)
        lineup.inverseRelationship = linedUp
        linedUp.inverseRelationship = lineup

        team.properties = [
            attribute("name", .stringAttributeType, optional: false), attribute("founded", .dateAttributeType),
            attribute("code", .stringAttributeType), players, sponsors, lineup,
        ]
        team.uniquenessConstraints = [["code"]]
        player.properties = [
            attribute("name", .stringAttributeType), attribute("number", .integer16AttributeType, default: 7),
            attribute("salary", .decimalAttributeType), attribute("id", .UUIDAttributeType),
            attribute("photo", .binaryDataAttributeType), attribute("isActive", .booleanAttributeType),
            attribute("rating", .doubleAttributeType), playersTeam, linedUp,
        ]
        captain.properties = [attribute("armband", .stringAttributeType)]
        player.subentities = [captain]
        sponsor.properties = [attribute("name", .stringAttributeType), sponsored]
        let model = NSManagedObjectModel()
        model.entities = [team, player, captain, sponsor]
        return model
    }
}

extension NSManagedObjectContext {
    /// A new object with values.
    func make(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    func all(_ entity: String, _ predicate: NSPredicate? = nil, sort: String? = nil) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = predicate
        if let sort { request.sortDescriptors = [NSSortDescriptor(key: sort, ascending: true)] }
        return try fetch(request)
    }

    func names(_ entity: String, _ predicate: NSPredicate? = nil) throws -> [String] {
        try all(entity, predicate, sort: "name").map { $0.value(forKey: "name") as? String ?? "nil" }
    }
}
