import CoreData

/// Which Swift class stands for each entity of a model, and who writes it.
struct EntityClasses {
    /// The class of one entity.
    struct EntityClass {
        let entity: ModelSource.Entity
        /// The Swift name; nil for plain `NSManagedObject`.
        let name: String?
        /// Whether the class itself is generated.
        let isGenerated: Bool
        /// `public`, or nothing for the default access.
        let access: String
    }

    private(set) var byEntity: [String: EntityClass] = [:]

    init(_ model: ModelSource, moduleName: String, scan: SourceScan) {
        for entity in model.entities {
            let name = Self.className(of: entity, moduleName: moduleName)
            let isGenerated = entity.codeGeneration == .class && name != nil
            byEntity[entity.name] = EntityClass(
                entity: entity, name: name, isGenerated: isGenerated,
                access: Self.isPublic(name, isGenerated, scan) ? "public " : "")
        }
        // A class cannot be more visible than its superclass.
        for entity in model.entities where byEntity[entity.name]?.isGenerated == true {
            var parent = entity.parentName
            var seen: Set<String> = []
            while let name = parent, seen.insert(name).inserted, let above = byEntity[name] {
                if above.name != nil, !above.isGenerated, above.access.isEmpty, let own = byEntity[entity.name] {
                    byEntity[entity.name] = EntityClass(
                        entity: own.entity, name: own.name, isGenerated: own.isGenerated, access: "")
                }
                parent = above.entity.parentName
            }
        }
    }

    private static func isPublic(_ name: String?, _ isGenerated: Bool, _ scan: SourceScan) -> Bool {
        guard let name, !isGenerated else { return true }
        return scan.classes[name]?.isPublic ?? true
    }

    /// The Swift name of an entity's class; nil when it is `NSManagedObject` itself.
    private static func className(of entity: ModelSource.Entity, moduleName: String) -> String? {
        guard let written = entity.representedClassName, !written.isEmpty else {
            // A class is to be generated and has no name: it gets the entity's.
            return entity.codeGeneration == .class ? entity.name : nil
        }
        if written == "NSManagedObject" { return nil }
        if written.hasPrefix(".") { return String(written.dropFirst()) }
        if written.hasPrefix(moduleName + ".") { return String(written.dropFirst(moduleName.count + 1)) }
        return written
    }

    /// The type of a reference to an entity's objects, and whether it may appear in public declarations.
    func reference(to entity: String?) -> (type: String, isPublic: Bool) {
        guard let entity, let found = byEntity[entity], let name = found.name else { return ("NSManagedObject", true) }
        return (Self.typeName(name), !found.access.isEmpty)
    }

    /// The class name as a type in source: each part in backticks where needed.
    static func typeName(_ name: String) -> String {
        name.split(separator: ".").map { SwiftNames.escaped(String($0)) }.joined(separator: ".")
    }
}
