extension Publishers {
    /// Replaces a stream that fails by another, made from the error.
    ///
    /// The replacement is asked for the demand that is still open. Its own failure is not caught.
    @frozen
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error the replacement can end with.
        public typealias Failure = NewPublisher.Failure

        /// The publisher whose failure is caught.
        public let upstream: Upstream

        /// Makes the replacement.
        public let handler: (Upstream.Failure) -> NewPublisher

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
            let handler = self.handler
            let conduit = CatchConduit<Upstream, NewPublisher, S>(subscriber, name: "Catch") { .success(handler($0)) }
            upstream.receive(subscriber: CatchConduit.Caught(conduit: conduit))
        }
    }

    /// Replaces a stream that fails by another, made from the error, or fails with an error thrown meanwhile.
    @frozen
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// Any error: the replacement's or the closure's.
        public typealias Failure = any Error

        /// The publisher whose failure is caught.
        public let upstream: Upstream

        /// Makes the replacement, or throws.
        public let handler: (Upstream.Failure) throws -> NewPublisher

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == any Error {
            let handler = self.handler
            typealias Replacement = MapError<NewPublisher, any Error>
            let conduit = CatchConduit<Upstream, Replacement, S>(subscriber, name: "TryCatch") { failure in
                do {
                    return .success(try handler(failure).mapError { $0 })
                } catch {
                    return .failure(error)
                }
            }
            upstream.receive(subscriber: CatchConduit.Caught(conduit: conduit))
        }
    }
}

/// The inner part of the operators that replace a failed stream.
@usableFromInline
final class CatchConduit<Upstream: Publisher, Replacement: Publisher, Downstream: Subscriber>: Subscription,
    NamedConduit
where
    Upstream.Output == Downstream.Input, Replacement.Output == Downstream.Input,
    Replacement.Failure == Downstream.Failure
{
    @usableFromInline
    let downstream: Downstream

    @usableFromInline
    let conduitName: String

    @usableFromInline
    let carried = CarriedDemand()

    @usableFromInline
    let handler: Locked<((Upstream.Failure) -> Result<Replacement, Downstream.Failure>)?>

    @usableFromInline
    let handedOver = ConduitPhase()

    @usableFromInline
    var conduitChildren: [Mirror.Child] { [("downstream", downstream), ("demand", carried.demand.remaining)] }

    @usableFromInline
    init(
        _ downstream: Downstream, name: String,
        handler: @escaping (Upstream.Failure) -> Result<Replacement, Downstream.Failure>
    ) {
        self.downstream = downstream
        conduitName = name
        self.handler = Locked(handler)
    }

    @inlinable
    func deliver(_ input: Downstream.Input) -> Subscribers.Demand {
        if carried.demand.isEnded { return .none }
        carried.countOne()
        let more = downstream.receive(input)
        carried.noteReturned(more)
        return more
    }

    @usableFromInline
    func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let (isFirst, running) = carried.end()
        withExtendedLifetime(running) {}
        guard isFirst else { return }
        carried.demand.end()
        withExtendedLifetime(handler.take()) {}
        downstream.receive(completion: completion)
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        carried.request(demand)
    }

    @usableFromInline
    func cancel() {
        carried.demand.end()
        carried.cancel()
        withExtendedLifetime(handler.take()) {}
    }

    /// The subscriber of the stream that may fail.
    @usableFromInline
    struct Caught: Subscriber, NamedConduit {
        @usableFromInline
        let combineIdentifier = CombineIdentifier()

        @usableFromInline
        let conduit: CatchConduit

        @usableFromInline
        var conduitName: String { conduit.conduitName }

        @usableFromInline
        var conduitChildren: [Mirror.Child] { conduit.conduitChildren }

        @inlinable
        init(conduit: CatchConduit) {
            self.conduit = conduit
        }

        @usableFromInline
        func receive(subscription: any Subscription) {
            guard conduit.handedOver.activate() else {
                subscription.cancel()
                return
            }
            if conduit.carried.adopt(subscription) { conduit.downstream.receive(subscription: conduit) }
        }

        @inlinable
        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            conduit.deliver(input)
        }

        @usableFromInline
        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            switch completion {
            case .finished:
                conduit.complete(.finished)
            case .failure(let error):
                guard let handler = conduit.handler.take() else { return }
                conduit.carried.release()
                switch handler(error) {
                case .success(let replacement): replacement.receive(subscriber: Replacing(conduit: conduit))
                case .failure(let error): conduit.complete(.failure(error))
                }
            }
        }
    }

    /// The subscriber of the replacement.
    @usableFromInline
    struct Replacing: Subscriber, NamedConduit {
        @usableFromInline
        let combineIdentifier = CombineIdentifier()

        @usableFromInline
        let conduit: CatchConduit

        @usableFromInline
        var conduitName: String { conduit.conduitName }

        @usableFromInline
        var conduitChildren: [Mirror.Child] { conduit.conduitChildren }

        @inlinable
        init(conduit: CatchConduit) {
            self.conduit = conduit
        }

        @usableFromInline
        func receive(subscription: any Subscription) {
            conduit.carried.adopt(subscription)
        }

        @inlinable
        func receive(_ input: Replacement.Output) -> Subscribers.Demand {
            conduit.deliver(input)
        }

        @usableFromInline
        func receive(completion: Subscribers.Completion<Replacement.Failure>) {
            conduit.complete(completion)
        }
    }
}

extension Publisher {
    /// Goes on with another publisher when this one fails.
    ///
    /// - Parameter handler: Makes the replacement from the error.
    @inlinable
    public func `catch`<P: Publisher>(
        _ handler: @escaping (Failure) -> P
    ) -> Publishers.Catch<Self, P> where Output == P.Output {
        Publishers.Catch(upstream: self, handler: handler)
    }

    /// Goes on with another publisher when this one fails, or fails itself.
    ///
    /// - Parameter handler: Makes the replacement from the error; an error thrown ends the stream.
    @inlinable
    public func tryCatch<P: Publisher>(
        _ handler: @escaping (Failure) throws -> P
    ) -> Publishers.TryCatch<Self, P> where Output == P.Output {
        Publishers.TryCatch(upstream: self, handler: handler)
    }
}
