/// The subscriber through which a publisher feeds a subject.
///
/// The subject is a constant, so that a value costs no lock. The subject keeps `link`, not this object, and the link
/// lets go of upstream at the end, so that no cycle outlives the stream.
@usableFromInline
final class SubjectFeeder<Downstream: Subject>: Subscriber, Cancellable, NamedConduit {
    @usableFromInline
    typealias Input = Downstream.Output
    @usableFromInline
    typealias Failure = Downstream.Failure

    @usableFromInline
    let subject: Downstream

    @usableFromInline
    let phase = ConduitPhase()

    private let link = FeederLink()

    @usableFromInline
    var conduitName: String { "Subject" }

    @usableFromInline
    init(_ subject: Downstream) {
        self.subject = subject
    }

    @usableFromInline
    func receive(subscription: any Subscription) {
        guard phase.activate() else {
            subscription.cancel()
            return
        }
        link.start(subscription)
        subject.send(subscription: link)
    }

    @inlinable
    func receive(_ input: Downstream.Output) -> Subscribers.Demand {
        if phase.isActive { subject.send(input) }
        return .none
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase.end() else { return }
        link.forget()
        subject.send(completion: completion)
    }

    @usableFromInline
    func cancel() {
        if phase.stop() { link.cancel() }
    }
}

/// The subscription that a subject gets from its feeder.
private final class FeederLink: Subscription, NamedConduit {
    private let upstream = Locked<(any Subscription)?>(nil)

    var conduitName: String { "Subject" }

    func start(_ subscription: any Subscription) {
        withExtendedLifetime(upstream.exchange(subscription)) {}
    }

    func request(_ demand: Subscribers.Demand) {
        upstream.current?.request(demand)
    }

    func cancel() {
        upstream.take()?.cancel()
    }

    func forget() {
        withExtendedLifetime(upstream.take()) {}
    }
}
