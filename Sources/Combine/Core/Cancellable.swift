/// Something that can be stopped: a running chain, a connection, a timer.
///
/// Cancelling frees what the activity holds and stops its deliveries; it never produces a completion. It may be
/// called from any thread and any number of times.
public protocol Cancellable {
    /// Stops the activity; calling it again does nothing.
    func cancel()
}

extension Cancellable {
    /// Keeps this activity alive by putting a token for it into a collection.
    ///
    /// - Parameter collection: Receives the token. The activity is cancelled when the token leaves it.
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }

    /// Keeps this activity alive by putting a token for it into a set.
    ///
    /// - Parameter set: Receives the token. The activity is cancelled when the token leaves it.
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }
}
