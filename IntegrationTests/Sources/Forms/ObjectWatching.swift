import CoreData

/// A managed object as an observable object, in a file that imports Core Data alone.
public final class ObjectWatching: ObservableObject {
    @Published public private(set) var changes = 0
    private var subscription: AnyCancellable?

    public init(_ object: NSManagedObject) {
        subscription = object.objectWillChange.sink { [weak self] _ in self?.changes += 1 }
    }
}
