/// What becomes of a relationship's destinations when the object that has the relationship is deleted.
public enum NSDeleteRule: UInt, Sendable {
    /// Nothing; keeping the other side right is the caller's duty.
    case noActionDeleteRule = 0
    /// The other side's reference to the deleted object is removed.
    case nullifyDeleteRule = 1
    /// The destinations are deleted as well.
    case cascadeDeleteRule = 2
    /// The deletion fails while there is a destination.
    case denyDeleteRule = 3
}
