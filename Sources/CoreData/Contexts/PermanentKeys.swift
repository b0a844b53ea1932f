import Synchronization

/// The keys that objects known to children got in place of their temporary ones, in order.
///
/// A child keeps the temporary key of an object it made until it hears of this; what it says in the meantime
/// is understood by looking the key up.
struct PermanentKeys {
    /// Former and later key.
    private(set) var entries: [(ObjectKey, ObjectKey)] = []
    private var later: [ObjectKey: ObjectKey] = [:]
    /// How many entries of the parent this context has taken over.
    var seenOfParent = 0

    mutating func note(_ former: ObjectKey, _ new: ObjectKey) {
        entries.append((former, new))
        // Back to the temporary key, after a save that failed.
        if later[new] == former { later[new] = nil } else { later[former] = new }
    }

    /// The key that stands for `key` now.
    func current(_ key: ObjectKey) -> ObjectKey { later[key] ?? key }
}

extension NSManagedObjectContext {
    /// Notes a new key for the children.
    final func noteKey(_ former: ObjectKey, _ new: ObjectKey) {
        guard former.isTemporary || new.isTemporary, hasChildren else { return }
        permanentKeys.withLock { $0.note(former, new) }
    }

    /// Lets the children know soon; those that ask before that find out by themselves.
    final func tellChildrenOfKeys() {
        for child in children { child.confinement.async { [weak child] in child?.takePermanentKeys() } }
    }

    /// The registered object of a key, which may be one that the object had before.
    final func registered(_ key: ObjectKey) -> NSManagedObject? {
        if let object = link.table.object(key) { return object }
        guard key.isTemporary else { return nil }
        let current = permanentKeys.withLock { $0.current(key) }
        return current == key ? nil : link.table.object(current)
    }

    /// Gives objects made here the keys that they got in the parents; on this context's queue.
    final func takePermanentKeys() {
        guard let parent = parentContext, isBehind else { return }
        parent.performAndWait { parent.takePermanentKeys() }
        let seen = permanentKeys.withLock { $0.seenOfParent }
        let news = parent.permanentKeys.withLock { $0.entries.dropFirst(seen) }
        for (former, new) in news {
            if let object = link.table.object(former), link.table.object(new) == nil { rekey(object, new) }
        }
        permanentKeys.withLock { keys in
            keys.seenOfParent = seen + news.count
            for (former, new) in news { keys.note(former, new) }
        }
    }

    /// Whether a parent has keys that are not known here.
    private final var isBehind: Bool {
        guard let parent = parentContext else { return false }
        let seen = permanentKeys.withLock { $0.seenOfParent }
        return parent.permanentKeys.withLock { $0.entries.count } > seen || parent.isBehind
    }

    /// Takes as known what the parent has noted before this context was its child.
    final func startPermanentKeys() {
        let known = parentContext?.permanentKeys.withLock { $0.entries.count } ?? 0
        permanentKeys.withLock { keys in
            keys = PermanentKeys()
            keys.seenOfParent = known
        }
    }

    /// Permanent keys for objects that the parent has under their temporary ones.
    final func obtainKeysFromParent(for objects: [NSManagedObject]) throws {
        guard let parent = parentContext else { return }
        takePermanentKeys()
        let keys = objects.filter { $0.key.isTemporary && !$0.state.contains(.inserted) }.map(\.key)
        if keys.isEmpty { return }
        try parent.performAndWait { try parent.obtainPermanentIDs(for: keys.compactMap { parent.registered($0) }) }
        takePermanentKeys()
    }
}
