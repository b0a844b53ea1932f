#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

extension Publishers {
    /// Stops in the debugger when a closure says so; everything passes unchanged.
    public struct Breakpoint<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher whose events are watched.
        public let upstream: Upstream

        /// Says whether to stop at the subscription.
        public let receiveSubscription: ((any Subscription) -> Bool)?

        /// Says whether to stop at a value.
        public let receiveOutput: ((Upstream.Output) -> Bool)?

        /// Says whether to stop at the completion.
        public let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?

        /// Makes the publisher.
        public init(
            upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
            receiveOutput: ((Upstream.Output) -> Bool)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
        }

        /// Attaches a subscriber to upstream, with the closures between.
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(subscriber: Inner(parent: self, downstream: subscriber))
        }

        private struct Inner<Downstream: Subscriber>: Subscriber, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            let combineIdentifier = CombineIdentifier()
            let parent: Breakpoint
            let downstream: Downstream

            var conduitName: String { "Breakpoint" }

            init(parent: Breakpoint, downstream: Downstream) {
                self.parent = parent
                self.downstream = downstream
            }

            func receive(subscription: any Subscription) {
                if parent.receiveSubscription?(subscription) == true { stopInDebugger() }
                downstream.receive(subscription: subscription)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                if parent.receiveOutput?(input) == true { stopInDebugger() }
                return downstream.receive(input)
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                if parent.receiveCompletion?(completion) == true { stopInDebugger() }
                downstream.receive(completion: completion)
            }
        }
    }
}

/// Raises the signal that debuggers stop at.
private func stopInDebugger() {
    #if canImport(WinSDK)
        fatalError("breakpoint: a closure asked to stop here")
    #else
        raise(SIGTRAP)
    #endif
}

extension Publisher {
    /// Stops in the debugger when a closure says so.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Says whether to stop at the subscription.
    ///   - receiveOutput: Says whether to stop at a value.
    ///   - receiveCompletion: Says whether to stop at the completion.
    public func breakpoint(
        receiveSubscription: ((any Subscription) -> Bool)? = nil, receiveOutput: ((Output) -> Bool)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) -> Publishers.Breakpoint<Self> {
        Publishers.Breakpoint(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion)
    }

    /// Stops in the debugger when this publisher fails.
    public func breakpointOnError() -> Publishers.Breakpoint<Self> {
        breakpoint(receiveCompletion: { completion in
            switch completion {
            case .finished: return false
            case .failure: return true
            }
        })
    }
}
