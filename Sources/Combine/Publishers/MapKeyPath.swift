extension Publishers {
    /// Sends the value of a property of each value.
    ///
    /// Demand passes unchanged.
    @frozen
    public struct MapKeyPath<Upstream: Publisher, Output>: Publisher {
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// A property of the original values.
        public let keyPath: KeyPath<Upstream.Output, Output>

        @usableFromInline
        init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
            self.upstream = upstream
            self.keyPath = keyPath
        }

        /// Attaches a subscriber to upstream, with the property access between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
            let (keyPath) = (self.keyPath)
            upstream.receive(
                subscriber: ValueConduit(name: "ValueForKey", parts: [("keyPath", keyPath)], downstream: subscriber) {
                    $0[keyPath: keyPath]
                })
        }
    }

    /// Sends a tuple of the values of two properties of each value.
    ///
    /// Demand passes unchanged.
    @frozen
    public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: Publisher {
        /// A tuple of the properties' values.
        public typealias Output = (Output0, Output1)
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// A property of the original values.
        public let keyPath0: KeyPath<Upstream.Output, Output0>

        /// A property of the original values.
        public let keyPath1: KeyPath<Upstream.Output, Output1>

        @usableFromInline
        init(
            upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>
        ) {
            self.upstream = upstream
            self.keyPath0 = keyPath0
            self.keyPath1 = keyPath1
        }

        /// Attaches a subscriber to upstream, with the property access between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
            let (keyPath0, keyPath1) = (self.keyPath0, self.keyPath1)
            upstream.receive(
                subscriber:
                    ValueConduit(
                        name: "ValueForKeys", parts: [("keyPath0", keyPath0), ("keyPath1", keyPath1)],
                        downstream: subscriber
                    ) {
                        ($0[keyPath: keyPath0], $0[keyPath: keyPath1])
                    })
        }
    }

    /// Sends a tuple of the values of three properties of each value.
    ///
    /// Demand passes unchanged.
    @frozen
    public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: Publisher {
        /// A tuple of the properties' values.
        public typealias Output = (Output0, Output1, Output2)
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// A property of the original values.
        public let keyPath0: KeyPath<Upstream.Output, Output0>

        /// A property of the original values.
        public let keyPath1: KeyPath<Upstream.Output, Output1>

        /// A property of the original values.
        public let keyPath2: KeyPath<Upstream.Output, Output2>

        @usableFromInline
        init(
            upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>,
            keyPath1: KeyPath<Upstream.Output, Output1>, keyPath2: KeyPath<Upstream.Output, Output2>
        ) {
            self.upstream = upstream
            self.keyPath0 = keyPath0
            self.keyPath1 = keyPath1
            self.keyPath2 = keyPath2
        }

        /// Attaches a subscriber to upstream, with the property access between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
            let (keyPath0, keyPath1, keyPath2) = (self.keyPath0, self.keyPath1, self.keyPath2)
            upstream.receive(
                subscriber:
                    ValueConduit(
                        name: "ValueForKeys",
                        parts: [("keyPath0", keyPath0), ("keyPath1", keyPath1), ("keyPath2", keyPath2)],
                        downstream: subscriber
                    ) {
                        ($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2])
                    })
        }
    }
}

/// Passes everything on, with each value turned into another.
@usableFromInline
struct ValueConduit<Input, Downstream: Subscriber>: Subscriber, NamedConduit {
    @usableFromInline
    typealias Failure = Downstream.Failure

    @usableFromInline
    let combineIdentifier = CombineIdentifier()

    @usableFromInline
    let conduitName: String

    @usableFromInline
    let parts: () -> [Mirror.Child]

    @usableFromInline
    var conduitChildren: [Mirror.Child] { parts() }

    @usableFromInline
    let downstream: Downstream

    @usableFromInline
    let transform: (Input) -> Downstream.Input

    @inlinable
    init(
        name: String, parts: @autoclosure @escaping () -> [Mirror.Child], downstream: Downstream,
        transform: @escaping (Input) -> Downstream.Input
    ) {
        conduitName = name
        self.parts = parts
        self.downstream = downstream
        self.transform = transform
    }

    @inlinable
    func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(transform(input))
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        downstream.receive(completion: completion)
    }
}

extension Publisher {
    /// Sends the value of a property of each value.
    ///
    /// - Parameter keyPath: The property.
    @inlinable
    public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
        Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
    }

    /// Sends a tuple of the values of two properties of each value.
    ///
    /// - Parameters:
    ///   - keyPath0: The first property.
    ///   - keyPath1: The second property.
    @inlinable
    public func map<T0, T1>(
        _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
    ) -> Publishers.MapKeyPath2<Self, T0, T1> {
        Publishers.MapKeyPath2(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
    }

    /// Sends a tuple of the values of three properties of each value.
    ///
    /// - Parameters:
    ///   - keyPath0: The first property.
    ///   - keyPath1: The second property.
    ///   - keyPath2: The third property.
    @inlinable
    public func map<T0, T1, T2>(
        _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>, _ keyPath2: KeyPath<Output, T2>
    ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
        Publishers.MapKeyPath3(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
    }
}
