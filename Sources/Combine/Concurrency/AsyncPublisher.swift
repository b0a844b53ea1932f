/// The values of a publisher that cannot fail, as an asynchronous sequence.
///
/// The publisher is subscribed to when an iterator is made, and asked for one value at each `next()`. Nothing is kept
/// between: put `buffer(size:prefetch:whenFull:)` before it to lose no value of a publisher that does not wait.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
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

        private let owner = RelayOwner<P.Output, Never>()

        fileprivate init(_ publisher: P) {
            publisher.receive(subscriber: owner.relay)
        }

        /// Asks for one value and waits for it, on the actor of the caller.
        ///
        /// - Returns: The value; nil when the publisher has finished or the task is cancelled.
        nonisolated(nonsending) public mutating func next() async -> P.Output? {
            switch await owner.relay.next() {
            case .success(let value): return value
            }
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

extension Publisher where Failure == Never {
    /// The values of this publisher, as an asynchronous sequence.
    public var values: AsyncPublisher<Self> {
        AsyncPublisher(self)
    }
}
