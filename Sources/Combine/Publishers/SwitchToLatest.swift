extension Publishers {
    /// Sends the values of the publisher that came last from upstream.
    ///
    /// Upstream is asked for everything. A new publisher cancels the one before and is asked for the demand that is
    /// still open. Finishes when both upstream and the last publisher have; a failure of either cancels the other.
    @frozen
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
    where P == Upstream.Output, P.Failure == Upstream.Failure {
        /// The kind of value of the publishers sent by upstream.
        public typealias Output = P.Output
        /// The kind of error of upstream and of the publishers it sends.
        public typealias Failure = P.Failure

        /// The publisher of publishers.
        public let upstream: Upstream

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where P.Output == S.Input, Upstream.Failure == S.Failure {
            let switching = Switching(subscriber)
            subscriber.receive(subscription: switching)
            upstream.receive(subscriber: Outer(switching: switching))
        }

        /// The subscriber of upstream.
        @usableFromInline
        struct Outer<Downstream: Subscriber>: Subscriber, NamedConduit
        where Downstream.Input == P.Output, Downstream.Failure == P.Failure {
            @usableFromInline
            typealias Failure = Upstream.Failure

            @usableFromInline
            let combineIdentifier = CombineIdentifier()

            @usableFromInline
            let switching: Switching<Downstream>

            @usableFromInline
            var conduitName: String { "SwitchToLatest" }

            @inlinable
            init(switching: Switching<Downstream>) {
                self.switching = switching
            }

            @usableFromInline
            func receive(subscription: any Subscription) {
                switching.acceptOuter(subscription)
            }

            @inlinable
            func receive(_ input: P) -> Subscribers.Demand {
                if let index = switching.beginNext() { input.receive(subscriber: NumberedSide(switching, index)) }
                return .none
            }

            @usableFromInline
            func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                switching.completeOuter(completion)
            }
        }
    }
}

/// The inner part of `Publishers.SwitchToLatest`.
///
/// State: `links` is guarded by its lock; deliveries come one at a time by `turn`, and one of a publisher that has been
/// replaced is dropped.
@usableFromInline
final class Switching<Downstream: Subscriber>: Subscription, NamedConduit {
    private struct Links {
        var outer: (any Subscription)?
        var isOuterDone = false
        var inner: (any Subscription)?
        /// The number of the present publisher; nil when it has finished or there is none.
        var present: Int?
        var next = 0
        var isEnded = false
    }

    @usableFromInline
    let downstream: Downstream

    @usableFromInline
    let demand = DemandCounter()

    @usableFromInline
    let turn = Turn()

    private let links = Locked(Links())

    @usableFromInline
    var conduitName: String { "SwitchToLatest" }

    @usableFromInline
    init(_ downstream: Downstream) {
        self.downstream = downstream
    }

    @usableFromInline
    func acceptOuter(_ subscription: any Subscription) {
        let accepted = links.withLock { links -> Bool in
            guard !links.isEnded, links.outer == nil else { return false }
            links.outer = subscription
            return true
        }
        if accepted {
            subscription.request(.unlimited)
        } else {
            subscription.cancel()
        }
    }

    /// Cancels the present publisher and makes room for another.
    ///
    /// - Returns: Its number; nil when the stream has ended.
    @usableFromInline
    func beginNext() -> Int? {
        let (index, old) = links.withLock { links -> (Int?, (any Subscription)?) in
            if links.isEnded { return (nil, nil) }
            let old = links.inner
            links.inner = nil
            links.next += 1
            links.present = links.next
            return (links.next, old)
        }
        old?.cancel()
        return index
    }

    @usableFromInline
    func accept(_ subscription: any Subscription, at index: Int) {
        let open = links.withLock { links -> Subscribers.Demand? in
            guard !links.isEnded, links.present == index, links.inner == nil else { return nil }
            links.inner = subscription
            return demand.remaining
        }
        guard let open else {
            subscription.cancel()
            return
        }
        if open != .none { subscription.request(open) }
    }

    @usableFromInline
    func receive(_ input: Downstream.Input, at index: Int) -> Subscribers.Demand {
        let thread = currentThreadToken()
        switch turn.enter(thread) {
        case .nested:
            return deliver(input, at: index)
        case .entered:
            let more = deliver(input, at: index)
            turn.leave(thread)
            return more
        case .busy:
            let left = turn.leaveWork(thread) {
                let more = self.deliver(input, at: index)
                if more != .none { self.running(index)?.request(more) }
            }
            if left { return .none }
            let more = deliver(input, at: index)
            turn.leave(thread)
            return more
        }
    }

    private func deliver(_ input: Downstream.Input, at index: Int) -> Subscribers.Demand {
        guard links.withLock({ $0.present == index }), demand.takeOne() else { return .none }
        let more = downstream.receive(input)
        if more == .none { return .none }
        return links.withLock { links in
            demand.add(more)
            // A publisher that came meanwhile has been asked without this demand.
            return links.present == index ? more : .none
        }
    }

    private func running(_ index: Int) -> (any Subscription)? {
        links.withLock { $0.present == index ? $0.inner : nil }
    }

    @usableFromInline
    func complete(_ completion: Subscribers.Completion<Downstream.Failure>, at index: Int) {
        switch completion {
        case .finished:
            let (isDone, old) = links.withLock { links -> (Bool, (any Subscription)?) in
                guard links.present == index else { return (false, nil) }
                let old = links.inner
                links.present = nil
                links.inner = nil
                return (links.isOuterDone, old)
            }
            withExtendedLifetime(old) {}
            if isDone { end(.finished) }
        case .failure:
            if links.withLock({ $0.present == index }) { end(completion) }
        }
    }

    @usableFromInline
    func completeOuter(_ completion: Subscribers.Completion<Downstream.Failure>) {
        switch completion {
        case .finished:
            let (isDone, old) = links.withLock { links -> (Bool, (any Subscription)?) in
                let old = links.outer
                links.outer = nil
                links.isOuterDone = true
                return (links.present == nil, old)
            }
            withExtendedLifetime(old) {}
            if isDone { end(.finished) }
        case .failure:
            end(completion)
        }
    }

    /// Cancels what still runs, and ends the stream.
    private func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        cancelUpstreams()
        turn.perform {
            if self.demand.end() { self.downstream.receive(completion: completion) }
        }
    }

    private func cancelUpstreams() {
        let old = links.withLock { links -> Links in
            let old = links
            links = Links()
            links.isEnded = true
            return old
        }
        old.outer?.cancel()
        old.inner?.cancel()
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        let inner = links.withLock { links in
            self.demand.add(demand)
            return links.inner
        }
        inner?.request(demand)
    }

    @usableFromInline
    func cancel() {
        demand.end()
        cancelUpstreams()
    }
}

extension Switching: NumberedConduit {}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Sends the values of the publisher that came last from this one.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Failure == Never, Output: Publisher {
    /// Sends the values of the publisher, which may fail, that came last from this one.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>> {
        Publishers.SwitchToLatest(upstream: setFailureType(to: Output.Failure.self))
    }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
    /// Sends the values of the publisher that came last from this one; nothing can fail.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Sends the values of the publisher, which cannot fail, that came last from this one.
    @inlinable
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        Publishers.SwitchToLatest(upstream: map { $0.setFailureType(to: Failure.self) })
    }
}
