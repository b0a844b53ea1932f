extension Publishers {
    /// Joins the newest values of two publishers into a tuple, whenever one of them sends.
    ///
    /// Nothing is sent before each has sent once. Every request goes to all of them; without demand no tuple is sent, but the
    /// newest values are kept. Finishes when all have finished, and fails at the first failure, cancelling the others. Inputs
    /// may come from any threads; one tuple is delivered at a time.
    @frozen
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        /// A tuple of one value of each publisher.
        public typealias Output = (A.Output, B.Output)
        /// The kind of error shared by all.
        public typealias Failure = A.Failure

        /// The publisher of place A of the tuple.
        public let a: A

        /// The publisher of place B of the tuple.
        public let b: B

        /// Makes the publisher.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches a subscriber to all of them, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            let join = CombineLatestJoin<A, B, S>(subscriber)
            a.receive(subscriber: CombineLatestJoin<A, B, S>.SideA(join: join))
            b.receive(subscriber: CombineLatestJoin<A, B, S>.SideB(join: join))
            join.handOver()
        }
    }

    /// Joins the newest values of three publishers into a tuple, whenever one of them sends.
    ///
    /// Nothing is sent before each has sent once. Every request goes to all of them; without demand no tuple is sent, but the
    /// newest values are kept. Finishes when all have finished, and fails at the first failure, cancelling the others. Inputs
    /// may come from any threads; one tuple is delivered at a time.
    @frozen
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        /// A tuple of one value of each publisher.
        public typealias Output = (A.Output, B.Output, C.Output)
        /// The kind of error shared by all.
        public typealias Failure = A.Failure

        /// The publisher of place A of the tuple.
        public let a: A

        /// The publisher of place B of the tuple.
        public let b: B

        /// The publisher of place C of the tuple.
        public let c: C

        /// Makes the publisher.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches a subscriber to all of them, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            let join = CombineLatest3Join<A, B, C, S>(subscriber)
            a.receive(subscriber: CombineLatest3Join<A, B, C, S>.SideA(join: join))
            b.receive(subscriber: CombineLatest3Join<A, B, C, S>.SideB(join: join))
            c.receive(subscriber: CombineLatest3Join<A, B, C, S>.SideC(join: join))
            join.handOver()
        }
    }

    /// Joins the newest values of four publishers into a tuple, whenever one of them sends.
    ///
    /// Nothing is sent before each has sent once. Every request goes to all of them; without demand no tuple is sent, but the
    /// newest values are kept. Finishes when all have finished, and fails at the first failure, cancelling the others. Inputs
    /// may come from any threads; one tuple is delivered at a time.
    @frozen
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        /// A tuple of one value of each publisher.
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        /// The kind of error shared by all.
        public typealias Failure = A.Failure

        /// The publisher of place A of the tuple.
        public let a: A

        /// The publisher of place B of the tuple.
        public let b: B

        /// The publisher of place C of the tuple.
        public let c: C

        /// The publisher of place D of the tuple.
        public let d: D

        /// Makes the publisher.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        /// Attaches a subscriber to all of them, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            let join = CombineLatest4Join<A, B, C, D, S>(subscriber)
            a.receive(subscriber: CombineLatest4Join<A, B, C, D, S>.SideA(join: join))
            b.receive(subscriber: CombineLatest4Join<A, B, C, D, S>.SideB(join: join))
            c.receive(subscriber: CombineLatest4Join<A, B, C, D, S>.SideC(join: join))
            d.receive(subscriber: CombineLatest4Join<A, B, C, D, S>.SideD(join: join))
            join.handOver()
        }
    }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
    /// Sends the newest values of two publishers, this one included, whenever one of them sends.
    @inlinable
    public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
    where Failure == P.Failure {
        Publishers.CombineLatest(self, other)
    }

    /// Sends the newest values of two publishers, this one included, whenever one of them sends, made into one value by a closure.
    ///
    /// - Parameter transform: Makes the value sent; runs on the delivering thread.
    @inlinable
    public func combineLatest<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where Failure == P.Failure {
        Publishers.Map(upstream: combineLatest(other)) { transform($0.0, $0.1) }
    }

    /// Sends the newest values of three publishers, this one included, whenever one of them sends.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
        -> Publishers.CombineLatest3<Self, P, Q>
    where Failure == P.Failure, Failure == Q.Failure {
        Publishers.CombineLatest3(self, publisher1, publisher2)
    }

    /// Sends the newest values of three publishers, this one included, whenever one of them sends, made into one value by a closure.
    ///
    /// - Parameter transform: Makes the value sent; runs on the delivering thread.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T> where Failure == P.Failure, Failure == Q.Failure {
        Publishers.Map(upstream: combineLatest(publisher1, publisher2)) { transform($0.0, $0.1, $0.2) }
    }

    /// Sends the newest values of four publishers, this one included, whenever one of them sends.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.CombineLatest4<Self, P, Q, R>
    where Failure == P.Failure, Failure == Q.Failure, Failure == R.Failure {
        Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
    }

    /// Sends the newest values of four publishers, this one included, whenever one of them sends, made into one value by a closure.
    ///
    /// - Parameter transform: Makes the value sent; runs on the delivering thread.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
    where Failure == P.Failure, Failure == Q.Failure, Failure == R.Failure {
        Publishers.Map(upstream: combineLatest(publisher1, publisher2, publisher3)) {
            transform($0.0, $0.1, $0.2, $0.3)
        }
    }
}
