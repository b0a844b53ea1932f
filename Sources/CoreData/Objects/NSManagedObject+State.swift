// What an object says about itself.

extension NSManagedObject {
    /// The object's identity.
    ///
    /// Reading it never fires a fault.
    public var objectID: NSManagedObjectID {
        if let known = extras?.objectID, known.key == key { return known }
        let id = NSManagedObjectID(key: key, layout: layout, identity: storeIdentity)
        extrasMade().objectID = id
        return id
    }

    /// The object's entity.
    public var entity: NSEntityDescription { layout.entity }

    /// Inserted and not saved yet.
    public var isInserted: Bool { state.contains(.inserted) }
    /// Changed since it was fetched or saved, but not inserted or deleted.
    public var isUpdated: Bool { state.contains(.updated) && !state.contains(.inserted) && !state.contains(.deleted) }
    /// Will be deleted by the next save; false again after it.
    ///
    /// Also true once the context has taken over that somebody else deleted the object.
    public var isDeleted: Bool { !state.isDisjoint(with: [.deleted, .removedElsewhere]) }
    /// Has changes that a save would write, or that only memory holds.
    public var hasChanges: Bool { !state.isDisjoint(with: [.inserted, .updated, .deleted]) }
    /// Has no values in memory.
    public var isFault: Bool { state.contains(.fault) }
    /// 0 for an object with its values, 1 for a fault.
    public var faultingState: UInt { isFault ? 1 : 0 }

    /// Whether a stored property differs from what was fetched or saved.
    public var hasPersistentChangedValues: Bool {
        if state.contains(.inserted) || state.contains(.deleted) { return true }
        if isFault { return extras?.toMany.contains { $0?.hasChanges ?? false } ?? false }
        for slot in layout.slots
        where slot.isPersistent && slot.kind != .destinationEntity && hasChanged(slot.index) {
            if differsFromRow(slot.index) { return true }
        }
        return extras?.toMany.contains { $0?.hasChanges ?? false } ?? false
    }

    /// Whether a slot's value is another than the row's.
    final func differsFromRow(_ slot: Int) -> Bool {
        switch liveValue(slot) {
        case .unset: return false
        case .destination(let object):
            guard let relationship = layout.toOneBySlot[slot], let stored = row?.destination(relationship) else {
                return true
            }
            let destination = unsafeDowncast(object, to: NSManagedObject.self)
            return destination.key.isTemporary || destination.key.primaryKey != stored.primaryKey
                || destination.key.root != UInt32(layout.model.entities[Int(stored.entity)].rootIndex)
        case .object(let object):
            let attribute = layout.entity.attribute(at: layout.slots[slot].name)
            guard let stored = row?.data(slot), let attribute else { return true }
            if let bytes = try? ValueTransformation.data(from: object, attribute: attribute) { return bytes != stored }
            return true
        case let value:
            return !value.isSame(as: row.map { $0.value(layout.slots[slot]) } ?? .null)
        }
    }

    /// The properties assigned since the last fetch or save, with their new values (nil as `NSNull`).
    public func changedValues() -> [String: Any] {
        var result: [String: Any] = [:]
        for slot in layout.slots where hasChanged(slot.index) && slot.kind != .destinationEntity {
            if let composite = layout.composite(of: slot) {
                if result[composite.path] == nil { result[composite.path] = compositeValue(composite) ?? NSNull() }
            } else {
                result[slot.name] = anyValue(slot.index) ?? NSNull()
            }
        }
        for relationship in layout.toMany {
            if let state = existingToMany(relationship), state.hasChanges {
                result[relationship.name] = exposedMembers(relationship)
            }
        }
        return result
    }

    /// Values as last fetched or saved (nil as `NSNull`); all stored properties when `keys` is nil.
    public func committedValues(forKeys keys: [String]?) -> [String: Any] {
        realize()
        var result: [String: Any] = [:]
        for name in keys ?? layout.entity.propertiesByName.keys.sorted() {
            switch layout.code(name) {
            case .slot(let slot):
                guard layout.slots[slot].isPersistent else { continue }
                result[name] = committedAnyValue(slot) ?? NSNull()
            case .toMany(let index):
                let state = loadedToMany(layout.toMany[index])
                let added = state.added
                let members = state.members.filter { added[ObjectIdentifier($0)] == nil } + state.removed.values
                result[name] = layout.toMany[index].isOrdered ? NSOrderedSet(array: members) : NSSet(array: members)
            case .composite(let index):
                let composite = layout.composites[index]
                guard composite.isPersistent else { continue }
                result[name] = layout.dictionary(of: composite) { committedAnyValue($0) } ?? NSNull()
            case .fetched, .unknown: continue
            }
        }
        return result
    }

    private final func committedAnyValue(_ slot: Int) -> Any? {
        guard let row, !row.isNull(slot) else { return nil }
        if let relationship = layout.toOneBySlot[slot] {
            guard let reference = row.destination(relationship), let context = link.context else { return nil }
            let destination = layout.model.entities[Int(reference.entity)]
            return context.object(
                key: ObjectKey(store: key.store, root: UInt32(destination.rootIndex), primaryKey: reference.primaryKey),
                layout: destination)
        }
        if layout.slots[slot].kind == .transformable {
            return row.data(slot).flatMap {
                ValueTransformation.object(
                    from: $0, attribute: layout.entity.attribute(at: layout.slots[slot].name))
            }
        }
        return row.value(layout.slots[slot]).anyValue(of: layout.slots[slot])
    }

    /// The state of a to-many, if it was ever touched.
    final func existingToMany(_ relationship: RelationshipLayout) -> ToManyState? {
        guard let states = extras?.toMany, !states.isEmpty else { return nil }
        return states[relationship.toManyIndex]
    }

    /// Whether a relationship has not been loaded yet.
    public func hasFault(forRelationshipNamed key: String) -> Bool {
        guard let relationship = layout.relationship(named: key) else {
            CoreDataError.misuse("hasFault(forRelationshipNamed:): \(layout.name) has no relationship \"\(key)\".")
        }
        if !relationship.isToMany { return isFault }
        return !(existingToMany(relationship)?.isAtHand ?? (state.contains(.inserted) && row == nil))
    }

    /// The IDs of the members of a relationship.
    public func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
        guard let relationship = layout.relationship(named: key) else {
            CoreDataError.misuse("objectIDs(forRelationshipNamed:): \(layout.name) has no relationship \"\(key)\".")
        }
        if relationship.isToMany { return loadedToMany(relationship).members.map(\.objectID) }
        return readDestination(relationship).map { [$0.objectID] } ?? []
    }

    /// The store of the object's key.
    final var storeIdentity: StoreIdentity? { key.isTemporary ? nil : StoreIdentity.numbered(key.store) }

    /// The entity of this class.
    ///
    /// Works for a class that represents exactly one entity of the models in use.
    public class func entity() -> NSEntityDescription { ManagedClasses.entity(of: self) }

    /// Sends before each change of the object, from the thread that makes it.
    public var objectWillChange: ObservableObjectPublisher {
        let extras = extrasMade()
        if let publisher = extras.publisher { return publisher }
        let made = ObservableObjectPublisher()
        extras.publisher = made
        return made
    }

    // MARK: Descriptions

    final var briefDescription: String { "\(layout.name) <\(objectID.uriRepresentation().absoluteString)>" }

    final var longDescription: String {
        let head = "<\(type(of: self)): 0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16))>"
        let id = objectID.uriRepresentation().absoluteString
        if isFault { return "\(head) (entity: \(layout.name); id: \(id); data: <fault>)" }
        var lines: [String] = []
        for composite in layout.composites where composite.enclosing == nil {
            let text = compositeValue(composite).map { String(describing: $0) } ?? "nil"
            lines.append("    \(composite.path) = \(text);")
        }
        for slot in layout.slots where slot.kind != .destinationEntity && slot.composite == nil {
            let text: String
            if let relationship = layout.toOneBySlot[slot.index] {
                text = readDestination(relationship).map { $0.objectID.uriRepresentation().absoluteString } ?? "nil"
            } else {
                text = anyValue(slot.index).map { String(describing: $0) } ?? "nil"
            }
            lines.append("    \(slot.name) = \(text);")
        }
        for relationship in layout.toMany {
            let members = existingToMany(relationship).flatMap { $0.isLoaded ? $0.members : nil }
            let text = members.map {
                "(\($0.map { $0.objectID.uriRepresentation().absoluteString }.joined(separator: ", ")))"
            }
            lines.append("    \(relationship.name) = \(text ?? "<relationship fault>");")
        }
        return "\(head) (entity: \(layout.name); id: \(id); data: {\n\(lines.joined(separator: "\n"))\n})"
    }
}

extension NSManagedObject: ObservableObject {}
extension NSManagedObject: NSFetchRequestResult {}
extension NSManagedObject: MutableKeyValueCoding {}

extension NSManagedObject: RowIdentified {
    var rowKey: ObjectKey { key }
    var rowLayout: EntityLayout { layout }
}

extension NSManagedObject: ObjectIdentity {
    var predicateIdentity: AnyHashable { AnyHashable(key) }
}

extension NSManagedObjectID: ObjectIdentity {
    var predicateIdentity: AnyHashable { AnyHashable(key) }
}
