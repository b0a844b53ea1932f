/// A value on its way into a row: what an object's overlay holds and what a save hands to a store.
enum SlotValue {
    /// Not changed, not assigned.
    case unset
    case null
    /// Integers and Booleans.
    case integer(Int64)
    /// Doubles, floats and dates (seconds since 2001-01-01 UTC).
    case real(Double)
    /// Strings, and URIs as their absolute string.
    case string(String)
    case data(Data)
    case uuid(UUID)
    case decimal(Decimal)
    /// The live value of a transformable or undefined attribute. Stores never see it: a save
    /// carries the transformer's output as `data`.
    case object(AnyObject)
    /// A to-one's destination as the context knows it. Stores never see it: a save carries `key`.
    case destination(AnyObject)
    /// A to-one's destination as a row of the same store.
    case key(RowReference)

    var isUnset: Bool {
        if case .unset = self { return true }
        return false
    }

    var isNull: Bool {
        if case .null = self { return true }
        return false
    }
}
