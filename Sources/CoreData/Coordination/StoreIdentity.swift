import Synchronization

/// Who an opened store is, for object IDs that may outlive it.
final class StoreIdentity: Sendable {
    /// Unlike any other store opened by this process.
    let number: UInt32
    /// `NSStoreUUID`.
    let uuid: String
    private let anchor: Anchor<NSPersistentStore>?

    private static let counter = Atomic<UInt32>(0)

    init(uuid: String, store: NSPersistentStore?) {
        self.number = Self.counter.add(1, ordering: .relaxed).newValue
        self.uuid = uuid
        anchor = store?.anchor
        Self.opened.withLock { $0[number] = self }
    }

    /// All identities of this process: a few words for each store ever opened, so that an object can tell
    /// its store by number.
    private static let opened = Mutex<[UInt32: StoreIdentity]>([:])

    /// The identity with this number.
    static func numbered(_ number: UInt32) -> StoreIdentity? { opened.withLock { $0[number] } }

    /// The store, while it is open.
    var store: NSPersistentStore? { anchor?.object }
}
