extension Publishers {
    /// When a buffer asks upstream for values.
    public enum PrefetchStrategy: Hashable, Sendable {
        /// As many as fit, and one more for each taken out.
        case keepFull
        /// Everything, at once.
        case byRequest
    }

    /// What a full buffer does with one more value.
    public enum BufferingStrategy<Failure: Error> {
        /// Throws it away.
        case dropNewest
        /// Throws the oldest one away.
        case dropOldest
        /// Cancels upstream; the error ends the stream after the values kept.
        case customError(() -> Failure)
    }

    /// Keeps values that are not wanted yet.
    ///
    /// The completion waits until everything has been delivered and there is demand. A failure of upstream follows the
    /// values that are wanted, and comes at once when none are.
    public struct Buffer<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream

        /// How many values are kept at most.
        public let size: Int

        /// When upstream is asked.
        public let prefetch: PrefetchStrategy

        /// What happens with one value too many.
        public let whenFull: BufferingStrategy<Failure>

        /// Makes the publisher.
        public init(
            upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>
        ) {
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        /// Attaches a subscriber to upstream, with the buffer between.
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(subscriber: Inner(self, downstream: subscriber))
        }

        /// State: `kept`, `ending` and `isDraining` belong to whoever holds `turn`.
        private final class Inner<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private enum Ending {
                case upstream(Subscribers.Completion<Failure>)
                case overflow(Failure)
            }

            private let parent: Buffer
            private let downstream: Downstream
            private let phase = ConduitPhase()
            private let demand = DemandCounter()
            private let turn = Turn()
            private let upstream = Locked<(any Subscription)?>(nil)
            private var kept = Queue<Input>()
            private var ending: Ending?
            private var isDraining = false

            var conduitName: String { "Buffer" }

            var conduitChildren: [Mirror.Child] {
                [
                    ("values", kept.elements.dropFirst(kept.start).compactMap { $0 }), ("state", phase.word),
                    ("downstreamDemand", demand.remaining),
                    ("terminal", ending as Any),
                ]
            }

            init(_ parent: Buffer, downstream: Downstream) {
                self.parent = parent
                self.downstream = downstream
            }

            func receive(subscription: any Subscription) {
                guard phase.activate() else {
                    subscription.cancel()
                    return
                }
                withExtendedLifetime(upstream.exchange(subscription)) {}
                switch parent.prefetch {
                case .keepFull: subscription.request(.max(parent.size))
                case .byRequest: subscription.request(.unlimited)
                }
                downstream.receive(subscription: self)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                guard phase.isActive else { return .none }
                let thread = currentThreadToken()
                switch turn.enter(thread) {
                case .nested:
                    return put(input)
                case .entered:
                    let more = put(input)
                    turn.leave(thread)
                    return more
                case .busy:
                    let left = turn.leaveWork(thread) { self.ask(self.put(input)) }
                    if left { return .none }
                    let more = put(input)
                    turn.leave(thread)
                    return more
                }
            }

            private func ask(_ more: Subscribers.Demand) {
                if more != .none { upstream.current?.request(more) }
            }

            private func put(_ input: Input) -> Subscribers.Demand {
                if demand.isEnded || ending != nil { return .none }
                if kept.count < parent.size {
                    kept.append(input)
                } else {
                    switch parent.whenFull {
                    case .dropNewest:
                        break
                    case .dropOldest:
                        if !kept.isEmpty {
                            _ = kept.removeFirst()
                            kept.append(input)
                        }
                    case .customError(let make):
                        ending = .overflow(make())
                        if phase.end() { upstream.take()?.cancel() }
                    }
                }
                return drain()
            }

            /// Delivers what is wanted of what is kept.
            ///
            /// - Returns: What upstream is to be asked for.
            private func drain(isRequest: Bool = false) -> Subscribers.Demand {
                if isDraining { return .none }
                isDraining = true
                var taken = Subscribers.Demand.none
                while !kept.isEmpty, demand.takeOne() {
                    let input = kept.removeFirst()
                    taken += 1
                    demand.add(downstream.receive(input))
                }
                isDraining = false
                endIfDue(isRequest: isRequest)
                return parent.prefetch == .keepFull ? taken : .none
            }

            private func endIfDue(isRequest: Bool) {
                switch ending {
                case nil:
                    return
                case .upstream(.finished):
                    if kept.isEmpty, demand.isOpen { finish(.finished) }
                case .upstream(.failure(let error)):
                    if kept.isEmpty || !demand.isOpen { finish(.failure(error)) }
                case .overflow(let error):
                    if kept.isEmpty, isRequest { finish(.failure(error)) }
                }
            }

            private func finish(_ completion: Subscribers.Completion<Failure>) {
                guard demand.end() else { return }
                kept = Queue()
                downstream.receive(completion: completion)
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                guard phase.end() else { return }
                withExtendedLifetime(upstream.take()) {}
                turn.perform {
                    if self.ending == nil { self.ending = .upstream(completion) }
                    _ = self.drain()
                }
            }

            func request(_ demand: Subscribers.Demand) {
                demand.requireSome()
                self.demand.add(demand)
                let thread = currentThreadToken()
                switch turn.enter(thread) {
                case .nested:
                    ask(drain(isRequest: true))
                case .entered:
                    ask(drain(isRequest: true))
                    turn.leave(thread)
                case .busy:
                    turn.perform { self.ask(self.drain(isRequest: true)) }
                }
            }

            func cancel() {
                demand.end()
                if phase.stop() { upstream.take()?.cancel() }
                turn.perform { self.kept = Queue() }
            }
        }
    }
}

extension Publisher {
    /// Keeps values that are not wanted yet.
    ///
    /// - Parameters:
    ///   - size: How many at most.
    ///   - prefetch: When this publisher is asked.
    ///   - whenFull: What happens with one value too many.
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}
