extension Publishers {
    /// Makes a publisher of each value and sends what all of these send, as it comes.
    ///
    /// Upstream is asked for as many values as publishers may run at a time, and for one more whenever one of them
    /// finishes. With unlimited demand downstream each publisher made is asked for everything; otherwise for one value
    /// at a time, and one of each is kept while nothing is wanted. Finishes when upstream and all publishers made have
    /// finished; any failure cancels everything else. One value is delivered at a time.
    @frozen
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        /// The kind of value of the publishers made.
        public typealias Output = NewPublisher.Output
        /// The kind of error upstream and the publishers made can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// How many publishers may run at a time.
        public let maxPublishers: Subscribers.Demand

        /// Makes a publisher of a value.
        public let transform: (Upstream.Output) -> NewPublisher

        /// Makes the publisher.
        @inlinable
        public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
            let flattening = Interleaving(subscriber, limit: maxPublishers)
            flattening.start()
            upstream.receive(subscriber: Outer(flattening: flattening, transform: transform))
        }

        /// The subscriber of upstream.
        @usableFromInline
        struct Outer<Downstream: Subscriber>: Subscriber, NamedConduit
        where Downstream.Input == NewPublisher.Output, Downstream.Failure == NewPublisher.Failure {
            @usableFromInline
            let combineIdentifier = CombineIdentifier()

            @usableFromInline
            let flattening: Interleaving<Downstream>

            @usableFromInline
            let transform: (Upstream.Output) -> NewPublisher

            @usableFromInline
            var conduitName: String { "FlatMap" }

            @inlinable
            init(flattening: Interleaving<Downstream>, transform: @escaping (Upstream.Output) -> NewPublisher) {
                self.flattening = flattening
                self.transform = transform
            }

            @inlinable
            func receive(subscription: any Subscription) {
                flattening.acceptOuter(subscription)
            }

            @inlinable
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                if flattening.demand.isEnded { return .none }
                let publisher = transform(input)
                // A publisher of one value that is at hand need not be subscribed to.
                if let single = publisher as? Just<NewPublisher.Output> {
                    return flattening.receiveSingle(single.output)
                }
                publisher.receive(subscriber: NumberedSide(flattening, flattening.nextIndex()))
                return .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                flattening.completeOuter(completion)
            }
        }
    }
}

extension Publisher {
    /// Makes a publisher of each value and sends what all of these send, as it comes.
    ///
    /// - Parameters:
    ///   - maxPublishers: How many may run at a time; unlimited by default.
    ///   - transform: Makes a publisher of a value.
    @inlinable
    public func flatMap<T, P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

extension Publisher where Failure == Never {
    /// Makes a publisher, which may fail, of each value, and sends what all of these send.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        Publishers.FlatMap(
            upstream: setFailureType(to: P.Failure.self), maxPublishers: maxPublishers, transform: transform)
    }

    /// Makes a publisher of each value and sends what all of these send; nothing can fail.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

extension Publisher {
    /// Makes a publisher, which cannot fail, of each value, and sends what all of these send.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers) {
            transform($0).setFailureType(to: Failure.self)
        }
    }
}
