/// How an element of a fetch index is organised.
public enum NSFetchIndexElementType: UInt, Sendable {
    /// An ordinary, sorted index.
    case binary = 0
    /// An R-tree over numbers, for questions of ranges.
    case rTree = 1
}
