/// A publisher whose own type is hidden.
///
/// Wrapping one that is hidden already does not nest. Everything passes unchanged.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline
    let box: AnyPublisherBase<Output, Failure>

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
            box = AnyPublisherBox(publisher)
        }
    }

    /// Attaches a subscriber to the publisher inside.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
        // The subscriber's type is hidden too, so that the chain inside is compiled for a type it knows.
        box.receive(subscriber: AnySubscriber(subscriber))
    }
}

/// A publisher behind a class that knows its values only.
@usableFromInline
class AnyPublisherBase<Output, Failure: Error> {
    @inlinable
    init() {}

    @usableFromInline
    func receive(subscriber: AnySubscriber<Output, Failure>) {
        preconditionFailure("AnyPublisherBase.receive(subscriber:) is to be overridden")
    }
}

@usableFromInline
final class AnyPublisherBox<Base: Publisher>: AnyPublisherBase<Base.Output, Base.Failure> {
    @usableFromInline
    let base: Base

    @inlinable
    init(_ base: Base) {
        self.base = base
        super.init()
    }

    @inlinable
    override func receive(subscriber: AnySubscriber<Base.Output, Base.Failure>) {
        base.receive(subscriber: subscriber)
    }
}

extension Publisher {
    /// Hides the type of this publisher.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}
