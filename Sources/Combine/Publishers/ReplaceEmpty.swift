extension Publishers {
    /// Sends a value if upstream finishes without any.
    ///
    /// The value and the completion come once downstream has asked for something. A failure passes.
    @frozen
    public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// Sent when there is no other value.
        public let output: Upstream.Output

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(
                subscriber:
                    ReplacingConduit<S, Failure>(
                        output, subscriber, name: "ReplaceEmpty", onFinish: { $0 ? .complete(.finished) : .replace },
                        onFailure: { .complete(.failure($0)) }))
        }
    }

    /// Sends a value in place of a failure, then finishes.
    ///
    /// It is held until there is demand. Values sent before stay.
    @frozen
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// It cannot fail.
        public typealias Failure = Never

        /// Sent in place of a failure.
        public let output: Upstream.Output

        /// The publisher whose failure is replaced.
        public let upstream: Upstream

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Never {
            upstream.receive(
                subscriber:
                    ReplacingConduit<S, Upstream.Failure>(
                        output, subscriber, name: "ReplaceError", onFinish: { _ in .complete(.finished) },
                        onFailure: { _ in .replace }))
        }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

/// The inner part of the operators that put one value in the place of an ending.
///
/// State: `sentAny` belongs to the delivering thread; `state` is guarded by its lock.
@usableFromInline
final class ReplacingConduit<Downstream: Subscriber, UpstreamFailure: Error>: Subscriber, Subscription, NamedConduit {
    @usableFromInline
    typealias Input = Downstream.Input
    @usableFromInline
    typealias Failure = UpstreamFailure

    @usableFromInline
    enum Ending {
        case complete(Subscribers.Completion<Downstream.Failure>)
        case replace
    }

    @usableFromInline
    struct State {
        @usableFromInline var upstream: (any Subscription)?
        /// The value waits for demand.
        @usableFromInline var isHeld = false

        @inlinable
        init() {}
    }

    @usableFromInline
    let output: Downstream.Input

    @usableFromInline
    let downstream: Downstream

    @usableFromInline
    let conduitName: String

    @usableFromInline
    let onFinish: (_ sentAny: Bool) -> Ending

    @usableFromInline
    let onFailure: (UpstreamFailure) -> Ending

    @usableFromInline
    let phase = ConduitPhase()

    @usableFromInline
    let delivery = ConduitPhase()

    @usableFromInline
    let demand = DemandCounter()

    @usableFromInline
    let sentAny = Memory(false)

    @usableFromInline
    let state = Locked(State())

    @usableFromInline
    init(
        _ output: Downstream.Input, _ downstream: Downstream, name: String,
        onFinish: @escaping (_ sentAny: Bool) -> Ending, onFailure: @escaping (UpstreamFailure) -> Ending
    ) {
        self.output = output
        self.downstream = downstream
        conduitName = name
        self.onFinish = onFinish
        self.onFailure = onFailure
    }

    @usableFromInline
    func receive(subscription: any Subscription) {
        guard phase.activate(), delivery.activate() else {
            subscription.cancel()
            return
        }
        state.withLock { $0.upstream = subscription }
        downstream.receive(subscription: self)
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard phase.isActive else { return .none }
        sentAny.value = true
        _ = demand.takeOne()
        let more = downstream.receive(input)
        if more != .none { demand.add(more) }
        return more
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<UpstreamFailure>) {
        guard phase.end() else { return }
        let ending: Ending
        switch completion {
        case .finished: ending = onFinish(sentAny.value)
        case .failure(let error): ending = onFailure(error)
        }
        let (upstream, isWanted) = state.withLock { state in
            let upstream = state.upstream
            state.upstream = nil
            let isWanted = demand.isOpen
            if case .replace = ending, !isWanted { state.isHeld = true }
            return (upstream, isWanted)
        }
        withExtendedLifetime(upstream) {}
        switch ending {
        case .complete(let completion):
            if delivery.end() { downstream.receive(completion: completion) }
        case .replace:
            if isWanted { replace() }
        }
    }

    private func replace() {
        guard delivery.isActive else { return }
        _ = downstream.receive(output)
        if delivery.end() { downstream.receive(completion: .finished) }
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        let (upstream, isHeld) = state.withLock { state in
            self.demand.add(demand)
            let isHeld = state.isHeld
            state.isHeld = false
            return (state.upstream, isHeld)
        }
        if isHeld { replace() }
        upstream?.request(demand)
    }

    @usableFromInline
    func cancel() {
        _ = delivery.stop()
        _ = phase.stop()
        state.exchange(State()).upstream?.cancel()
    }
}

extension Publisher {
    /// Sends a value if this publisher finishes without any.
    ///
    /// - Parameter output: The value.
    @inlinable
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }

    /// Sends a value in place of a failure, then finishes.
    ///
    /// - Parameter output: The value.
    @inlinable
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}
