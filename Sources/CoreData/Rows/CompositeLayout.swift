/// A composite attribute as one entity sees it: which slots hold what it is made of.
struct CompositeLayout: Sendable {
    /// An element of a composite.
    struct Element: Sendable {
        let name: String
        let place: Place
    }

    /// Where an element's value is.
    enum Place: Sendable {
        case slot(Int)
        /// A composite in a composite, by its index among `EntityLayout.composites`.
        case composite(Int)
    }

    /// The attribute's name; for one inside another, the names from outside in with dots between them.
    let path: String
    let isOptional: Bool
    let isPersistent: Bool
    /// By name.
    let elements: [Element]
    /// All slots below, at any depth.
    let slots: [Int]
    /// Index of the composite around it; nil for an attribute of the entity itself.
    fileprivate(set) var enclosing: Int?
}

/// Lays out the composite attributes of one entity while its slots are made.
struct CompositeLayouts {
    private(set) var layouts: [CompositeLayout] = []
    /// Indices by path.
    private(set) var indices: [String: Int] = [:]

    /// Adds an attribute with all below it.
    ///
    /// - Parameter makeSlot: makes the slot of an element, given its path and whether nil is a legal value; returns
    ///   its index.
    /// - Returns: the index of its layout.
    @discardableResult
    mutating func add(
        _ composite: NSCompositeAttributeDescription, path: String, isPersistent: Bool, isOptional: Bool,
        makeSlot: (_ path: String, _ element: NSAttributeDescription, _ isPersistent: Bool, _ isOptional: Bool) -> Int
    ) -> Int {
        var elements: [CompositeLayout.Element] = []
        var slots: [Int] = []
        for element in composite.elements.sortedByName() {
            let elementPath = "\(path).\(element.name)"
            let isStored = isPersistent && !element.isTransient
            // Where nothing is needed around it, an element cannot be needed in every object.
            let mayBeNil = isOptional || element.isOptional
            if let inner = element as? NSCompositeAttributeDescription {
                let index = add(
                    inner, path: elementPath, isPersistent: isStored, isOptional: mayBeNil, makeSlot: makeSlot)
                elements.append(CompositeLayout.Element(name: element.name, place: .composite(index)))
                slots += layouts[index].slots
            } else {
                let slot = makeSlot(elementPath, element, isStored, mayBeNil)
                elements.append(CompositeLayout.Element(name: element.name, place: .slot(slot)))
                slots.append(slot)
            }
        }
        let own = layouts.count
        for case .composite(let inner) in elements.map(\.place) { layouts[inner].enclosing = own }
        layouts.append(
            CompositeLayout(
                path: path, isOptional: composite.isOptional, isPersistent: isPersistent, elements: elements,
                slots: slots))
        indices[path] = own
        return own
    }
}

extension EntityLayout {
    /// The outermost composite that a slot belongs to; nil for the slot of a property.
    func composite(of slot: Slot) -> CompositeLayout? {
        slot.composite.map { composites[$0] }
    }

    /// The innermost composite around a slot that may be nil; nil when there is none.
    func optionalComposite(around slot: Slot) -> CompositeLayout? {
        var index = composites.firstIndex { composite in
            composite.elements.contains { if case .slot(slot.index) = $0.place { true } else { false } }
        }
        while let current = index, !composites[current].isOptional { index = composites[current].enclosing }
        return index.map { composites[$0] }
    }

    /// The element of a composite that a path leads to, and what is left of the path behind it; nil when the path begins
    /// with another property.
    ///
    /// - Throws: 134020 for a path that leads to no element.
    func element(at path: ArraySlice<String>) throws -> (place: CompositeLayout.Place, rest: ArraySlice<String>)? {
        guard let first = path.first, case .composite(var index) = code(first) else { return nil }
        var rest = path.dropFirst()
        while let name = rest.popFirst() {
            switch composites[index].elements.first(where: { $0.name == name })?.place {
            case .composite(let inner): index = inner
            case .slot(let slot): return (.slot(slot), rest)
            case nil:
                throw CoreDataError.make(
                    NSPersistentStoreIncompatibleSchemaError,
                    "keypath \(composites[index].path).\(name) not found in entity \(self.name)",
                    suggestion: "Use one of: \(composites[index].elements.map(\.name).joined(separator: ", ")).")
            }
        }
        return (.composite(index), rest)
    }

    /// The dictionary that the values of a composite's slots make up, without the elements that have none; nil when
    /// none has.
    func dictionary(of composite: CompositeLayout, _ value: (Int) -> Any?) -> [String: Any]? {
        var result: [String: Any] = [:]
        for element in composite.elements {
            switch element.place {
            case .slot(let slot): result[element.name] = value(slot)
            case .composite(let index): result[element.name] = dictionary(of: composites[index], value)
            }
        }
        return result.isEmpty ? nil : result
    }

    /// The values of a composite's slots that a dictionary stands for; what it does not name is nil.
    ///
    /// - Throws: `CompositeMisfit` for something that is no dictionary, a key that is no element, and a value of another
    ///   type than its element's.
    func slotValues(
        of composite: CompositeLayout, from given: Any?
    ) throws(CompositeMisfit) -> [(slot: Int, value: SlotValue)] {
        guard let given = SlotValue.unwrapped(given) else { return composite.slots.map { ($0, .null) } }
        guard let dictionary = Self.dictionary(given) else {
            throw CompositeMisfit(path: composite.path, wanted: "a dictionary", given: "\(type(of: given))")
        }
        let names = composite.elements.map(\.name)
        if let stranger = dictionary.keys.sorted().first(where: { !names.contains($0) }) {
            throw CompositeMisfit(
                path: composite.path, wanted: "the keys \(names.joined(separator: ", "))",
                given: "the key \"\(stranger)\"")
        }
        var result: [(slot: Int, value: SlotValue)] = []
        for element in composite.elements {
            let value = SlotValue.unwrapped(dictionary[element.name])
            switch element.place {
            case .slot(let index):
                guard let converted = SlotValue(value, for: slots[index]) else {
                    throw CompositeMisfit(
                        path: slots[index].name,
                        wanted: entity.attribute(at: slots[index].name)?.attributeValueClassName ?? "another type",
                        given: value.map { "\(type(of: $0))" } ?? "nil")
                }
                result.append((index, converted))
            case .composite(let index): result += try slotValues(of: composites[index], from: value)
            }
        }
        return result
    }

    private static func dictionary(_ value: Any) -> [String: Any]? {
        if let dictionary = value as? [String: Any] { return dictionary }
        guard let dictionary = value as? NSDictionary else { return nil }
        var result: [String: Any] = [:]
        for (key, value) in dictionary {
            guard let key = key as? String else { return nil }
            result[key] = value
        }
        return result
    }
}

/// What does not fit a composite attribute.
struct CompositeMisfit: Error {
    /// The attribute, or the element concerned.
    let path: String
    let wanted: String
    let given: String
}
