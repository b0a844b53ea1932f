import Synchronization

/// The models that coordinators of this process use, for look-ups by class.
enum CoordinatedModels {
    private struct WeakModel {
        weak var model: NSManagedObjectModel?
    }

    /// Guards the list; emptied as models go away.
    private static let models = Mutex<[WeakModel]>([])

    static func note(_ model: NSManagedObjectModel) {
        models.withLock { models in
            models.removeAll { $0.model == nil || $0.model === model }
            models.append(WeakModel(model: model))
        }
    }

    /// Oldest first.
    static var all: [NSManagedObjectModel] { models.withLock { $0.compactMap(\.model) } }
}
