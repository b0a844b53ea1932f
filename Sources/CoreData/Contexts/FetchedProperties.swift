/// The properties that a fetch request names for its dictionary results.
enum FetchedProperties {
    /// Descriptions for names and descriptions; nil = all attributes.
    ///
    /// - Throws: 134060 for a name that leads nowhere, and for to-many relationships.
    static func resolve(_ properties: [Any]?, _ layout: EntityLayout) throws -> [NSPropertyDescription] {
        guard let properties else {
            return layout.slots.compactMap { slot in
                slot.isPersistent && slot.kind != .toOne && slot.kind != .destinationEntity
                    ? layout.entity.attributesByName[slot.name] : nil
            }
        }
        return try properties.map { property in
            if let description = property as? NSExpressionDescription { return description }
            let name =
                (property as? String) ?? (property as? NSPropertyDescription)?.name ?? String(describing: property)
            if let description = layout.entity.propertiesByName[name] {
                if let relationship = description as? NSRelationshipDescription, relationship.isToMany {
                    throw CoreDataError.make(
                        NSCoreDataError,
                        "Invalid to-many relationship in propertiesToFetch: \(layout.name).\(name).",
                        suggestion: "Fetch attributes and to-one relationships, or a count of the to-many.")
                }
                return description
            }
            guard name.contains(".") else {
                throw CoreDataError.make(
                    NSCoreDataError, "Invalid keypath \"\(name)\" passed to propertiesToFetch of \(layout.name).",
                    suggestion: "Name a property of the entity.")
            }
            let description = NSExpressionDescription()
            description.name = name
            description.expression = NSExpression(forKeyPath: name)
            return description
        }
    }

    /// A predicate of groups whose variables name fetched expressions, `$count > 1`, with their names as keys.
    ///
    /// - Throws: 134020 for a variable that names none.
    static func naming(_ predicate: NSPredicate, _ properties: [NSPropertyDescription]?) throws -> NSPredicate {
        let node = PredicateNode(predicate).withoutArguments
        var expressions: [String: Any] = [:]
        for case let description as NSExpressionDescription in properties ?? [] {
            expressions[description.name] = NSExpression(forKeyPath: description.name)
        }
        do {
            return NSPredicate.made(of: PredicateSource(try node.substituting(expressions)))
        } catch {
            throw CoreDataError.make(
                NSPersistentStoreIncompatibleSchemaError,
                "The havingPredicate \(predicate) cannot be evaluated: \(error)",
                suggestion: "A variable names an NSExpressionDescription of propertiesToFetch.")
        }
    }
}
