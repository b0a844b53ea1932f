import Synchronization

/// Whether anybody can be observing one of the notifications.
///
/// Sets of many thousand objects cost more than saving them. A program that never asked for a notification's
/// name does not observe it, so that a large change is not gathered for nobody; smaller ones always are.
final class NotificationUse: Sendable {
    static let ofChanges = NotificationUse("NSObjectsChangedInManagingContextNotification")
    static let ofSaves = NotificationUse("NSManagingContextDidSaveChangesNotification")
    static let ofSavedIDs = NotificationUse("NSManagedObjectContextDidSaveObjectIDsNotification")
    static let ofMergedIDs = NotificationUse("NSManagedObjectContextDidMergeChangesObjectIDsNotification")
    /// Fewer objects than this are gathered in any case.
    static let bulk = 500

    /// The name, for posting.
    let posted: Notification.Name
    private let asked = Atomic<Bool>(false)

    init(_ name: String) { posted = Notification.Name(name) }

    /// The name, for an observer.
    var name: Notification.Name {
        asked.store(true, ordering: .relaxed)
        return posted
    }

    var isPossible: Bool { asked.load(ordering: .relaxed) }
}

extension Notification.Name {
    /// Posted when a context's objects changed, at the end of the event.
    ///
    /// Sets of objects under
    /// `NSInsertedObjectsKey` and the like.
    public static var NSManagedObjectContextObjectsDidChange: Notification.Name { NotificationUse.ofChanges.name }
    /// Posted before a context saves.
    public static let NSManagedObjectContextWillSave = Notification.Name(
        "NSManagingContextWillSaveChangesNotification")
    /// Posted after a context saved, on the saving queue, before `save()` returns.
    ///
    /// Sets of objects under
    /// `NSInsertedObjectsKey`, `NSUpdatedObjectsKey` and `NSDeletedObjectsKey`.
    public static var NSManagedObjectContextDidSave: Notification.Name { NotificationUse.ofSaves.name }
}

/// Key of the set of inserted objects in a context's notifications.
public let NSInsertedObjectsKey: String = "inserted"
/// Key of the set of changed objects in a context's notifications.
public let NSUpdatedObjectsKey: String = "updated"
/// Key of the set of deleted objects in a context's notifications.
public let NSDeletedObjectsKey: String = "deleted"
/// Key of the set of objects that took newer values, in a context's notifications.
public let NSRefreshedObjectsKey: String = "refreshed"
/// Key of the set of objects that were invalidated, in a context's notifications.
public let NSInvalidatedObjectsKey: String = "invalidated"
/// Key of the IDs of all objects that a `reset()` invalidated, in a context's notifications.
public let NSInvalidatedAllObjectsKey: String = "invalidatedAll"
/// Key of the set of IDs of inserted objects.
public let NSInsertedObjectIDsKey: String = "inserted_objectIDs"
/// Key of the set of IDs of changed objects.
public let NSUpdatedObjectIDsKey: String = "updated_objectIDs"
/// Key of the set of IDs of deleted objects.
public let NSDeletedObjectIDsKey: String = "deleted_objectIDs"
/// Key of the set of IDs of refreshed objects.
public let NSRefreshedObjectIDsKey: String = "refreshed_objectIDs"
/// Key of the set of IDs of invalidated objects.
public let NSInvalidatedObjectIDsKey: String = "invalidated_objectIDs"

extension NSManagedObjectContext {
    /// Posted when a context's objects changed.
    public class var didChangeObjectsNotification: Notification.Name { .NSManagedObjectContextObjectsDidChange }
    /// Posted before a context saves.
    public class var willSaveObjectsNotification: Notification.Name { .NSManagedObjectContextWillSave }
    /// Posted after a context saved.
    public class var didSaveObjectsNotification: Notification.Name { .NSManagedObjectContextDidSave }
    /// Posted after a context saved, with object IDs.
    public class var didSaveObjectIDsNotification: Notification.Name {
        NotificationUse.ofSavedIDs.name
    }
    /// Posted after a context merged changes, with object IDs.
    public class var didMergeChangesObjectIDsNotification: Notification.Name {
        NotificationUse.ofMergedIDs.name
    }

    /// Keys of the notifications' user info.
    public enum NotificationKey: String, Sendable, CaseIterable {
        /// The context that posted it.
        case sourceContext = "managedObjectContext"
        /// Set of inserted objects.
        case insertedObjects = "inserted"
        /// Set of changed objects.
        case updatedObjects = "updated"
        /// Set of deleted objects.
        case deletedObjects = "deleted"
        /// Set of refreshed objects.
        case refreshedObjects = "refreshed"
        /// Set of invalidated objects.
        case invalidatedObjects = "invalidated"
        /// IDs of all objects that a reset invalidated.
        case invalidatedAllObjects = "invalidatedAll"
        /// Set of IDs of inserted objects.
        case insertedObjectIDs = "inserted_objectIDs"
        /// Set of IDs of changed objects.
        case updatedObjectIDs = "updated_objectIDs"
        /// Set of IDs of deleted objects.
        case deletedObjectIDs = "deleted_objectIDs"
        /// Set of IDs of refreshed objects.
        case refreshedObjectIDs = "refreshed_objectIDs"
        /// Set of IDs of invalidated objects.
        case invalidatedObjectIDs = "invalidated_objectIDs"
    }

    final func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
        if isQuiet { return }
        NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
    }
}
