/// Default values of new objects, made once per entity.
enum InsertionDefaults {
    static func values(of layout: EntityLayout) -> ContiguousArray<SlotValue> {
        if let known = layout.insertionDefaults.get() { return known }
        var values = ContiguousArray<SlotValue>(repeating: .null, count: layout.slots.count)
        for slot in layout.slots {
            guard let attribute = layout.entity.attribute(at: slot.name), let value = attribute.defaultValue else {
                continue
            }
            values[slot.index] = SlotValue(value, for: slot) ?? .null
        }
        layout.insertionDefaults.set(values)
        return values
    }
}
