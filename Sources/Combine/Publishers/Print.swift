extension Publishers {
    /// Writes a line about each event, and passes everything on unchanged.
    public struct Print<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// Starts each line; followed by a colon unless it is empty.
        public let prefix: String

        /// The publisher whose events are written.
        public let upstream: Upstream

        /// Where the lines go; nil for standard output.
        public let stream: (any TextOutputStream)?

        /// Makes the publisher.
        public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
            self.upstream = upstream
            self.prefix = prefix
            self.stream = stream
        }

        /// Attaches a subscriber to upstream, with the writer between.
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(subscriber: Inner(downstream: subscriber, prefix: prefix, stream: stream))
        }

        private final class Inner<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private let downstream: Downstream
            private let prefix: String
            private let writer: LineWriter
            private let phase = ConduitPhase()
            private let upstream = Locked<(any Subscription)?>(nil)

            var conduitName: String { "Print" }

            init(downstream: Downstream, prefix: String, stream: (any TextOutputStream)?) {
                self.downstream = downstream
                self.prefix = prefix.isEmpty ? "" : "\(prefix): "
                writer = LineWriter(stream ?? StandardOutput())
            }

            private func log(_ line: String) {
                writer.write(prefix + line + "\n")
            }

            private func text(of demand: Subscribers.Demand) -> String {
                demand.max.map { "request max: (\($0))" } ?? "request unlimited"
            }

            func receive(subscription: any Subscription) {
                log("receive subscription: (\(subscription))")
                guard phase.activate() else {
                    subscription.cancel()
                    return
                }
                withExtendedLifetime(upstream.exchange(subscription)) {}
                downstream.receive(subscription: self)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                log("receive value: (\(input))")
                let more = downstream.receive(input)
                if more != .none { log("\(text(of: more)) (synchronous)") }
                return more
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                switch completion {
                case .finished: log("receive finished")
                case .failure(let error): log("receive error: (\(error))")
                }
                _ = phase.stop()
                withExtendedLifetime(upstream.take()) {}
                downstream.receive(completion: completion)
            }

            func request(_ demand: Subscribers.Demand) {
                log(text(of: demand))
                upstream.current?.request(demand)
            }

            func cancel() {
                log("receive cancel")
                _ = phase.stop()
                upstream.take()?.cancel()
            }
        }
    }
}

/// Writes lines, one at a time, to a stream.
///
/// The stream is touched by the holder of `turn` only, so that the user's code is not called under a lock.
private final class LineWriter {
    private let turn = Turn()
    private var stream: any TextOutputStream

    init(_ stream: any TextOutputStream) {
        self.stream = stream
    }

    func write(_ line: String) {
        turn.perform { self.stream.write(line) }
    }
}

/// The stream of `print`.
private struct StandardOutput: TextOutputStream {
    func write(_ string: String) {
        Swift.print(string, terminator: "")
    }
}

extension Publisher {
    /// Writes a line about each event.
    ///
    /// - Parameters:
    ///   - prefix: Starts each line.
    ///   - stream: Where the lines go; standard output by default.
    public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil) -> Publishers.Print<Self> {
        Publishers.Print(upstream: self, prefix: prefix, to: stream)
    }
}
