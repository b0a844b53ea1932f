/// A Child of the `tree` and `rel` templates.
package struct ChildValues: Sendable {
    package var name: String
    package var value: Int64
}

/// A Parent of the `tree` and `rel` templates, with its children.
package struct ParentValues: Sendable {
    package var name: String
    package var rank: Int64
    package var children: [ChildValues]
}

/// The sequence of Parents of a store.
package struct TreeSource: Sequence, IteratorProtocol {
    private var generator = SplitMix64(state: 42)
    private let parents: Int
    private let childrenEach: Int
    private var index = 0

    /// The `tree` template of size n: five children each.
    package static func tree(_ n: Int) -> TreeSource { TreeSource(parents: n / 5, childrenEach: 5) }

    /// The `rel` template: 2,000 parents with 20 children each, whatever the size.
    package static func rel() -> TreeSource { TreeSource(parents: 2_000, childrenEach: 20) }

    private init(parents: Int, childrenEach: Int) {
        self.parents = parents
        self.childrenEach = childrenEach
    }

    /// The next parent, in the order of the store.
    package mutating func next() -> ParentValues? {
        guard index < parents else { return nil }
        defer { index += 1 }
        var parent = ParentValues(name: generator.letters(16), rank: Int64(index), children: [])
        parent.children.reserveCapacity(childrenEach)
        for _ in 0..<childrenEach {
            let name = generator.letters(16)
            parent.children.append(ChildValues(name: name, value: Int64(generator.below(1000))))
        }
        return parent
    }
}
