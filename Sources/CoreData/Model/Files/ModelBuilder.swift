import Foundation

/// Makes descriptions of a model's source: resolves every name, reads every value, refuses what cannot be.
///
/// One builder builds one model.
struct ModelBuilder {
    /// What is odd and was mended, for tools to show.
    private(set) var warnings: [ModelError] = []
    let source: ModelSource
    /// The module whose classes `.Name` stands for; nil when the model is read at run time.
    private let moduleName: String?
    private(set) var entities: [String: NSEntityDescription] = [:]
    private(set) var sources: [String: ModelSource.Entity] = [:]

    /// Deeper lines of parents are not made by people, and would make every question about an entity slow.
    static let maximumInheritanceDepth = 256

    init(_ source: ModelSource, moduleName: String? = nil) {
        self.source = source
        self.moduleName = moduleName
    }

    /// Builds the model.
    ///
    /// - Throws: `ModelError` that names file, line, entity and property.
    mutating func build() throws(ModelError) -> NSManagedObjectModel {
        do throws(ModelError) {
            return try buildUnlocated()
        } catch {
            throw error.located(file: source.file)
        }
    }

    private mutating func buildUnlocated() throws(ModelError) -> NSManagedObjectModel {
        for entity in source.entities {
            guard sources.updateValue(entity, forKey: entity.name) == nil else {
                throw ModelError(
                    .badEntityName, "There are two entities of this name.", remedy: "Rename or remove one of them.",
                    line: entity.line, entity: entity.name)
            }
        }
        try checkParents()
        for entity in source.entities {
            do throws(ModelError) {
                entities[entity.name] = try description(of: entity)
            } catch {
                throw error.located(line: entity.line, entity: entity.name)
            }
        }
        linkParents()
        for entity in source.entities {
            do throws(ModelError) {
                try checkInheritedNames(entity)
                try linkDestinations(entity)
            } catch {
                throw error.located(line: entity.line, entity: entity.name)
            }
        }
        for entity in source.entities {
            do throws(ModelError) {
                try linkInverses(entity)
                try addIndexesAndConstraints(entity)
            } catch {
                throw error.located(line: entity.line, entity: entity.name)
            }
        }
        let model = NSManagedObjectModel()
        model.entities = source.entities.compactMap { entities[$0.name] }
        model.versionIdentifiers = [source.versionIdentifier]
        try addConfigurations(to: model)
        try addTemplates(to: model)
        return model
    }

    // MARK: - Parents

    private func checkParents() throws(ModelError) {
        for entity in source.entities {
            var line: Set<String> = [entity.name]
            var current = entity
            while let parentName = current.parentName {
                guard let parent = sources[parentName] else {
                    throw ModelError(
                        .missingParent, "The parent entity \"\(parentName)\" does not exist.",
                        remedy: "Add it, or choose another parent.", line: current.line, entity: current.name)
                }
                guard line.insert(parentName).inserted else {
                    throw ModelError(
                        .inheritanceCycle, "The entity inherits from itself through \"\(parentName)\".",
                        remedy: "Remove one of the parents.", line: entity.line, entity: entity.name)
                }
                guard line.count <= Self.maximumInheritanceDepth else {
                    throw ModelError(
                        .malformed,
                        "The entity has more than \(Self.maximumInheritanceDepth) levels of parents.",
                        remedy: "Make the hierarchy flatter.", line: entity.line, entity: entity.name)
                }
                current = parent
            }
        }
    }

    private func linkParents() {
        var children: [String: [NSEntityDescription]] = [:]
        for entity in source.entities {
            guard let parentName = entity.parentName, let child = entities[entity.name] else { continue }
            children[parentName, default: []].append(child)
        }
        for (parentName, members) in children { entities[parentName]?.subentities = members }
    }

    private func checkInheritedNames(_ entity: ModelSource.Entity) throws(ModelError) {
        guard let description = entities[entity.name] else { return }
        let inherited = Set(description.ancestorsRootFirst.flatMap(\.declaredProperties).map(\.name))
        for property in description.declaredProperties where inherited.contains(property.name) {
            throw ModelError(
                .badPropertyName, "A parent entity already has a property of this name.",
                remedy: "Rename one of them, or remove this one: it is inherited.", property: property.name)
        }
    }

    // MARK: - Entities and properties

    private mutating func description(of entity: ModelSource.Entity) throws(ModelError) -> NSEntityDescription {
        let description = NSEntityDescription()
        description.name = entity.name
        if let className = className(of: entity) { description.managedObjectClassName = className }
        description.isAbstract = entity.isAbstract
        description.versionHashModifier = entity.versionHashModifier
        if let identifier = entity.renamingIdentifier { description.renamingIdentifier = identifier }
        if !entity.userInfo.isEmpty { description.userInfo = entity.userInfo }
        if let text = entity.spotlightExpression {
            description.coreSpotlightDisplayNameExpression = try ModelExpressions.expression(text)
        }
        var properties: [NSPropertyDescription] = []
        for attribute in entity.attributes {
            do throws(ModelError) {
                properties.append(try self.description(of: attribute, enclosing: []))
            } catch {
                throw error.located(line: attribute.line, property: attribute.name)
            }
        }
        for relationship in entity.relationships {
            do throws(ModelError) {
                properties.append(try self.description(of: relationship))
            } catch {
                throw error.located(line: relationship.line, property: relationship.name)
            }
        }
        for fetched in entity.fetchedProperties {
            do throws(ModelError) {
                properties.append(try self.description(of: fetched))
            } catch {
                throw error.located(line: fetched.line, property: fetched.name)
            }
        }
        var names: Set<String> = []
        for property in properties where !names.insert(property.name).inserted {
            throw ModelError(
                .badPropertyName, "There are two properties of this name.", remedy: "Rename or remove one of them.",
                property: property.name)
        }
        description.properties = properties
        return description
    }

    /// The class name as it is compiled: `.Name` becomes `Module.Name`.
    private func className(of entity: ModelSource.Entity) -> String? {
        guard let written = entity.representedClassName, !written.isEmpty else {
            // the class that is generated for it has the entity's name, and is its class.
            guard entity.codeGeneration == .class else { return nil }
            return moduleName.map { "\($0).\(entity.name)" } ?? entity.name
        }
        guard written.hasPrefix(".") else { return written }
        let bare = String(written.dropFirst())
        return moduleName.map { "\($0).\(bare)" } ?? bare
    }

    private mutating func description(
        of attribute: ModelSource.Attribute, enclosing: [String]
    ) throws(ModelError) -> NSAttributeDescription {
        let type = try type(of: attribute)
        let description: NSAttributeDescription
        if attribute.isDerived {
            let derived = NSDerivedAttributeDescription()
            guard let text = attribute.derivationExpression else {
                throw ModelError(
                    .badExpression, "The attribute is derived and has no derivation expression.",
                    remedy: "Give it one, such as `items.@count`, or make it an ordinary attribute.")
            }
            derived.derivationExpression = ModelExpressions.derivation(try ModelExpressions.expression(text))
            description = derived
        } else if type == .compositeAttributeType {
            description = try composite(for: attribute, enclosing: enclosing)
        } else {
            description = NSAttributeDescription()
        }
        description.attributeType = type
        description.name = attribute.name
        description.isOptional = attribute.isOptional
        description.isTransient = attribute.isTransient
        description.versionHashModifier = attribute.versionHashModifier
        if let identifier = attribute.renamingIdentifier { description.renamingIdentifier = identifier }
        if !attribute.userInfo.isEmpty { description.userInfo = attribute.userInfo }
        description.isIndexedFlag = attribute.isIndexed
        description.isIndexedBySpotlight = attribute.isSpotlightIndexed
        description.isStoredInExternalRecordFlag = attribute.isStoredInTruthFile
        description.allowsExternalBinaryDataStorage = attribute.allowsExternalStorage
        description.preservesValueInHistoryOnDeletion = attribute.preservesAfterDeletion
        description.allowsCloudEncryption = attribute.allowsCloudEncryption
        if type == .transformableAttributeType {
            description.valueTransformerName = attribute.valueTransformerName
            description.attributeValueClassName = attribute.customClassName
        }
        let values = ModelValues(type: type)
        switch try values.defaultValue(of: attribute) {
        case .value(let value): description.defaultValue = value
        case .none: break
        case .unreadable(let warning):
            warnings.append(warning.located(file: source.file, line: attribute.line, property: attribute.name))
        }
        let validation = try values.validation(of: attribute)
        if !validation.isEmpty {
            description.setValidationPredicates(
                validation.map(\.predicate), withValidationWarnings: validation.map { NSNumber(value: $0.code) })
        }
        return description
    }

    private func type(of attribute: ModelSource.Attribute) throws(ModelError) -> NSAttributeType {
        guard let name = attribute.typeName else {
            guard attribute.isTransient else {
                throw ModelError(
                    .badAttributeType, "The attribute has no type.",
                    remedy: "Choose one in the model editor; only transient attributes may do without.")
            }
            return .undefinedAttributeType
        }
        guard let type = NSAttributeType(sourceName: name) else {
            throw ModelError(
                .badAttributeType, "The attribute type \"\(name)\" is unknown.",
                remedy: "Use one of Integer 16, Integer 32, Integer 64, Decimal, Double, Float, String, Boolean, Date, "
                    + "Binary, UUID, URI, Transformable or Composite.")
        }
        guard type != .undefinedAttributeType || attribute.isTransient else {
            throw ModelError(
                .badAttributeType, "The attribute's type is Undefined, but the attribute is not transient.",
                remedy: "Choose a type, or make the attribute transient.")
        }
        return type
    }

    private mutating func composite(
        for attribute: ModelSource.Attribute, enclosing: [String]
    ) throws(ModelError) -> NSCompositeAttributeDescription {
        guard let name = attribute.compositeName,
            let composite = source.composites.first(where: { $0.name == name })
        else {
            throw ModelError(
                .badReference, "The composite \"\(attribute.compositeName ?? "")\" does not exist.",
                remedy: "Add the composite attribute to the model, or choose another type.")
        }
        guard !enclosing.contains(name), enclosing.count < 16 else {
            throw ModelError(
                .badReference, "The composite \"\(name)\" contains itself.",
                remedy: "Remove the element that leads back to it.")
        }
        let description = NSCompositeAttributeDescription()
        var elements: [NSAttributeDescription] = []
        for element in composite.attributes {
            elements.append(try self.description(of: element, enclosing: enclosing + [name]))
        }
        description.elements = elements
        for (element, written) in zip(elements, composite.attributes) {
            let alone = NSCompositeAttributeDescription()
            alone.elements = [element]
            do throws(ModelError) {
                try alone.checkElements()
            } catch {
                throw ModelError(
                    error.code, error.problem, remedy: error.remedy, file: source.file, line: written.line,
                    entity: name, property: written.name)
            }
        }
        try description.checkElements()
        return description
    }

    private func description(of relationship: ModelSource.Relationship) throws(ModelError) -> NSRelationshipDescription
    {
        let description = NSRelationshipDescription()
        description.name = relationship.name
        description.isOptional = relationship.isOptional
        description.isTransient = relationship.isTransient
        description.isOrdered = relationship.isOrdered
        description.minCount = try count(relationship.minCount, "minimum") ?? 0
        description.maxCount = try count(relationship.maxCount, "maximum") ?? (relationship.isToMany ? 0 : 1)
        guard relationship.isToMany || description.maxCount == 1 else {
            throw ModelError(
                .badRelationship,
                "The relationship is to one, but its maximum count is \(description.maxCount).",
                remedy: "Make it to-many, or remove the maximum.")
        }
        guard description.maxCount == 0 || description.minCount <= description.maxCount else {
            throw ModelError(
                .badRelationship,
                "The minimum count \(description.minCount) is above the maximum count \(description.maxCount).",
                remedy: "Lower the minimum or raise the maximum.")
        }
        description.deleteRule = try deleteRule(relationship.deletionRule)
        description.versionHashModifier = relationship.versionHashModifier
        if let identifier = relationship.renamingIdentifier { description.renamingIdentifier = identifier }
        if !relationship.userInfo.isEmpty { description.userInfo = relationship.userInfo }
        description.isIndexedFlag = relationship.isIndexed
        description.isIndexedBySpotlight = relationship.isSpotlightIndexed
        description.isStoredInExternalRecordFlag = relationship.isStoredInTruthFile
        return description
    }

    private func count(_ text: String?, _ what: String) throws(ModelError) -> Int? {
        guard let text else { return nil }
        guard let count = Int32(text), count >= 0 else {
            throw ModelError(
                .badRelationship, "The \(what) count \"\(text)\" is no whole number from 0 up.",
                remedy: "Correct or remove it.")
        }
        return Int(count)
    }

    private func deleteRule(_ text: String?) throws(ModelError) -> NSDeleteRule {
        switch text {
        case nil, "Nullify": return .nullifyDeleteRule
        case "Cascade": return .cascadeDeleteRule
        case "Deny": return .denyDeleteRule
        case "No Action": return .noActionDeleteRule
        case let other?:
            throw ModelError(
                .badRelationship, "The delete rule \"\(other)\" is unknown.",
                remedy: "Use Nullify, Cascade, Deny or No Action.")
        }
    }

    private func description(
        of fetched: ModelSource.FetchedProperty
    ) throws(ModelError) -> NSFetchedPropertyDescription {
        let description = NSFetchedPropertyDescription()
        description.name = fetched.name
        description.isOptional = fetched.isOptional
        description.isTransient = true
        description.versionHashModifier = fetched.versionHashModifier
        if let identifier = fetched.renamingIdentifier { description.renamingIdentifier = identifier }
        if !fetched.userInfo.isEmpty { description.userInfo = fetched.userInfo }
        if let template = fetched.template { description.template = try self.template(template) }
        return description
    }

    // MARK: - Links between entities

    private func linkDestinations(_ entity: ModelSource.Entity) throws(ModelError) {
        for relationship in entity.relationships {
            guard let name = relationship.destinationName, let destination = entities[name] else {
                throw ModelError(
                    .badDestination,
                    relationship.destinationName.map { "The destination entity \"\($0)\" does not exist." }
                        ?? "The relationship has no destination.",
                    remedy: "Choose a destination in the model editor.", line: relationship.line,
                    property: relationship.name)
            }
            own(relationship.name, of: entity)?.destinationEntity = destination
        }
    }

    private func own(_ name: String, of entity: ModelSource.Entity) -> NSRelationshipDescription? {
        entities[entity.name]?.declaredProperties.first { $0.name == name } as? NSRelationshipDescription
    }

    private func linkInverses(_ entity: ModelSource.Entity) throws(ModelError) {
        for relationship in entity.relationships {
            guard let name = relationship.inverseName, let mine = own(relationship.name, of: entity) else { continue }
            let candidates = [relationship.destinationName, relationship.inverseEntityName]
            let inverse = candidates.lazy.compactMap { $0.flatMap { entities[$0] } }
                .compactMap { Self.property(name, of: $0) as? NSRelationshipDescription }.first
            guard let inverse else {
                throw ModelError(
                    .badInverse,
                    "The inverse \"\(name)\" is no relationship of \"\(relationship.destinationName ?? "")\".",
                    remedy: "Choose another inverse, or none.", line: relationship.line, property: relationship.name)
            }
            mine.inverseRelationship = inverse
        }
    }

    /// The property of that name which `entity` declares or inherits.
    private static func property(_ name: String, of entity: NSEntityDescription) -> NSPropertyDescription? {
        var candidate: NSEntityDescription? = entity
        while let current = candidate {
            if let found = current.declaredProperties.first(where: { $0.name == name }) { return found }
            candidate = current.superentity
        }
        return nil
    }

    /// The element of a composite attribute at a path; nil when there is none, or when it is a composite itself.
    private static func element(_ path: String, of entity: NSEntityDescription) -> NSAttributeDescription? {
        let names = path.split(separator: ".")
        guard names.count > 1,
            let composite = property(String(names[0]), of: entity) as? NSCompositeAttributeDescription,
            let element = composite.element(at: Array(names.dropFirst())),
            !(element is NSCompositeAttributeDescription)
        else { return nil }
        return element
    }

    private func addIndexesAndConstraints(_ entity: ModelSource.Entity) throws(ModelError) {
        guard let description = entities[entity.name] else { return }
        for name in entity.uniquenessConstraints.joined()
        where Self.property(name, of: description) is NSCompositeAttributeDescription {
            throw ModelError(
                .badConstraint, "A uniqueness constraint names the composite attribute \"\(name)\".",
                remedy: "Name its elements, such as `\(name).element`.")
        }
        for tuple in entity.uniquenessConstraints {
            for name in tuple where !(Self.property(name, of: description) is NSAttributeDescription) {
                if Self.element(name, of: description) != nil { continue }
                throw ModelError(
                    .badConstraint, "A uniqueness constraint names \"\(name)\", which is no attribute.",
                    remedy: "Correct the constraint.")
            }
        }
        description.uniquenessConstraints = entity.uniquenessConstraints.filter { !$0.isEmpty }
        var indexes: [NSFetchIndexDescription] = []
        for index in entity.indexes { indexes.append(try self.index(index, of: description)) }
        for (position, tuple) in entity.compoundIndexes.enumerated() {
            var elements: [NSFetchIndexElementDescription] = []
            for name in tuple {
                let property = try indexed(name, of: description, index: "compound index")
                elements.append(Self.indexElement(property, called: name, .binary))
            }
            indexes.append(
                NSFetchIndexDescription(
                    name: position == 0 ? "compoundIndex" : "compoundIndex\(position)", elements: elements))
        }
        description.indexes = indexes
    }

    private func index(
        _ index: ModelSource.Index, of entity: NSEntityDescription
    ) throws(ModelError) -> NSFetchIndexDescription {
        do throws(ModelError) {
            var elements: [NSFetchIndexElementDescription] = []
            for element in index.elements {
                let property: NSPropertyDescription
                if let name = element.property {
                    property = try indexed(name, of: entity, index: "index \"\(index.name)\"")
                } else if let text = element.expression {
                    let expression = NSExpressionDescription()
                    expression.name = text
                    expression.expression = try ModelExpressions.expression(text)
                    expression.expressionResultType =
                        element.expressionType.flatMap { NSAttributeType(sourceName: $0) } ?? .undefinedAttributeType
                    property = expression
                } else {
                    throw ModelError(
                        .badConstraint, "An element of the index \"\(index.name)\" names no property.",
                        remedy: "Choose a property in the model editor.")
                }
                let type: NSFetchIndexElementType = element.type.lowercased() == "rtree" ? .rTree : .binary
                let description = Self.indexElement(property, called: element.property, type)
                description.isAscending = element.isAscending
                elements.append(description)
            }
            let description = NSFetchIndexDescription(name: index.name, elements: elements)
            if let text = index.partialPredicate {
                description.partialIndexPredicate = try ModelExpressions.predicate(text)
            }
            return description
        } catch {
            throw error.located(line: index.line)
        }
    }

    /// An element of a composite attribute is known by its path.
    private static func indexElement(
        _ property: NSPropertyDescription, called name: String?, _ type: NSFetchIndexElementType
    ) -> NSFetchIndexElementDescription {
        if let name, name != property.name, !(property is NSExpressionDescription) {
            return NSFetchIndexElementDescription(propertyName: name, collationType: type)
        }
        return NSFetchIndexElementDescription(property: property, collationType: type)
    }

    private func indexed(
        _ name: String, of entity: NSEntityDescription, index: String
    ) throws(ModelError) -> NSPropertyDescription {
        let property = Self.property(name, of: entity) ?? Self.element(name, of: entity)
        guard let property, !(property is NSFetchedPropertyDescription) else {
            throw ModelError(
                .badConstraint, "The \(index) names \"\(name)\", which is no attribute or relationship.",
                remedy: "Correct the index.")
        }
        return property
    }
}
