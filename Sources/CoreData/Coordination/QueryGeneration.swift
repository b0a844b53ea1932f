import Synchronization

/// A state of the stores that contexts can be bound to.
///
/// Threading: may be handed to any thread.
public final class NSQueryGenerationToken: NSObject, NSCopying, Sendable {
    /// Stands for the newest state, taken when a context first reads after it was bound to it.
    public static let current = NSQueryGenerationToken(GenerationSnapshots())

    /// What whoever is bound to this token reads from; the token `current` only stands for a new one.
    let snapshots: GenerationSnapshots

    init(_ snapshots: GenerationSnapshots) { self.snapshots = snapshots }

    /// The token itself, which does not change.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The states of stores that the contexts of one generation read: of each store the one when the first of them read it.
final class GenerationSnapshots: Sendable {
    /// Guards the table; a reading holds the entry's own lock.
    private let snapshots = Mutex<[UInt32: any StoreSnapshot]>([:])

    /// The snapshot of a store by its number, taken by `make` if there is none yet.
    func snapshot(
        of store: UInt32, taking make: () throws -> (any StoreSnapshot)?
    ) throws -> (any StoreSnapshot)? {
        if let known = snapshots.withLock({ $0[store] }) { return known }
        // Two may take one at the same time: the first to come back with it wins.
        guard let made = try make() else { return nil }
        return snapshots.withLock { snapshots in
            if let other = snapshots[store] { return other }
            snapshots[store] = made
            return made
        }
    }
}

/// A store as it was at one moment, for a kind of store that can keep reading it.
protocol StoreSnapshot: AnyObject, Sendable {}
