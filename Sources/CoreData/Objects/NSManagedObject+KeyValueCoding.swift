// Properties by name.

extension NSManagedObject {
    /// The value of a modelled property; others go to `value(forUndefinedKey:)`.
    final func modeledValue(forKey key: String) -> Any? {
        switch layout.code(key) {
        case .slot(let slot): return anyValue(slot)
        case .toMany(let index): return exposedMembers(layout.toMany[index])
        case .composite(let index): return compositeValue(layout.composites[index])
        case .fetched: return fetchedValues(key)
        case .unknown: return unmodeledValue(forKey: key)
        }
    }

    /// Sets a modelled property; others go to `setValue(_:forUndefinedKey:)`.
    final func setModeledValue(_ value: Any?, forKey key: String) {
        switch layout.code(key) {
        case .slot(let slot):
            if let relationship = layout.toOneBySlot[slot] {
                setDestination(destination(value, for: relationship), of: relationship)
            } else if let composite = layout.composite(of: layout.slots[slot]) {
                write([(slot, slotValue(value, slot))], of: composite)
            } else {
                write(slot, slotValue(value, slot))
            }
        case .toMany(let index):
            let relationship = layout.toMany[index]
            replaceMembers(members(value, for: relationship), of: relationship)
        case .composite(let index): writeComposite(value, layout.composites[index])
        case .fetched:
            CoreDataError.misuse("The fetched property \(layout.name).\(key) cannot be set.")
        case .unknown:
            setValue(value, forUndefinedKey: key)
        }
    }

    /// Names that are no properties of the model but that key paths of predicates use.
    private final func unmodeledValue(forKey key: String) -> Any? {
        switch key {
        case "self", "SELF": self
        case "objectID": objectID
        case "entity": entity
        default: value(forUndefinedKey: key)
        }
    }

    /// The value of a slot as key-value coding shows it.
    final func anyValue(_ slot: Int) -> Any? {
        let description = layout.slots[slot]
        switch description.kind {
        case .toOne: return layout.toOneBySlot[slot].flatMap { readDestination($0) }
        case .transformable, .liveOnly: return readObject(slot)
        case .binary: return readData(slot)
        default: return currentValue(slot).anyValue(of: description)
        }
    }

    /// The set or ordered set of a to-many.
    final func exposedMembers(_ relationship: RelationshipLayout) -> NSObject {
        let state = loadedToMany(relationship)
        if let exposed = state.exposed { return exposed }
        let exposed: NSObject =
            relationship.isOrdered ? NSOrderedSet(array: state.members) : NSSet(array: state.members)
        state.exposed = exposed
        return exposed
    }

    private final func fetchedValues(_ name: String) -> [Any] {
        if let known = extras?.fetched[name] { return known }
        guard let context = link.context else { return [] }
        do {
            let values = try context.fetchedProperty(name, of: self)
            extrasMade().fetched[name] = values
            return values
        } catch {
            CoreDataError.misuse("Fetching \(layout.name).\(name) failed: \(error.localizedDescription)")
        }
    }

    /// `value` for an attribute slot; stops the program when it is of the wrong type.
    final func slotValue(_ value: Any?, _ slot: Int) -> SlotValue {
        let description = layout.slots[slot]
        guard let converted = SlotValue(value, for: description) else {
            let given = value.map { String(describing: type(of: $0)) } ?? "nil"
            CoreDataError.misuse(
                """
                Unacceptable type of value for attribute: property = "\(description.name)"; desired type = \
                \(layout.entity.attribute(at: description.name)?.attributeValueClassName ?? "unknown"); \
                given type = \(given); entity = \(layout.name).
                """)
        }
        return converted
    }

    private final func destination(_ value: Any?, for relationship: RelationshipLayout) -> NSManagedObject? {
        guard let value = SlotValue.unwrapped(value) else { return nil }
        guard let object = value as? NSManagedObject else {
            CoreDataError.misuse(
                """
                Unacceptable type of value for to-one relationship: property = "\(relationship.name)"; desired type = \
                NSManagedObject; given type = \(type(of: value)); entity = \(layout.name).
                """)
        }
        return object
    }

    /// The objects in a set, ordered set or array.
    final func members(_ value: Any?, for relationship: RelationshipLayout) -> [NSManagedObject] {
        guard let value = SlotValue.unwrapped(value) else { return [] }
        let objects: [NSManagedObject]? =
            switch value {
            case let set as NSOrderedSet: set.array as? [NSManagedObject]
            case let set as NSSet: set.allObjects as? [NSManagedObject]
            case let set as Set<NSManagedObject>: Array(set)
            case let array as [NSManagedObject]: array
            default: nil
            }
        guard let objects else {
            CoreDataError.misuse(
                """
                Unacceptable type of value for to-many relationship: property = "\(relationship.name)"; desired type = \
                \(relationship.isOrdered ? "NSOrderedSet" : "NSSet") of managed objects; given type = \(type(of: value)).
                """)
        }
        return objects
    }
}

extension NSManagedObject {
    /// The value behind a key path.
    ///
    /// A to-many on the way gives the `NSSet`, or for an ordered one the `NSOrderedSet`, of what lies behind its
    /// members; nil is left out.
    public func value(forKeyPath keyPath: String) -> Any? {
        // Up to the first collection, which answers for the rest.
        var object = self
        var rest = keyPath[...]
        while let dot = rest.firstIndex(of: "."), !rest.hasPrefix("@") {
            let next = object.value(forKey: String(rest[..<dot]))
            rest = rest[rest.index(after: dot)...]
            switch next {
            case nil: return nil
            case let next as NSManagedObject: object = next
            case let set as NSSet: return set.value(forKeyPath: String(rest))
            case let set as NSOrderedSet: return set.value(forKeyPath: String(rest))
            case let array as [NSManagedObject]: return NSArray(array: array).value(forKeyPath: String(rest))
            case let value?: return object.value(at: String(rest), of: value)
            }
        }
        return object.value(at: String(rest), of: object)
    }

    private final func value(at keyPath: String, of object: Any) -> Any? {
        do {
            return try KeyPathReading.value(at: keyPath.split(separator: ".").map(String.init)[...], of: object)
        } catch {
            CoreDataError.misuse("value(forKeyPath: \"\(keyPath)\") of \(layout.name): \(error.localizedDescription)")
        }
    }

    /// Sets the last property of a key path on the object that the rest leads to.
    ///
    /// The last may be an element of a composite attribute.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        guard let dot = keyPath.lastIndex(of: ".") else { return setValue(value, forKey: keyPath) }
        if let first = keyPath.firstIndex(of: "."), case .composite = layout.code(String(keyPath[..<first])) {
            return setModeledValue(value, forKey: keyPath)
        }
        if let first = keyPath.firstIndex(of: "."), first != dot,
            let owner = self.value(forKey: String(keyPath[..<first])) as? NSManagedObject
        {
            return owner.setValue(value, forKeyPath: String(keyPath[keyPath.index(after: first)...]))
        }
        let owner = self.value(forKeyPath: String(keyPath[..<dot]))
        guard let object = owner as? NSManagedObject else {
            if owner == nil { return }
            CoreDataError.misuse(
                "The key path \(keyPath) of \(layout.name) does not lead through to-one relationships.")
        }
        object.setValue(value, forKey: String(keyPath[keyPath.index(after: dot)...]))
    }

    /// The values of several properties; nil values as `NSNull`.
    public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
    }

    /// Sets several properties; `NSNull` sets nil.
    public func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }

    /// A live set of the members of an unordered to-many; changing it changes the object.
    public func mutableSetValue(forKey key: String) -> NSMutableSet {
        ManagedMutableSet(self, toManyRelationship(key, "mutableSetValue(forKey:)"))
    }

    /// A live ordered set of the members of an ordered to-many; changing it changes the object.
    public func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        ManagedMutableOrderedSet(self, toManyRelationship(key, "mutableOrderedSetValue(forKey:)"))
    }

    private final func toManyRelationship(_ key: String, _ call: String) -> RelationshipLayout {
        guard let relationship = layout.relationship(named: key), relationship.isToMany else {
            CoreDataError.misuse("\(call): \(layout.name) has no to-many relationship \"\(key)\".")
        }
        return relationship
    }

    /// The value of a property without notifying anyone: for custom accessors.
    public func primitiveValue(forKey key: String) -> Any? {
        switch layout.code(key) {
        case .slot(let slot): return anyValue(slot)
        case .toMany(let index):
            let state = toManyState(layout.toMany[index])
            return state.isAtHand ? exposedMembers(layout.toMany[index]) : nil
        case .composite(let index): return compositeValue(layout.composites[index])
        case .fetched: return nil
        case .unknown: return value(forUndefinedKey: key)
        }
    }

    /// Sets a property without announcing it: for custom accessors, between `willChangeValue(forKey:)` and
    /// `didChangeValue(forKey:)`, and for `awakeFromFetch()`.
    public func setPrimitiveValue(_ value: Any?, forKey key: String) {
        realize()
        switch layout.code(key) {
        case .slot(let slot):
            if let relationship = layout.toOneBySlot[slot] {
                store(slot, destination(value, for: relationship).map { .destination($0) } ?? .null)
            } else if let composite = layout.composite(of: layout.slots[slot]) {
                return store([(slot, slotValue(value, slot))], of: composite)
            } else {
                store(slot, slotValue(value, slot))
            }
            if !state.contains(.silent) || state.contains(.inserted) { markChanged(slot) }
        case .toMany(let index):
            let relationship = layout.toMany[index]
            let state = loadedToMany(relationship)
            let wanted = members(value, for: relationship)
            for member in state.members where !wanted.contains(where: { $0 === member }) { state.remove(member) }
            for member in wanted { state.add(member) }
        case .composite(let index): storeComposite(value, layout.composites[index])
        case .fetched: break
        case .unknown: setValue(value, forUndefinedKey: key)
        }
    }
}
