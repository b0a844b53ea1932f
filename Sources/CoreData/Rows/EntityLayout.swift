import Synchronization

/// Where the values of an entity's rows lie: made once per model, shared by rows, objects and stores.
///
/// Immutable after `ModelLayout.init`, so it is read from every thread.
final class EntityLayout: @unchecked Sendable {
    // @unchecked: the variable properties are set during ModelLayout.init only; descriptions are frozen.

    /// Owned by the model, which everything that uses a layout keeps alive.
    unowned(unsafe) let entity: NSEntityDescription
    /// Index among `ModelLayout.entities`.
    let index: Int
    /// Index of the root entity of the hierarchy.
    fileprivate(set) var rootIndex: Int
    /// Index of the super-entity, if any.
    fileprivate(set) var superIndex: Int?
    /// This entity and all below it, ascending.
    fileprivate(set) var family: [Int] = []
    /// The model that owns this layout; it outlives every use.
    unowned(unsafe) let model: ModelLayout

    let name: String
    /// Attributes by name, then to-one relationships by name, then hidden entity slots.
    let slots: [Slot]
    /// Length of the null map in words.
    let nullWords: Int
    /// All relationships by name, to-one and to-many.
    let relationships: [RelationshipLayout]
    /// The to-many ones, in the order of their `toManyIndex`.
    let toMany: [RelationshipLayout]
    /// The to-one ones.
    let toOne: [RelationshipLayout]
    /// Composite attributes, those inside others included; each after what is inside it.
    let composites: [CompositeLayout]
    /// To-one relationships by slot; nil at the slots of attributes.
    let toOneBySlot: [RelationshipLayout?]

    /// What room 6 keeps per model, reachable without a lock: set before the first object of the model is made,
    /// never changed after.
    nonisolated(unsafe) var tie: AnyObject?
    /// Whether any slot holds something that a save has to encode (destinations, transformed and live values).
    let hasLiveSlots: Bool
    /// Whether the store computes a value.
    let hasDerived: Bool
    /// Whether a value may lie in a file of its own.
    let hasExternals: Bool
    /// Whether a hidden slot holds the entity of a destination.
    let hasEntitySlots: Bool
    /// Rules for validation, kept here by the room that checks them.
    let validationPlan = Kept<ValidationPlan>()
    /// Whether any attribute has a default value.
    let hasDefaults: Bool
    /// Default values of new objects, kept here by the room that makes them.
    let insertionDefaults = Kept<ContiguousArray<SlotValue>>()

    private let codes: [String: Int]
    /// Places by interned name: a buffer of its own, so that a look-up touches nothing else.
    private let codeTable: UnsafeMutableBufferPointer<Int16>

    /// The place of the property called `name`, or of the element of a composite attribute at that path.
    ///
    /// A slot when not negative, -1 for none, -2 for a fetched property, from `compositeCode` down the composite with
    /// the index compositeCode - code, otherwise the to-many with the index -3 - code.
    func rawCode(_ name: String) -> Int { codes[name] ?? -1 }

    /// As `rawCode(_:)`, by interned name.
    @inline(__always)
    func rawCode(id: Int) -> Int { id < codeTable.count ? Int(codeTable[id]) : -1 }

    /// What a property is at run time.
    enum Code {
        case slot(Int)
        case toMany(Int)
        /// A composite attribute, by its index among `composites`.
        case composite(Int)
        case fetched
        case unknown
    }

    func code(_ name: String) -> Code { Self.code(rawCode(name)) }

    static func code(_ raw: Int) -> Code {
        if raw >= 0 { return .slot(raw) }
        if raw == -1 { return .unknown }
        if raw == -2 { return .fetched }
        return raw > compositeCode ? .toMany(-3 - raw) : .composite(compositeCode - raw)
    }

    /// The code of the first composite attribute, far beyond those of to-manys.
    static let compositeCode = -0x4000

    func relationship(named name: String) -> RelationshipLayout? {
        switch code(name) {
        case .slot(let slot): toOneBySlot[slot]
        case .toMany(let index): toMany[index]
        case .composite, .fetched, .unknown: nil
        }
    }

    /// True when this entity is `other` or one of its sub-entities.
    func isKind(of other: EntityLayout) -> Bool {
        var layout: EntityLayout = self
        while true {
            if layout === other { return true }
            guard let superIndex = layout.superIndex else { return false }
            layout = model.entities[superIndex]
        }
    }

    fileprivate init(entity: NSEntityDescription, index: Int, model: ModelLayout) {
        self.entity = entity
        self.index = index
        self.rootIndex = index
        self.model = model
        self.name = entity.name ?? ""

        var slots: [Slot] = []
        var codes: [String: Int] = [:]
        var relationships: [RelationshipLayout] = []
        var toMany: [RelationshipLayout] = []
        var toOne: [RelationshipLayout] = []
        let properties = entity.propertiesByName.values.sorted {
            $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars)
        }
        func addSlot(
            _ path: String, _ attribute: NSAttributeDescription, _ isPersistent: Bool, _ isOptional: Bool
        ) -> Int {
            codes[path] = slots.count
            slots.append(
                Slot(
                    index: slots.count, name: path, kind: Self.kind(of: attribute), isPersistent: isPersistent,
                    allowsExternalStorage: attribute.allowsExternalBinaryDataStorage,
                    attributeType: UInt(attribute.attributeType.rawValue), isOptional: isOptional,
                    isDerived: attribute is NSDerivedAttributeDescription))
            return slots.count - 1
        }
        var composites = CompositeLayouts()
        for case let attribute as NSAttributeDescription in properties {
            guard let composite = attribute as? NSCompositeAttributeDescription else {
                _ = addSlot(attribute.name, attribute, !attribute.isTransient, attribute.isOptional)
                continue
            }
            let index = composites.add(
                composite, path: composite.name, isPersistent: !composite.isTransient, isOptional: composite.isOptional,
                makeSlot: addSlot)
            for slot in composites.layouts[index].slots { slots[slot].composite = index }
        }
        for (path, index) in composites.indices { codes[path] = Self.compositeCode - index }
        self.composites = composites.layouts
        for case let relationship as NSRelationshipDescription in properties {
            let layout = RelationshipLayout(relationship, owner: index)
            relationships.append(layout)
            if relationship.isToMany {
                layout.toManyIndex = toMany.count
                codes[relationship.name] = -3 - toMany.count
                toMany.append(layout)
            } else {
                layout.slot = slots.count
                codes[relationship.name] = slots.count
                slots.append(
                    Slot(
                        index: slots.count, name: relationship.name, kind: .toOne,
                        isPersistent: !relationship.isTransient, allowsExternalStorage: false, attributeType: 0,
                        isOptional: relationship.isOptional, isDerived: false))
                toOne.append(layout)
            }
        }
        for layout in toOne where !(layout.relationship.destinationEntity?.subentities.isEmpty ?? true) {
            layout.entitySlot = slots.count
            slots.append(
                Slot(
                    index: slots.count, name: layout.name, kind: .destinationEntity, isPersistent: layout.isPersistent,
                    allowsExternalStorage: false, attributeType: 0, isOptional: true, isDerived: false))
        }
        for case let fetched as NSFetchedPropertyDescription in properties { codes[fetched.name] = -2 }

        self.slots = slots
        self.hasLiveSlots = slots.contains {
            $0.kind == .toOne || $0.kind == .transformable || $0.kind == .liveOnly || !$0.isPersistent
        }
        self.hasDerived = slots.contains(where: \.isDerived)
        self.hasExternals = slots.contains(where: \.allowsExternalStorage)
        self.hasEntitySlots = slots.contains { $0.kind == .destinationEntity }
        self.hasDefaults =
            entity.attributesByName.values.contains { $0.defaultValue != nil }
            || slots.contains { $0.composite != nil && entity.attribute(at: $0.name)?.defaultValue != nil }
        self.nullWords = (slots.count + 63) / 64
        self.codes = codes
        self.relationships = relationships
        self.toMany = toMany
        self.toOne = toOne
        var bySlot = [RelationshipLayout?](repeating: nil, count: slots.count)
        for layout in toOne { bySlot[layout.slot] = layout }
        self.toOneBySlot = bySlot
        let ids = codes.map { (PropertyName.id(of: $0.key), $0.value) }
        // Given back in deinit.
        codeTable = .allocate(capacity: (ids.map(\.0).max() ?? -1) + 1)
        codeTable.initialize(repeating: -1)
        for (id, code) in ids { codeTable[id] = Int16(code) }
    }

    deinit { codeTable.deallocate() }

    private static func kind(of attribute: NSAttributeDescription) -> SlotKind {
        switch attribute.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: .integer
        case .booleanAttributeType: .boolean
        case .doubleAttributeType: .double
        case .floatAttributeType: .float
        case .dateAttributeType: .date
        case .decimalAttributeType: .decimal
        case .stringAttributeType: .string
        case .URIAttributeType: .uri
        case .UUIDAttributeType: .uuid
        case .binaryDataAttributeType: .binary
        case .transformableAttributeType: .transformable
        default: .liveOnly
        }
    }
}

/// What validation has to look at, so that it passes over everything else.
final class ValidationPlan: Sendable {
    /// Slots that must not be null.
    let required: [Int]
    /// Slots whose property has validation predicates.
    let checked: [Int]
    /// Slots of integers that are narrower than a slot: key-value coding may have set any.
    let ranged: [(slot: Int, range: ClosedRange<Int64>)]
    /// Composite attributes of the entity that may lack something.
    let composites: [CompositeLayout]
    /// To-many relationships with a count to keep.
    let counted: [Int]

    init(
        required: [Int], checked: [Int], ranged: [(slot: Int, range: ClosedRange<Int64>)],
        composites: [CompositeLayout], counted: [Int]
    ) {
        self.required = required
        self.checked = checked
        self.ranged = ranged
        self.composites = composites
        self.counted = counted
    }
}

/// A value made once, by whatever thread comes first.
final class Kept<Value>: @unchecked Sendable {
    // @unchecked: read and written under the lock; the value is immutable.
    private let content = Mutex<Carried<Value>?>(nil)

    func get() -> Value? { content.withLock { $0 }?.value }

    func set(_ new: Value) {
        let carried = Carried(new)
        content.withLock { $0 = carried }
    }
}

/// A relationship as one entity sees it.
final class RelationshipLayout: @unchecked Sendable {
    // @unchecked: as for EntityLayout, written during ModelLayout.init only.

    let relationship: NSRelationshipDescription
    let name: String
    let isToMany: Bool
    let isOrdered: Bool
    let isPersistent: Bool
    let deleteRule: NSDeleteRule
    /// Index of the entity whose objects have this relationship.
    let owner: Int
    /// Index of the destination entity.
    fileprivate(set) var destination = 0
    /// Name of the relationship that leads back, as the destination knows it.
    let inverseName: String?
    let inverseIsToMany: Bool
    /// Slot of a to-one, otherwise -1.
    fileprivate(set) var slot = -1
    /// Hidden slot with the entity of the destination, where it has sub-entities.
    fileprivate(set) var entitySlot: Int?
    /// Index among the owner's to-many relationships, otherwise -1.
    fileprivate(set) var toManyIndex = -1

    fileprivate init(_ relationship: NSRelationshipDescription, owner: Int) {
        self.relationship = relationship
        self.name = relationship.name
        self.isToMany = relationship.isToMany
        self.isOrdered = relationship.isToMany && relationship.isOrdered
        self.isPersistent = !relationship.isTransient
        self.deleteRule = relationship.deleteRule
        self.owner = owner
        self.inverseName = relationship.inverseRelationship?.name
        self.inverseIsToMany = relationship.inverseRelationship?.isToMany ?? false
    }
}

/// The layouts of all entities of a model.
///
/// `ModelLayout.of(_:)` gives the one that a model owns. Who uses layouts keeps the model alive.
final class ModelLayout: @unchecked Sendable {
    // @unchecked: immutable after init.

    unowned(unsafe) let model: NSManagedObjectModel
    /// Set when the layout was made on its own rather than by its model.
    private let ownedModel: NSManagedObjectModel?
    /// Sorted by name, ignoring case; sub-entities directly after their super-entity, depth first:
    /// the order in which stores number entities.
    private(set) var entities: [EntityLayout] = []
    private(set) var byName: [String: EntityLayout] = [:]
    private var byDescription: [ObjectIdentifier: EntityLayout] = [:]

    /// The layout that `model` owns, made at the first call, which freezes the model.
    static func of(_ model: NSManagedObjectModel) -> ModelLayout {
        // safe: nothing but this call fills the model's `compiled`.
        unsafeDowncast(model.compiled { ModelLayout(model, owned: true) }, to: ModelLayout.self)
    }

    /// The layout that a model in use made of its entity, without a reference count; it lives as long as the model.
    @inline(__always)
    static func compiledLayout(of entity: NSEntityDescription) -> Unmanaged<EntityLayout>? {
        // safe: nothing but a ModelLayout fills `compiledLayout`, with its own layout of the entity.
        entity.compiledLayout.map { .fromOpaque($0.toOpaque()) }
    }

    /// The layout of an entity that belongs to a model; nil when it does not.
    static func layout(of entity: NSEntityDescription) -> EntityLayout? {
        if let compiled = compiledLayout(of: entity) { return compiled.takeUnretainedValue() }
        guard let model = entity.model else { return nil }
        return of(model).layout(of: entity)
    }

    /// Freezes `model` and lays out its entities; keeps the model alive.
    convenience init(_ model: NSManagedObjectModel) { self.init(model, owned: false) }

    private init(_ model: NSManagedObjectModel, owned: Bool) {
        self.model = model
        self.ownedModel = owned ? nil : model
        model.freeze()
        var ordered: [(NSEntityDescription, parent: Int?)] = []
        func visit(_ entity: NSEntityDescription, parent: Int?) {
            let index = ordered.count
            ordered.append((entity, parent))
            for sub in Self.sorted(entity.subentities) { visit(sub, parent: index) }
        }
        for root in Self.sorted(model.entities.filter { $0.superentity == nil }) { visit(root, parent: nil) }
        for (index, (entity, parent)) in ordered.enumerated() {
            let layout = EntityLayout(entity: entity, index: index, model: self)
            layout.superIndex = parent
            if let parent { layout.rootIndex = entities[parent].rootIndex }
            entities.append(layout)
            byName[layout.name] = layout
            byDescription[ObjectIdentifier(entity)] = layout
            if owned { entity.compiledLayout = .passUnretained(layout) }
        }
        for layout in entities {
            var ancestor: Int? = layout.index
            while let index = ancestor {
                entities[index].family.append(layout.index)
                ancestor = entities[index].superIndex
            }
            for relationship in layout.relationships {
                if let name = relationship.relationship.destinationEntity?.name, let destination = byName[name] {
                    relationship.destination = destination.index
                }
            }
        }
    }

    /// The layout of a description of this model, or of an equally named entity of another copy of it.
    func layout(of entity: NSEntityDescription) -> EntityLayout? {
        byDescription[ObjectIdentifier(entity)] ?? entity.name.flatMap { byName[$0] }
    }

    /// One object for whoever keeps something per model (room 6 keeps the tie of objects without context).
    let attachment = Attachment()

    final class Attachment: Sendable {
        private let value = Mutex<(any AnyObject & Sendable)?>(nil)

        func get(_ make: () -> any AnyObject & Sendable) -> any AnyObject & Sendable {
            value.withLock { value in
                if let value { return value }
                let made = make()
                value = made
                return made
            }
        }
    }

    private static func sorted(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
        entities.sorted { a, b in
            let (x, y) = (a.name ?? "", b.name ?? "")
            let (lx, ly) = (x.lowercased(), y.lowercased())
            return lx == ly ? x < y : lx < ly
        }
    }
}
