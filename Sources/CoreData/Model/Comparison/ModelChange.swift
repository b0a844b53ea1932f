/// One difference between two versions of a model, and what it means for a store's data.
package struct ModelChange: Sendable, Equatable {
    /// What a migration can do about it.
    package enum Effect: String, Sendable, Comparable {
        /// Version hashes stay: nothing has to be done.
        case none
        /// A lightweight migration carries everything over.
        case carried
        /// A lightweight migration works, and data is lost.
        case loses
        /// A lightweight migration is not possible.
        case impossible

        private var rank: Int {
            switch self {
            case .none: 0
            case .carried: 1
            case .loses: 2
            case .impossible: 3
            }
        }

        package static func < (a: Effect, b: Effect) -> Bool { a.rank < b.rank }
    }

    /// What was done.
    package enum Kind: String, Sendable {
        case added
        case removed
        case renamed
        case changed
    }

    package var kind: Kind
    /// The entity, by its name in the destination; of a removed one in the source.
    package var entity: String
    /// The property, likewise; nil when the entity itself is concerned.
    package var property: String?
    /// The name before; nil unless renamed.
    package var formerName: String?
    /// What is different, such as "String → Integer 16".
    package var difference: String
    package var effect: Effect
    /// What becomes of the data, one sentence; empty when there is nothing to say.
    package var consequence: String
}

extension ModelComparison {
    /// All differences, by entity and property in the order of their names; entities themselves first.
    package var changes: [ModelChange] {
        var result: [ModelChange] = []
        for entity in destination.entitiesInNameOrder {
            result += entityChanges(entity)
            result += propertyChanges(entity)
        }
        for entity in source.entitiesInNameOrder {
            result += removals(entity)
        }
        for obstacle in obstacles where obstacle.property == nil {
            result.append(
                ModelChange(
                    kind: .changed, entity: obstacle.entity, property: nil, formerName: nil, difference: "parent",
                    effect: .impossible, consequence: "\(obstacle.reason) \(obstacle.remedy)"))
        }
        return result.enumerated().sorted { a, b in
            let (x, y) = (a.element, b.element)
            if x.entity != y.entity { return x.entity.precedesByCodePoint(y.entity) }
            if (x.property ?? "") != (y.property ?? "") {
                return (x.property ?? "").precedesByCodePoint(y.property ?? "")
            }
            return a.offset < b.offset
        }.map(\.element)
    }

    /// The gravest effect of all.
    package var effect: ModelChange.Effect { changes.map(\.effect).max() ?? .none }

    /// Whether a store of the source version has to be migrated at all.
    package var needsMigration: Bool {
        source.entityVersionHashesByName != destination.entityVersionHashesByName
    }

    // MARK: Entities

    private func entityChanges(_ entity: NSEntityDescription) -> [ModelChange] {
        func change(
            _ kind: ModelChange.Kind, _ difference: String, _ effect: ModelChange.Effect, _ consequence: String = "",
            formerName: String? = nil
        ) -> ModelChange {
            ModelChange(
                kind: kind, entity: entity.nameOrEmpty, property: nil, formerName: formerName, difference: difference,
                effect: effect, consequence: consequence)
        }
        guard let origin = source(of: entity) else {
            let parent = entity.superentity.map { ", parent \($0.nameOrEmpty)" } ?? ""
            return [change(.added, "\(entity.isAbstract ? "abstract entity" : "entity")\(parent)", .carried)]
        }
        var result: [ModelChange] = []
        if origin.nameOrEmpty != entity.nameOrEmpty {
            result.append(
                change(
                    .renamed, "\(origin.nameOrEmpty) → \(entity.nameOrEmpty)", .carried, formerName: origin.nameOrEmpty)
            )
        }
        let oldParent = origin.superentity
        if oldParent.flatMap({ destination(of: $0) })?.nameOrEmpty != entity.superentity?.nameOrEmpty {
            result.append(
                change(
                    .changed,
                    "parent: \(oldParent?.nameOrEmpty ?? "none") → \(entity.superentity?.nameOrEmpty ?? "none")",
                    .carried))
        }
        if origin.isAbstract != entity.isAbstract {
            result.append(
                change(
                    .changed, entity.isAbstract ? "became abstract" : "is no longer abstract",
                    entity.isAbstract ? .loses : .carried,
                    entity.isAbstract ? "Objects of its own, not of its sub-entities, are lost." : ""))
        }
        if origin.constraintNames != entity.constraintNames {
            func text(_ names: [[String]]) -> String {
                names.isEmpty ? "none" : names.map { "(\($0.joined(separator: ", ")))" }.joined(separator: " ")
            }
            result.append(
                change(
                    .changed, "unique: \(text(origin.constraintNames)) → \(text(entity.constraintNames))", .carried,
                    entity.constraintNames.isEmpty ? "" : "The migration is refused where objects have equal values."))
        }
        if origin.versionHashModifier != entity.versionHashModifier {
            result.append(change(.changed, "version hash modifier", .carried))
        }
        if origin.indexes.map(\.name) != entity.indexes.map(\.name) {
            result.append(change(.changed, "indexes", .none))
        }
        if origin.managedObjectClassName != entity.managedObjectClassName {
            result.append(
                change(
                    .changed,
                    "class: \(origin.managedObjectClassName ?? "") → \(entity.managedObjectClassName ?? "")", .none))
        }
        return result
    }

    // MARK: Removals

    private func removals(_ entity: NSEntityDescription) -> [ModelChange] {
        var result: [ModelChange] = []
        let isKept = destination(of: entity) != nil
        if !isKept {
            result.append(
                ModelChange(
                    kind: .removed, entity: entity.nameOrEmpty, property: nil, formerName: nil,
                    difference: entity.isAbstract ? "abstract entity" : "entity",
                    effect: entity.isAbstract ? .carried : .loses,
                    consequence: entity.isAbstract ? "" : "All its objects are lost."))
        }
        for property in entity.declaredProperties.sortedByName() {
            // Where the property was to be found, and is to be found no more.
            let heirs = entity.selfAndDescendants.compactMap { destination(of: $0) }
            let losers = heirs.filter { destinationProperty(property.name, of: $0) == nil }
            guard !losers.isEmpty else { continue }
            let isStored = !property.isTransient && !(property is NSFetchedPropertyDescription)
            let isDerived = property is NSDerivedAttributeDescription
            let names = losers.count < heirs.count ? losers.map(\.nameOrEmpty).joined(separator: ", ") : nil
            let what = property is NSRelationshipDescription ? "connections" : "values"
            result.append(
                ModelChange(
                    kind: .removed, entity: isKept ? destination(of: entity)?.nameOrEmpty ?? "" : entity.nameOrEmpty,
                    property: property.name, formerName: nil,
                    difference: PropertyText.text(property) + (names.map { " from \($0)" } ?? ""),
                    effect: isStored ? (isDerived ? .carried : .loses) : .none,
                    consequence: isStored && !isDerived
                        ? "Its \(what) \(names.map { "of \($0) " } ?? "")are lost." : ""))
        }
        return result
    }
}
