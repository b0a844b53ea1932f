/// Values for objects that have no room for them, found by the object's address.
///
/// A value goes some time after its object: when the table has doubled, those without an object are looked for.
final class SideTable<Object: AnyObject, Value: AnyObject>: @unchecked Sendable {
    // @unchecked: everything is in `state`, behind its lock.

    private struct Entry {
        weak var object: Object?
        let value: Value
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// At this size, entries of objects that are gone are looked for.
        var limit = SideTable.leastLimit
    }

    private static var leastLimit: Int { 32 }

    private let state = Locked(State())

    /// The value of an object, made when there is none.
    ///
    /// - Returns: the value, and those that the table has let go of: of objects that are gone, or one that was
    ///   made for nothing because another thread was first.
    func value(of object: Object, make: () -> Value) -> (value: Value, gone: [Value]) {
        let key = ObjectIdentifier(object)
        if let known = state.withLock({ $0.entries[key].flatMap { $0.object === object ? $0.value : nil } }) {
            return (known, [])
        }
        let new = make()
        var (value, gone, suspects) = state.withLock { state -> (Value, [Value], [ObjectIdentifier: Entry]) in
            // An address may have belonged to another object before.
            if let entry = state.entries[key], entry.object === object { return (entry.value, [new], [:]) }
            let former = state.entries.updateValue(Entry(object: object, value: new), forKey: key)
            let isFull = state.entries.count >= state.limit
            if isFull { state.limit = state.entries.count * 2 }
            return (new, former.map { [$0.value] } ?? [], isFull ? state.entries : [:])
        }
        // Looked at outside the lock: a weak reference holds its object for a moment, which may be the last to do so.
        suspects = suspects.filter { $0.value.object == nil }
        if !suspects.isEmpty {
            state.withLock { state in
                for (key, entry) in suspects where state.entries[key]?.value === entry.value {
                    state.entries.removeValue(forKey: key)
                }
                state.limit = max(Self.leastLimit, state.entries.count * 2)
            }
            gone += suspects.values.map(\.value)
        }
        return (value, gone)
    }
}
