extension Optional {
    /// A publisher of the value inside an optional, if there is one.
    ///
    /// It cannot fail.
    ///
    /// Without a value it finishes at once; with one, value and completion come at the first demand.
    @frozen
    public struct Publisher: Combine.Publisher {
        /// The kind of value inside the optional.
        public typealias Output = Wrapped
        /// It cannot fail.
        public typealias Failure = Never

        /// The optional whose value is published.
        public let output: Wrapped?

        /// Makes a publisher of an optional.
        @inlinable
        public init(_ output: Output?) {
            self.output = output
        }

        /// Attaches a subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Never {
            if let output {
                subscriber.receive(subscription: SingleValueSubscription(output, subscriber, name: "Optional"))
            } else {
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .finished)
            }
        }
    }

    /// A publisher of the value inside, if there is one.
    @inlinable
    public var publisher: Publisher {
        Publisher(self)
    }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
