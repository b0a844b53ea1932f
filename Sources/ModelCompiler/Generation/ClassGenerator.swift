import CoreData

/// Writes classes and accessors for the entities of a model that ask for them.
///
/// Source: model-format, section 7.
struct ClassGenerator {
    private let model: ModelSource
    private let classes: EntityClasses

    init(_ model: ModelSource, classes: EntityClasses) {
        self.model = model
        self.classes = classes
    }

    /// Writes everything into `writer`.
    ///
    /// - Throws: `ModelError` for names that cannot be declared.
    func write(to writer: inout SourceWriter) throws(ModelError) {
        var declared: Set<String> = []
        for entity in model.entities where entity.codeGeneration != .manual {
            guard let entityClass = classes.byEntity[entity.name], let name = entityClass.name else { continue }
            try check(entity, name)
            guard !entityClass.isGenerated || !name.contains(".") else {
                throw ModelError(
                    .badEntityName, "A class called \"\(name)\" cannot be generated: its name has a dot.",
                    remedy: "Name the class without the module or the type around it, or write it by hand.",
                    file: model.file, line: entity.line, entity: entity.name)
            }
            if entityClass.isGenerated {
                guard declared.insert(name).inserted else {
                    throw ModelError(
                        .badEntityName, "Two entities generate the class \"\(name)\".",
                        remedy: "Give one of them another class, or set its codegen to manual.", file: model.file,
                        line: entity.line, entity: entity.name)
                }
            }
            write(entity, entityClass, name, to: &writer)
        }
    }

    private func check(_ entity: ModelSource.Entity, _ className: String) throws(ModelError) {
        func bad(_ code: ModelError.Code, _ problem: String, _ remedy: String, _ line: Int?, _ property: String?)
            -> ModelError
        {
            ModelError(
                code, problem, remedy: remedy, file: model.file, line: line ?? entity.line, entity: entity.name,
                property: property)
        }
        func isName(_ text: String) -> Bool {
            text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
                SwiftNames.isIdentifier(String($0))
            }
        }
        guard isName(className) else {
            throw bad(
                .badEntityName, "The class name \"\(className)\" is no Swift name.",
                "Use letters, digits and underscores, or set the codegen to manual.", nil, nil)
        }
        let properties =
            entity.attributes.map { ($0.name, $0.line) } + entity.relationships.map { ($0.name, $0.line) }
            + entity.fetchedProperties.map { ($0.name, $0.line) }
        for (name, line) in properties {
            guard SwiftNames.isIdentifier(name) else {
                throw bad(
                    .badPropertyName, "The name \"\(name)\" is no Swift name.",
                    "Use letters, digits and underscores, and begin with a letter; the old name as renaming identifier "
                        + "keeps existing stores usable.", line, name)
            }
            guard !SwiftNames.reserved.contains(name) else {
                throw bad(
                    .badPropertyName, "The name \"\(name)\" is taken: NSManagedObject has a member of this name.",
                    "Rename the property; the old name as renaming identifier keeps existing stores usable.", line, name
                )
            }
        }
        for attribute in entity.attributes {
            guard let type = AttributeAccess.className(attribute), !SwiftNames.isType(type) else { continue }
            throw bad(
                .badAttributeType, "The class \"\(type)\" of the values is no Swift type.",
                "Write it as it stands in Swift source, for example `NSAttributedString` or `[String]`.",
                attribute.line, attribute.name)
        }
        let others =
            [(nil, nil, entity.parentName)]
            + entity.relationships.map { ($0.name, $0.line, $0.destinationName) }
            + entity.fetchedProperties.map { ($0.name, $0.line, $0.template?.entityName) }
        for (property, line, other) in others {
            guard let type = other.flatMap({ classes.byEntity[$0]?.name }) ?? nil, !isName(type) else { continue }
            throw bad(
                .badEntityName, "The class name \"\(type)\" of the entity \(other ?? "") is no Swift name.",
                "Use letters, digits and underscores.", line, property)
        }
    }

    private func write(
        _ entity: ModelSource.Entity, _ entityClass: EntityClasses.EntityClass, _ name: String,
        to writer: inout SourceWriter
    ) {
        let type = EntityClasses.typeName(name)
        writer.line()
        writer.line("// MARK: - \(entity.name)")
        if entityClass.isGenerated {
            let parent = entity.parentName.flatMap { classes.byEntity[$0]?.name }.map(EntityClasses.typeName)
            writer.line()
            writer.line("\(entityClass.access)class \(type): \(parent ?? "NSManagedObject") {}")
        }
        writer.line()
        writer.block("extension \(type)") { writer in
            writer.line("/// Makes a request for all objects of the entity.")
            // Else `Sub.fetchRequest()` could mean that of either class where no type is given.
            if model.entities.contains(where: { $0.parentName == entity.name }) {
                writer.line("@_disfavoredOverload")
            }
            writer.block("\(entityClass.access)class func fetchRequest() -> NSFetchRequest<\(type)>") { writer in
                writer.line("NSFetchRequest<\(type)>(entityName: \(SwiftNames.literal(entity.name)))")
            }
            writeKeys(entity, to: &writer)
            for attribute in entity.attributes { write(attribute, entityClass.access, to: &writer) }
            for relationship in entity.relationships { write(relationship, entityClass.access, to: &writer) }
            for fetched in entity.fetchedProperties { write(fetched, entityClass.access, to: &writer) }
        }
        for relationship in entity.relationships where relationship.isToMany && relationship.maxCount != "1" {
            writer.line()
            writer.block("extension \(type)") { writer in
                ToManyAccessors(relationship, classes: classes, access: entityClass.access).write(to: &writer)
            }
        }
        if classes.madeIdentifiable.contains(name) {
            writer.line()
            writer.line("extension \(type): Identifiable {}")
        }
    }

    private func writeKeys(_ entity: ModelSource.Entity, to writer: inout SourceWriter) {
        let names =
            entity.attributes.map(\.name) + entity.relationships.map(\.name) + entity.fetchedProperties.map(\.name)
        guard !names.isEmpty else { return }
        writer.line()
        writer.block("fileprivate enum \(Self.keysName)") { writer in
            for name in names {
                writer.line(
                    "static let \(SwiftNames.key(name)) = ManagedProperty(\(SwiftNames.literal(name)))")
            }
        }
    }

    /// The enumeration inside each class that holds the interned property names.
    static let keysName = "_ManagedKeys"

    static func key(_ name: String) -> String { "\(keysName).\(SwiftNames.key(name))" }

    private func write(_ attribute: ModelSource.Attribute, _ access: String, to writer: inout SourceWriter) {
        let accessors = AttributeAccess(attribute)
        property(
            attribute.name, accessors.type, access, read: accessors.read(Self.key(attribute.name)),
            write: accessors.write(Self.key(attribute.name)), to: &writer)
    }

    private func write(_ relationship: ModelSource.Relationship, _ access: String, to writer: inout SourceWriter) {
        let key = Self.key(relationship.name)
        guard relationship.isToMany, relationship.maxCount != "1" else {
            let (type, isPublic) = classes.reference(to: relationship.destinationName)
            property(
                relationship.name, type + "?", isPublic ? access : "", read: "managedObject(\(key), as: \(type).self)",
                write: "setManagedObject(newValue, \(key))", to: &writer)
            return
        }
        let kind = relationship.isOrdered ? "OrderedSet" : "Set"
        property(
            relationship.name, "NS\(kind)?", access, read: "managed\(kind)(\(key))",
            write: "setManaged\(kind)(newValue, \(key))", to: &writer)
    }

    private func write(_ fetched: ModelSource.FetchedProperty, _ access: String, to writer: inout SourceWriter) {
        let (type, isPublic) = classes.reference(to: fetched.template?.entityName)
        writer.line()
        writer.block("\(isPublic ? access : "")var \(SwiftNames.escaped(fetched.name)): [\(type)]") { writer in
            writer.line("managedValue(\(Self.key(fetched.name)), as: [\(type)].self) ?? []")
        }
    }

    private func property(
        _ name: String, _ type: String, _ access: String, read: String, write: String, to writer: inout SourceWriter
    ) {
        writer.line()
        writer.block("\(access)var \(SwiftNames.escaped(name)): \(type)") { writer in
            writer.line("get { \(read) }")
            writer.line("set { \(write) }")
        }
    }
}
