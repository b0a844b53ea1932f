import Synchronization

/// What objects need to know of a model besides its layouts: which class goes with which entity.
///
/// One per model, owned by it.
final class ModelRuntime: Sendable {
    private struct Tables {
        var classes: [Int: NSManagedObject.Type] = [:]
        var entities: [ObjectIdentifier: [Int]] = [:]
    }

    /// Guards both directions.
    private let tables = Mutex(Tables())

    static func of(_ layout: ModelLayout) -> ModelRuntime {
        if let tie = layout.entities.first?.tie { return unsafeDowncast(tie, to: ModelRuntime.self) }
        // safe: this is the only use of the attachment, and of the entities' ties.
        let runtime = unsafeDowncast(layout.attachment.get { ModelRuntime() }, to: ModelRuntime.self)
        for entity in layout.entities { entity.tie = runtime }
        return runtime
    }

    /// The runtime of an entity's model.
    @inline(__always)
    static func of(_ layout: EntityLayout) -> ModelRuntime {
        if let tie = layout.tie { return unsafeDowncast(tie, to: ModelRuntime.self) }
        return of(layout.model)
    }

    /// The class of an entity's objects; `NSManagedObject` where the named class is not in the program.
    func type(of layout: EntityLayout) -> NSManagedObject.Type {
        if let known = tables.withLock({ $0.classes[layout.index] }) { return known }
        let type = ManagedClasses.resolve(layout)
        tables.withLock { $0.classes[layout.index] = type }
        return type
    }

    /// The one entity that `type` represents in this model.
    func entity(of type: NSManagedObject.Type, in model: ModelLayout) -> EntityLayout? {
        let id = ObjectIdentifier(type)
        if let known = tables.withLock({ $0.entities[id] }) {
            return known.count == 1 ? model.entities[known[0]] : nil
        }
        let matching = model.entities.filter { ManagedClasses.names(type, fit: $0.entity) }
        let exact = matching.filter { $0.name == ManagedClasses.shortName(type) }
        let chosen = matching.count > 1 && exact.count == 1 ? exact : matching
        // Another module may have a class of the same name: the one that was generated for this model goes first.
        let own = chosen.first.flatMap { ManagedClasses.registered($0) } ?? type
        let indices = chosen.map(\.index)
        tables.withLock {
            $0.entities[id] = indices
            if indices.count == 1, $0.classes[indices[0]] == nil || $0.classes[indices[0]] == NSManagedObject.self {
                $0.classes[indices[0]] = own
            }
        }
        return chosen.count == 1 ? chosen[0] : nil
    }
}

/// Classes of the program by the names that models give them.
enum ManagedClasses {
    /// The entity that `type` represents in the models in use.
    static func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
        if let entity = entityIfKnown(of: type) { return entity }
        CoreDataError.misuse(
            """
            +entity: no model in use has exactly one entity whose class is \(type). Load the persistent stores first, or \
            use NSEntityDescription.entity(forEntityName:in:).
            """)
    }

    /// The entity that `type` represents in the models in use; nil when there is none or several.
    static func entityIfKnown(of type: NSManagedObject.Type) -> NSEntityDescription? {
        // The newest model wins: tests and previews build one stack after the other.
        for model in CoordinatedModels.all.reversed() {
            let layout = ModelLayout.of(model)
            if let entity = ModelRuntime.of(layout).entity(of: type, in: layout) { return entity.entity }
        }
        return nil
    }

    /// The class that was generated for the entity of this model; nil when there is none.
    static func registered(_ layout: EntityLayout) -> NSManagedObject.Type? {
        CompiledModelRegistry.managedObjectClass(entity: layout.name, model: layout.model.model)
            as? NSManagedObject.Type
    }

    /// The class named in the model.
    static func resolve(_ layout: EntityLayout) -> NSManagedObject.Type {
        let entity = layout.entity
        guard let name = entity.managedObjectClassName, name != "NSManagedObject" else { return NSManagedObject.self }
        if let type = registered(layout) { return type }
        if name.contains("."), let type = NSClassFromString(name) as? NSManagedObject.Type { return type }
        if let type = CompiledModelRegistry.managedObjectClass(named: name) as? NSManagedObject.Type { return type }
        let short = name.split(separator: ".").last.map(String.init) ?? name
        if let type = NSClassFromString("\(mainModule).\(short)") as? NSManagedObject.Type { return type }
        return NSManagedObject.self
    }

    /// The module of the program's entry point, as far as its name tells.
    private static let mainModule: String = {
        let name = ProcessInfo.processInfo.processName
        return String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }()

    static func shortName(_ type: NSManagedObject.Type) -> String {
        String(describing: type)
    }

    /// Whether the class name in `entity` means `type`.
    static func names(_ type: NSManagedObject.Type, fit entity: NSEntityDescription) -> Bool {
        guard let name = entity.managedObjectClassName else { return false }
        let full = String(reflecting: type)
        if name == full { return true }
        let short = name.split(separator: ".").last.map(String.init) ?? name
        guard short == shortName(type) else { return false }
        // "Car" fits Module.Car; "Other.Car" does not.
        return !name.contains(".")
            || full.hasSuffix("." + short)
                && name.split(separator: ".").first.map(String.init)
                    == full.split(separator: ".").first.map(String.init)
    }
}
