// How values are read and written: slots first, names on top of them elsewhere.

extension NSManagedObject {
    /// Takes the object's values if it is a fault.
    @inline(__always)
    final func realize() {
        if !state.isDisjoint(with: [.fault, .pristine]) { takeValues() }
    }

    private final func takeValues() {
        if state.contains(.fault) { fireFault(for: nil) } else { takeDefaults() }
    }

    /// Gives an object without a context its default values.
    final func takeDefaults() {
        state.remove(.pristine)
        if !hasValues { values = InsertionDefaults.values(of: layout) }
    }

    /// Fires the fault.
    ///
    /// Stops the program when the row is gone and that is not to be handled.
    final func fireFault(for property: String?) {
        guard state.contains(.fault) else { return }
        if link.isCut {
            CoreDataError.report(
                """
                The context of \(briefDescription) is gone or was reset: its properties read as nil. \
                Keep the context alive as long as its objects are used, or hand over object IDs.
                """)
            state.remove(.fault)
            state.insert(.inaccessible)
            return
        }
        if rowSlots == nil, let context = link.context {
            do {
                row = try context.row(forFault: self)
            } catch {
                CoreDataError.misuse("Reading \(briefDescription) failed: \(error.localizedDescription)")
            }
            guard row != nil || hasValues else {
                state.remove(.fault)
                state.insert(.inaccessible)
                guard context.handleInaccessible(self, property: property) else {
                    CoreDataError.misuse(
                        """
                        Core Data could not fulfill a fault: \(briefDescription) is no longer in its store. \
                        Use existingObject(with:) to check, or set shouldDeleteInaccessibleFaults.
                        """)
                }
                return
            }
        }
        state.remove(.fault)
        let wasSilent = state.contains(.silent)
        state.insert(.silent)
        awakeFromFetch()
        if !wasSilent { state.remove(.silent) }
    }

    /// Announces a change: publisher, change tracking of the context.
    final func noteChange() {
        if state.contains(.unannounced) { return }
        if let extras { extras.publisher?.send() }
        if state.contains(.silent) { return }
        // Known to be changed in this event already: nothing to note.
        if !state.isDisjoint(with: [.inserted, .updated]), !state.isDisjoint(with: ObjectState.anyPending),
            !link.tracksEveryChange
        {
            return
        }
        link.context?.objectWillChange(self)
    }

    /// Sets a slot and tracks the change.
    final func write(_ slot: Int, _ value: SlotValue) {
        realize()
        noteChange()
        store(slot, value)
        if !state.contains(.silent) || state.contains(.inserted) { markChanged(slot) }
    }

    /// Sets a slot without telling anyone.
    @inline(__always)
    final func store(_ slot: Int, _ value: SlotValue) {
        if state.contains(.pristine) { takeDefaults() }
        if !hasValues { values = ContiguousArray(repeating: .unset, count: layout.slots.count) }
        values[slot] = value
    }

    /// The live value of a slot, `.unset` when it is the row's.
    @inline(__always)
    final func liveValue(_ slot: Int) -> SlotValue { hasValues ? values[slot] : .unset }

    /// The current value of a slot in its general form.
    ///
    /// To-ones come as `destination` when alive, else
    /// as `key`; transformables as `object` when alive, else as `data`.
    final func currentValue(_ slot: Int) -> SlotValue {
        realize()
        if case .unset = liveValue(slot) { return row.map { $0.value(layout.slots[slot]) } ?? .null }
        return values[slot]
    }

    /// The value as last fetched or saved.
    final func committedValue(_ slot: Int) -> SlotValue {
        realize()
        return row.map { $0.value(layout.slots[slot]) } ?? .null
    }

    // MARK: Typed reads

    final func readInteger(_ slot: Int) -> Int64 {
        realize()
        if hasValues {
            switch values[slot] {
            case .unset: break
            case .integer(let value): return value
            default: return 0
            }
        }
        return rowSlots.map { $0.integer(slot) } ?? 0
    }

    final func readReal(_ slot: Int) -> Double {
        realize()
        if hasValues {
            switch values[slot] {
            case .unset: break
            case .real(let value): return value
            default: return 0
            }
        }
        return rowSlots.map { $0.real(slot) } ?? 0
    }

    final func readString(_ slot: Int) -> String? {
        realize()
        if hasValues {
            switch values[slot] {
            case .unset: break
            case .string(let value): return value
            default: return nil
            }
        }
        return rowSlots?.string(slot)
    }

    final func readDate(_ slot: Int) -> Date? {
        realize()
        if hasValues {
            switch values[slot] {
            case .unset: break
            case .real(let value): return Date(timeIntervalSinceReferenceDate: value)
            default: return nil
            }
        }
        guard let rowSlots, !rowSlots.isNull(slot) else { return nil }
        return Date(timeIntervalSinceReferenceDate: rowSlots.real(slot))
    }

    final func readUUID(_ slot: Int) -> UUID? {
        realize()
        if hasValues {
            switch values[slot] {
            case .unset: break
            case .uuid(let value): return value
            default: return nil
            }
        }
        return rowSlots?.uuid(slot)
    }

    final func readDecimal(_ slot: Int) -> Decimal? {
        realize()
        if hasValues {
            switch values[slot] {
            case .unset: break
            case .decimal(let value): return value
            default: return nil
            }
        }
        return rowSlots?.decimal(slot)
    }

    /// The bytes of a binary attribute, read from their file where they lie in one.
    ///
    /// Nil, with a line on standard error, when the file cannot be read: a lost file must not end the program.
    final func readData(_ slot: Int) -> Data? {
        realize()
        if hasValues {
            switch values[slot] {
            case .unset: break
            case .data(let value): return value
            default: return nil
            }
        }
        guard let stored = row?.data(slot) else { return nil }
        guard layout.slots[slot].allowsExternalStorage else { return stored }
        do {
            return try externalBytes(stored)
        } catch {
            CoreDataError.report(
                "\(briefDescription) has no value for \(layout.slots[slot].name): \(error.localizedDescription)")
            return nil
        }
    }

    /// The bytes behind the stored form of a binary value that may lie in a file.
    final func externalBytes(_ stored: Data) throws -> Data {
        switch stored.first {
        case nil: return stored
        case 1: return stored.dropFirst().asContiguous
        default:
            guard let context = link.context else { return stored }
            return try context.externalData(stored, of: self)
        }
    }

    /// The live value of a transformable or undefined attribute.
    final func readObject(_ slot: Int) -> AnyObject? {
        realize()
        let stored: Data?
        switch liveValue(slot) {
        case .object(let object): return object
        // As a merge policy leaves it.
        case .data(let data): stored = data
        case .unset: stored = row?.data(slot)
        default: return nil
        }
        guard let stored else { return nil }
        let attribute = layout.entity.attribute(at: layout.slots[slot].name)
        let object = ValueTransformation.object(from: stored, attribute: attribute)
        if let object { store(slot, .object(object)) }
        return object
    }

    /// The destination of a to-one, made as a fault if it is not known yet.
    final func readDestination(_ relationship: RelationshipLayout) -> NSManagedObject? {
        realize()
        let slot = relationship.slot
        if hasValues {
            switch values[slot] {
            case .unset: break
            case .destination(let object):
                // safe: only objects are ever stored as destinations.
                return unsafeDowncast(object, to: NSManagedObject.self)
            default: return nil
            }
        }
        guard let reference = row?.destination(relationship), let context = link.context,
            Int(reference.entity) < layout.model.entities.count
        else { return nil }
        let object = context.destination(reference, of: self, through: relationship)
        store(slot, .destination(object))
        return object
    }
}

extension Data {
    /// The same bytes with indices from 0.
    fileprivate var asContiguous: Data { startIndex == 0 ? self : Data(self) }
}
