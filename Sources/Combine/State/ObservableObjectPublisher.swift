/// A publisher which says that an object is about to change.
///
/// `send()` reaches every subscriber that has asked at least once, whatever the number it asked for. It never
/// completes. Any thread may send.
public final class ObservableObjectPublisher: Publisher {
    /// There is nothing to tell but that it happens.
    public typealias Output = Void
    /// It cannot fail.
    public typealias Failure = Never

    @usableFromInline
    let hub = SubjectHub<Void, Never>(value: nil)

    /// Makes a publisher without subscribers.
    public init() {}

    /// Attaches a subscriber, which gets each event from its first request on.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
        hub.admit(subscriber, owner: self, mode: .everything, name: "ObservableObjectPublisher")
    }

    /// Tells the subscribers that the object is about to change.
    @inlinable
    public func send() {
        hub.send(())
    }
}

extension ObservableObjectPublisher: SubjectOwner {
    @usableFromInline
    func downstreamAsked() {}
}
