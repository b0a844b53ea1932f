extension Publishers {
    /// Runs closures when events pass, and passes them on unchanged.
    ///
    /// Each closure runs before the event goes on. All are let go after completion or cancel.
    @frozen
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
        @inlinable
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
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(subscriber: Inner(hooks: Hooks(self), downstream: subscriber))
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            @usableFromInline
            typealias Input = Upstream.Output
            @usableFromInline
            typealias Failure = Upstream.Failure

            @usableFromInline
            struct State {
                @usableFromInline var hooks: Hooks?
                @usableFromInline var upstream: (any Subscription)?
                @usableFromInline var isEnded = false

                @inlinable
                init(hooks: Hooks?, isEnded: Bool) {
                    self.hooks = hooks
                    self.isEnded = isEnded
                }
            }

            @usableFromInline
            let state: Locked<State>

            @usableFromInline
            let downstream: Downstream

            @usableFromInline
            var conduitName: String { "HandleEvents" }

            @inlinable
            init(hooks: Hooks, downstream: Downstream) {
                state = Locked(State(hooks: hooks, isEnded: false))
                self.downstream = downstream
            }

            @inlinable
            var hooks: Hooks? { state.withLock { $0.hooks } }

            @inlinable
            func receive(subscription: any Subscription) {
                hooks?.closures.receiveSubscription?(subscription)
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

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                hooks?.closures.receiveOutput?(input)
                let more = downstream.receive(input)
                if more != .none { hooks?.closures.receiveRequest?(more) }
                return more
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                hooks?.closures.receiveCompletion?(completion)
                withExtendedLifetime(end()) {}
                downstream.receive(completion: completion)
            }

            @inlinable
            func end() -> State {
                state.exchange(State(hooks: nil, isEnded: true))
            }

            @inlinable
            func request(_ demand: Subscribers.Demand) {
                hooks?.closures.receiveRequest?(demand)
                state.withLock { $0.upstream }?.request(demand)
            }

            @inlinable
            func cancel() {
                hooks?.closures.receiveCancel?()
                end().upstream?.cancel()
            }
        }

        /// The closures in one object, so that taking them out of the lock is one reference.
        @usableFromInline
        final class Hooks {
            @usableFromInline
            let closures: HandleEvents

            @inlinable
            init(_ closures: HandleEvents) {
                self.closures = closures
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
    @inlinable
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
