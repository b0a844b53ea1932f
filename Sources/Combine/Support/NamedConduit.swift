/// What the inner parts of operators show of themselves: a short name and no contents.
@usableFromInline
protocol NamedConduit: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
    /// The name printed, such as `Map`.
    var conduitName: String { get }
}

extension NamedConduit {
    @usableFromInline
    var description: String { conduitName }

    @usableFromInline
    var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline
    var playgroundDescription: Any { conduitName }
}
