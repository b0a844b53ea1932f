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
        // Inlined into the caller's module, where the set's code is made for its class.
        var set = Set<Element>(minimumCapacity: members.count)
        for member in members { if let member = member as? Element { set.insert(member) } }
        keep(MemberSet(set), for: property)
        return set
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
