extension Publishers {
    /// Joins the values of two publishers in the order they come: the first of each, the second of each, and so on.
    ///
    /// What one sends ahead of the others is kept, without limit. Every request goes to all of them. Finishes, and cancels the
    /// others, as soon as one has finished and all its values are used; fails at the first failure, losing what is kept.
    @frozen
    public struct Zip<A: Publisher, B: Publisher>: Publisher
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
            let join = ZipJoin<A, B, S>(subscriber)
            a.receive(subscriber: ZipJoin<A, B, S>.SideA(join: join))
            b.receive(subscriber: ZipJoin<A, B, S>.SideB(join: join))
            join.handOverIfReady()
        }
    }

    /// Joins the values of three publishers in the order they come: the first of each, the second of each, and so on.
    ///
    /// What one sends ahead of the others is kept, without limit. Every request goes to all of them. Finishes, and cancels the
    /// others, as soon as one has finished and all its values are used; fails at the first failure, losing what is kept.
    @frozen
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
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
            let join = Zip3Join<A, B, C, S>(subscriber)
            a.receive(subscriber: Zip3Join<A, B, C, S>.SideA(join: join))
            b.receive(subscriber: Zip3Join<A, B, C, S>.SideB(join: join))
            c.receive(subscriber: Zip3Join<A, B, C, S>.SideC(join: join))
            join.handOverIfReady()
        }
    }

    /// Joins the values of four publishers in the order they come: the first of each, the second of each, and so on.
    ///
    /// What one sends ahead of the others is kept, without limit. Every request goes to all of them. Finishes, and cancels the
    /// others, as soon as one has finished and all its values are used; fails at the first failure, losing what is kept.
    @frozen
    public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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
            let join = Zip4Join<A, B, C, D, S>(subscriber)
            a.receive(subscriber: Zip4Join<A, B, C, D, S>.SideA(join: join))
            b.receive(subscriber: Zip4Join<A, B, C, D, S>.SideB(join: join))
            c.receive(subscriber: Zip4Join<A, B, C, D, S>.SideC(join: join))
            d.receive(subscriber: Zip4Join<A, B, C, D, S>.SideD(join: join))
            join.handOverIfReady()
        }
    }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
    /// Pairs the values of two publishers, this one included, in the order they come.
    @inlinable
    public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
    where Failure == P.Failure {
        Publishers.Zip(self, other)
    }

    /// Pairs the values of two publishers, this one included, in the order they come, made into one value by a closure.
    ///
    /// - Parameter transform: Makes the value sent; runs on the delivering thread.
    @inlinable
    public func zip<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where Failure == P.Failure {
        Publishers.Map(upstream: zip(other)) { transform($0.0, $0.1) }
    }

    /// Pairs the values of three publishers, this one included, in the order they come.
    @inlinable
    public func zip<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q) -> Publishers.Zip3<Self, P, Q>
    where Failure == P.Failure, Failure == Q.Failure {
        Publishers.Zip3(self, publisher1, publisher2)
    }

    /// Pairs the values of three publishers, this one included, in the order they come, made into one value by a closure.
    ///
    /// - Parameter transform: Makes the value sent; runs on the delivering thread.
    @inlinable
    public func zip<P: Publisher, Q: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T> where Failure == P.Failure, Failure == Q.Failure {
        Publishers.Map(upstream: zip(publisher1, publisher2)) { transform($0.0, $0.1, $0.2) }
    }

    /// Pairs the values of four publishers, this one included, in the order they come.
    @inlinable
    public func zip<P: Publisher, Q: Publisher, R: Publisher>(_ publisher1: P, _ publisher2: Q, _ publisher3: R)
        -> Publishers.Zip4<Self, P, Q, R>
    where Failure == P.Failure, Failure == Q.Failure, Failure == R.Failure {
        Publishers.Zip4(self, publisher1, publisher2, publisher3)
    }

    /// Pairs the values of four publishers, this one included, in the order they come, made into one value by a closure.
    ///
    /// - Parameter transform: Makes the value sent; runs on the delivering thread.
    @inlinable
    public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
    where Failure == P.Failure, Failure == Q.Failure, Failure == R.Failure {
        Publishers.Map(upstream: zip(publisher1, publisher2, publisher3)) { transform($0.0, $0.1, $0.2, $0.3) }
    }
}
