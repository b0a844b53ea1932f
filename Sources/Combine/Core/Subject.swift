/// A publisher whose values are put in from outside, with `send(_:)`.
///
/// `send` may be called from any thread, also from inside a delivery of the same subject; a nested send delivers its
/// value before the outer one goes on.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Delivers a value to the subscribers.
    ///
    /// - Parameter value: The value.
    func send(_ value: Output)

    /// Ends the stream for all subscribers; later values are ignored.
    ///
    /// - Parameter completion: Success or failure.
    func send(completion: Subscribers.Completion<Failure>)

    /// Takes the subscription of an upstream publisher which feeds this subject.
    ///
    /// - Parameter subscription: Is kept, and cancelled when the subject goes away.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Delivers an event without a value to the subscribers.
    @inlinable
    public func send() {
        send(())
    }
}
