import CoreData

extension Memo {
    public enum State: Int16 {
        case draft = 0
        case kept = 1
    }

    /// An enumeration over a raw attribute, with the accessors by hand.
    public var state: State {
        get {
            willAccessValue(forKey: "stateRaw")
            defer { didAccessValue(forKey: "stateRaw") }
            guard let raw = primitiveValue(forKey: "stateRaw") as? NSNumber else { return .draft }
            return State(rawValue: raw.int16Value) ?? .draft
        }
        set {
            willChangeValue(forKey: "stateRaw")
            setPrimitiveValue(newValue.rawValue, forKey: "stateRaw")
            didChangeValue(forKey: "stateRaw")
        }
    }
}
