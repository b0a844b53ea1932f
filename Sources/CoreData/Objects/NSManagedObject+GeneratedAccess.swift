// What generated accessors call: properties by interned name, values in their own types.

/// The name of a modelled property, numbered once, for generated accessors.
public struct ManagedProperty: Sendable {
    let id: Int
    let name: String

    /// The property called `name`, of whatever entity.
    public init(_ name: String) {
        self.name = name
        self.id = PropertyName.id(of: name)
    }
}

extension NSManagedObject {
    /// The slot of an attribute or to-one.
    @inline(__always)
    final func slot(_ property: ManagedProperty) -> Int {
        let raw = rawCode(id: property.id)
        if raw >= 0 { return raw }
        missing(property)
    }

    private final func missing(_ property: ManagedProperty) -> Never {
        CoreDataError.misuse(
            """
            The entity \(layout.name) has no attribute or to-one relationship "\(property.name)", which \
            \(type(of: self)) declares. Use the model that the class was generated from.
            """)
    }

    final func toMany(_ property: ManagedProperty) -> RelationshipLayout {
        let raw = rawCode(id: property.id)
        guard raw <= -3, raw > EntityLayout.compositeCode else {
            CoreDataError.misuse(
                """
                The entity \(layout.name) has no to-many relationship "\(property.name)", which \(type(of: self)) \
                declares. Use the model that the class was generated from.
                """)
        }
        return layout.toMany[-3 - raw]
    }

    // MARK: Attributes

    /// The value of a String attribute.
    public final func managedString(_ property: ManagedProperty) -> String? { readString(slot(property)) }
    /// Sets a String attribute.
    public final func setManagedString(_ value: String?, _ property: ManagedProperty) {
        write(slot(property), value.map { .string($0) } ?? .null)
    }

    /// The value of an integer attribute; 0 for nil.
    public final func managedInt16(_ property: ManagedProperty) -> Int16 {
        Int16(truncatingIfNeeded: readInteger(slot(property)))
    }
    /// Sets an integer attribute.
    public final func setManagedInt16(_ value: Int16, _ property: ManagedProperty) {
        write(slot(property), .integer(Int64(value)))
    }

    /// The value of an integer attribute; 0 for nil.
    public final func managedInt32(_ property: ManagedProperty) -> Int32 {
        Int32(truncatingIfNeeded: readInteger(slot(property)))
    }
    /// Sets an integer attribute.
    public final func setManagedInt32(_ value: Int32, _ property: ManagedProperty) {
        write(slot(property), .integer(Int64(value)))
    }

    /// The value of an integer attribute; 0 for nil.
    public final func managedInt64(_ property: ManagedProperty) -> Int64 { readInteger(slot(property)) }
    /// Sets an integer attribute.
    public final func setManagedInt64(_ value: Int64, _ property: ManagedProperty) {
        write(slot(property), .integer(value))
    }

    /// The value of a Boolean attribute; false for nil.
    public final func managedBool(_ property: ManagedProperty) -> Bool { readInteger(slot(property)) != 0 }
    /// Sets a Boolean attribute.
    public final func setManagedBool(_ value: Bool, _ property: ManagedProperty) {
        write(slot(property), .integer(value ? 1 : 0))
    }

    /// The value of a Double attribute; 0 for nil.
    public final func managedDouble(_ property: ManagedProperty) -> Double { readReal(slot(property)) }
    /// Sets a Double attribute.
    public final func setManagedDouble(_ value: Double, _ property: ManagedProperty) {
        write(slot(property), .real(value))
    }

    /// The value of a Float attribute; 0 for nil.
    public final func managedFloat(_ property: ManagedProperty) -> Float { Float(readReal(slot(property))) }
    /// Sets a Float attribute.
    public final func setManagedFloat(_ value: Float, _ property: ManagedProperty) {
        write(slot(property), .real(Double(value)))
    }

    /// The value of a Date attribute.
    public final func managedDate(_ property: ManagedProperty) -> Date? { readDate(slot(property)) }
    /// Sets a Date attribute.
    public final func setManagedDate(_ value: Date?, _ property: ManagedProperty) {
        write(slot(property), value.map { .real($0.timeIntervalSinceReferenceDate) } ?? .null)
    }

    /// The value of a Binary attribute; reads the file when it is stored in one.
    public final func managedData(_ property: ManagedProperty) -> Data? { readData(slot(property)) }
    /// Sets a Binary attribute.
    public final func setManagedData(_ value: Data?, _ property: ManagedProperty) {
        write(slot(property), value.map { .data($0) } ?? .null)
    }

    /// The value of a UUID attribute.
    public final func managedUUID(_ property: ManagedProperty) -> UUID? { readUUID(slot(property)) }
    /// Sets a UUID attribute.
    public final func setManagedUUID(_ value: UUID?, _ property: ManagedProperty) {
        write(slot(property), value.map { .uuid($0) } ?? .null)
    }

    /// The value of a URI attribute.
    public final func managedURL(_ property: ManagedProperty) -> URL? {
        readString(slot(property)).flatMap { URL(string: $0) }
    }
    /// Sets a URI attribute.
    public final func setManagedURL(_ value: URL?, _ property: ManagedProperty) {
        write(slot(property), value.map { .string($0.absoluteString) } ?? .null)
    }
    /// Sets a URI attribute to a text as it is, where a `URL` would be encoded or refused.
    package final func setManagedURIText(_ text: String, _ property: ManagedProperty) {
        write(slot(property), .string(text))
    }

    /// The value of a Decimal attribute.
    public final func managedDecimalNumber(_ property: ManagedProperty) -> NSDecimalNumber? {
        readDecimal(slot(property)).map { NSDecimalNumber(decimal: $0) }
    }
    /// Sets a Decimal attribute.
    public final func setManagedDecimalNumber(_ value: NSDecimalNumber?, _ property: ManagedProperty) {
        write(slot(property), value.map { .decimal($0.decimalValue) } ?? .null)
    }

    /// The value of a Decimal attribute, without a box.
    public final func managedDecimal(_ property: ManagedProperty) -> Decimal? { readDecimal(slot(property)) }
    /// Sets a Decimal attribute.
    public final func setManagedDecimal(_ value: Decimal?, _ property: ManagedProperty) {
        write(slot(property), value.map { .decimal($0) } ?? .null)
    }

    /// The value of a number or Boolean attribute.
    public final func managedNumber(_ property: ManagedProperty) -> NSNumber? {
        anyValue(slot(property)) as? NSNumber
    }
    /// Sets a number or Boolean attribute.
    public final func setManagedNumber(_ value: NSNumber?, _ property: ManagedProperty) {
        let slot = slot(property)
        write(slot, slotValue(value, slot))
    }

    /// The value of any property, if it is a `T`.
    public final func managedValue<T>(_ property: ManagedProperty, as type: T.Type) -> T? {
        // Not `as? T` on the optional: for `Any`, that would be a value which holds nil.
        modeledValue(forKey: property.name).flatMap { $0 as? T }
    }
    /// Sets any property.
    public final func setManagedValue(_ value: Any?, _ property: ManagedProperty) {
        setModeledValue(value, forKey: property.name)
    }

    // MARK: Primitive values

    /// What generated accessors of `primitiveX` set from now on is not announced, as with
    /// `setPrimitiveValue(_:forKey:)`.
    ///
    /// To be followed by `endPrimitiveAccess()`.
    public final func beginPrimitiveAccess() { state.insert(.unannounced) }
    /// Ends what `beginPrimitiveAccess()` began.
    public final func endPrimitiveAccess() { state.remove(.unannounced) }

    // MARK: Relationships

    /// The destination of a to-one.
    public final func managedObject<T>(_ property: ManagedProperty, as type: T.Type) -> T? {
        guard let relationship = layout.toOneBySlot[slot(property)] else { missing(property) }
        return readDestination(relationship) as? T
    }
    /// Sets the destination of a to-one, and the inverse.
    public final func setManagedObject(_ value: NSManagedObject?, _ property: ManagedProperty) {
        guard let relationship = layout.toOneBySlot[slot(property)] else { missing(property) }
        setDestination(value, of: relationship)
    }

    /// The members of a to-many.
    public final func managedSet(_ property: ManagedProperty) -> NSSet? {
        exposedMembers(toMany(property)) as? NSSet
    }
    /// Replaces the members of a to-many.
    public final func setManagedSet(_ value: NSSet?, _ property: ManagedProperty) {
        let relationship = toMany(property)
        replaceMembers(members(value, for: relationship), of: relationship)
    }

    /// The members of an ordered to-many.
    public final func managedOrderedSet(_ property: ManagedProperty) -> NSOrderedSet? {
        exposedMembers(toMany(property)) as? NSOrderedSet
    }
    /// Replaces the members of an ordered to-many.
    public final func setManagedOrderedSet(_ value: NSOrderedSet?, _ property: ManagedProperty) {
        let relationship = toMany(property)
        replaceMembers(members(value, for: relationship), of: relationship)
    }

    /// Adds members to a to-many.
    public final func addManaged(_ objects: NSSet, to property: ManagedProperty) {
        let relationship = toMany(property)
        for object in members(objects, for: relationship) { addMember(object, to: relationship) }
    }
    /// Removes members from a to-many.
    public final func removeManaged(_ objects: NSSet, from property: ManagedProperty) {
        let relationship = toMany(property)
        for object in members(objects, for: relationship) { removeMember(object, from: relationship) }
    }
    /// Adds members to an ordered to-many, at the end.
    public final func addManaged(_ objects: NSOrderedSet, to property: ManagedProperty) {
        let relationship = toMany(property)
        for object in members(objects, for: relationship) { addMember(object, to: relationship) }
    }
    /// Removes members from an ordered to-many.
    public final func removeManaged(_ objects: NSOrderedSet, from property: ManagedProperty) {
        let relationship = toMany(property)
        for object in members(objects, for: relationship) { removeMember(object, from: relationship) }
    }
    /// Adds a member to a to-many.
    public final func addManagedObject(_ object: NSManagedObject, to property: ManagedProperty) {
        addMember(object, to: toMany(property))
    }
    /// Removes a member from a to-many.
    public final func removeManagedObject(_ object: NSManagedObject, from property: ManagedProperty) {
        removeMember(object, from: toMany(property))
    }

    /// Inserts a member into an ordered to-many.
    public final func insertManaged(_ object: NSManagedObject, at index: Int, in property: ManagedProperty) {
        insert(object, at: index, in: toMany(property))
    }
    /// Removes the member at an index of an ordered to-many.
    public final func removeManaged(at index: Int, in property: ManagedProperty) {
        removeMembers(at: [index], of: toMany(property))
    }
    /// Inserts members so that they end up at `indexes`.
    public final func insertManaged(_ objects: [NSManagedObject], at indexes: NSIndexSet, in property: ManagedProperty)
    {
        let relationship = toMany(property)
        for (object, index) in zip(objects, indexes.map { $0 }) { insert(object, at: index, in: relationship) }
    }
    /// Removes the members at `indexes`.
    public final func removeManaged(at indexes: NSIndexSet, in property: ManagedProperty) {
        removeMembers(at: indexes.map { $0 }, of: toMany(property))
    }
    /// Replaces the member at an index.
    public final func replaceManaged(at index: Int, with object: NSManagedObject, in property: ManagedProperty) {
        removeManaged(at: index, in: property)
        insertManaged(object, at: index, in: property)
    }
    /// Replaces the members at `indexes`.
    public final func replaceManaged(
        at indexes: NSIndexSet, with objects: [NSManagedObject], in property: ManagedProperty
    ) {
        removeManaged(at: indexes, in: property)
        insertManaged(objects, at: indexes, in: property)
    }

    private final func insert(_ object: NSManagedObject, at index: Int, in relationship: RelationshipLayout) {
        let count = loadedToMany(relationship).members.count
        guard 0...count ~= index else { outOfBounds(index, count, relationship) }
        addMember(object, to: relationship, at: index)
    }

    private final func removeMembers(at indexes: [Int], of relationship: RelationshipLayout) {
        let members = loadedToMany(relationship).members
        if let index = indexes.first(where: { !members.indices.contains($0) }) {
            outOfBounds(index, members.count, relationship)
        }
        for index in indexes { removeMember(members[index], from: relationship) }
    }

    private final func outOfBounds(_ index: Int, _ count: Int, _ relationship: RelationshipLayout) -> Never {
        CoreDataError.misuse(
            "The index \(index) is beyond the \(count) members of \(relationship.relationship.qualifiedName).")
    }
}
