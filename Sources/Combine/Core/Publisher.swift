/// A source of values over time, which may end with success or with a failure.
///
/// A publisher does nothing by itself. Each subscriber that attaches gets, in this order: one subscription, then at
/// most as many values as it has demanded, then at most one completion. Unless an operator takes a scheduler,
/// everything arrives on the thread that produced it.
public protocol Publisher<Output, Failure> {
    /// The kind of value published.
    associatedtype Output
    /// The kind of error that can end the stream; `Never` if none can.
    associatedtype Failure: Error

    /// Attaches a subscriber; called by `subscribe(_:)`.
    ///
    /// - Parameter subscriber: Gets exactly one subscription before anything else.
    func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

extension Publisher {
    /// Attaches a subscriber to this publisher.
    ///
    /// - Parameter subscriber: Gets one subscription, then values on demand, then at most one completion.
    @_transparent
    public func subscribe<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input {
        receive(subscriber: subscriber)
    }

    /// Sends everything this publisher produces through a subject.
    ///
    /// - Parameter subject: Receives the subscription, the values and the completion.
    /// - Returns: A token; the subject is detached when it is cancelled or dropped.
    @inlinable
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where Failure == S.Failure, Output == S.Output {
        let feeder = SubjectFeeder(subject)
        receive(subscriber: feeder)
        return AnyCancellable(feeder)
    }
}

/// The namespace of the publishers that operators make.
public enum Publishers {}
