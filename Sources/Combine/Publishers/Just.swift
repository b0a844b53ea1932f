/// A publisher of one value, which then finishes.
///
/// It cannot fail.
///
/// Value and completion come together, in the call with the first demand.
@frozen
public struct Just<Output>: Publisher {
    /// It cannot fail.
    public typealias Failure = Never

    /// The value published.
    public let output: Output

    /// Makes a publisher of a value.
    ///
    /// - Parameter output: The value; each subscriber gets it.
    @inlinable
    public init(_ output: Output) {
        self.output = output
    }

    /// Attaches a subscriber, which gets the value and the completion when it first asks.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Never {
        subscriber.receive(subscription: SingleValueSubscription(output, subscriber, name: "Just"))
    }
}

extension Just: Equatable where Output: Equatable {}

/// The subscription of a publisher of one value.
@usableFromInline
final class SingleValueSubscription<Downstream: Subscriber>: Subscription, NamedConduit {
    /// What is still to be delivered; nothing after delivery or cancel.
    @usableFromInline
    let pending: Locked<(output: Downstream.Input, downstream: Downstream)?>

    @usableFromInline
    let phase = ConduitPhase()

    @usableFromInline
    let conduitName: String

    @usableFromInline
    var conduitChildren: [Mirror.Child] { pending.current.map { [(nil, $0.output)] } ?? [] }

    @inlinable
    init(_ output: Downstream.Input, _ downstream: Downstream, name: String) {
        pending = Locked((output, downstream))
        conduitName = name
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        guard let (output, downstream) = pending.take() else { return }
        _ = downstream.receive(output)
        if phase.stop() { downstream.receive(completion: .finished) }
    }

    @inlinable
    func cancel() {
        _ = phase.stop()
        withExtendedLifetime(pending.take()) {}
    }
}
