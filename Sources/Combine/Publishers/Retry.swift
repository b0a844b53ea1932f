extension Publishers {
    /// Subscribes to upstream again when it fails.
    ///
    /// Each time it is asked for the demand that is still open. Values sent before a failure are not taken back.
    @frozen
    public struct Retry<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher tried.
        public let upstream: Upstream

        /// How many more times it is tried; nil for any number.
        public let retries: Int?

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            Attempts(upstream: upstream, retries: retries, conduit: ChainConduit(subscriber, name: "Retry")).begin()
        }

        /// The attempts on behalf of one subscriber.
        ///
        /// A failure in the middle of subscribing is noted, and the loop that subscribes goes round again, so that an
        /// upstream which always fails at once does not grow the stack.
        @usableFromInline
        final class Attempts<Downstream: Subscriber>
        where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
            private struct State {
                var left: Int?
                var isSubscribing = false
                var isDue = false
            }

            private let upstream: Upstream
            private let conduit: ChainConduit<Downstream>
            private let state: Locked<State>

            @usableFromInline
            init(upstream: Upstream, retries: Int?, conduit: ChainConduit<Downstream>) {
                self.upstream = upstream
                self.conduit = conduit
                state = Locked(State(left: retries))
            }

            @usableFromInline
            func begin() {
                attempt(isFirst: true)
            }

            private func attempt(isFirst: Bool) {
                let isOurs = state.withLock { state -> Bool in
                    state.isDue = true
                    if state.isSubscribing { return false }
                    state.isSubscribing = true
                    return true
                }
                guard isOurs else { return }
                var isFirst = isFirst
                while state.withLock({ state -> Bool in
                    let isDue = state.isDue
                    state.isDue = false
                    if !isDue { state.isSubscribing = false }
                    return isDue
                }) {
                    upstream.receive(
                        subscriber:
                            ChainSide(conduit, isFirst: isFirst) { completion in
                                guard case .failure = completion, self.takeRetry() else { return false }
                                self.attempt(isFirst: false)
                                return true
                            })
                    isFirst = false
                }
            }

            private func takeRetry() -> Bool {
                state.withLock { state in
                    guard let left = state.left else { return true }
                    state.left = left - 1
                    return left > 0
                }
            }
        }
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Subscribes to this publisher again when it fails.
    ///
    /// - Parameter retries: How many more times; the failure passes after that.
    @inlinable
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}
