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
    required init(capacity numItems: Int) { preconditionFailure("A relationship's set is made by its object.") }

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
    override init(capacity numItems: Int) { preconditionFailure("A relationship's set is made by its object.") }
    required init(arrayLiteral elements: Any...) {
        preconditionFailure("A relationship's set is made by its object.")
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
    override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: state.members) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: state.members) }
}
