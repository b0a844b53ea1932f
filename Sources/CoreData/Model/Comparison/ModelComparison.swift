/// How the entities and properties of one version of a model go on in another.
///
/// Pairs are found by renaming identifiers, then by name. An entity or property goes on in at most one
/// other. Immutable; making it reads the models only.
package final class ModelComparison {
    /// The version that the data is in.
    package let source: NSManagedObjectModel
    /// The version that the data is to be in.
    package let destination: NSManagedObjectModel
    /// Names of entities taken into account; nil for all.
    private let sourceByDestination: [String: NSEntityDescription]
    private let destinationBySource: [String: NSEntityDescription]
    /// By destination entity: source property by the name of the destination's.
    private var properties: [String: [String: NSPropertyDescription]] = [:]

    /// Compares two versions of a model.
    ///
    /// - Parameters:
    ///   - sourceEntities: names of the entities of `source` that count; nil for all.
    ///   - destinationEntities: names of the entities of `destination` that count; nil for all.
    package init(
        from source: NSManagedObjectModel, to destination: NSManagedObjectModel, sourceEntities: Set<String>? = nil,
        destinationEntities: Set<String>? = nil
    ) {
        self.source = source
        self.destination = destination
        let old = source.entitiesInNameOrder.filter { sourceEntities?.contains($0.nameOrEmpty) ?? true }
        let new = destination.entitiesInNameOrder.filter { destinationEntities?.contains($0.nameOrEmpty) ?? true }
        let pairs = RenamingMatch.pairs(
            from: old.map { RenamingMatch.Item(name: $0.nameOrEmpty, identifier: $0.explicitRenamingIdentifier) },
            to: new.map { RenamingMatch.Item(name: $0.nameOrEmpty, identifier: $0.explicitRenamingIdentifier) })
        var forward: [String: NSEntityDescription] = [:]
        var backward: [String: NSEntityDescription] = [:]
        for (from, to) in pairs {
            forward[old[from].nameOrEmpty] = new[to]
            backward[new[to].nameOrEmpty] = old[from]
        }
        destinationBySource = forward
        sourceByDestination = backward
        for entity in new {
            guard let origin = backward[entity.nameOrEmpty] else { continue }
            properties[entity.nameOrEmpty] = Self.matches(from: origin, to: entity)
        }
    }

    private static func matches(
        from origin: NSEntityDescription, to entity: NSEntityDescription
    ) -> [String: NSPropertyDescription] {
        let old = origin.properties.sortedByName()
        let new = entity.properties.sortedByName()
        func items(_ list: [NSPropertyDescription]) -> [RenamingMatch.Item] {
            list.map { property in
                let kind =
                    switch property {
                    case is NSAttributeDescription: 0
                    case is NSRelationshipDescription: 1
                    default: 2
                    }
                return RenamingMatch.Item(
                    name: property.name, identifier: property.explicitRenamingIdentifier, kind: kind)
            }
        }
        var result: [String: NSPropertyDescription] = [:]
        for (from, to) in RenamingMatch.pairs(from: items(old), to: items(new)) { result[new[to].name] = old[from] }
        return result
    }

    /// The entity that goes on as `entity` of the destination; nil when that one is new.
    package func source(of entity: NSEntityDescription) -> NSEntityDescription? {
        sourceByDestination[entity.nameOrEmpty]
    }

    /// What an entity of the source goes on as; nil when it is removed.
    package func destination(of entity: NSEntityDescription) -> NSEntityDescription? {
        destinationBySource[entity.nameOrEmpty]
    }

    /// The property that goes on as the property called `name` of an entity of the destination; nil when it
    /// is new there.
    package func sourceProperty(_ name: String, of entity: NSEntityDescription) -> NSPropertyDescription? {
        properties[entity.nameOrEmpty]?[name]
    }

    /// The property of `entity`, of the destination, as which a property of its source goes on; nil when it is
    /// removed.
    package func destinationProperty(_ name: String, of entity: NSEntityDescription) -> NSPropertyDescription? {
        guard let match = properties[entity.nameOrEmpty]?.first(where: { $0.value.name == name }) else { return nil }
        return entity.propertiesByName[match.key]
    }
}

/// Finds out what goes on as what.
enum RenamingMatch {
    struct Item {
        var name: String
        /// The renaming identifier; nil when the name stands for it.
        var identifier: String?
        /// Only items of one kind go together.
        var kind: Int

        init(name: String, identifier: String?, kind: Int = 0) {
            self.name = name
            // Compiled models spell the name out where no identifier was set.
            self.identifier = identifier == name ? nil : identifier
            self.kind = kind
        }
    }

    /// Pairs of indices; each index occurs at most once on its side.
    ///
    /// A renaming identifier that was set is a statement and comes first. It may be the old item's identifier,
    /// which stays the same over many versions, or the name it had in the version before. What no identifier
    /// claims goes on under its own name.
    static func pairs(from old: [Item], to new: [Item]) -> [(from: Int, to: Int)] {
        var byName: [String: [Int]] = [:]
        var byIdentifier: [String: [Int]] = [:]
        for (index, item) in old.enumerated() {
            byName[item.name, default: []].append(index)
            byIdentifier[item.identifier ?? item.name, default: []].append(index)
        }
        var source = [Int?](repeating: nil, count: new.count)
        var taken = Set<Int>()
        func pair(_ to: Int, _ candidates: [Int]?, where fits: (Item, Item) -> Bool) {
            guard source[to] == nil else { return }
            for from in candidates ?? []
            where !taken.contains(from) && old[from].kind == new[to].kind && fits(old[from], new[to]) {
                source[to] = from
                taken.insert(from)
                return
            }
        }
        for to in new.indices {
            guard let identifier = new[to].identifier else { continue }
            pair(to, byIdentifier[identifier]) { $0.name == $1.name }
        }
        for to in new.indices {
            guard let identifier = new[to].identifier else { continue }
            pair(to, byIdentifier[identifier]) { old, _ in old.identifier != nil }
        }
        for to in new.indices {
            guard let identifier = new[to].identifier else { continue }
            pair(to, byName[identifier]) { _, _ in true }
        }
        for to in new.indices { pair(to, byName[new[to].name]) { _, _ in true } }
        for to in new.indices where new[to].identifier == nil {
            pair(to, byIdentifier[new[to].name]) { _, _ in true }
        }
        return new.indices.compactMap { to in source[to].map { (from: $0, to: to) } }
    }
}
