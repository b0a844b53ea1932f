extension Publishers {
    /// Sends the values of one publisher, and when that has finished those of another.
    ///
    /// The second one is subscribed to only then, with the demand that is still open. A failure of the first ends all.
    @frozen
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
    where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
        /// The kind of value of both.
        public typealias Output = Suffix.Output
        /// The kind of error of both.
        public typealias Failure = Suffix.Failure

        /// The publisher that comes first.
        public let prefix: Prefix

        /// The publisher that comes second.
        public let suffix: Suffix

        /// Makes the publisher.
        @inlinable
        public init(prefix: Prefix, suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
        }

        /// Attaches a subscriber to the first publisher, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Suffix.Failure == S.Failure, Suffix.Output == S.Input {
            let suffix = self.suffix
            let conduit = ChainConduit(subscriber, name: "Concatenate")
            prefix.receive(
                subscriber:
                    ChainSide(conduit, isFirst: true) { completion in
                        guard case .finished = completion else { return false }
                        suffix.receive(subscriber: ChainSide(conduit, isFirst: false) { _ in false })
                        return true
                    })
        }
    }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

/// The inner part of operators that serve one subscriber by several publishers, one after another.
@usableFromInline
final class ChainConduit<Downstream: Subscriber>: Subscription, NamedConduit {
    @usableFromInline
    let downstream: Downstream

    @usableFromInline
    let conduitName: String

    @usableFromInline
    let carried = CarriedDemand()

    @usableFromInline
    let handedOver = ConduitPhase()

    @usableFromInline
    init(_ downstream: Downstream, name: String) {
        self.downstream = downstream
        conduitName = name
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
    }
}

/// The subscriber of one of the publishers in a chain.
@usableFromInline
struct ChainSide<Downstream: Subscriber>: Subscriber, NamedConduit {
    @usableFromInline
    typealias Failure = Downstream.Failure

    @usableFromInline
    let combineIdentifier = CombineIdentifier()

    @usableFromInline
    let conduit: ChainConduit<Downstream>

    /// Whether this is the publisher whose subscription is the cue to hand one over.
    @usableFromInline
    let isFirst: Bool

    /// Goes on with another publisher after a completion; false when the completion is the end.
    @usableFromInline
    let goOn: (Subscribers.Completion<Downstream.Failure>) -> Bool

    @usableFromInline
    var conduitName: String { conduit.conduitName }

    @usableFromInline
    init(
        _ conduit: ChainConduit<Downstream>, isFirst: Bool,
        goOn: @escaping (Subscribers.Completion<Downstream.Failure>) -> Bool
    ) {
        self.conduit = conduit
        self.isFirst = isFirst
        self.goOn = goOn
    }

    @usableFromInline
    func receive(subscription: any Subscription) {
        guard conduit.carried.adopt(subscription) else { return }
        if isFirst, conduit.handedOver.activate() { conduit.downstream.receive(subscription: conduit) }
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        conduit.deliver(input)
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        conduit.carried.release()
        if conduit.carried.isEnded { return }
        if !goOn(completion) { conduit.complete(completion) }
    }
}

extension Publisher {
    /// Sends some values before those of this publisher.
    ///
    /// - Parameter elements: The values, in order.
    @inlinable
    public func prepend(_ elements: Output...) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
        prepend(elements)
    }

    /// Sends the elements of a sequence before the values of this publisher.
    ///
    /// - Parameter elements: The sequence.
    @inlinable
    public func prepend<S: Swift.Sequence>(
        _ elements: S
    ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where Output == S.Element {
        prepend(Publishers.Sequence(sequence: elements))
    }

    /// Sends the values of another publisher before those of this one.
    ///
    /// - Parameter publisher: Comes first; this one is subscribed to when it has finished.
    @inlinable
    public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }

    /// Sends some values after those of this publisher.
    ///
    /// - Parameter elements: The values, in order.
    @inlinable
    public func append(_ elements: Output...) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
        append(elements)
    }

    /// Sends the elements of a sequence after the values of this publisher.
    ///
    /// - Parameter elements: The sequence.
    @inlinable
    public func append<S: Swift.Sequence>(
        _ elements: S
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where Output == S.Element {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Sends the values of another publisher after those of this one.
    ///
    /// - Parameter publisher: Is subscribed to when this one has finished.
    @inlinable
    public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }
}
