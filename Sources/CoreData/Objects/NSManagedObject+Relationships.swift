// Relationships: reading to-manys, changing either side, and keeping the other side true.

extension NSManagedObject {
    /// The state of a to-many, not necessarily loaded.
    final func toManyState(_ relationship: RelationshipLayout) -> ToManyState {
        let extras = extrasMade()
        let index = relationship.toManyIndex
        if extras.toMany.isEmpty { extras.toMany = [ToManyState?](repeating: nil, count: layout.toMany.count) }
        if let state = extras.toMany[index] { return state }
        let state = ToManyState(isLoaded: key.isTemporary && row == nil && !self.state.contains(.fault))
        extras.toMany[index] = state
        return state
    }

    final func extrasMade() -> ObjectExtras {
        if let extras { return extras }
        let made = ObjectExtras()
        extras = made
        return made
    }

    /// The state of a to-many with its members.
    final func loadedToMany(_ relationship: RelationshipLayout) -> ToManyState {
        let state = toManyState(relationship)
        if state.isLoaded { return state }
        realize()
        if self.state.contains(.inaccessible) {
            state.load([])
            return state
        }
        guard let context = link.context else {
            CoreDataError.report(
                """
                The context of \(briefDescription) is gone or was reset, and the members of "\(relationship.name)" were \
                not loaded: it reads as empty. Keep the context alive as long as its objects are used.
                """)
            state.load([])
            return state
        }
        do {
            try context.loadMembers(of: relationship, object: self)
        } catch {
            CoreDataError.misuse(
                "Reading \(layout.name).\(relationship.name) failed: \(error.localizedDescription)")
        }
        return state
    }

    /// The state of a to-many that is about to change.
    ///
    /// With undo its members are loaded: an undo must know what there was.
    private final func changingToMany(_ relationship: RelationshipLayout) -> ToManyState {
        link.tracksEveryChange ? loadedToMany(relationship) : toManyState(relationship)
    }

    /// Announces a change of a to-many, whose members are those of before still.
    final func noteChange(of relationship: RelationshipLayout) {
        noteChange()
        if link.tracksEveryChange, !state.contains(.silent) { link.context?.membersWillChange(relationship, of: self) }
    }

    // MARK: Changing

    /// Sets a to-one and its inverse.
    final func setDestination(_ new: NSManagedObject?, of relationship: RelationshipLayout) {
        checkDestination(new, of: relationship)
        let old = readDestination(relationship)
        write(relationship.slot, new.map { .destination($0) } ?? .null)
        guard old !== new, let inverse = relationship.inverseName else { return }
        old?.removeInverse(inverse, self)
        new?.addInverse(inverse, self)
    }

    /// Adds a member to a to-many and sets its inverse.
    final func addMember(_ member: NSManagedObject, to relationship: RelationshipLayout, at index: Int? = nil) {
        checkDestination(member, of: relationship)
        realize()
        let state =
            relationship.isOrdered || index != nil ? loadedToMany(relationship) : changingToMany(relationship)
        guard !state.contains(member) else { return }
        noteChange(of: relationship)
        state.add(member, at: index)
        if let inverse = relationship.inverseName { member.addInverse(inverse, self) }
    }

    /// Removes a member from a to-many and clears its inverse.
    final func removeMember(_ member: NSManagedObject, from relationship: RelationshipLayout) {
        realize()
        let state = loadedToMany(relationship)
        guard state.contains(member) else { return }
        noteChange(of: relationship)
        state.remove(member)
        if let inverse = relationship.inverseName { member.removeInverse(inverse, self) }
    }

    /// Makes exactly `members` the members of a to-many.
    final func replaceMembers(_ members: [NSManagedObject], of relationship: RelationshipLayout) {
        realize()
        let state = loadedToMany(relationship)
        var seen = Set<ObjectIdentifier>()
        let wanted = members.filter { seen.insert(ObjectIdentifier($0)).inserted }
        noteChange(of: relationship)
        for member in state.members where !seen.contains(ObjectIdentifier(member)) {
            removeMember(member, from: relationship)
        }
        for member in wanted { addMember(member, to: relationship) }
        if relationship.isOrdered, !zip(state.members, wanted).allSatisfy({ $0 === $1 }) { state.reorder(wanted) }
    }

    // MARK: The other side

    /// Takes note that `other` now points here.
    final func addInverse(_ name: String, _ other: NSManagedObject) {
        guard let relationship = layout.relationship(named: name) else { return }
        if relationship.isToMany {
            let state = changingToMany(relationship)
            guard !state.contains(other) else { return }
            noteChange(of: relationship)
            state.add(other)
        } else {
            let former = readDestination(relationship)
            guard former !== other else { return }
            write(relationship.slot, .destination(other))
            if let former, let inverse = relationship.inverseName { former.removeInverse(inverse, self) }
        }
    }

    /// Takes note that `other` no longer points here.
    final func removeInverse(_ name: String, _ other: NSManagedObject) {
        guard let relationship = layout.relationship(named: name) else { return }
        if relationship.isToMany {
            let state = changingToMany(relationship)
            noteChange(of: relationship)
            state.remove(other)
        } else if readDestination(relationship) === other {
            write(relationship.slot, .null)
        }
    }

    private final func checkDestination(_ destination: NSManagedObject?, of relationship: RelationshipLayout) {
        guard let destination else { return }
        let wanted = layout.model.entities[relationship.destination]
        guard
            destination.layout.model === layout.model
                ? destination.layout.isKind(of: wanted)
                : destination.layout.entity.ancestorsRootFirst.contains(where: { $0.name == wanted.name })
                    || destination.layout.name == wanted.name
        else {
            CoreDataError.misuse(
                """
                Unacceptable type of value for to-\(relationship.isToMany ? "many" : "one") relationship: property = \
                "\(relationship.name)"; desired entity = \(wanted.name); given entity = \(destination.layout.name).
                """)
        }
        if let mine = link.context, let other = destination.link.context, mine !== other {
            CoreDataError.misuse(
                """
                Illegal attempt to establish a relationship '\(relationship.name)' between objects in different contexts \
                (\(briefDescription) and \(destination.briefDescription)). Fetch the other object in this context with \
                object(with:) or existingObject(with:).
                """)
        }
    }
}
