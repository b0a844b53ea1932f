/// Which row, anywhere in the process: the value behind an object ID.
///
/// `store` is the number its store drew when it was opened (0 while the row has no permanent
/// key), `root` the index of the root entity in its model, since one table, and so one sequence of
/// keys, serves a whole entity hierarchy.
struct ObjectKey: Hashable, Sendable {
    var store: UInt32
    var root: UInt32
    var primaryKey: Int64

    /// True until the row has been given a key by a store.
    var isTemporary: Bool { store == 0 }

    @inline(__always)
    static func == (a: ObjectKey, b: ObjectKey) -> Bool {
        a.primaryKey == b.primaryKey && a.store == b.store && a.root == b.root
    }

    /// Mixes well enough for the open-addressed tables of contexts, which do not use `Hasher`.
    @inline(__always)
    var mixed: UInt64 {
        var z = UInt64(bitPattern: primaryKey) &+ (UInt64(store) << 40 ^ UInt64(root) << 20) &* 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 32)) &* 0xD6E8_FEB8_6659_FD93
        return z ^ (z >> 32)
    }
}

/// A row of a known store: its entity's index in the model and its primary key.
struct RowReference: Hashable, Sendable {
    var entity: Int32
    var primaryKey: Int64
}

/// What stands for a row in predicates and saves: an object ID or an object.
protocol RowIdentified: AnyObject {
    var rowKey: ObjectKey { get }
    var rowLayout: EntityLayout { get }
}
