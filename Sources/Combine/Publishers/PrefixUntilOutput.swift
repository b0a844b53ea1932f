extension Publishers {
    /// Passes values until another publisher sends one, then finishes.
    ///
    /// The other publisher is subscribed to first and asked for one value; its completion does not matter.
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream

        /// The publisher waited for.
        public let other: Other

        /// Makes the publisher.
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches a subscriber to both, with this operator between.
        public func receive<S: Subscriber>(subscriber: S)
        where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
            let inner = Inner(downstream: subscriber)
            other.receive(subscriber: inner.trigger)
            upstream.receive(subscriber: inner)
        }

        private final class Inner<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private struct State {
                var upstream: (any Subscription)?
                var trigger: (any Subscription)?
                var isTriggered = false
                var isHandedOver = false
                var isEnded = false
            }

            private let downstream: Downstream
            private let state = Locked(State())
            private let turn = Turn()

            var conduitName: String { "PrefixUntilOutput" }

            init(downstream: Downstream) {
                self.downstream = downstream
            }

            var trigger: AnySubscriber<Other.Output, Other.Failure> {
                AnySubscriber(
                    receiveSubscription: { self.acceptTrigger($0) },
                    receiveValue: { _ in
                        self.triggered()
                        return .none
                    },
                    receiveCompletion: { _ in self.forgetTrigger() })
            }

            private func acceptTrigger(_ subscription: any Subscription) {
                let accepted = state.withLock { state -> Bool in
                    guard !state.isEnded, state.trigger == nil else { return false }
                    state.trigger = subscription
                    return true
                }
                if accepted {
                    subscription.request(.max(1))
                } else {
                    subscription.cancel()
                }
            }

            private func forgetTrigger() {
                let trigger = state.withLock { state in
                    let trigger = state.trigger
                    state.trigger = nil
                    return trigger
                }
                withExtendedLifetime(trigger) {}
            }

            private func triggered() {
                let ends = state.withLock { state in
                    state.isTriggered = true
                    return state.isHandedOver
                }
                if ends { end(.finished) }
            }

            func receive(subscription: any Subscription) {
                let accepted = state.withLock { state -> Bool in
                    guard !state.isEnded, !state.isHandedOver, state.upstream == nil else { return false }
                    state.upstream = subscription
                    return true
                }
                guard accepted else {
                    subscription.cancel()
                    return
                }
                downstream.receive(subscription: self)
                let ends = state.withLock { state in
                    state.isHandedOver = true
                    return state.isTriggered
                }
                if ends { end(.finished) }
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                // The trigger may end the stream on another thread.
                let thread = currentThreadToken()
                switch turn.enter(thread) {
                case .nested:
                    return deliver(input)
                case .entered:
                    let more = deliver(input)
                    turn.leave(thread)
                    return more
                case .busy:
                    turn.perform { self.deliverLater(input) }
                    return .none
                }
            }

            private func deliver(_ input: Input) -> Subscribers.Demand {
                state.withLock({ !$0.isTriggered && !$0.isEnded && $0.upstream != nil })
                    ? downstream.receive(input) : .none
            }

            private func deliverLater(_ input: Input) {
                guard let upstream = state.withLock({ $0.upstream }) else { return }
                let more = deliver(input)
                if more != .none { upstream.request(more) }
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                end(completion)
            }

            private func end(_ completion: Subscribers.Completion<Failure>) {
                guard stop() else { return }
                turn.perform { self.downstream.receive(completion: completion) }
            }

            /// Cancels what still runs; false when the stream had ended.
            private func stop() -> Bool {
                let old = state.withLock { state in
                    let old = state
                    state = State(isTriggered: true, isHandedOver: true, isEnded: true)
                    return old
                }
                if old.isEnded { return false }
                old.trigger?.cancel()
                old.upstream?.cancel()
                return true
            }

            func request(_ demand: Subscribers.Demand) {
                state.withLock { $0.upstream }?.request(demand)
            }

            func cancel() {
                _ = stop()
            }
        }
    }
}

extension Publishers.PrefixUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

extension Publisher {
    /// Passes values until another publisher sends one, then finishes.
    ///
    /// - Parameter publisher: The publisher waited for.
    public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}
