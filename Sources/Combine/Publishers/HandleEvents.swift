extension Publishers {
    /// Runs closures when events pass, and passes them on unchanged.
    ///
    /// Each closure runs before the event goes on. All are let go after completion or cancel.
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher whose events are watched.
        public let upstream: Upstream

        /// Runs when the subscription comes.
        public var receiveSubscription: ((any Subscription) -> Void)?

        /// Runs for each value.
        public var receiveOutput: ((Output) -> Void)?

        /// Runs when the completion comes.
        public var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?

        /// Runs when downstream cancels.
        public var receiveCancel: (() -> Void)?

        /// Runs when downstream asks for values, by a request or as the result of a delivery.
        public var receiveRequest: ((Subscribers.Demand) -> Void)?

        /// Makes the publisher.
        public init(
            upstream: Upstream, receiveSubscription: ((any Subscription) -> Void)? = nil,
            receiveOutput: ((Output) -> Void)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
            receiveRequest: ((Subscribers.Demand) -> Void)?
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
            self.receiveCancel = receiveCancel
            self.receiveRequest = receiveRequest
        }

        /// Attaches a subscriber to upstream, with the closures between.
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(subscriber: Inner(hooks: self, downstream: subscriber))
        }

        private final class Inner<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private struct State {
                var hooks: HandleEvents?
                var upstream: (any Subscription)?
                var isEnded = false
            }

            private let state: Locked<State>
            private let downstream: Downstream

            var conduitName: String { "HandleEvents" }

            init(hooks: HandleEvents, downstream: Downstream) {
                state = Locked(State(hooks: hooks))
                self.downstream = downstream
            }

            private var hooks: HandleEvents? { state.withLock { $0.hooks } }

            func receive(subscription: any Subscription) {
                hooks?.receiveSubscription?(subscription)
                let accepted = state.withLock { state -> Bool in
                    guard !state.isEnded, state.upstream == nil else { return false }
                    state.upstream = subscription
                    return true
                }
                guard accepted else {
                    subscription.cancel()
                    return
                }
                downstream.receive(subscription: self)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                hooks?.receiveOutput?(input)
                let more = downstream.receive(input)
                if more != .none { hooks?.receiveRequest?(more) }
                return more
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                hooks?.receiveCompletion?(completion)
                withExtendedLifetime(end()) {}
                downstream.receive(completion: completion)
            }

            private func end() -> State {
                state.exchange(State(hooks: nil, upstream: nil, isEnded: true))
            }

            func request(_ demand: Subscribers.Demand) {
                hooks?.receiveRequest?(demand)
                state.withLock { $0.upstream }?.request(demand)
            }

            func cancel() {
                hooks?.receiveCancel?()
                end().upstream?.cancel()
            }
        }
    }
}

extension Publisher {
    /// Runs closures when events pass.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Runs when the subscription comes.
    ///   - receiveOutput: Runs for each value.
    ///   - receiveCompletion: Runs when the completion comes.
    ///   - receiveCancel: Runs when downstream cancels.
    ///   - receiveRequest: Runs when downstream asks for values.
    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        Publishers.HandleEvents(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
    }
}
