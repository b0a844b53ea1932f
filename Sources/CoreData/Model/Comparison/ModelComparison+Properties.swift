extension ModelComparison {
    /// The differences of the properties that an entity of the destination declares.
    func propertyChanges(_ entity: NSEntityDescription) -> [ModelChange] {
        let obstacles = Dictionary(
            self.obstacles.compactMap { obstacle in obstacle.property.map { ("\(obstacle.entity).\($0)", obstacle) } },
            uniquingKeysWith: { first, _ in first })
        return entity.declaredProperties.sortedByName().flatMap { property -> [ModelChange] in
            // What was moved up is known by those that had it.
            let origins = entity.selfAndDescendants.compactMap { sourceProperty(property.name, of: $0) }
            let origin = sourceProperty(property.name, of: entity) ?? origins.first
            var changes = PropertyDifferences(
                comparison: self, entity: entity, property: property, path: property.name, origin: origin,
                isNewEntity: entity.selfAndDescendants.allSatisfy { source(of: $0) == nil }
            ).all
            let leaves = (property as? NSCompositeAttributeDescription)?.leaves.map { "\(property.name).\($0.path)" }
            for path in [property.name] + (leaves ?? []) {
                let places = entity.selfAndDescendants.map { "\($0.nameOrEmpty).\(path)" }
                guard let obstacle = places.lazy.compactMap({ obstacles[$0] }).first else { continue }
                let text = "\(obstacle.reason) \(obstacle.remedy)"
                let own = changes.indices.filter { changes[$0].property == path }
                let place = own.first { changes[$0].effect == .carried && changes[$0].kind != .renamed } ?? own.first
                if let place = place ?? changes.indices.first {
                    changes[place].effect = .impossible
                    changes[place].consequence = text
                }
            }
            return changes
        }
    }
}

/// How one property of the destination differs from what it was.
private struct PropertyDifferences {
    let comparison: ModelComparison
    let entity: NSEntityDescription
    let property: NSPropertyDescription
    /// The property's name, or the path of a composite attribute's element.
    let path: String
    let origin: NSPropertyDescription?
    /// True when no objects exist that could lack a value.
    let isNewEntity: Bool

    private func change(
        _ kind: ModelChange.Kind, _ difference: String, _ effect: ModelChange.Effect, _ consequence: String = "",
        formerName: String? = nil
    ) -> ModelChange {
        ModelChange(
            kind: kind, entity: entity.nameOrEmpty, property: path, formerName: formerName,
            difference: difference, effect: effect, consequence: consequence)
    }

    var all: [ModelChange] {
        guard let origin else { return isNewEntity ? [] : [addition] }
        var result: [ModelChange] = []
        if origin.name != property.name {
            result.append(change(.renamed, "\(origin.name) → \(property.name)", .carried, formerName: origin.name))
        }
        if let declaring = origin.declaringEntity, let heir = comparison.destination(of: declaring), heir !== entity {
            result.append(change(.changed, "moved from \(declaring.nameOrEmpty)", .carried))
        }
        if origin.isTransient != property.isTransient {
            result.append(
                property.isTransient
                    ? change(.changed, "became transient", .loses, "Its values are lost.")
                    : change(.changed, "is no longer transient", .carried, "It starts with its default value."))
        }
        if origin.versionHashModifier != property.versionHashModifier {
            result.append(change(.changed, "version hash modifier", .carried))
        }
        if let old = origin as? NSAttributeDescription, let new = property as? NSAttributeDescription {
            result += attribute(old, new)
            if let old = old as? NSCompositeAttributeDescription, let new = new as? NSCompositeAttributeDescription {
                result += elements(old, new)
            }
        } else if let old = origin as? NSRelationshipDescription, let new = property as? NSRelationshipDescription {
            result += relationship(old, new)
        }
        return result
    }

    private var addition: ModelChange {
        let text = PropertyText.text(property)
        if property.isTransient || property is NSFetchedPropertyDescription { return change(.added, text, .none) }
        switch property {
        case is NSDerivedAttributeDescription: return change(.added, text, .carried, "It is computed for all objects.")
        case let attribute as NSAttributeDescription:
            return change(
                .added, text, .carried,
                attribute.defaultValue == nil ? "Objects have no value." : "Objects get the default value.")
        default: return change(.added, text, .carried, "It starts empty.")
        }
    }

    private func attribute(_ old: NSAttributeDescription, _ new: NSAttributeDescription) -> [ModelChange] {
        var result: [ModelChange] = []
        if old.attributeType != new.attributeType {
            let text = "\(old.attributeType.sourceName) → \(new.attributeType.sourceName)"
            let isStored = !old.isTransient && !new.isTransient
            result.append(change(.changed, text, isStored ? .carried : .none))
        }
        let derivations = [old, new].map { ($0 as? NSDerivedAttributeDescription)?.derivationExpression?.description }
        if derivations[0] != derivations[1] {
            result.append(
                change(
                    .changed, "derivation: \(derivations[0] ?? "none") → \(derivations[1] ?? "none")", .carried,
                    derivations[1] == nil ? "It keeps the values it has." : "It is computed for all objects."))
        }
        if old.isOptional != new.isOptional {
            result.append(
                new.isOptional
                    ? change(.changed, "required → optional", .carried)
                    : change(
                        .changed, "optional → required", .carried, "Objects without a value get the default value."))
        }
        if old.allowsExternalBinaryDataStorage != new.allowsExternalBinaryDataStorage {
            result.append(
                change(
                    .changed,
                    new.allowsExternalBinaryDataStorage ? "allows external storage" : "allows no external storage",
                    .carried))
        }
        if old.preservesValueInHistoryOnDeletion != new.preservesValueInHistoryOnDeletion {
            result.append(change(.changed, "preserved after deletion", .carried))
        }
        if ValueText.text(old.defaultValue) != ValueText.text(new.defaultValue) {
            result.append(
                change(
                    .changed,
                    "default: \(ValueText.text(old.defaultValue)) → \(ValueText.text(new.defaultValue))", .none))
        }
        if old.validationPredicates.map(\.description) != new.validationPredicates.map(\.description) {
            result.append(change(.changed, "validation", .none, "Existing values are not checked."))
        }
        if old.valueTransformerName != new.valueTransformerName {
            result.append(
                change(
                    .changed,
                    "value transformer: \(old.valueTransformerName ?? "none") → \(new.valueTransformerName ?? "none")",
                    .none, "Stored values must be readable by the new one."))
        }
        return result
    }

    private func elements(
        _ old: NSCompositeAttributeDescription, _ new: NSCompositeAttributeDescription
    ) -> [ModelChange] {
        let pairs = ModelComparison.elementPairs(from: old, to: new)
        let kept = Set(pairs.compactMap { $0.old.map(ObjectIdentifier.init) })
        var result = pairs.flatMap { pair in
            PropertyDifferences(
                comparison: comparison, entity: entity, property: pair.new, path: "\(path).\(pair.new.name)",
                origin: pair.old, isNewEntity: isNewEntity
            ).all
        }
        for element in old.elements.sortedByName() where !kept.contains(ObjectIdentifier(element)) {
            result.append(
                ModelChange(
                    kind: .removed, entity: entity.nameOrEmpty, property: "\(path).\(element.name)", formerName: nil,
                    difference: PropertyText.text(element), effect: old.isTransient ? .none : .loses,
                    consequence: old.isTransient ? "" : "Its values are lost."))
        }
        return result
    }

    private func relationship(_ old: NSRelationshipDescription, _ new: NSRelationshipDescription) -> [ModelChange] {
        var result: [ModelChange] = []
        if old.isToMany != new.isToMany {
            result.append(
                new.isToMany
                    ? change(.changed, "to-one → to-many", .carried)
                    : change(
                        .changed, "to-many → to-one", .loses, "Of several destinations one stays connected."))
        } else if old.minCount != new.minCount || old.maxCount != new.maxCount {
            result.append(
                change(
                    .changed, "count: \(old.minCount)…\(old.maxCount) → \(new.minCount)…\(new.maxCount)", .carried,
                    "Existing objects are not checked."))
        }
        if new.isToMany, old.isToMany, old.isOrdered != new.isOrdered {
            result.append(
                new.isOrdered
                    ? change(.changed, "became ordered", .carried, "The order is that in which objects were made.")
                    : change(.changed, "is no longer ordered", .loses, "The order is lost."))
        }
        if old.isOptional != new.isOptional {
            result.append(
                change(
                    .changed, new.isOptional ? "required → optional" : "optional → required", .carried,
                    new.isOptional ? "" : "Existing objects are not checked."))
        }
        result += ends(old, new)
        if old.deleteRule != new.deleteRule { result.append(change(.changed, "delete rule", .none)) }
        return result
    }

    private func ends(_ old: NSRelationshipDescription, _ new: NSRelationshipDescription) -> [ModelChange] {
        var result: [ModelChange] = []
        let successor = old.destinationEntity.flatMap { comparison.destination(of: $0) }
        if successor !== new.destinationEntity {
            let isWider =
                successor.map { successor in
                    new.destinationEntity.map { successor.isKindOf(entity: $0) } ?? false
                } ?? false
            result.append(
                change(
                    .changed,
                    "destination: \(old.destinationEntity?.nameOrEmpty ?? "") → \(new.destinationEntity?.nameOrEmpty ?? "")",
                    isWider ? .carried : .loses, isWider ? "" : "Connections to other objects are lost."))
        }
        let inverse = old.inverseRelationship
        let heir = inverse.flatMap { inverse in
            new.destinationEntity.flatMap { comparison.destinationProperty(inverse.name, of: $0) }
        }
        if heir !== new.inverseRelationship || (inverse == nil) != (new.inverseRelationship == nil) {
            let hadOneOwner = inverse.map { !$0.isToMany } ?? old.isToMany
            let hasOneOwner = new.inverseRelationship.map { !$0.isToMany } ?? new.isToMany
            let loses = hasOneOwner && !hadOneOwner
            result.append(
                change(
                    .changed, "inverse: \(inverse?.name ?? "none") → \(new.inverseRelationship?.name ?? "none")",
                    loses ? .loses : .carried,
                    loses ? "An object that belonged to several stays with one of them." : ""))
        }
        return result
    }
}

/// Properties in a few words.
enum PropertyText {
    static func text(_ property: NSPropertyDescription) -> String {
        switch property {
        case let attribute as NSAttributeDescription:
            var parts = [attribute.attributeType.sourceName]
            if let derived = attribute as? NSDerivedAttributeDescription, let text = derived.derivationExpression {
                parts.append("derived from \(text.description)")
            }
            if let composite = attribute as? NSCompositeAttributeDescription {
                parts[0] += " (\(composite.leaves.map(\.path).joined(separator: ", ")))"
            }
            if attribute.isTransient { parts.append("transient") }
            if !attribute.isOptional { parts.append("required") }
            if attribute.defaultValue != nil { parts.append("default \(ValueText.text(attribute.defaultValue))") }
            return parts.joined(separator: ", ")
        case let relationship as NSRelationshipDescription:
            let count = relationship.isToMany ? (relationship.isOrdered ? "ordered to-many" : "to-many") : "to-one"
            return "\(count) → \(relationship.destinationEntity?.nameOrEmpty ?? "nothing")"
        default: return "fetched property"
        }
    }
}

/// Default values in a few words.
private enum ValueText {
    static func text(_ value: Any?) -> String {
        switch value {
        case nil: "none"
        case let text as String: "\"\(text)\""
        case let data as Data: "\(data.count) bytes"
        case let value?: "\(value)"
        }
    }
}
