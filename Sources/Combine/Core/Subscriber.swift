/// A receiver of values and of a completion from a publisher.
///
/// A publisher calls these methods one at a time. Each value counts against the demand that the subscriber has
/// stated so far, with `Subscription.request(_:)` or as the result of `receive(_:)`.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// The kind of value received.
    associatedtype Input
    /// The kind of error that the stream can end with.
    associatedtype Failure: Error

    /// Takes the subscription, through which values are requested; called once, before anything else.
    ///
    /// - Parameter subscription: Is to be kept as long as values are wanted.
    func receive(subscription: any Subscription)

    /// Takes a value.
    ///
    /// - Parameter input: The value.
    /// - Returns: How many values are wanted in addition to those demanded before.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Takes the end of the stream; nothing follows.
    ///
    /// - Parameter completion: Success or failure.
    func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
    /// Takes an event without a value.
    ///
    /// - Returns: How many events are wanted in addition to those demanded before.
    @inlinable
    public func receive() -> Subscribers.Demand {
        receive(())
    }
}

/// The namespace of types around subscribers.
public enum Subscribers {}
