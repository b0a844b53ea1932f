/// A publisher which is made anew for each subscriber, at the moment it subscribes.
@frozen
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    /// The kind of value of the publishers made.
    public typealias Output = DeferredPublisher.Output
    /// The kind of error of the publishers made.
    public typealias Failure = DeferredPublisher.Failure

    /// Makes the publisher for one subscriber.
    public let createPublisher: () -> DeferredPublisher

    /// Makes a publisher from a closure.
    ///
    /// - Parameter createPublisher: Runs for each subscriber, on the subscribing thread.
    @inlinable
    public init(createPublisher: @escaping () -> DeferredPublisher) {
        self.createPublisher = createPublisher
    }

    /// Makes a publisher and attaches the subscriber to it.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
        createPublisher().receive(subscriber: subscriber)
    }
}
