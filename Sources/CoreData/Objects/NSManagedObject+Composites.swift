// Composite attributes: dictionaries for their users, a slot an element underneath.

extension NSManagedObject {
    /// The value of a composite: nil when no element has one.
    final func compositeValue(_ composite: CompositeLayout) -> [String: Any]? {
        layout.dictionary(of: composite) { anyValue($0) }
    }

    /// Sets all elements of a composite; stops the program when the value does not fit.
    final func writeComposite(_ value: Any?, _ composite: CompositeLayout) {
        write(fittingValues(value, composite), of: composite)
    }

    /// Sets elements of a composite, and tells of it once.
    final func write(_ values: [(slot: Int, value: SlotValue)], of composite: CompositeLayout) {
        realize()
        noteChange()
        store(values, of: composite)
    }

    /// Sets all elements of a composite without announcing it.
    final func storeComposite(_ value: Any?, _ composite: CompositeLayout) {
        store(fittingValues(value, composite), of: composite)
    }

    /// Sets slots of a composite and makes all of it changed.
    ///
    /// A composite is one property: a save or a merge takes the whole value from one side.
    final func store(_ values: [(slot: Int, value: SlotValue)], of inner: CompositeLayout) {
        for (slot, value) in values { store(slot, value) }
        guard !state.contains(.silent) || state.contains(.inserted) else { return }
        var composite = inner
        while let enclosing = composite.enclosing { composite = layout.composites[enclosing] }
        for slot in composite.slots {
            if case .unset = liveValue(slot) {
                // A transformed value becomes the live one by being read.
                if layout.slots[slot].kind == .transformable, readObject(slot) == nil, row?.isNull(slot) == false {
                    continue
                }
                if case .unset = liveValue(slot) { store(slot, row?.value(layout.slots[slot]) ?? .null) }
            }
            markChanged(slot)
        }
    }

    private final func fittingValues(_ value: Any?, _ composite: CompositeLayout) -> [(slot: Int, value: SlotValue)] {
        do throws(CompositeMisfit) {
            return try layout.slotValues(of: composite, from: value)
        } catch {
            CoreDataError.misuse(
                """
                Unacceptable value for composite attribute: property = "\(error.path)"; desired = \(error.wanted); \
                given = \(error.given); entity = \(layout.name).
                """)
        }
    }

    /// What is missing in a composite that has to have it: nothing in one that is nil and may be so.
    ///
    /// - Parameter isNull: whether a slot has no value.
    final func missingPaths(of composite: CompositeLayout, isNull: (Int) -> Bool) -> [String] {
        if composite.slots.allSatisfy(isNull) { return composite.isOptional ? [] : [composite.path] }
        return composite.elements.flatMap { element -> [String] in
            switch element.place {
            case .composite(let index): return missingPaths(of: layout.composites[index], isNull: isNull)
            case .slot(let slot):
                let path = layout.slots[slot].name
                return isNull(slot) && layout.entity.attribute(at: path)?.isOptional == false ? [path] : []
            }
        }
    }
}

extension NSManagedObject: ElementCoding {
    final func elementValue(at path: ArraySlice<String>) throws -> (value: Any?, rest: ArraySlice<String>)? {
        guard let (place, rest) = try layout.element(at: path) else { return nil }
        switch place {
        case .slot(let slot): return (anyValue(slot), rest)
        case .composite(let index): return (compositeValue(layout.composites[index]), rest)
        }
    }
}
