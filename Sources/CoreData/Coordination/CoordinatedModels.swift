import Synchronization

/// The models that coordinators of this process use, for look-ups by class.
enum CoordinatedModels {
    /// Found by its number: looking at the reference would hold the model for a moment, and that could be the last
    /// to hold it, and end it under the lock.
    private struct WeakModel {
        let number: Int
        weak var model: NSManagedObjectModel?
    }

    private struct List {
        var models: [WeakModel] = []
        var next = 0
    }

    /// Guards the list; emptied as models go away.
    private static let list = Mutex(List())

    static func note(_ model: NSManagedObjectModel) {
        let known = list.withLock { $0.models }
        let gone = Set(known.filter { $0.model == nil || $0.model === model }.map(\.number))
        list.withLock { list in
            list.models.removeAll { gone.contains($0.number) }
            list.models.append(WeakModel(number: list.next, model: model))
            list.next += 1
        }
    }

    /// Oldest first.
    static var all: [NSManagedObjectModel] {
        let models = list.withLock { $0.models }
        return models.compactMap(\.model)
    }
}
