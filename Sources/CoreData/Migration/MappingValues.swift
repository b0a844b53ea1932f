import Foundation

/// Evaluates the value expressions of one object's property mappings.
struct MappingValues {
    let manager: NSMigrationManager
    let mapping: NSEntityMapping
    let policy: NSEntityMigrationPolicy
    let source: NSManagedObject?
    let made: NSManagedObject

    /// Sets an attribute; without an expression it keeps its default value.
    func setAttribute(_ property: NSPropertyMapping) throws {
        guard let expression = property.valueExpression, let name = property.name else { return }
        let value = try evaluate(expression, property)
        guard let attribute = made.entity.attribute(at: name) else {
            throw failure(property, "The entity \(made.entity.nameOrEmpty) has no such attribute.")
        }
        // A required attribute without a value keeps its default, which is what an inferred mapping promises.
        if value == nil, !attribute.isOptional, attribute.defaultValue != nil, !isElementOfNothing(name) { return }
        guard attribute.attributeType.accepts(value) else {
            throw failure(property, "The value \(value ?? "nil") does not fit the attribute's type.")
        }
        if case .composite(let index) = made.layout.code(name) {
            do throws(CompositeMisfit) {
                _ = try made.layout.slotValues(of: made.layout.composites[index], from: value)
            } catch {
                throw failure(property, "\(error.path) takes \(error.wanted), not \(error.given).")
            }
        }
        made.setValue(value, forKeyPath: name)
    }

    /// Whether a path leads into a composite attribute that may be nil.
    private func isElementOfNothing(_ path: String) -> Bool {
        guard case .slot(let slot) = made.layout.code(path) else { return false }
        return made.layout.slots[slot].composite != nil && made.layout.slots[slot].isOptional
    }

    /// Sets a relationship; without an expression it stays empty.
    func setRelationship(_ property: NSPropertyMapping) throws {
        guard let expression = property.valueExpression, let name = property.name else { return }
        guard let relationship = made.entity.relationshipsByName[name] else {
            throw failure(property, "The entity \(made.entity.nameOrEmpty) has no such relationship.")
        }
        let value = try evaluate(expression, property)
        guard let objects = Self.objects(value) else {
            throw failure(property, "The value \(value ?? "nil") is no object and no collection of objects.")
        }
        if let stranger = objects.first(where: { $0.managedObjectContext !== made.managedObjectContext }) {
            throw failure(
                property,
                "The expression gave an object of the source (\(stranger.entity.nameOrEmpty)); it must give "
                    + "what that has become.")
        }
        if !relationship.isToMany {
            made.setValue(objects.first, forKey: name)
        } else if relationship.isOrdered {
            made.setValue(NSOrderedSet(array: objects), forKey: name)
        } else {
            made.setValue(Set(objects), forKey: name)
        }
    }

    private func evaluate(_ expression: NSExpression, _ property: NSPropertyMapping) throws -> Any? {
        let variables: [String: Any] = [
            "manager": manager, "source": source ?? NSNull(), "destination": made, "entityMapping": mapping,
            "propertyMapping": property, "entityPolicy": policy,
        ]
        do {
            let context = NSMutableDictionary()
            for (name, value) in variables { context[name] = value }
            return SlotValue.unwrapped(try expression.evaluated(with: source, context: context))
        } catch {
            throw failure(property, "The expression \(expression) cannot be evaluated: \(error)")
        }
    }

    /// The objects in a value: one, a collection, or none; nil when it is something else.
    static func objects(_ value: Any?) -> [NSManagedObject]? {
        switch SlotValue.unwrapped(value) {
        case nil: []
        case let object as NSManagedObject: [object]
        case let set as NSOrderedSet: set.array as? [NSManagedObject]
        case let set as NSSet: set.allObjects as? [NSManagedObject]
        case let set as Set<NSManagedObject>: Array(set)
        case let array as [Any]: array as? [NSManagedObject]
        default: nil
        }
    }

    private func failure(_ property: NSPropertyMapping, _ reason: String) -> NSError {
        CoreDataError.make(
            NSEntityMigrationPolicyError, "\(mapping.name ?? "").\(property.name ?? ""): \(reason)",
            suggestion: "Correct the value expression of the property mapping, or set the value in a migration policy.",
            userInfo: ["entityMapping": mapping.name ?? "", "property": property.name ?? ""])
    }
}
