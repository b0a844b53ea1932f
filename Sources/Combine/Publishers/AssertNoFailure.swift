extension Publishers {
    /// Stops the program when upstream fails; everything else passes unchanged.
    @frozen
    public struct AssertNoFailure<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// It cannot fail.
        public typealias Failure = Never

        /// The publisher that must not fail.
        public let upstream: Upstream

        /// Stands before the message when the program stops.
        public let prefix: String

        /// The file named in the message.
        public let file: StaticString

        /// The line named in the message.
        public let line: UInt

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
            self.upstream = upstream
            self.prefix = prefix
            self.file = file
            self.line = line
        }

        /// Attaches a subscriber to upstream, with the check between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Never {
            let (prefix, file, line) = (self.prefix, self.file, self.line)
            upstream.receive(
                subscriber:
                    CompletionConduit<Upstream.Failure, S>(
                        name: "AssertNoFailure", parts: [("file", file), ("line", line), ("prefix", prefix)],
                        downstream: subscriber
                    ) { error in
                        let start = prefix.isEmpty ? "" : prefix + ": "
                        fatalError(
                            "\(start)assertNoFailure: upstream failed: \(error)", file: file, line: line)
                    })
        }
    }
}

extension Publisher {
    /// Stops the program when this publisher fails, and makes the type say that it cannot.
    ///
    /// - Parameters:
    ///   - prefix: Stands before the message.
    ///   - file: The file named in the message.
    ///   - line: The line named in the message.
    @inlinable
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
    }
}
