import Synchronization

/// The identity of a managed object, valid in every context and on every thread.
///
/// Equal when store, entity hierarchy and key are equal. Temporary until the object has been saved or
/// `obtainPermanentIDs(for:)` was called; the permanent ID is another instance.
public final class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked: immutable; the layout is immutable too.

    let key: ObjectKey
    let layout: EntityLayout
    /// Keeps the layout's model alive for IDs that outlive their coordinator.
    private let model: NSManagedObjectModel
    let identity: StoreIdentity?

    init(key: ObjectKey, layout: EntityLayout, identity: StoreIdentity?) {
        self.key = key
        self.layout = layout
        self.model = layout.model.model
        self.identity = identity
    }

    /// Draws process-wide numbers for temporary IDs.
    private static let temporaryNumbers = Atomic<Int64>(0)
    /// Tells temporary IDs of this process from those of any other.
    private static let process = UUID()

    /// A key for an object that no store knows yet: negative, so that it is told apart in a packed row too.
    static func temporaryKey(_ layout: EntityLayout) -> ObjectKey {
        ObjectKey(
            store: 0, root: UInt32(layout.rootIndex),
            primaryKey: -temporaryNumbers.add(1, ordering: .relaxed).newValue)
    }

    /// The entity of the object.
    public var entity: NSEntityDescription { layout.entity }

    /// The store that holds the object; nil while the ID is temporary or once the store was removed.
    public var persistentStore: NSPersistentStore? { identity?.store }

    /// True until the object has been given a place in a store.
    public var isTemporaryID: Bool { key.isTemporary }

    /// The ID as a URI: `x-coredata://STORE-UUID/Entity/p42`, or `x-coredata:///Entity/t…` while temporary.
    public func uriRepresentation() -> URL {
        let text =
            if let identity {
                "x-coredata://\(identity.uuid)/\(Self.escaped(layout.name))/p\(key.primaryKey)"
            } else {
                "x-coredata:///\(Self.escaped(layout.name))/t\(Self.process.uuidString)\(-key.primaryKey)"
            }
        guard let url = URL(string: text) else {
            fatalError("The entity name \(layout.name) gives no valid object URI.")
        }
        return url
    }

    private static func escaped(_ name: String) -> String {
        name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name
    }

    public override var hash: Int { Int(truncatingIfNeeded: key.mixed) }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectID else { return false }
        return other === self || other.key == key
    }

    public override var description: String {
        "0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)) <\(uriRepresentation().absoluteString)>"
    }

    /// The ID itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension NSManagedObjectID: RowIdentified {
    var rowKey: ObjectKey { key }
    var rowLayout: EntityLayout { layout }
}
