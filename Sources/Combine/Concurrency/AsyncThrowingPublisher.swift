/// The values of a publisher that may fail, as an asynchronous sequence.
///
/// The publisher is subscribed to when an iterator is made, and asked for one value at each `next()`. Nothing is kept
/// between: put `buffer(size:prefetch:whenFull:)` before it to lose no value of a publisher that does not wait.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
    /// The kind of value of the publisher.
    public typealias Element = P.Output

    /// The iterator of the sequence.
    public typealias AsyncIterator = Iterator

    /// Waits for one value after another.
    ///
    /// Copies share one subscription, which is cancelled when the last of them goes away.
    public struct Iterator: AsyncIteratorProtocol {
        /// The kind of value of the publisher.
        public typealias Element = P.Output

        private let owner = RelayOwner<P.Output, P.Failure>()

        fileprivate init(_ publisher: P) {
            publisher.receive(subscriber: owner.relay)
        }

        /// Asks for one value and waits for it, on the actor of the caller.
        ///
        /// - Returns: The value; nil when the publisher has ended or the task is cancelled.
        /// - Throws: The publisher's failure, once.
        nonisolated(nonsending) public mutating func next() async throws -> P.Output? {
            try await owner.relay.next().get()
        }
    }

    private let publisher: P

    /// Makes the sequence.
    ///
    /// - Parameter publisher: Is subscribed to when an iterator is made.
    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Subscribes to the publisher.
    public func makeAsyncIterator() -> Iterator {
        Iterator(publisher)
    }
}

extension Publisher {
    /// The values of this publisher, as an asynchronous sequence which throws its failure.
    public var values: AsyncThrowingPublisher<Self> {
        AsyncThrowingPublisher(self)
    }
}
