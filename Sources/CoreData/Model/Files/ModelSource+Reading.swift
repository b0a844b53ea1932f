import Foundation

extension ModelSource {
    /// Reads the text of a `contents` file.
    ///
    /// - Throws: `ModelError` with file and line: not XML, not a model, an element without a name.
    package init(contents data: Data, file: String) throws(ModelError) {
        let root = try MarkupTree.parse(data, file: file)
        guard root.name == "model" else {
            throw ModelError(
                .malformed, "The file's root element is <\(root.name)>, not <model>.",
                remedy: "Give the `contents` file of a data model.", file: file, line: root.line)
        }
        self.init(file: file)
        do throws(ModelError) {
            try read(root)
        } catch {
            throw error.located(file: file)
        }
    }

    private mutating func read(_ root: MarkupElement) throws(ModelError) {
        versionIdentifier = root.text("userDefinedModelVersionIdentifier") ?? ""
        sourceLanguage = root.text("sourceLanguage")
        usedWithCloudKit = root.flag("usedWithCloudKit")
        for child in root.children {
            switch child.name {
            case "entity": entities.append(try Self.entity(child))
            case "composite":
                let name = try Self.name(of: child)
                var composite = Composite(name: name, line: child.line)
                for element in child.children(named: "attribute") {
                    composite.attributes.append(try Self.attribute(element, owner: name))
                }
                composites.append(composite)
            case "configuration":
                var configuration = Configuration(name: try Self.name(of: child), line: child.line)
                for member in child.children(named: "memberEntity") {
                    configuration.members.append(try Self.name(of: member))
                }
                configurations.append(configuration)
            case "fetchRequest": templates.append(try Self.template(child))
            // <elements> is the editor's layout; what is newer than us must not keep a model from loading.
            default: continue
            }
        }
    }

    private static func name(of element: MarkupElement, owner: String? = nil) throws(ModelError) -> String {
        guard let name = element.filledText("name") else {
            let code: ModelError.Code = element.name == "entity" ? .badEntityName : .badPropertyName
            throw ModelError(
                code, "An <\(element.name)> has no name.", remedy: "Name it in the model editor.", line: element.line,
                entity: owner)
        }
        return name
    }

    private static func entity(_ element: MarkupElement) throws(ModelError) -> Entity {
        let name = try name(of: element)
        var entity = Entity(name: name, line: element.line)
        entity.representedClassName = element.text("representedClassName")
        entity.parentName = element.filledText("parentEntity")
        entity.isAbstract = element.flag("isAbstract")
        entity.codeGeneration = element.text("codeGenerationType").flatMap(CodeGeneration.init) ?? .manual
        entity.renamingIdentifier = element.filledText("elementID")
        entity.versionHashModifier = element.filledText("versionHashModifier")
        entity.spotlightExpression = element.filledText("coreSpotlightDisplayNameExpression")
        for child in element.children {
            switch child.name {
            case "attribute": entity.attributes.append(try attribute(child, owner: name))
            case "relationship": entity.relationships.append(try relationship(child, owner: name))
            case "fetchedProperty": entity.fetchedProperties.append(try fetchedProperty(child, owner: name))
            case "fetchIndex": entity.indexes.append(try index(child, owner: name))
            case "uniquenessConstraints":
                entity.uniquenessConstraints += child.children(named: "uniquenessConstraint").map { tuple in
                    tuple.children(named: "constraint").compactMap { $0.filledText("value") }
                }
            case "compoundIndexes":
                entity.compoundIndexes += child.children(named: "compoundIndex").map { tuple in
                    tuple.children(named: "index").compactMap { $0.filledText("value") }
                }
            case "userInfo": entity.userInfo = entries(of: child)
            default: continue
            }
        }
        return entity
    }

    private static func entries(of element: MarkupElement) -> [String: String] {
        var entries: [String: String] = [:]
        for entry in element.children(named: "entry") {
            if let key = entry.text("key") { entries[key] = entry.text("value") ?? "" }
        }
        return entries
    }

    private static func userInfo(in element: MarkupElement) -> [String: String] {
        element.children(named: "userInfo").first.map(entries(of:)) ?? [:]
    }

    private static func attribute(_ element: MarkupElement, owner: String) throws(ModelError) -> Attribute {
        var attribute = Attribute(name: try name(of: element, owner: owner), line: element.line)
        attribute.typeName = element.filledText("attributeType")
        attribute.isOptional = element.flag("optional")
        attribute.isTransient = element.flag("transient")
        attribute.usesScalarValueType = element.flag("usesScalarValueType")
        attribute.defaultText = element.text("defaultValueString")
        attribute.defaultInterval = element.filledText("defaultDateTimeInterval")
        attribute.minText = element.filledText("minValueString")
        attribute.maxText = element.filledText("maxValueString")
        attribute.minInterval = element.filledText("minDateTimeInterval")
        attribute.maxInterval = element.filledText("maxDateTimeInterval")
        attribute.pattern = element.filledText("regularExpressionString")
        attribute.valueTransformerName = element.filledText("valueTransformerName")
        attribute.customClassName = element.filledText("customClassName")
        attribute.allowsExternalStorage = element.flag("allowsExternalBinaryDataStorage")
        attribute.preservesAfterDeletion = element.flag("preserveAfterDeletion")
        attribute.allowsCloudEncryption = element.flag("allowsCloudEncryption")
        attribute.isSpotlightIndexed = element.flag("spotlightIndexingEnabled")
        attribute.isStoredInTruthFile = element.flag("storedInTruthFile")
        attribute.isIndexed = element.flag("indexed")
        attribute.isDerived = element.flag("derived")
        attribute.derivationExpression = element.filledText("derivationExpression")
        attribute.compositeName = element.filledText("composite")
        attribute.renamingIdentifier = element.filledText("elementID")
        attribute.versionHashModifier = element.filledText("versionHashModifier")
        attribute.userInfo = userInfo(in: element)
        return attribute
    }

    private static func relationship(_ element: MarkupElement, owner: String) throws(ModelError) -> Relationship {
        var relationship = Relationship(name: try name(of: element, owner: owner), line: element.line)
        relationship.isOptional = element.flag("optional")
        relationship.isTransient = element.flag("transient")
        relationship.isToMany = element.flag("toMany")
        relationship.isOrdered = element.flag("ordered")
        relationship.minCount = element.filledText("minCount")
        relationship.maxCount = element.filledText("maxCount")
        relationship.deletionRule = element.filledText("deletionRule")
        relationship.destinationName = element.filledText("destinationEntity")
        relationship.inverseName = element.filledText("inverseName")
        relationship.inverseEntityName = element.filledText("inverseEntity")
        relationship.isIndexed = element.flag("indexed")
        relationship.isStoredInTruthFile = element.flag("storedInTruthFile")
        relationship.isSpotlightIndexed = element.flag("spotlightIndexingEnabled")
        relationship.renamingIdentifier = element.filledText("elementID")
        relationship.versionHashModifier = element.filledText("versionHashModifier")
        relationship.userInfo = userInfo(in: element)
        return relationship
    }

    private static func fetchedProperty(
        _ element: MarkupElement, owner: String
    ) throws(ModelError) -> FetchedProperty {
        var property = FetchedProperty(name: try name(of: element, owner: owner), line: element.line)
        property.isOptional = element.flag("optional")
        if let request = element.children(named: "fetchRequest").first { property.template = try template(request) }
        property.renamingIdentifier = element.filledText("elementID")
        property.versionHashModifier = element.filledText("versionHashModifier")
        property.userInfo = userInfo(in: element)
        return property
    }

    private static func index(_ element: MarkupElement, owner: String) throws(ModelError) -> Index {
        var index = Index(name: try name(of: element, owner: owner), line: element.line)
        index.partialPredicate = element.filledText("partialIndexPredicate")
        for child in element.children(named: "fetchIndexElement") {
            var part = IndexElement()
            part.property = child.filledText("property")
            part.expression = child.filledText("expression")
            part.expressionType = child.filledText("expressionType")
            part.type = child.filledText("type") ?? "Binary"
            part.isAscending = child.text("order") != "descending"
            index.elements.append(part)
        }
        return index
    }

    private static func template(_ element: MarkupElement) throws(ModelError) -> Template {
        var template = Template(name: try name(of: element), line: element.line)
        template.entityName = element.filledText("entity")
        template.predicateText = element.filledText("predicateString")
        template.fetchLimit = element.filledText("fetchLimit")
        template.fetchBatchSize = element.filledText("fetchBatchSize")
        template.resultType = element.filledText("resultType")
        template.includesSubentities = element.flag("includeSubentities")
        template.includesPropertyValues = element.flag("includePropertyValues")
        template.returnsObjectsAsFaults = element.flag("returnObjectsAsFaults")
        template.returnsDistinctResults = element.flag("returnDistinctResults")
        template.includesPendingChanges = element.flag("includesPendingChanges")
        return template
    }
}
