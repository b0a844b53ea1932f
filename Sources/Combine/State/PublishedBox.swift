/// A published property as its object sees it.
protocol PublishedProperty {
    /// The publisher told before each change; nil as long as nobody has asked for one.
    var announcer: ObservableObjectPublisher? { get }

    /// Sets the publisher told before each change.
    func announce(through publisher: ObservableObjectPublisher)
}

/// The storage behind one `@Published` property.
///
/// State, guarded by its lock: the value that reading gives; the subject of `$property` and the publisher of the
/// object, each once somebody has asked for it.
@usableFromInline
final class PublishedBox<Value> {
    @usableFromInline
    struct State {
        @usableFromInline var value: Value
        @usableFromInline var subject: PublishedSubject<Value>?
        @usableFromInline var announcer: ObservableObjectPublisher?

        @inlinable
        init(value: Value) {
            self.value = value
        }
    }

    @usableFromInline
    let state: Locked<State>

    private let feeders = Locked<[AnyCancellable]>([])

    @inlinable
    init(_ value: Value) {
        state = Locked(State(value: value))
    }

    deinit {
        for feeder in feeders.exchange([]) { feeder.cancel() }
    }

    @inlinable
    var value: Value {
        state.withLock { $0.value }
    }

    /// Announces a new value, sends it, and only then lets reading give it.
    @inlinable
    func set(_ new: Value) {
        let (old, subject, announcer) = state.withLock {
            state -> (Value?, PublishedSubject<Value>?, ObservableObjectPublisher?) in
            if state.subject == nil, state.announcer == nil {
                let old = state.value
                state.value = new
                return (old, nil, nil)
            }
            return (nil, state.subject, state.announcer)
        }
        if case .some = old { return }
        announcer?.send()
        subject?.hub.sendCurrent(new)
        let replaced = state.withLock { state in
            let replaced = state.value
            state.value = new
            return replaced
        }
        withExtendedLifetime(replaced) {}
    }

    /// The subject of `$property`, made when it is first needed.
    @usableFromInline
    var subject: PublishedSubject<Value> {
        state.withLock { state in
            if let subject = state.subject { return subject }
            let subject = PublishedSubject(state.value)
            state.subject = subject
            return subject
        }
    }

    /// Keeps a subscription that feeds this property until the property goes away.
    func keep(_ feeder: AnyCancellable) {
        feeders.withLock { $0.append(feeder) }
    }

    /// The publisher told before each change.
    var announcer: ObservableObjectPublisher? {
        state.withLock { $0.announcer }
    }

    func announce(through publisher: ObservableObjectPublisher) {
        let old = state.withLock { state in
            let old = state.announcer
            state.announcer = publisher
            return old
        }
        withExtendedLifetime(old) {}
    }
}

/// The subject behind `$property`.
@usableFromInline
final class PublishedSubject<Value>: SubjectOwner {
    @usableFromInline
    let hub: SubjectHub<Value, Never>

    @usableFromInline
    init(_ value: Value) {
        hub = SubjectHub(value: value)
    }

    @usableFromInline
    func downstreamAsked() {}
}
