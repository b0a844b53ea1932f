/// A published property as its object sees it.
protocol PublishedProperty {
    /// The publisher told before each change; nil as long as nobody has asked for one.
    var announcer: ObservableObjectPublisher? { get }

    /// Sets the publisher told before each change.
    func announce(through publisher: ObservableObjectPublisher)
}

/// What a `@Published` property holds of its storage: when the property goes away, what feeds it ends.
///
/// Publishers of the property hold the storage, not this, so that its life is that of the property, and nobody needs
/// a weak reference, which would make every assignment pay.
@usableFromInline
final class PublishedOwner<Value> {
    @usableFromInline
    let box: PublishedBox<Value>

    @inlinable
    init(_ value: Value) {
        box = PublishedBox(value)
    }

    deinit {
        box.endFeeders()
    }
}

/// The storage behind one `@Published` property.
///
/// State: `settled`, the value that reading gives, is guarded by its lock. `subject` and `announcer` are there once
/// somebody has asked for them, and stay; they are set under the lock, and read without it.
@usableFromInline
final class PublishedBox<Value> {
    @usableFromInline
    let settled: Locked<Value>

    /// The subject of `$property`.
    @usableFromInline
    let subjectSlot = KeptReference<PublishedSubject<Value>>()

    /// The publisher told before each change.
    @usableFromInline
    let announcerSlot = KeptReference<ObservableObjectPublisher>()

    private let feeders = Locked<[AnyCancellable]?>([])

    @inlinable
    init(_ value: Value) {
        settled = Locked(value)
    }

    @inlinable
    var value: Value {
        settled.current
    }

    /// Announces a new value, sends it, and only then lets reading give it.
    @inlinable
    func set(_ new: Value) {
        if isWatched {
            announcerSlot.use { $0.send() }
            subjectSlot.use { $0.hub.sendCurrent(new) }
            settle(new)
        } else if !settleUnwatched(new) {
            // Somebody has begun to watch meanwhile.
            set(new)
        }
    }

    @inlinable
    var isWatched: Bool { !(subjectSlot.isEmpty && announcerSlot.isEmpty) }

    @inlinable
    func settle(_ new: Value) {
        withExtendedLifetime(settled.exchange(new)) {}
    }

    /// Sets the value if nobody has to be told.
    @inlinable
    func settleUnwatched(_ new: Value) -> Bool {
        let old = settled.withLock { value -> Value? in
            if isWatched { return nil }
            let old = value
            value = new
            return old
        }
        guard case .some = old else { return false }
        return true
    }

    /// The subject of `$property`, made when it is first needed.
    @usableFromInline
    var subject: PublishedSubject<Value> {
        settled.withLock { value in
            subjectSlot.object ?? subjectSlot.keep(PublishedSubject(value))
        }
    }

    /// The publisher told before each change; nil as long as nobody has asked for one.
    var announcer: ObservableObjectPublisher? { announcerSlot.object }

    /// Sets the publisher told before each change, if there is none yet.
    func announce(through publisher: ObservableObjectPublisher) {
        settled.withLock { _ in
            if announcerSlot.isEmpty { announcerSlot.keep(publisher) }
        }
    }

    /// Keeps a subscription that feeds this property until the property goes away.
    ///
    /// - Returns: False when it is gone already.
    func keep(_ feeder: AnyCancellable) -> Bool {
        feeders.withLock { feeders in
            feeders?.append(feeder)
            return feeders != nil
        }
    }

    /// Ends everything that feeds the property.
    @usableFromInline
    func endFeeders() {
        for feeder in feeders.take() ?? [] { feeder.cancel() }
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
