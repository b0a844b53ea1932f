/// A subject which passes each value on to the subscribers present, and keeps none.
///
/// A subscriber without demand misses the value. Any thread may send; when several do at once, each subscriber still
/// gets one value at a time, and the thread that is delivering also delivers what the others send meanwhile. A
/// completion reaches every subscriber whatever its demand; later subscribers get only the completion.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    @usableFromInline
    let hub: SubjectHub<Output, Failure>

    @usableFromInline
    let upstreams = SubjectUpstreams()

    /// Makes a subject without subscribers.
    @inlinable
    public init() {
        hub = SubjectHub(value: nil)
    }

    deinit {
        upstreams.cancelAll()
    }

    /// Keeps an upstream subscription; it is asked for unlimited values once a subscriber has asked for any.
    ///
    /// - Parameter subscription: Is cancelled when the subject goes away.
    public func send(subscription: any Subscription) {
        if upstreams.keep(subscription) { subscription.request(.unlimited) }
    }

    /// Attaches a subscriber, which gets the values sent from now on, as many as it demands.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
        hub.admit(subscriber, owner: self, mode: .passing, name: "PassthroughSubject")
    }

    /// Delivers a value to each subscriber that wants one, before it returns.
    ///
    /// - Complexity: O(*n*) in the number of subscribers, without allocation.
    @inlinable
    public func send(_ input: Output) {
        hub.send(input)
    }

    /// Ends the stream; only the first completion counts.
    public func send(completion: Subscribers.Completion<Failure>) {
        hub.finish(completion)
    }
}

extension PassthroughSubject: SubjectOwner {
    @usableFromInline
    func downstreamAsked() {
        upstreams.open()
    }
}
