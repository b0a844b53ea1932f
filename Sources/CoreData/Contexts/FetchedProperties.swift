/// The properties that a fetch request names for its dictionary results.
enum FetchedProperties {
    /// Descriptions for names and descriptions; nil = all attributes.
    ///
    /// - Throws: 134060 for a name that leads nowhere, and for to-many relationships.
    static func resolve(_ properties: [Any]?, _ layout: EntityLayout) throws -> [NSPropertyDescription] {
        guard let properties else {
            return layout.slots.compactMap { slot in
                guard slot.isPersistent, slot.kind != .toOne, slot.kind != .destinationEntity else { return nil }
                return slot.composite == nil
                    ? layout.entity.attributesByName[slot.name] : element(slot.name, layout)
            }
        }
        var names: Set<String> = []
        // A composite and one of its elements may both be asked for.
        return try properties.flatMap { try resolve($0, layout) }.filter {
            !($0 is ElementDescription) || names.insert($0.name).inserted
        }
    }

    private static func resolve(_ property: Any, _ layout: EntityLayout) throws -> [NSPropertyDescription] {
        if let description = property as? NSExpressionDescription { return [description] }
        let name = name(of: property)
        switch layout.code(name) {
        case .composite(let index):
            return layout.composites[index].slots.map { element(layout.slots[$0].name, layout) }
        case .slot(let slot) where layout.slots[slot].composite != nil: return [element(name, layout)]
        case .slot, .toMany, .fetched, .unknown: break
        }
        if let description = layout.entity.propertiesByName[name] {
            if let relationship = description as? NSRelationshipDescription, relationship.isToMany {
                throw CoreDataError.make(
                    NSCoreDataError,
                    "Invalid to-many relationship in propertiesToFetch: \(layout.name).\(name).",
                    suggestion: "Fetch attributes and to-one relationships, or a count of the to-many.")
            }
            return [description]
        }
        guard name.contains(".") else {
            throw CoreDataError.make(
                NSCoreDataError, "Invalid keypath \"\(name)\" passed to propertiesToFetch of \(layout.name).",
                suggestion: "Name a property of the entity.")
        }
        let description = NSExpressionDescription()
        description.name = name
        description.expression = NSExpression(forKeyPath: name)
        return [description]
    }

    private static func name(of property: Any) -> String {
        (property as? String) ?? (property as? NSPropertyDescription)?.name ?? String(describing: property)
    }

    // MARK: Composite attributes

    /// The element of a composite attribute as a property of its own: what stores fetch of composites.
    private final class ElementDescription: NSExpressionDescription, @unchecked Sendable {
        // @unchecked: as for every description, it is not changed once it is made.
    }

    private static func element(_ path: String, _ layout: EntityLayout) -> NSPropertyDescription {
        let description = ElementDescription()
        description.name = path
        description.expression = NSExpression(forKeyPath: path)
        description.expressionResultType = layout.entity.attribute(at: path)?.attributeType ?? .undefinedAttributeType
        return description
    }

    /// Puts the composite attributes among the fetched properties together of their elements.
    static func composed(_ rows: [[String: Any]], _ properties: [Any]?, _ layout: EntityLayout) -> [[String: Any]] {
        let names = properties.map { Set($0.filter { !($0 is NSExpressionDescription) }.map(name)) }
        let composites = layout.composites.filter { composite in
            names.map { $0.contains(composite.path) } ?? (composite.enclosing == nil && composite.isPersistent)
        }
        if composites.isEmpty { return rows }
        return rows.map { row in
            var result = row
            for slot in composites.flatMap(\.slots) where names?.contains(layout.slots[slot].name) != true {
                result[layout.slots[slot].name] = nil
            }
            for composite in composites {
                result[composite.path] = layout.dictionary(of: composite) { row[layout.slots[$0].name] }
            }
            return result
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
