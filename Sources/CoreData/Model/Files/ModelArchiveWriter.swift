import Foundation

/// Writes compiled models: what `.mom` files and stores' model caches hold.
///
/// Source: model-format, section 2.
struct ModelArchiveWriter {
    private var writer = KeyedArchiveWriter()
    private var modelNumber = 0
    private var entityNumbers: [ObjectIdentifier: Int] = [:]
    private var propertyNumbers: [ObjectIdentifier: Int] = [:]

    /// The field of our own for `allowsCloudEncryption`; Apple's is not known.
    static let encryptionKey = "ODAllowsCloudEncryption"

    /// The model's archive.
    ///
    /// - Throws: `ModelError` when a default value or predicate is of a kind that archives of models do not hold.
    static func archive(_ model: NSManagedObjectModel) throws(ModelError) -> Data {
        var writer = ModelArchiveWriter()
        return try writer.write(model)
    }

    private mutating func write(_ model: NSManagedObjectModel) throws(ModelError) -> Data {
        let entities = model.entitiesInNameOrder
        modelNumber = writer.reserve()
        for entity in entities { entityNumbers[ObjectIdentifier(entity)] = writer.reserve() }
        for entity in entities {
            for property in entity.declaredProperties.sortedByName() {
                propertyNumbers[ObjectIdentifier(property)] = writer.reserve()
            }
        }
        for entity in entities {
            do throws(ModelError) {
                try write(entity)
            } catch {
                throw error.located(entity: entity.name)
            }
        }
        var fields: [(String, KeyedArchiveWriter.Field)] = []
        fields.append(("NSEntities", .reference(byName(entities))))
        var templates: [(key: String, value: Int)] = []
        for (name, template) in model.templates.sorted(by: { $0.key.precedesByCodePoint($1.key) }) {
            let entity = template.entityName.flatMap { model.entitiesByName[$0] }
            templates.append((name, try write(template, entity: entity)))
        }
        let templatesNumber =
            templates.isEmpty
            ? KeyedArchiveWriter.null : writer.dictionary(templates, className: "NSMutableDictionary")
        fields.append(("NSFetchRequestTemplates", .reference(templatesNumber)))
        let identifiers = model.versionIdentifiers.compactMap { $0 as? String }.sorted { $0.precedesByCodePoint($1) }
        fields.append(
            ("NSVersionIdentifiers", .reference(writer.array(identifiers.map { writer.text($0) }, className: "NSSet"))))
        if !model.configurations.isEmpty {
            let configurations = model.configurations.map { name in
                let members = (model.entities(forConfigurationName: name) ?? []).sortedByName()
                return (key: name, value: writer.array(members.map { number(of: $0) }, className: "NSSet"))
            }
            fields.append(
                ("NSConfigurations", .reference(writer.dictionary(configurations, className: "NSMutableDictionary"))))
        }
        writer.fill(modelNumber, "NSManagedObjectModel", fields)
        return writer.encoded(root: modelNumber)
    }

    private func number(of entity: NSEntityDescription?) -> Int {
        entity.flatMap { entityNumbers[ObjectIdentifier($0)] } ?? KeyedArchiveWriter.null
    }

    private mutating func byName(_ entities: [NSEntityDescription]) -> Int {
        writer.dictionary(
            entities.map { (key: $0.nameOrEmpty, value: number(of: $0)) }, className: "NSMutableDictionary")
    }

    // MARK: - Entities

    private mutating func write(_ entity: NSEntityDescription) throws(ModelError) {
        var fields: [(String, KeyedArchiveWriter.Field)] = []
        fields.append(("NSEntityName", .reference(writer.text(entity.name))))
        fields.append(("NSClassNameForEntity", .reference(writer.text(entity.explicitClassName))))
        fields.append(("NSRenamingIdentifier", .reference(writer.text(entity.renamingIdentifier))))
        fields.append(("NSManagedObjectModel", .reference(modelNumber)))
        fields.append(("NSSuperentity", .reference(number(of: entity.superentity))))
        fields.append(("NSSubentities", .reference(byName(entity.subentities.sortedByName()))))
        let properties = entity.declaredProperties.sortedByName()
        for property in properties {
            do throws(ModelError) {
                try write(property, of: entity)
            } catch {
                throw error.located(property: property.name)
            }
        }
        let entries = properties.map {
            (key: $0.name, value: propertyNumbers[ObjectIdentifier($0)] ?? KeyedArchiveWriter.null)
        }
        fields.append(("NSProperties", .reference(writer.dictionary(entries, className: "NSMutableDictionary"))))
        fields.append(("NSUserInfo", .reference(try userInfo(entity.userInfo))))
        fields.append(("NSVersionHashModifier", .reference(writer.text(entity.versionHashModifier))))
        if entity.isAbstract { fields.append(("NSIsAbstract", .boolean(true))) }
        if !entity.constraintNames.isEmpty {
            fields.append(("NSUniqueTuples", .reference(tuples(entity.constraintNames))))
        }
        if !entity.indexes.isEmpty {
            var indexes: [Int] = []
            for index in entity.indexes { indexes.append(try write(index, of: entity)) }
            fields.append(
                ("NSFetchIndexDescriptions", .reference(writer.array(indexes, className: "NSMutableArray"))))
        }
        let compound = entity.compoundIndexTuples.map { tuple in
            tuple.compactMap { ($0 as? String) ?? ($0 as? NSPropertyDescription)?.name }
        }
        if !compound.isEmpty { fields.append(("NSCompoundIndexes", .reference(tuples(compound)))) }
        writer.fill(number(of: entity), "NSEntityDescription", fields)
    }

    private mutating func tuples(_ tuples: [[String]]) -> Int {
        writer.array(
            tuples.map { tuple in writer.array(tuple.map { writer.text($0) }, className: "NSMutableArray") },
            className: "NSMutableArray")
    }

    private mutating func userInfo(_ info: [AnyHashable: Any]?) throws(ModelError) -> Int {
        func unusable(_ key: Any) -> ModelError {
            ModelError(
                .badValue, "The user info has an entry that cannot be archived (key \"\(key)\").",
                remedy: "Use texts as keys, and texts, numbers, dates or data as values.")
        }
        var texts: [String: Any] = [:]
        for (key, value) in info ?? [:] {
            guard let key = key as? String else { throw unusable(key) }
            texts[key] = value
        }
        // In order of keys from the start: what is written first gets the smaller number.
        var entries: [(key: String, value: Int)] = []
        for (key, value) in texts.sorted(by: { $0.key.precedesByCodePoint($1.key) }) {
            guard let number = writer.value(value) else { throw unusable(key) }
            entries.append((key, number))
        }
        return writer.dictionary(entries)
    }

    // MARK: - Properties

    private mutating func write(
        _ property: NSPropertyDescription, of entity: NSEntityDescription
    ) throws(ModelError) {
        let number = propertyNumbers[ObjectIdentifier(property)] ?? writer.reserve()
        let fields = try self.fields(of: property, entity: entity)
        writer.fill(number, Self.archivedClass(of: property), fields)
    }

    private static func archivedClass(of property: NSPropertyDescription) -> String {
        switch property {
        case is NSDerivedAttributeDescription: "NSDerivedAttributeDescription"
        case is NSCompositeAttributeDescription: "NSCompositeAttributeDescription"
        case is NSAttributeDescription: "NSAttributeDescription"
        case is NSRelationshipDescription: "NSRelationshipDescription"
        case is NSFetchedPropertyDescription: "NSFetchedPropertyDescription"
        case is NSExpressionDescription: "NSExpressionDescription"
        default: "NSPropertyDescription"
        }
    }

    private mutating func fields(
        of property: NSPropertyDescription, entity: NSEntityDescription?
    ) throws(ModelError) -> [(String, KeyedArchiveWriter.Field)] {
        var fields: [(String, KeyedArchiveWriter.Field)] = []
        fields.append(("NSPropertyName", .reference(writer.text(property.name))))
        fields.append(("NSRenamingIdentifier", .reference(writer.text(property.renamingIdentifier))))
        fields.append(("NSEntity", .reference(number(of: entity))))
        fields.append(("_P", .integer(Self.flags(of: property))))
        if property.isOptional { fields.append(("NSIsOptional", .boolean(true))) }
        if property.isTransient { fields.append(("NSIsTransient", .boolean(true))) }
        if property.isReadOnly { fields.append(("NSIsReadOnly", .boolean(true))) }
        if property.isIndexedFlag { fields.append(("NSIsIndexed", .boolean(true))) }
        if property.isIndexedBySpotlight { fields.append(("NSIndexedBySpotlight", .boolean(true))) }
        if let info = property.userInfo, !info.isEmpty {
            fields.append(("NSUserInfo", .reference(try userInfo(info))))
        }
        if let modifier = property.versionHashModifier {
            fields.append(("NSVersionHashModifier", .reference(writer.text(modifier))))
        }
        if !property.validationPredicates.isEmpty {
            var predicates: [Int] = []
            for predicate in property.validationPredicates { predicates.append(try write(predicate)) }
            var warnings: [Int] = []
            for warning in property.validationWarnings { warnings.append(writer.value(warning) ?? writer.text("")) }
            fields.append(("NSValidationPredicates", .reference(writer.array(predicates))))
            fields.append(("NSValidationWarnings", .reference(writer.array(warnings))))
        }
        switch property {
        case let attribute as NSAttributeDescription: fields += try self.fields(of: attribute)
        case let relationship as NSRelationshipDescription: fields += self.fields(of: relationship)
        case let fetched as NSFetchedPropertyDescription:
            if let template = fetched.template {
                let target = template.entityName.flatMap { entity?.model?.entitiesByName[$0] }
                fields.append(("NSFetchRequest", .reference(try write(template, entity: target))))
                fields.append(("_NSFetchRequestEntityName", .reference(writer.text(template.entityName))))
            }
        case let column as NSExpressionDescription:
            fields.append(("NSAttributeType", .integer(Int(column.expressionResultType.rawValue))))
            if let expression = column.expression {
                fields.append(("NSExpression", .reference(try PredicateArchive.write(expression, to: &writer))))
            }
        default: break
        }
        return fields
    }

    /// The bit field `_P`, which repeats the flags.
    private static func flags(of property: NSPropertyDescription) -> Int {
        var flags = 0x01
        if property.isOptional { flags |= 0x02 }
        if property.isReadOnly { flags |= 0x04 }
        if property.isTransient { flags |= 0x08 }
        if property.validationPredicates.isEmpty { flags |= 0x10 }
        if property.validationWarnings.isEmpty { flags |= 0x20 }
        if property.userInfo?.isEmpty ?? true { flags |= 0x40 }
        if property.versionHashModifier == nil { flags |= 0x80 }
        if property.isIndexedBySpotlight { flags |= 0x100 }
        if (property as? NSRelationshipDescription)?.isOrdered == true { flags |= 0x400 }
        return flags
    }

    private mutating func fields(
        of attribute: NSAttributeDescription
    ) throws(ModelError) -> [(String, KeyedArchiveWriter.Field)] {
        var fields: [(String, KeyedArchiveWriter.Field)] = []
        fields.append(("NSAttributeType", .integer(Int(attribute.attributeType.rawValue))))
        fields.append(("NSAttributeValueClassName", .reference(writer.text(attribute.attributeValueClassName))))
        fields.append(("NSValueTransformerName", .reference(writer.text(attribute.valueTransformerName))))
        let flags =
            (attribute.allowsExternalBinaryDataStorage ? 4 : 0)
            | (attribute.preservesValueInHistoryOnDeletion ? 16 : 0)
        fields.append(("NSFlagsKey", .integer(flags)))
        if attribute.allowsCloudEncryption { fields.append((Self.encryptionKey, .boolean(true))) }
        var defaultNumber = KeyedArchiveWriter.null
        if let value = attribute.defaultValue {
            guard attribute.hasFittingDefault, let number = writer.value(value) else {
                throw ModelError(
                    .badValue,
                    "The default value \"\(value)\" cannot be archived for the type \(attribute.attributeType.sourceName).",
                    remedy: "Set a default of the attribute's type.")
            }
            defaultNumber = number
        }
        fields.append(("NSDefaultValue", .reference(defaultNumber)))
        if let derived = attribute as? NSDerivedAttributeDescription {
            if let expression = derived.derivationExpression {
                fields.append(
                    ("NSDerivationExpression", .reference(try PredicateArchive.write(expression, to: &writer))))
            }
            fields.append(("NSFilteringPredicate", .reference(KeyedArchiveWriter.null)))
        }
        if let composite = attribute as? NSCompositeAttributeDescription {
            var elements: [Int] = []
            for element in composite.elements {
                let fields = try self.fields(of: element, entity: nil)
                elements.append(writer.add(Self.archivedClass(of: element), fields))
            }
            fields.append(("NSElements", .reference(writer.array(elements))))
        }
        return fields
    }

    private mutating func fields(of relationship: NSRelationshipDescription) -> [(String, KeyedArchiveWriter.Field)] {
        let inverse = relationship.inverseRelationship
        let inverseNumber = inverse.flatMap { propertyNumbers[ObjectIdentifier($0)] } ?? KeyedArchiveWriter.null
        var fields: [(String, KeyedArchiveWriter.Field)] = [
            ("NSDestinationEntity", .reference(number(of: relationship.destinationEntity))),
            ("_NSDestinationEntityName", .reference(writer.text(relationship.destinationEntity?.name))),
            ("NSInverseRelationship", .reference(inverseNumber)),
            ("_NSInverseRelationshipName", .reference(writer.text(inverse?.name))),
            ("NSMinCount", .integer(relationship.minCount)),
            ("NSMaxCount", .integer(relationship.maxCount)),
            ("NSDeleteRule", .integer(Int(relationship.deleteRule.rawValue))),
        ]
        if relationship.isOrdered { fields.append(("NSIsOrdered", .boolean(true))) }
        return fields
    }

    // MARK: - Indexes, requests, predicates

    private mutating func write(
        _ index: NSFetchIndexDescription, of entity: NSEntityDescription
    ) throws(ModelError) -> Int {
        let indexNumber = writer.reserve()
        var elements: [Int] = []
        for element in index.elements {
            var fields: [(String, KeyedArchiveWriter.Field)] = [
                ("NSPropertyName", .reference(writer.text(element.propertyName))),
                ("NSFetchIndexElementType", .integer(Int(element.collationType.rawValue))),
                ("NSAscending", .boolean(element.isAscending)),
                ("NSFetchIndexDescription", .reference(indexNumber)),
            ]
            if let expression = element.property as? NSExpressionDescription {
                let number = writer.add("NSExpressionDescription", try self.fields(of: expression, entity: nil))
                fields.append(("NSProperty", .reference(number)))
            }
            elements.append(writer.add("NSFetchIndexElementDescription", fields))
        }
        let predicate = try index.partialIndexPredicate.map { predicate throws(ModelError) in try write(predicate) }
        writer.fill(
            indexNumber, "NSFetchIndexDescription",
            [
                ("NSIndexName", .reference(writer.text(index.name))), ("NSEntity", .reference(number(of: entity))),
                ("NSIndexElements", .reference(writer.array(elements))),
                ("NSPartialIndexPredicate", .reference(predicate ?? KeyedArchiveWriter.null)),
            ])
        return indexNumber
    }

    private mutating func write(
        _ template: FetchTemplate, entity: NSEntityDescription?
    ) throws(ModelError) -> Int {
        let predicate = try template.predicate.map { predicate throws(ModelError) in try write(predicate) }
        let sorting = template.sortDescriptors.map { descriptor in
            writer.add(
                "NSSortDescriptor",
                [
                    ("NSKey", .reference(writer.text(descriptor.key))),
                    ("NSAscending", .boolean(descriptor.ascending)),
                    ("NSSelector", .reference(writer.text("compare:"))),
                ])
        }
        var fields: [(String, KeyedArchiveWriter.Field)] = [
            ("NSEntity", .reference(number(of: entity))),
            ("NSPredicate", .reference(predicate ?? KeyedArchiveWriter.null)),
            ("NSSortDescriptors", .reference(sorting.isEmpty ? KeyedArchiveWriter.null : writer.array(sorting))),
            ("NSFetchLimit", .integer(template.fetchLimit)), ("NSFetchOffset", .integer(template.fetchOffset)),
            ("NSBatchSize", .integer(template.fetchBatchSize)), ("NSResultType", .integer(Int(template.resultType))),
        ]
        for key in [
            "NSValuesToFetch", "NSValuesToGroupBy", "NSHavingPredicate", "NSRelationshipKeyPathsForPrefetching",
        ] {
            fields.append((key, .reference(KeyedArchiveWriter.null)))
        }
        if let flags = template.archivedFlags {
            fields += [("NSFetchRequestFlags", .integer(flags)), ("NSHasFetchRequestFlags", .boolean(true))]
        }
        fields.append((FetchTemplate.switchesKey, .integer(template.switches)))
        return writer.add("NSFetchRequest", fields)
    }

    private mutating func write(_ predicate: NSPredicate) throws(ModelError) -> Int {
        try PredicateArchive.write(predicate, to: &writer)
    }
}
