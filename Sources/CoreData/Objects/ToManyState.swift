/// The members of a to-many relationship of one object, and what was changed about them.
///
/// While not loaded (a relationship fault), additions and removals are noted and applied when the
/// members arrive.
final class ToManyState {
    private(set) var isLoaded: Bool
    /// In relationship order; for an unordered relationship in the order of arrival.
    private(set) var members: [NSManagedObject] = []
    /// Positions of members, once somebody asked.
    private var positions: [ObjectIdentifier: Int]?
    /// Members since the last save or refresh that the store does not know, and the other way round.
    private(set) var added: [ObjectIdentifier: NSManagedObject] = [:]
    /// The keys of `added` (and some that left it again) in the order they came.
    private var additions: [ObjectIdentifier] = []
    private(set) var removed: [ObjectIdentifier: NSManagedObject] = [:]
    private(set) var orderChanged = false
    /// The stored members, while they are not loaded but read already.
    private(set) var ahead: MembersAhead.Part?
    /// The set or ordered set handed out; made anew after a change.
    var exposed: NSObject?
    /// The Swift set handed out, in a box; made anew after a change.
    var exposedSwiftSet: AnyObject?

    /// - Parameter isLoaded: true for objects that no store knows.
    init(isLoaded: Bool) { self.isLoaded = isLoaded }

    /// Whether the members can be had without reading the store; nearly always right.
    var isAtHand: Bool { isLoaded || ahead != nil }

    var hasChanges: Bool { !added.isEmpty || !removed.isEmpty || orderChanged }

    /// Takes the stored members and applies what was changed meanwhile.
    func load(_ stored: [NSManagedObject]) {
        guard !isLoaded else { return }
        isLoaded = true
        ahead = nil
        forgetExposed()
        positions = nil
        if removed.isEmpty && added.isEmpty {
            members = stored
            return
        }
        var known = Set<ObjectIdentifier>()
        members = stored.filter { removed[ObjectIdentifier($0)] == nil && known.insert(ObjectIdentifier($0)).inserted }
        for id in additions {
            if let object = added[id], known.insert(id).inserted { members.append(object) }
        }
    }

    /// Takes rows of the stored members, for when they are asked for.
    func expect(_ rows: MembersAhead.Part) { if !isLoaded { ahead = rows } }

    func contains(_ object: NSManagedObject) -> Bool {
        let id = ObjectIdentifier(object)
        if !isLoaded { return added[id] != nil }
        return position(of: id) != nil
    }

    /// Index of a member; nil when it is none.
    func position(of id: ObjectIdentifier) -> Int? {
        if members.count < 8 { return members.firstIndex { ObjectIdentifier($0) == id } }
        if let positions { return positions[id] }
        var built: [ObjectIdentifier: Int] = [:]
        built.reserveCapacity(members.count)
        for (index, member) in members.enumerated() { built[ObjectIdentifier(member)] = index }
        positions = built
        return built[id]
    }

    /// Adds a member at the end, or at `index`.
    ///
    /// False when it was one already.
    @discardableResult
    func add(_ object: NSManagedObject, at index: Int? = nil) -> Bool {
        guard !contains(object) else { return false }
        let id = ObjectIdentifier(object)
        if removed.removeValue(forKey: id) == nil || !isLoaded {
            added[id] = object
            additions.append(id)
        } else {
            orderChanged = true
        }
        forgetExposed()
        if isLoaded {
            if let index, index < members.count {
                members.insert(object, at: index)
                positions = nil
                orderChanged = true
            } else {
                positions?[id] = members.count
                members.append(object)
            }
        }
        return true
    }

    /// False when it was no member.
    @discardableResult
    func remove(_ object: NSManagedObject) -> Bool {
        let id = ObjectIdentifier(object)
        if isLoaded {
            guard let position = position(of: id) else { return false }
            if position == members.count - 1 {
                members.removeLast()
                positions?.removeValue(forKey: id)
            } else {
                members.remove(at: position)
                positions = nil
            }
        }
        forgetExposed()
        if added.removeValue(forKey: id) == nil || !isLoaded { removed[id] = object }
        return true
    }

    private func forgetExposed() {
        exposed = nil
        exposedSwiftSet = nil
    }

    /// Gives the members another order.
    ///
    /// The caller hands over the same members.
    func reorder(_ ordered: [NSManagedObject]) {
        members = ordered
        positions = nil
        forgetExposed()
        orderChanged = true
    }

    /// Takes members back that it had before, in their order.
    ///
    /// - Parameter wasReordered: `orderChanged` as it was then.
    func restore(_ former: [NSManagedObject], wasReordered: Bool, isOrdered: Bool) {
        let isReordered = orderChanged
        let wanted = Set(former.map { ObjectIdentifier($0) })
        let leaving = members.filter { !wanted.contains(ObjectIdentifier($0)) }
        let keepsMembers = leaving.isEmpty && former.count == members.count
        for member in leaving { remove(member) }
        for member in former { add(member) }
        let keepsOrder = zip(members, former).allSatisfy { $0 === $1 }
        if !keepsOrder { reorder(former) }
        // An order that was saved meanwhile is another one now; else the store has the one of before.
        orderChanged = isOrdered && (wasReordered || keepsMembers && !isReordered && !keepsOrder)
    }

    /// The changes are what the store knows now.
    func commit() {
        // The store had others when they were read.
        if hasChanges { ahead = nil }
        added = [:]
        additions = []
        removed = [:]
        orderChanged = false
    }

    /// Reads as empty from now on.
    func letGo() {
        forget(keepingChanges: false)
        isLoaded = true
    }

    /// Back to a relationship fault.
    func forget(keepingChanges: Bool) {
        isLoaded = false
        ahead = nil
        members = []
        positions = nil
        forgetExposed()
        orderChanged = false
        if !keepingChanges {
            added = [:]
            additions = []
            removed = [:]
        }
    }
}
