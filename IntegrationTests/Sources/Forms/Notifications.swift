import CoreData

/// Watching saves and carrying them from one context into another.
public final class SaveObserver {
    public private(set) var inserted = 0
    public private(set) var updated = 0
    public private(set) var deleted = 0
    private var token: NSObjectProtocol?
    private var cancellables = Set<AnyCancellable>()
    public private(set) var published = 0

    public init(_ context: NSManagedObjectContext, mergingInto other: NSManagedObjectContext? = nil) {
        token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { [weak self] notification in
            self?.count(notification)
            other?.perform { other?.mergeChanges(fromContextDidSave: notification) }
        }
        NotificationCenter.default.publisher(for: .NSManagedObjectContextDidSave, object: context)
            .sink { [weak self] _ in self?.published += 1 }
            .store(in: &cancellables)
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }

    private func count(_ notification: Notification) {
        inserted += (notification.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0
        updated += (notification.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0
        deleted += (notification.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0
    }
}
