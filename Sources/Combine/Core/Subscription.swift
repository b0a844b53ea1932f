/// The connection between a publisher and one subscriber.
///
/// The subscriber states its demand through it, and ends the connection with `cancel()`. Both may be called from any
/// thread, also from inside a delivery.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Asks for more values.
    ///
    /// - Parameter demand: Is added to what was asked for before; it cannot be taken back. The subscriptions of most
    ///   publishers stop the program when it is `.none`.
    func request(_ demand: Subscribers.Demand)
}

/// The namespace of ready-made subscriptions.
public enum Subscriptions {}

extension Subscriptions {
    /// A subscription which never delivers anything, for publishers which complete at once.
    ///
    /// All uses share one identifier.
    public static var empty: any Subscription {
        EmptySubscription.shared
    }
}

/// The subscription behind `Subscriptions.empty`.
private struct EmptySubscription: Subscription, NamedConduit {
    static let shared = EmptySubscription()

    let combineIdentifier = CombineIdentifier()

    var conduitName: String { "Empty" }

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {}
}
