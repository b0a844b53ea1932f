// To-many relationships as Swift sets of a model class, for generated accessors.

extension NSManagedObject {
    /// The members of a to-many as a Swift set.
    ///
    /// Made at the first call after the members were loaded or changed, in time linear in their number; kept then.
    /// Members of another class than `Element` are left out.
    @inlinable
    public final func managedSet<Element: NSManagedObject>(
        _ property: ManagedProperty, as type: Set<Element>.Type
    ) -> Set<Element> {
        let (members, kept) = managedMembers(property)
        if let kept = kept as? MemberSet<Element> { return kept.members }
        let set = Self.set(of: members, as: type)
        keep(MemberSet(set), for: property)
        return set
    }

    // Inlined into the caller's module, where the set's code is made for its class.
    @inlinable
    static func set<Element: NSManagedObject>(
        of members: [NSManagedObject], as type: Set<Element>.Type
    ) -> Set<Element> {
        guard members.allSatisfy({ $0 is Element }) else { return Set(members.lazy.compactMap { $0 as? Element }) }
        // Members differ, so that none has to be compared with those that are in the set already: what the builder
        // of the standard library is for.
        var builder = _SetBuilder<Element>(count: members.count)
        // safe: the class was checked above.
        for member in members { builder.add(member: unsafeDowncast(member, to: Element.self)) }
        return builder.take()
    }

    /// Replaces the members of a to-many; nil removes all.
    public final func setManagedSet<Element: NSManagedObject>(_ value: Set<Element>?, _ property: ManagedProperty) {
        replaceMembers(value.map { Array($0) } ?? [], of: toMany(property))
    }

    @usableFromInline
    final func managedMembers(_ property: ManagedProperty) -> (members: [NSManagedObject], kept: AnyObject?) {
        let state = loadedToMany(toMany(property))
        return (state.members, state.exposedSwiftSet)
    }

    @usableFromInline
    final func keep(_ set: AnyObject, for property: ManagedProperty) {
        loadedToMany(toMany(property)).exposedSwiftSet = set
    }
}

/// A Swift set of members, as an object.
@usableFromInline
final class MemberSet<Element: NSManagedObject> {
    @usableFromInline let members: Set<Element>

    @usableFromInline
    init(_ members: Set<Element>) { self.members = members }
}
