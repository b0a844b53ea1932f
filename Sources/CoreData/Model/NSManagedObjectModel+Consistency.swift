import Foundation

extension NSManagedObjectModel {
    /// Checks what the classes do not enforce while a model is built in code; models from files are sound.
    ///
    /// A coordinator asks before it opens a store with the model.
    ///
    /// - Throws: `ModelError` that names entity and property, what is wrong and what to do.
    package final func checkConsistency() throws(ModelError) {
        var names: Set<String> = []
        for entity in entities {
            guard !entity.nameOrEmpty.isEmpty else {
                throw ModelError(.badEntityName, "An entity has no name.", remedy: "Set its `name`.")
            }
            guard names.insert(entity.nameOrEmpty).inserted else {
                throw ModelError(
                    .badEntityName, "There are two entities of this name.", remedy: "Rename or remove one of them.",
                    entity: entity.name)
            }
        }
        for entity in entities {
            do throws(ModelError) {
                try check(entity)
            } catch {
                throw error.located(entity: entity.name)
            }
        }
    }

    private func check(_ entity: NSEntityDescription) throws(ModelError) {
        if let parent = entity.superentity, parent.model !== self {
            throw ModelError(
                .missingParent, "The parent entity \"\(parent.nameOrEmpty)\" is not in the model.",
                remedy: "Put it into the model's `entities` too.")
        }
        for child in entity.subentities where child.model !== self {
            throw ModelError(
                .missingParent, "The sub-entity \"\(child.nameOrEmpty)\" is not in the model.",
                remedy: "Put it into the model's `entities` too.")
        }
        var seen = Set(entity.ancestorsRootFirst.flatMap(\.declaredProperties).map(\.name))
        for property in entity.declaredProperties {
            guard !property.name.isEmpty else {
                throw ModelError(.badPropertyName, "A property has no name.", remedy: "Set its `name`.")
            }
            guard seen.insert(property.name).inserted else {
                throw ModelError(
                    .badPropertyName, "There are two properties of this name, here or in a parent entity.",
                    remedy: "Rename or remove one of them.", property: property.name)
            }
            do throws(ModelError) {
                switch property {
                case let attribute as NSAttributeDescription: try check(attribute)
                case let relationship as NSRelationshipDescription: try check(relationship)
                default: break
                }
            } catch {
                throw error.located(property: property.name)
            }
        }
        let attributes = entity.attributesByName
        for name in entity.constraintNames.joined()
        where attributes[name] == nil && entity.attribute(at: name) == nil
            || attributes[name] is NSCompositeAttributeDescription
        {
            throw ModelError(
                .badConstraint, "A uniqueness constraint names \"\(name)\", which is no attribute.",
                remedy: "Correct `uniquenessConstraints`.")
        }
    }

    private func check(_ attribute: NSAttributeDescription) throws(ModelError) {
        if let composite = attribute as? NSCompositeAttributeDescription {
            try composite.checkElements()
        } else if attribute.attributeType == .compositeAttributeType {
            throw ModelError(
                .badAttributeType, "The attribute's type is Composite, but it has no elements.",
                remedy: "Use an NSCompositeAttributeDescription.")
        }
        guard attribute.isTransient || attribute.attributeType != .undefinedAttributeType else {
            throw ModelError(
                .badAttributeType, "The attribute has no type.",
                remedy: "Set its `attributeType`; only transient attributes may do without.")
        }
        guard attribute.attributeType != .objectIDAttributeType else {
            throw ModelError(
                .badAttributeType, "The attribute's type is object ID, which cannot be stored.",
                remedy: "Use a relationship, or an attribute of type URI.")
        }
        guard attribute.hasFittingDefault else {
            throw ModelError(
                .badValue, "The default value does not fit the type \(attribute.attributeType.sourceName).",
                remedy: "Set a `defaultValue` of the attribute's type, or nil.")
        }
        if let derived = attribute as? NSDerivedAttributeDescription, derived.derivationExpression == nil {
            throw ModelError(
                .badExpression, "The attribute is derived and has no derivation expression.",
                remedy: "Set its `derivationExpression`.")
        }
    }

    private func check(_ relationship: NSRelationshipDescription) throws(ModelError) {
        guard let destination = relationship.destinationEntity, destination.model === self else {
            throw ModelError(
                .badDestination, "The relationship's destination is missing, or not in the model.",
                remedy: "Set `destinationEntity` to an entity of the model.")
        }
        // Old compilers wrote -1 for "no limit".
        guard relationship.minCount >= 0, relationship.maxCount >= -1,
            relationship.maxCount <= 0 || relationship.minCount <= relationship.maxCount
        else {
            throw ModelError(
                .badRelationship,
                "The counts \(relationship.minCount) to \(relationship.maxCount) are impossible.",
                remedy: "Set `minCount` and `maxCount` from 0 up, the minimum not above the maximum.")
        }
        if let inverse = relationship.inverseRelationship {
            guard let owner = inverse.declaringEntity, owner.model === self else {
                throw ModelError(
                    .badInverse, "The inverse \"\(inverse.name)\" belongs to no entity of the model.",
                    remedy: "Put it into the destination's `properties`.")
            }
        }
    }
}
