/// The kinds of merge policies.
public enum NSMergePolicyType: UInt, Sendable {
    /// A conflict fails the save.
    case errorMergePolicyType = 0
    /// Property by property; where both changed, the store wins.
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    /// Property by property; where both changed, the context wins.
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    /// The context's whole object wins.
    case overwriteMergePolicyType = 3
    /// The store's whole row wins.
    case rollbackMergePolicyType = 4
}

/// What happens when a save meets rows that were changed by someone else, or a uniqueness constraint.
///
/// Subclasses override the `resolve` methods and call super.
open class NSMergePolicy: NSObject, @unchecked Sendable {
    // @unchecked: immutable.

    /// The kind of policy.
    public let mergeType: NSMergePolicyType

    /// Makes a policy of a kind.
    public init(merge ty: NSMergePolicyType) { mergeType = ty }

    /// Fails the save with 133020 or 133021.
    public class var error: NSMergePolicy { Shared.error }
    /// Merges property by property; where both changed, the store wins.
    public class var mergeByPropertyStoreTrump: NSMergePolicy { Shared.storeTrump }
    /// Merges property by property; where both changed, the context wins.
    public class var mergeByPropertyObjectTrump: NSMergePolicy { Shared.objectTrump }
    /// Writes the context's whole object.
    public class var overwrite: NSMergePolicy { Shared.overwrite }
    /// Drops the context's changes.
    public class var rollback: NSMergePolicy { Shared.rollback }

    private enum Shared {
        static let error = NSMergePolicy(merge: .errorMergePolicyType)
        static let storeTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
        static let objectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
        static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
    }

    /// Settles conflicts of both kinds.
    ///
    /// - Throws: 133020 or 133021 with the conflicts when the policy does not settle them; the save fails with it.
    open func resolve(mergeConflicts list: [Any]) throws {
        let optimistic = list.compactMap { $0 as? NSMergeConflict }
        if !optimistic.isEmpty { try resolve(optimisticLockingConflicts: optimistic) }
        let constraints = list.compactMap { $0 as? NSConstraintConflict }
        if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
    }

    /// Settles conflicts with rows that were changed since they were read.
    ///
    /// - Throws: 133020 with the conflicts under `NSPersistentStoreSaveConflictsErrorKey`.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        guard mergeType != .errorMergePolicyType else {
            let first = list.first.map { $0.sourceObject.briefDescription } ?? "none"
            throw CoreDataError.make(
                NSManagedObjectMergeError,
                "Could not merge changes: \(list.count) object(s) were changed by someone else since they were read, "
                    + "first \(first).",
                suggestion: "Refresh the objects and save again, or set the context's mergePolicy.",
                userInfo: [NSPersistentStoreSaveConflictsErrorKey: list])
        }
        for conflict in list { conflict.settle(mergeType) }
    }

    /// Settles collisions with uniqueness constraints.
    ///
    /// - Throws: 133021 with the conflicts under `NSPersistentStoreSaveConflictsErrorKey`.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        guard mergeType != .errorMergePolicyType else {
            let first = list.first.map {
                "\($0.constraint.joined(separator: ", ")) = "
                    + $0.constraint.map { name in String(describing: list[0].constraintValues[name] ?? "nil") }
                    .joined(separator: ", ")
            }
            throw CoreDataError.make(
                NSManagedObjectConstraintMergeError,
                "The save would break \(list.count) uniqueness constraint(s), first \(first ?? "none").",
                suggestion: "Change the values, or set the context's mergePolicy so that one object wins.",
                userInfo: [NSPersistentStoreSaveConflictsErrorKey: list])
        }
        for conflict in list { conflict.settle(mergeType) }
    }
}

/// The policy that fails the save.
public var NSErrorMergePolicy: NSMergePolicy { .error }
/// The policy that merges by property, the store winning.
public var NSMergeByPropertyStoreTrumpMergePolicy: NSMergePolicy { .mergeByPropertyStoreTrump }
/// The policy that merges by property, the context winning.
public var NSMergeByPropertyObjectTrumpMergePolicy: NSMergePolicy { .mergeByPropertyObjectTrump }
/// The policy that writes the context's whole object.
public var NSOverwriteMergePolicy: NSMergePolicy { .overwrite }
/// The policy that drops the context's changes.
public var NSRollbackMergePolicy: NSMergePolicy { .rollback }

/// An object that was changed both in a context and in its store.
open class NSMergeConflict: NSObject {
    /// The object in the context.
    public let sourceObject: NSManagedObject
    /// Values as the context last read them; nil for an object that was not read.
    public let objectSnapshot: [String: Any]?
    /// Values as the coordinator last saw them.
    public let cachedSnapshot: [String: Any]?
    /// Values in the store, when they are newer than the coordinator's; nil when the row is gone.
    public let persistedSnapshot: [String: Any]?
    /// Version of the newest row; 0 when it was deleted.
    public let newVersionNumber: Int
    /// Version that the context last read.
    public let oldVersionNumber: Int

    /// The store's row now.
    let current: PackedRow?

    /// Describes a conflict.
    public init(
        source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
        cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
    ) {
        sourceObject = srcObject
        objectSnapshot = srcObject.row.map { srcObject.snapshot(of: $0) }
        cachedSnapshot = cachesnap
        persistedSnapshot = persnap
        newVersionNumber = newvers
        oldVersionNumber = oldvers
        current = nil
    }

    init(_ object: NSManagedObject, current: PackedRow?, knownToCoordinator: Bool) {
        sourceObject = object
        objectSnapshot = object.row.map { object.snapshot(of: $0) }
        let theirs = current.map { object.snapshot(of: $0) }
        cachedSnapshot = knownToCoordinator ? theirs : objectSnapshot
        persistedSnapshot = knownToCoordinator ? nil : theirs
        newVersionNumber = Int(current?.version ?? 0)
        oldVersionNumber = Int(object.row?.version ?? 0)
        self.current = current
    }

    open override var description: String {
        """
        NSMergeConflict for \(sourceObject.briefDescription) with objectID \(sourceObject.objectID) with oldVersion = \
        \(oldVersionNumber) and newVersion = \(newVersionNumber) and old object snapshot = \
        \(objectSnapshot.map { "\($0)" } ?? "none") and new cached row = \(cachedSnapshot.map { "\($0)" } ?? "none") and \
        new database row = \(persistedSnapshot.map { "\($0)" } ?? "none")
        """
    }

    /// Applies a policy to the object; see `semantics`, section 6.2.
    final func settle(_ type: NSMergePolicyType) {
        let object = sourceObject
        guard let context = object.managedObjectContext else { return }
        guard let current else {
            switch type {
            case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
                object.state.insert(.resurrected)
            default: context.dropAfterConflict(object)
            }
            return
        }
        if object.state.contains(.deleted) {
            if type == .mergeByPropertyStoreTrumpMergePolicyType || type == .rollbackMergePolicyType {
                context.undelete(object)
                object.values = []
                object.changed = SlotMask()
                context.changes.unmark(object, .updated)
            }
            object.row = current
            return
        }
        let base = object.row
        switch type {
        case .rollbackMergePolicyType:
            object.values = []
            object.changed = SlotMask()
            object.forgetAllToMany()
        case .overwriteMergePolicyType:
            for slot in object.layout.slots where slot.isPersistent && slot.kind != .destinationEntity {
                if object.hasChanged(slot.index) { continue }
                if slot.kind == .toOne, let relationship = object.layout.toOneBySlot[slot.index] {
                    let destination = object.readDestination(relationship)
                    object.store(slot.index, destination.map { .destination($0) } ?? .null)
                } else {
                    object.store(slot.index, base?.value(slot) ?? .null)
                    if slot.allowsExternalStorage, let bytes = object.readData(slot.index) {
                        object.store(slot.index, .data(bytes))
                    }
                }
                object.markChanged(slot.index)
            }
        case .mergeByPropertyStoreTrumpMergePolicyType:
            func isChangedThere(_ slot: Slot) -> Bool {
                !(base?.value(slot) ?? .null).isSame(as: current.value(slot))
            }
            for slot in object.layout.slots where slot.isPersistent && slot.kind != .destinationEntity {
                // A composite attribute is one property, whichever of its elements changed.
                let changedThere =
                    object.layout.composite(of: slot)?.slots.contains { isChangedThere(object.layout.slots[$0]) }
                    ?? isChangedThere(slot)
                if changedThere && object.hasChanged(slot.index) {
                    object.changed.remove(slot.index)
                    if object.hasValues { object.values[slot.index] = .unset }
                }
            }
        default: break
        }
        object.row = current
        if object.hasValues {
            for slot in object.values.indices where !object.changed.contains(slot) { object.values[slot] = .unset }
        }
        object.extras?.publisher?.send()
        object.awake(fromSnapshotEvents: .mergePolicy)
    }
}

/// A uniqueness constraint that a save would break.
open class NSConstraintConflict: NSObject {
    /// Names of the constraint's attributes.
    public let constraint: [String]
    /// Their values.
    public let constraintValues: [String: Any]
    /// The object that has these values in the store; nil when objects of the context collide.
    public let databaseObject: NSManagedObject?
    /// Its values in the store.
    public let databaseSnapshot: [String: Any]?
    /// The objects of the context that collide.
    public let conflictingObjects: [NSManagedObject]
    /// Their values.
    public let conflictingSnapshots: [[AnyHashable: Any]]

    /// Describes a conflict.
    public init(
        constraint contraint: [String], database databaseObject: NSManagedObject?,
        databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
        conflictingSnapshots: [Any]
    ) {
        constraint = contraint
        self.databaseObject = databaseObject
        self.databaseSnapshot = databaseSnapshot as? [String: Any]
        self.conflictingObjects = conflictingObjects
        self.conflictingSnapshots = conflictingSnapshots.compactMap { $0 as? [AnyHashable: Any] }
        let first = conflictingObjects.first
        constraintValues = Dictionary(
            contraint.compactMap { name in first?.value(forKey: name).map { (name, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    open override var description: String {
        """
        NSConstraintConflict for constraint \(constraint) with values \(constraintValues): database: \
        \(databaseObject.map(\.briefDescription) ?? "none"), conflicting objects: \
        \(conflictingObjects.map(\.briefDescription))
        """
    }

    /// Applies a policy: one object survives, the others are deleted; see `semantics`, section 6.3.
    final func settle(_ type: NSMergePolicyType) {
        guard let context = conflictingObjects.first?.managedObjectContext else { return }
        guard let survivor = databaseObject else {
            let saved = conflictingObjects.first { !$0.state.contains(.inserted) }
            guard let keep = saved ?? conflictingObjects.first else { return }
            for object in conflictingObjects where object !== keep { context.delete(object) }
            return
        }
        for object in conflictingObjects where object !== survivor {
            if type == .mergeByPropertyObjectTrumpMergePolicyType || type == .overwriteMergePolicyType {
                survivor.takeValues(of: object, all: type == .overwriteMergePolicyType)
            }
            context.delete(object)
        }
    }
}
