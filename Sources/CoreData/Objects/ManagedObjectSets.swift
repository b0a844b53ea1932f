/// Walks an array.
final class ArrayEnumerator: NSEnumerator {
    private var rest: IndexingIterator<[NSManagedObject]>

    init(_ members: [NSManagedObject]) { rest = members.makeIterator() }

    override func nextObject() -> Any? { rest.next() }
}

/// A to-many relationship as a mutable set: changes go to the object.
final class ManagedMutableSet: NSMutableSet {
    private let object: NSManagedObject
    private let relationship: RelationshipLayout

    init(_ object: NSManagedObject, _ relationship: RelationshipLayout) {
        self.object = object
        self.relationship = relationship
        super.init(objects: nil, count: 0)
    }

    required init?(coder: NSCoder) { nil }
    required init(capacity numItems: Int) { fatalError("A relationship's set is made by its object.") }

    private var members: [NSManagedObject] { object.loadedToMany(relationship).members }

    override var count: Int { members.count }

    override func member(_ candidate: Any) -> Any? {
        guard let candidate = candidate as? NSManagedObject else { return nil }
        return object.loadedToMany(relationship).contains(candidate) ? candidate : nil
    }

    override func objectEnumerator() -> NSEnumerator { ArrayEnumerator(members) }

    override var allObjects: [Any] { members }

    override func add(_ member: Any) { object.addMember(cast(member), to: relationship) }

    override func remove(_ member: Any) {
        if let member = member as? NSManagedObject { object.removeMember(member, from: relationship) }
    }

    override func removeAllObjects() { for member in members { object.removeMember(member, from: relationship) } }

    override func copy(with zone: NSZone? = nil) -> Any { NSSet(array: members) }

    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableSet(array: members) }

    private func cast(_ member: Any) -> NSManagedObject {
        guard let member = member as? NSManagedObject else {
            CoreDataError.misuse(
                "A \(type(of: member)) cannot be a member of \(relationship.relationship.qualifiedName).")
        }
        return member
    }
}

/// An ordered to-many relationship as a mutable ordered set: changes go to the object.
final class ManagedMutableOrderedSet: NSMutableOrderedSet {
    private let object: NSManagedObject
    private let relationship: RelationshipLayout

    init(_ object: NSManagedObject, _ relationship: RelationshipLayout) {
        self.object = object
        self.relationship = relationship
        super.init(objects: nil, count: 0)
    }

    required init?(coder: NSCoder) { nil }
    override init(capacity numItems: Int) { fatalError("A relationship's set is made by its object.") }
    required init(arrayLiteral elements: Any...) {
        fatalError("A relationship's set is made by its object.")
    }

    private var state: ToManyState { object.loadedToMany(relationship) }

    override var count: Int { state.members.count }
    override func object(at index: Int) -> Any { state.members[index] }
    override func index(of member: Any) -> Int {
        (member as? NSManagedObject).flatMap { state.position(of: ObjectIdentifier($0)) } ?? NSNotFound
    }

    override func insert(_ member: Any, at index: Int) {
        if let member = member as? NSManagedObject { object.addMember(member, to: relationship, at: index) }
    }
    override func add(_ member: Any) { insert(member, at: count) }
    override func removeObject(at index: Int) { object.removeMember(state.members[index], from: relationship) }
    override func remove(_ member: Any) {
        if let member = member as? NSManagedObject { object.removeMember(member, from: relationship) }
    }
    override func replaceObject(at index: Int, with member: Any) {
        removeObject(at: index)
        insert(member, at: index)
    }
    override func setObject(_ member: Any, at index: Int) {
        if index == count { add(member) } else { replaceObject(at: index, with: member) }
    }
    override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: state.members) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: state.members) }

    // Foundation's own versions of what follows work on storage that this class does not have.

    override func addObjects(from array: [Any]) {
        for member in array { add(member) }
    }
    override func removeObjects(in array: [Any]) {
        for member in array { remove(member) }
    }
    override func removeAllObjects() {
        for member in state.members { object.removeMember(member, from: relationship) }
    }
    override func removeObjects(in range: NSRange) { removeObjects(in: members(at: IndexSet(in: range))) }
    override func removeObjects(at indexes: IndexSet) { removeObjects(in: members(at: indexes)) }
    override func insert(_ members: [Any], at indexes: IndexSet) {
        for (member, index) in zip(members, indexes) { insert(member, at: index) }
    }
    override func replaceObjects(at indexes: IndexSet, with members: [Any]) {
        for (member, index) in zip(members, indexes) { replaceObject(at: index, with: member) }
    }
    override func exchangeObject(at first: Int, withObjectAt second: Int) {
        var members = state.members
        members.swapAt(first, second)
        reorder(members)
    }
    override func moveObjects(at indexes: IndexSet, to index: Int) {
        let moved = members(at: indexes)
        var rest = state.members.enumerated().filter { !indexes.contains($0.offset) }.map(\.element)
        rest.insert(contentsOf: moved, at: index)
        reorder(rest)
    }

    override func union(_ other: NSOrderedSet) { addObjects(from: other.array) }
    override func unionSet(_ other: Set<AnyHashable>) { addObjects(from: other.map(\.base)) }
    override func minus(_ other: NSOrderedSet) { removeObjects(in: other.array) }
    override func minusSet(_ other: Set<AnyHashable>) { removeObjects(in: other.map(\.base)) }
    override func intersect(_ other: NSOrderedSet) {
        removeObjects(in: state.members.filter { !other.contains($0) })
    }
    override func intersectSet(_ other: Set<AnyHashable>) {
        removeObjects(in: state.members.filter { !other.contains($0) })
    }

    override func sort(comparator: (Any, Any) -> ComparisonResult) { sort(usingComparator: comparator) }
    override func sort(options: NSSortOptions = [], usingComparator comparator: (Any, Any) -> ComparisonResult) {
        sortRange(NSRange(location: 0, length: count), options: options, usingComparator: comparator)
    }
    override func sortRange(
        _ range: NSRange, options: NSSortOptions = [], usingComparator comparator: (Any, Any) -> ComparisonResult
    ) {
        var members = state.members
        let part = range.location..<range.location + range.length
        // sort(by:) keeps equal members in their order.
        members[part].sort { comparator($0, $1) == .orderedAscending }
        reorder(members)
    }

    private func members(at indexes: IndexSet) -> [NSManagedObject] {
        let members = state.members
        return indexes.map { members[$0] }
    }

    /// Gives the members, all of them, another order.
    private func reorder(_ members: [NSManagedObject]) {
        guard !zip(members, state.members).allSatisfy({ $0 === $1 }) else { return }
        object.noteChange(of: relationship)
        state.reorder(members)
    }
}

extension IndexSet {
    fileprivate init(in range: NSRange) { self.init(integersIn: range.location..<range.location + range.length) }
}
