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
    /// The classes that generated code is to make `Identifiable`.
    private(set) var madeIdentifiable: Set<String> = []

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
        chooseIdentifiable(model, moduleName: moduleName, scan: scan)
    }

    /// Xcode makes every class with generated properties `Identifiable`.
    ///
    /// A class that is so already, by its own declaration or by inheritance, cannot be made so again; nor can one
    /// whose ancestors stand in another module, as they may be so.
    private mutating func chooseIdentifiable(_ model: ModelSource, moduleName: String, scan: SourceScan) {
        var generated: [String: String] = [:]
        var candidates: Set<String> = []
        for entity in model.entities {
            guard let found = byEntity[entity.name], let name = found.name else { continue }
            if entity.codeGeneration != .manual { candidates.insert(name) }
            if found.isGenerated {
                generated[name] = entity.parentName.flatMap { byEntity[$0]?.name } ?? "NSManagedObject"
            }
        }
        func superclass(of name: String) -> String? {
            guard let written = generated[name] ?? scan.classes[name]?.superclass else { return nil }
            return written.hasPrefix(moduleName + ".") ? String(written.dropFirst(moduleName.count + 1)) : written
        }
        for name in candidates where !scan.conforms(name, to: "Identifiable") {
            var ancestor: String? = superclass(of: name)
            // Without sources nothing is known of a class that is written by hand; Xcode's text is the likeliest.
            if ancestor == nil, generated[name] == nil, !scan.hasFiles { ancestor = "NSManagedObject" }
            var seen: Set<String> = []
            while let above = ancestor, seen.insert(above).inserted, !candidates.contains(above),
                !scan.conforms(above, to: "Identifiable"), !Self.isRoot(above)
            {
                ancestor = superclass(of: above)
            }
            if let ancestor, Self.isRoot(ancestor) { madeIdentifiable.insert(name) }
        }
    }

    private static func isRoot(_ name: String) -> Bool {
        name == "NSManagedObject" || name == "CoreData.NSManagedObject"
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
