/// What the inner parts of operators show of themselves: a short name, and in a mirror the parts worth seeing.
@usableFromInline
protocol NamedConduit: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
    /// The name printed, such as `Map`.
    var conduitName: String { get }

    /// What a mirror shows.
    var conduitChildren: [Mirror.Child] { get }
}

extension NamedConduit {
    @usableFromInline
    var description: String { conduitName }

    @usableFromInline
    var conduitChildren: [Mirror.Child] { [] }

    @usableFromInline
    var customMirror: Mirror { Mirror(self, children: conduitChildren) }

    @usableFromInline
    var playgroundDescription: Any { conduitName }
}
