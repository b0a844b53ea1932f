import Foundation

/// What was made of what, by mapping.
struct MigrationAssociations {
    private struct Pairs {
        var sources: [NSManagedObject] = []
        var destinations: [NSManagedObject] = []
        var bySource: [ObjectIdentifier: [Int]] = [:]
        var byDestination: [ObjectIdentifier: [Int]] = [:]
    }

    private var pairs: [String: Pairs] = [:]
    private var bySource: [ObjectIdentifier: [NSManagedObject]] = [:]

    mutating func add(_ source: NSManagedObject, _ destination: NSManagedObject, _ mapping: String) {
        var entry = pairs.removeValue(forKey: mapping) ?? Pairs()
        let index = entry.sources.count
        entry.sources.append(source)
        entry.destinations.append(destination)
        entry.bySource[ObjectIdentifier(source), default: []].append(index)
        entry.byDestination[ObjectIdentifier(destination), default: []].append(index)
        pairs[mapping] = entry
        bySource[ObjectIdentifier(source), default: []].append(destination)
    }

    func destinations(_ mapping: String, of sources: [NSManagedObject]?) -> [NSManagedObject] {
        guard let entry = pairs[mapping] else { return [] }
        guard let sources else { return Self.distinct(entry.destinations) }
        return Self.distinct(
            sources.flatMap { entry.bySource[ObjectIdentifier($0)] ?? [] }.map { entry.destinations[$0] })
    }

    func sources(_ mapping: String, of destinations: [NSManagedObject]?) -> [NSManagedObject] {
        guard let entry = pairs[mapping] else { return [] }
        guard let destinations else { return Self.distinct(entry.sources) }
        return Self.distinct(
            destinations.flatMap { entry.byDestination[ObjectIdentifier($0)] ?? [] }.map { entry.sources[$0] })
    }

    func destinations(of sources: [NSManagedObject]) -> [NSManagedObject] {
        Self.distinct(sources.flatMap { bySource[ObjectIdentifier($0)] ?? [] })
    }

    private static func distinct(_ objects: [NSManagedObject]) -> [NSManagedObject] {
        var seen = Set<ObjectIdentifier>()
        return objects.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
}

/// One migration by mapping model while it goes on.
final class MigrationRun {
    let mappingModel: NSMappingModel
    let sourceContext: NSManagedObjectContext
    let destinationContext: NSManagedObjectContext
    /// The mapping that is being carried out.
    var mapping: NSEntityMapping
    var associations = MigrationAssociations()

    init(
        mappingModel: NSMappingModel, sourceContext: NSManagedObjectContext, destinationContext: NSManagedObjectContext
    ) {
        self.mappingModel = mappingModel
        self.sourceContext = sourceContext
        self.destinationContext = destinationContext
        mapping = NSEntityMapping()
    }
}
