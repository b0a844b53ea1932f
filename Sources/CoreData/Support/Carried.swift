/// Carries a value across a lock or to the queue it is meant for.
struct Carried<Value>: @unchecked Sendable {
    // @unchecked: whoever makes one promises that the value is immutable, or used by one thread at a time.
    let value: Value
    init(_ value: Value) { self.value = value }
}
