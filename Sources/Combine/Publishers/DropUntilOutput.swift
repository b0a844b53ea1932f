extension Publishers {
    /// Leaves values out until another publisher sends one.
    ///
    /// The other publisher is subscribed to first and asked for one value. Values left out use up demand. When the other
    /// one finishes without a value the stream finishes, and when it fails the stream fails.
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error of both.
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
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Other.Failure == S.Failure {
            let inner = Inner(downstream: subscriber)
            other.receive(subscriber: inner.trigger)
            upstream.receive(subscriber: inner)
        }

        /// State: `state` is guarded by its lock; deliveries come one at a time by `turn`.
        private final class Inner<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private struct State {
                var upstream: (any Subscription)?
                var trigger: (any Subscription)?
                var isOpen = false
                var isHandedOver = false
                var isEnded = false
                /// What the trigger ended with before the subscription could be handed over.
                var early: Subscribers.Completion<Failure>?
            }

            private let downstream: Downstream
            private let state = Locked(State())
            private let turn = Turn()

            var conduitName: String { "DropUntilOutput" }

            init(downstream: Downstream) {
                self.downstream = downstream
            }

            var trigger: AnySubscriber<Other.Output, Failure> {
                AnySubscriber(
                    receiveSubscription: { self.acceptTrigger($0) },
                    receiveValue: { _ in
                        self.open()
                        return .none
                    },
                    receiveCompletion: { self.triggerCompleted($0) })
            }

            private func acceptTrigger(_ subscription: any Subscription) {
                let accepted = state.withLock { state -> Bool in
                    guard !state.isEnded, !state.isOpen, state.trigger == nil else { return false }
                    state.trigger = subscription
                    return true
                }
                if accepted {
                    subscription.request(.max(1))
                } else {
                    subscription.cancel()
                }
            }

            private func open() {
                let trigger = state.withLock { state in
                    let trigger = state.trigger
                    state.trigger = nil
                    state.isOpen = true
                    return trigger
                }
                trigger?.cancel()
            }

            private func triggerCompleted(_ completion: Subscribers.Completion<Failure>) {
                let (ends, trigger) = state.withLock { state -> (Bool, (any Subscription)?) in
                    let trigger = state.trigger
                    state.trigger = nil
                    if state.isOpen || state.isEnded { return (false, trigger) }
                    if !state.isHandedOver {
                        state.early = completion
                        return (false, trigger)
                    }
                    return (true, trigger)
                }
                withExtendedLifetime(trigger) {}
                if ends { end(completion) }
            }

            func receive(subscription: any Subscription) {
                let accepted = state.withLock { state -> Bool in
                    guard !state.isEnded, !state.isHandedOver else { return false }
                    state.upstream = subscription
                    return true
                }
                guard accepted else {
                    subscription.cancel()
                    return
                }
                downstream.receive(subscription: self)
                let early = state.withLock { state in
                    state.isHandedOver = true
                    return state.early
                }
                if let early { end(early) }
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
                state.withLock({ $0.isOpen && !$0.isEnded }) ? downstream.receive(input) : .none
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
                    state = State(isHandedOver: true, isEnded: true)
                    return old
                }
                if old.isEnded { return false }
                old.trigger?.cancel()
                old.upstream?.cancel()
                return true
            }

            func request(_ demand: Subscribers.Demand) {
                demand.requireSome()
                state.withLock { $0.upstream }?.request(demand)
            }

            func cancel() {
                _ = stop()
            }
        }
    }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

extension Publisher {
    /// Leaves values out until another publisher sends one.
    ///
    /// - Parameter publisher: The publisher waited for.
    public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where Failure == P.Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}
