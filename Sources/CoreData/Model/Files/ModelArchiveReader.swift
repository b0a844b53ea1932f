import Foundation

/// Reads compiled models: the archives that `.mom` files and stores' model caches hold.
struct ModelArchiveReader {
    private let archive: KeyedArchive
    private let file: String?
    private var entities: [String: NSEntityDescription] = [:]

    /// Reads the model in `data`.
    ///
    /// - Throws: `ModelError` with the file and, where it applies, entity and property.
    static func model(from data: Data, file: String?) throws(ModelError) -> NSManagedObjectModel {
        do throws(ModelError) {
            if data.starts(with: Array("momv2$".utf8)) {
                throw ModelError(
                    .unsupportedFormat, "The file is an optimised model (.omo), which is not read.",
                    remedy: "Give the .mom file of the same name beside it, or the model's source.")
            }
            guard data.starts(with: Array("bplist".utf8)) else {
                throw ModelError(
                    .unsupportedFormat, "The file is no compiled model.",
                    remedy: "Give a .mom, .momd, .xcdatamodel or .xcdatamodeld.")
            }
            var reader = ModelArchiveReader(archive: try KeyedArchive(data), file: file)
            return try reader.model()
        } catch {
            throw error.located(file: file)
        }
    }

    private init(archive: KeyedArchive, file: String?) {
        self.archive = archive
        self.file = file
    }

    private mutating func model() throws(ModelError) -> NSManagedObjectModel {
        let root = archive.root
        guard root.className == "NSManagedObjectModel", let entries = root["NSEntities"]?.entries else {
            throw ModelError(
                .unsupportedFormat, "The archive holds a \(root.className ?? "value"), no model with entities.",
                remedy: "Give a .mom file that Xcode 4 or later compiled.")
        }
        // The name of a dictionary's entry and that of the entity are the same; order by name, since
        // the archive's own order is that of a hash table.
        var archived: [(name: String, value: KeyedArchive.Value)] = []
        for entry in entries {
            guard let name = entry.value["NSEntityName"]?.string, !name.isEmpty else {
                throw damaged("an entity has no name")
            }
            archived.append((name, entry.value))
        }
        archived.sort { $0.name.precedesByCodePoint($1.name) }
        for (name, value) in archived {
            guard entities[name] == nil else {
                throw ModelError(
                    .badEntityName, "There are two entities of this name.", remedy: "Compile the model again.",
                    entity: name)
            }
            do throws(ModelError) {
                entities[name] = try entity(name, value)
            } catch {
                throw error.located(entity: name)
            }
        }
        try linkParents(archived)
        for (name, value) in archived {
            do throws(ModelError) {
                try finish(name, value)
            } catch {
                throw error.located(entity: name)
            }
        }
        let model = NSManagedObjectModel()
        model.entities = archived.compactMap { entities[$0.name] }
        model.versionIdentifiers = Set(
            (root["NSVersionIdentifiers"]?.elements ?? []).compactMap { $0.foundationValue as? AnyHashable })
        for (name, value) in root["NSConfigurations"]?.entries ?? [] {
            let members = (value.elements ?? value.entries?.map(\.value) ?? []).compactMap {
                $0["NSEntityName"]?.string ?? $0.string
            }
            model.setEntities(members.compactMap { entities[$0] }, forConfigurationName: name)
        }
        var templates: [String: FetchTemplate] = [:]
        for (name, value) in root["NSFetchRequestTemplates"]?.entries ?? [] {
            templates[name] = try template(value)
        }
        model.templates = templates
        return model
    }

    private func damaged(_ what: String) -> ModelError {
        ModelError(
            .malformed, "The compiled model is damaged: \(what).",
            remedy: "Compile the model again, or restore the file.")
    }

    // MARK: - Entities

    private func entity(_ name: String, _ value: KeyedArchive.Value) throws(ModelError) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        if let className = value["NSClassNameForEntity"]?.string { entity.managedObjectClassName = className }
        if let identifier = value["NSRenamingIdentifier"]?.string, identifier != name {
            entity.renamingIdentifier = identifier
        }
        entity.isAbstract = value["NSIsAbstract"]?.flag ?? false
        entity.versionHashModifier = value["NSVersionHashModifier"]?.string
        entity.userInfo = userInfo(value)
        return entity
    }

    private func userInfo(_ value: KeyedArchive.Value) -> [AnyHashable: Any]? {
        guard let entries = value["NSUserInfo"]?.entries, !entries.isEmpty else { return nil }
        var info: [AnyHashable: Any] = [:]
        for (key, value) in entries { info[key] = value.foundationValue }
        return info
    }

    private func parentName(_ value: KeyedArchive.Value) -> String? { value["NSSuperentity"]?["NSEntityName"]?.string }

    private func linkParents(_ archived: [(name: String, value: KeyedArchive.Value)]) throws(ModelError) {
        var parents: [String: String] = [:]
        for (name, value) in archived {
            guard let parent = parentName(value) else { continue }
            guard entities[parent] != nil else {
                throw ModelError(
                    .missingParent, "The parent entity \"\(parent)\" does not exist.",
                    remedy: "Compile the model again.", entity: name)
            }
            parents[name] = parent
        }
        for (name, _) in archived {
            var seen: Set<String> = [name]
            var current = name
            while let parent = parents[current] {
                guard seen.insert(parent).inserted, seen.count <= ModelBuilder.maximumInheritanceDepth else {
                    throw ModelError(
                        .inheritanceCycle, "The entity inherits from itself, or through too many levels.",
                        remedy: "Compile the model again.", entity: name)
                }
                current = parent
            }
        }
        var children: [String: [NSEntityDescription]] = [:]
        for (name, _) in archived {
            guard let parent = parents[name], let child = entities[name] else { continue }
            children[parent, default: []].append(child)
        }
        for (parent, members) in children { entities[parent]?.subentities = members }
        // Properties only now, parents first: which of them an entity inherits decides which it declares.
        var values: [String: KeyedArchive.Value] = [:]
        for (name, value) in archived { values[name] = value }
        let roots = archived.compactMap { entities[$0.name] }.filter { $0.superentity == nil }
        for entity in roots.flatMap(\.selfAndDescendants) {
            guard let value = values[entity.nameOrEmpty] else { continue }
            do throws(ModelError) {
                try addProperties(to: entity, value)
            } catch {
                throw error.located(entity: entity.name)
            }
        }
    }

    /// Gives an entity the properties it declares: those of its dictionary that no ancestor has.
    ///
    /// The
    /// dictionary may hold inherited ones as well, shared or as proxies.
    private func addProperties(to entity: NSEntityDescription, _ value: KeyedArchive.Value) throws(ModelError) {
        let inherited = Set(entity.ancestorsRootFirst.flatMap(\.declaredProperties).map(\.name))
        var properties: [NSPropertyDescription] = []
        var names: Set<String> = []
        for (key, value) in value["NSProperties"]?.entries ?? [] where !inherited.contains(key) {
            guard names.insert(key).inserted else {
                throw ModelError(
                    .badPropertyName, "There are two properties of this name.", remedy: "Compile the model again.",
                    property: key)
            }
            do throws(ModelError) {
                properties.append(try property(key, value))
            } catch {
                throw error.located(property: key)
            }
        }
        entity.properties = properties.sortedByName()
    }

    // MARK: - Properties

    /// How deep composite attributes may nest.
    private static let maximumDepth = 16

    private func property(
        _ name: String, _ archived: KeyedArchive.Value, depth: Int = 0
    ) throws(ModelError) -> NSPropertyDescription {
        var value = archived
        if value.className == "_NSPropertyDescriptionProxy", let real = value["NSUnderlyingProperty"] { value = real }
        let property: NSPropertyDescription
        switch value.className {
        case "NSAttributeDescription": property = try fill(NSAttributeDescription(), value)
        case "NSDerivedAttributeDescription":
            let derived = NSDerivedAttributeDescription()
            if let expression = value["NSDerivationExpression"] {
                derived.derivationExpression = try PredicateArchive.expression(expression)
            }
            property = try fill(derived, value)
        case "NSCompositeAttributeDescription":
            let composite = NSCompositeAttributeDescription()
            var elements: [NSAttributeDescription] = []
            for element in value["NSElements"]?.elements ?? [] {
                guard depth < Self.maximumDepth, let name = element["NSPropertyName"]?.string,
                    let attribute = try self.property(name, element, depth: depth + 1) as? NSAttributeDescription
                else { throw damaged("an element of a composite attribute cannot be read") }
                elements.append(attribute)
            }
            composite.elements = elements
            property = try fill(composite, value)
        case "NSRelationshipDescription": property = try relationship(value)
        case "NSFetchedPropertyDescription":
            let fetched = NSFetchedPropertyDescription()
            if let request = value["NSFetchRequest"] {
                fetched.template = try template(request, entityName: value["_NSFetchRequestEntityName"]?.string)
            }
            property = fetched
        case let other:
            throw damaged("a property is of the unknown class \(other ?? "(none)")")
        }
        property.name = name
        property.isOptional = value["NSIsOptional"]?.flag ?? false
        property.isTransient = value["NSIsTransient"]?.flag ?? false
        property.versionHashModifier = value["NSVersionHashModifier"]?.string
        if let identifier = value["NSRenamingIdentifier"]?.string, identifier != name {
            property.renamingIdentifier = identifier
        }
        property.userInfo = userInfo(value)
        property.isIndexedFlag = value["NSIsIndexed"]?.flag ?? false
        property.isIndexedBySpotlight = value["NSIndexedBySpotlight"]?.flag ?? false
        try addValidation(to: property, value)
        return property
    }

    private func addValidation(
        to property: NSPropertyDescription, _ value: KeyedArchive.Value
    ) throws(ModelError) {
        guard let archived = value["NSValidationPredicates"]?.elements, !archived.isEmpty else { return }
        var predicates: [NSPredicate] = []
        for predicate in archived { predicates.append(try PredicateArchive.predicate(predicate)) }
        let warnings = (value["NSValidationWarnings"]?.elements ?? []).compactMap(\.foundationValue)
        property.setValidationPredicates(predicates, withValidationWarnings: warnings)
    }

    private func fill<Attribute: NSAttributeDescription>(
        _ attribute: Attribute, _ value: KeyedArchive.Value
    ) throws(ModelError) -> Attribute {
        guard let raw = value["NSAttributeType"]?.integer, raw >= 0, let type = NSAttributeType(rawValue: UInt(raw))
        else {
            throw ModelError(
                .badAttributeType, "The attribute has the unknown type \(value["NSAttributeType"]?.integer ?? -1).",
                remedy: "Compile the model again, or use a newer version of this software.")
        }
        attribute.attributeType = type
        if let className = value["NSAttributeValueClassName"]?.string, className != type.valueClassName {
            attribute.attributeValueClassName = className
        }
        attribute.valueTransformerName = value["NSValueTransformerName"]?.string
        let flags = value["NSFlagsKey"]?.integer ?? 0
        attribute.allowsExternalBinaryDataStorage = flags & 4 != 0
        attribute.preservesValueInHistoryOnDeletion = flags & 16 != 0
        attribute.allowsCloudEncryption = value[ModelArchiveWriter.encryptionKey]?.flag ?? false
        if let archived = value["NSDefaultValue"] {
            let normalized = type.normalizedDefault(archived.foundationValue)
            guard normalized == nil || type.accepts(normalized) else {
                throw ModelError(
                    .badValue, "The default value does not fit the type \(type.sourceName).",
                    remedy: "Compile the model again.")
            }
            attribute.defaultValue = normalized
        }
        return attribute
    }

    private func relationship(_ value: KeyedArchive.Value) throws(ModelError) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        guard let minCount = value["NSMinCount"]?.integer, let maxCount = value["NSMaxCount"]?.integer,
            (0...Int(Int32.max)).contains(minCount), (-1...Int(Int32.max)).contains(maxCount)
        else { throw damaged("a relationship's counts are missing or impossible") }
        relationship.minCount = minCount
        relationship.maxCount = maxCount
        guard let raw = value["NSDeleteRule"]?.integer, raw >= 0, let rule = NSDeleteRule(rawValue: UInt(raw)) else {
            throw damaged("a relationship's delete rule is missing or unknown")
        }
        relationship.deleteRule = rule
        relationship.isOrdered = value["NSIsOrdered"]?.flag ?? false
        return relationship
    }

    // MARK: - Links

    private func finish(_ name: String, _ value: KeyedArchive.Value) throws(ModelError) {
        guard let entity = entities[name] else { return }
        for (key, archived) in value["NSProperties"]?.entries ?? [] {
            guard
                let relationship = entity.declaredProperties.first(where: { $0.name == key })
                    as? NSRelationshipDescription
            else { continue }
            try link(relationship, archived["NSUnderlyingProperty"] ?? archived)
        }
        if let tuples = value["NSUniqueTuples"]?.elements {
            entity.uniquenessConstraints = tuples.map { tuple in
                (tuple.elements ?? []).compactMap { $0.string ?? $0["NSPropertyName"]?.string }
            }
        }
        if let compound = value["NSCompoundIndexes"]?.elements {
            entity.setCompoundIndexTuples(
                compound.map { tuple in
                    (tuple.elements ?? []).compactMap { $0.string ?? $0["NSPropertyName"]?.string }
                })
        }
        var indexes: [NSFetchIndexDescription] = []
        for archived in value["NSFetchIndexDescriptions"]?.elements ?? [] { indexes.append(try index(archived)) }
        entity.indexes = indexes
    }

    private func link(
        _ relationship: NSRelationshipDescription, _ value: KeyedArchive.Value
    ) throws(ModelError) {
        let destinationName =
            value["_NSDestinationEntityName"]?.string ?? value["NSDestinationEntity"]?["NSEntityName"]?.string
        guard let destinationName, let destination = entities[destinationName] else {
            throw ModelError(
                .badDestination, "The destination entity \"\(destinationName ?? "")\" does not exist.",
                remedy: "Compile the model again.", property: relationship.name)
        }
        relationship.destinationEntity = destination
        let inverseName =
            value["_NSInverseRelationshipName"]?.string ?? value["NSInverseRelationship"]?["NSPropertyName"]?.string
        guard let inverseName else { return }
        let owners = [destination] + destination.ancestorsRootFirst.reversed()
        let inverse = owners.lazy.flatMap(\.declaredProperties).first { $0.name == inverseName }
        // A relationship to a parent may have its inverse in one of the parent's sub-entities.
        let declared = value["NSInverseRelationship"]?["NSEntity"]?["NSEntityName"]?.string.flatMap { entities[$0] }
        let fallback = declared?.declaredProperties.first { $0.name == inverseName }
        guard let found = (inverse ?? fallback) as? NSRelationshipDescription else {
            throw ModelError(
                .badInverse, "The inverse \"\(inverseName)\" is no relationship of \"\(destinationName)\".",
                remedy: "Compile the model again.", property: relationship.name)
        }
        relationship.inverseRelationship = found
    }

    private func index(_ value: KeyedArchive.Value) throws(ModelError) -> NSFetchIndexDescription {
        guard let name = value["NSIndexName"]?.string else { throw damaged("an index has no name") }
        var elements: [NSFetchIndexElementDescription] = []
        for element in value["NSIndexElements"]?.elements ?? [] {
            let raw = element["NSFetchIndexElementType"]?.integer ?? 0
            let type: NSFetchIndexElementType = raw == 1 ? .rTree : .binary
            let description: NSFetchIndexElementDescription
            if let property = element["NSProperty"], property.className == "NSExpressionDescription" {
                let expression = NSExpressionDescription()
                expression.name = property["NSPropertyName"]?.string ?? ""
                if let archived = property["NSExpression"] {
                    expression.expression = try PredicateArchive.expression(archived)
                }
                if let raw = property["NSAttributeType"]?.integer, raw >= 0 {
                    expression.expressionResultType = NSAttributeType(rawValue: UInt(raw)) ?? .undefinedAttributeType
                }
                description = NSFetchIndexElementDescription(property: expression, collationType: type)
            } else if let name = element["NSPropertyName"]?.string {
                description = NSFetchIndexElementDescription(propertyName: name, collationType: type)
            } else {
                throw damaged("an element of the index \"\(name)\" names no property")
            }
            description.isAscending = element["NSAscending"]?.flag ?? true
            elements.append(description)
        }
        let index = NSFetchIndexDescription(name: name, elements: elements)
        if let predicate = value["NSPartialIndexPredicate"] {
            index.partialIndexPredicate = try PredicateArchive.predicate(predicate)
        }
        return index
    }

    private func template(
        _ value: KeyedArchive.Value, entityName: String? = nil
    ) throws(ModelError) -> FetchTemplate {
        var template = FetchTemplate()
        template.entityName = entityName ?? value["NSEntity"]?["NSEntityName"]?.string
        if let predicate = value["NSPredicate"] { template.predicate = try PredicateArchive.predicate(predicate) }
        for sort in value["NSSortDescriptors"]?.elements ?? [] {
            guard let key = sort["NSKey"]?.string else { throw damaged("a sort descriptor has no key") }
            template.sortDescriptors.append(
                ModelExpressions.sortDescriptor(key: key, ascending: sort["NSAscending"]?.flag ?? true))
        }
        template.fetchLimit = max(0, value["NSFetchLimit"]?.integer ?? 0)
        template.fetchOffset = max(0, value["NSFetchOffset"]?.integer ?? 0)
        template.fetchBatchSize = max(0, value["NSBatchSize"]?.integer ?? 0)
        template.resultType = UInt(max(0, value["NSResultType"]?.integer ?? 0))
        if value["NSHasFetchRequestFlags"]?.flag == true, let flags = value["NSFetchRequestFlags"]?.integer {
            template.archivedFlags = flags
        }
        if let switches = value[FetchTemplate.switchesKey]?.integer { template.switches = switches }
        return template
    }
}
