/// A publisher whose own type is hidden.
///
/// Wrapping one that is hidden already does not nest. Everything passes unchanged.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
    CustomPlaygroundDisplayConvertible
{
    /// Attaches a subscriber; made where the publisher's type was known.
    @usableFromInline
    let attach: (AnySubscriber<Output, Failure>) -> Void

    /// Always `AnyPublisher`.
    public var description: String { "AnyPublisher" }

    /// Always `AnyPublisher`.
    public var playgroundDescription: Any { description }

    /// Hides the type of a publisher.
    ///
    /// - Parameter publisher: The publisher.
    @inlinable
    public init<P: Publisher>(_ publisher: P) where Output == P.Output, Failure == P.Failure {
        if let erased = publisher as? AnyPublisher<Output, Failure> {
            self = erased
        } else {
            attach = { publisher.receive(subscriber: $0) }
        }
    }

    /// Attaches a subscriber to the publisher inside.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
        // The subscriber's type is hidden too, so that the chain inside is compiled for a type it knows.
        attach(AnySubscriber(subscriber))
    }
}

extension Publisher {
    /// Hides the type of this publisher.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}
