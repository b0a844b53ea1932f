extension Publishers {
    /// Turns the error that ends a stream into another.
    ///
    /// Values and demand pass unchanged.
    @frozen
    public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output

        /// The publisher whose error is turned into another.
        public let upstream: Upstream

        /// Makes the new error.
        public let transform: (Upstream.Failure) -> Failure

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
            self.init(upstream: upstream, transform: map)
        }

        /// Attaches a subscriber to upstream, with the closure between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(
                subscriber: CompletionConduit(name: "MapError", downstream: subscriber, transform: transform))
        }
    }
}

/// Passes everything on, with the error turned into another.
@usableFromInline
struct CompletionConduit<UpstreamFailure: Error, Downstream: Subscriber>: Subscriber, NamedConduit {
    @usableFromInline
    typealias Failure = UpstreamFailure

    @usableFromInline
    let combineIdentifier = CombineIdentifier()

    @usableFromInline
    let conduitName: String

    @usableFromInline
    let parts: () -> [Mirror.Child]

    @usableFromInline
    var conduitChildren: [Mirror.Child] { parts() }

    @usableFromInline
    let downstream: Downstream

    @usableFromInline
    let transform: (UpstreamFailure) -> Downstream.Failure

    @inlinable
    init(
        name: String, parts: @autoclosure @escaping () -> [Mirror.Child] = [], downstream: Downstream,
        transform: @escaping (UpstreamFailure) -> Downstream.Failure
    ) {
        conduitName = name
        self.parts = parts
        self.downstream = downstream
        self.transform = transform
    }

    @inlinable
    func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<UpstreamFailure>) {
        downstream.receive(completion: completion.mapFailure(transform))
    }
}

extension Publisher {
    /// Turns the error that ends the stream into another.
    ///
    /// - Parameter transform: Makes the new error; runs at most once.
    @inlinable
    public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
        Publishers.MapError(upstream: self, transform: transform)
    }
}
