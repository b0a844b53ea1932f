extension RelationshipLayout {
    /// Whether members' rows do not name their owner: a many-to-many, or a to-many without inverse.
    var isKeptOutsideRows: Bool { isToMany && (inverseName == nil || inverseIsToMany) }

    /// Whether this side of a relationship kept outside the rows is the one that reports its changes.
    ///
    /// A many-to-many is reported by one side only; for a pair of two entities the one whose declaring
    /// entity comes first, for a self-referential pair the relationship whose name comes first. A relationship
    /// that is its own inverse is reported by both ends.
    var leads: Bool {
        guard let inverse = relationship.inverseRelationship else { return true }
        guard let a = relationship.declaringEntity?.name, let b = inverse.declaringEntity?.name, a != b else {
            return relationship.name <= inverse.name
        }
        return a < b
    }
}
