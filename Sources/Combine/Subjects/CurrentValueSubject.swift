/// A subject which keeps one value and gives it to each new subscriber.
///
/// A subscriber gets the current value at its first demand, which uses up one, then each value sent. A subscriber
/// without demand misses values, but gets the newest one it has not had as soon as it asks. `value` may be read and
/// set from any thread, also from inside a delivery.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
    @usableFromInline
    let hub: SubjectHub<Output, Failure>

    @usableFromInline
    let upstreams = SubjectUpstreams()

    /// Makes a subject with its first value.
    ///
    /// - Parameter value: The first current value.
    @inlinable
    public init(_ value: Output) {
        hub = SubjectHub(value: value)
    }

    deinit {
        upstreams.cancelAll()
    }

    /// The current value; setting it sends it.
    ///
    /// After a completion it no longer changes.
    @inlinable
    public final var value: Output {
        get { hub.newest }
        set { hub.sendCurrent(newValue) }
    }

    /// Keeps an upstream subscription and asks it for unlimited values.
    ///
    /// - Parameter subscription: Is cancelled when the subject goes away.
    public func send(subscription: any Subscription) {
        _ = upstreams.keep(subscription)
        subscription.request(.unlimited)
    }

    /// Attaches a subscriber, which gets the current value when it first asks, then those sent.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
        hub.admit(subscriber, owner: self, mode: .current, name: "CurrentValueSubject")
    }

    /// Makes a value the current one and delivers it to each subscriber that wants one, before it returns.
    ///
    /// - Complexity: O(*n*) in the number of subscribers, without allocation.
    @inlinable
    public func send(_ input: Output) {
        hub.sendCurrent(input)
    }

    /// Ends the stream; only the first completion counts.
    public func send(completion: Subscribers.Completion<Failure>) {
        hub.finish(completion)
    }
}

extension CurrentValueSubject: SubjectOwner {
    @usableFromInline
    func downstreamAsked() {}
}
