/// A publisher which produces nothing before it is told to.
///
/// Several subscribers can attach first, and then share one run that starts with `connect()`.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Starts producing.
    ///
    /// - Returns: A token that ends the run; whoever drops an `AnyCancellable` made from it ends it too.
    func connect() -> any Cancellable
}
