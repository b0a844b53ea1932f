// Seven structs of one shape: Apple's interface names each, with a property for each part, which a parameter pack cannot
// have. What they do is in `Interleaving`.

extension Publishers {
    /// Sends the values of two publishers as they come.
    ///
    /// Finishes when all have finished; fails at the first failure, cancelling the others. One value is delivered at a time,
    /// whatever threads they come from.
    @frozen
    public struct Merge<A: Publisher, B: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure
    {
        /// The kind of value shared by all.
        public typealias Output = A.Output
        /// The kind of error shared by all.
        public typealias Failure = A.Failure

        /// Publisher A of those merged.
        public let a: A

        /// Publisher B of those merged.
        public let b: B

        /// Makes the publisher.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches a subscriber to all of them.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where A.Failure == S.Failure, A.Output == S.Input {
            let merging = Interleaving(subscriber, merging: 2)
            merging.start()
            a.receive(subscriber: NumberedSide(merging, 0))
            b.receive(subscriber: NumberedSide(merging, 1))
        }
    }

    /// Sends the values of three publishers as they come.
    ///
    /// Finishes when all have finished; fails at the first failure, cancelling the others. One value is delivered at a time,
    /// whatever threads they come from.
    @frozen
    public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        A.Output == C.Output, A.Failure == C.Failure
    {
        /// The kind of value shared by all.
        public typealias Output = A.Output
        /// The kind of error shared by all.
        public typealias Failure = A.Failure

        /// Publisher A of those merged.
        public let a: A

        /// Publisher B of those merged.
        public let b: B

        /// Publisher C of those merged.
        public let c: C

        /// Makes the publisher.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches a subscriber to all of them.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where A.Failure == S.Failure, A.Output == S.Input {
            let merging = Interleaving(subscriber, merging: 3)
            merging.start()
            a.receive(subscriber: NumberedSide(merging, 0))
            b.receive(subscriber: NumberedSide(merging, 1))
            c.receive(subscriber: NumberedSide(merging, 2))
        }
    }

    /// Sends the values of four publishers as they come.
    ///
    /// Finishes when all have finished; fails at the first failure, cancelling the others. One value is delivered at a time,
    /// whatever threads they come from.
    @frozen
    public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        A.Output == C.Output, A.Failure == C.Failure,
        A.Output == D.Output, A.Failure == D.Failure
    {
        /// The kind of value shared by all.
        public typealias Output = A.Output
        /// The kind of error shared by all.
        public typealias Failure = A.Failure

        /// Publisher A of those merged.
        public let a: A

        /// Publisher B of those merged.
        public let b: B

        /// Publisher C of those merged.
        public let c: C

        /// Publisher D of those merged.
        public let d: D

        /// Makes the publisher.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        /// Attaches a subscriber to all of them.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where A.Failure == S.Failure, A.Output == S.Input {
            let merging = Interleaving(subscriber, merging: 4)
            merging.start()
            a.receive(subscriber: NumberedSide(merging, 0))
            b.receive(subscriber: NumberedSide(merging, 1))
            c.receive(subscriber: NumberedSide(merging, 2))
            d.receive(subscriber: NumberedSide(merging, 3))
        }
    }

    /// Sends the values of five publishers as they come.
    ///
    /// Finishes when all have finished; fails at the first failure, cancelling the others. One value is delivered at a time,
    /// whatever threads they come from.
    @frozen
    public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        A.Output == C.Output, A.Failure == C.Failure,
        A.Output == D.Output, A.Failure == D.Failure,
        A.Output == E.Output, A.Failure == E.Failure
    {
        /// The kind of value shared by all.
        public typealias Output = A.Output
        /// The kind of error shared by all.
        public typealias Failure = A.Failure

        /// Publisher A of those merged.
        public let a: A

        /// Publisher B of those merged.
        public let b: B

        /// Publisher C of those merged.
        public let c: C

        /// Publisher D of those merged.
        public let d: D

        /// Publisher E of those merged.
        public let e: E

        /// Makes the publisher.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
        }

        /// Attaches a subscriber to all of them.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where A.Failure == S.Failure, A.Output == S.Input {
            let merging = Interleaving(subscriber, merging: 5)
            merging.start()
            a.receive(subscriber: NumberedSide(merging, 0))
            b.receive(subscriber: NumberedSide(merging, 1))
            c.receive(subscriber: NumberedSide(merging, 2))
            d.receive(subscriber: NumberedSide(merging, 3))
            e.receive(subscriber: NumberedSide(merging, 4))
        }
    }

    /// Sends the values of six publishers as they come.
    ///
    /// Finishes when all have finished; fails at the first failure, cancelling the others. One value is delivered at a time,
    /// whatever threads they come from.
    @frozen
    public struct Merge6<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        A.Output == C.Output, A.Failure == C.Failure,
        A.Output == D.Output, A.Failure == D.Failure,
        A.Output == E.Output, A.Failure == E.Failure,
        A.Output == F.Output, A.Failure == F.Failure
    {
        /// The kind of value shared by all.
        public typealias Output = A.Output
        /// The kind of error shared by all.
        public typealias Failure = A.Failure

        /// Publisher A of those merged.
        public let a: A

        /// Publisher B of those merged.
        public let b: B

        /// Publisher C of those merged.
        public let c: C

        /// Publisher D of those merged.
        public let d: D

        /// Publisher E of those merged.
        public let e: E

        /// Publisher F of those merged.
        public let f: F

        /// Makes the publisher.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
        }

        /// Attaches a subscriber to all of them.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where A.Failure == S.Failure, A.Output == S.Input {
            let merging = Interleaving(subscriber, merging: 6)
            merging.start()
            a.receive(subscriber: NumberedSide(merging, 0))
            b.receive(subscriber: NumberedSide(merging, 1))
            c.receive(subscriber: NumberedSide(merging, 2))
            d.receive(subscriber: NumberedSide(merging, 3))
            e.receive(subscriber: NumberedSide(merging, 4))
            f.receive(subscriber: NumberedSide(merging, 5))
        }
    }

    /// Sends the values of seven publishers as they come.
    ///
    /// Finishes when all have finished; fails at the first failure, cancelling the others. One value is delivered at a time,
    /// whatever threads they come from.
    @frozen
    public struct Merge7<
        A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
    >: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        A.Output == C.Output, A.Failure == C.Failure,
        A.Output == D.Output, A.Failure == D.Failure,
        A.Output == E.Output, A.Failure == E.Failure,
        A.Output == F.Output, A.Failure == F.Failure,
        A.Output == G.Output, A.Failure == G.Failure
    {
        /// The kind of value shared by all.
        public typealias Output = A.Output
        /// The kind of error shared by all.
        public typealias Failure = A.Failure

        /// Publisher A of those merged.
        public let a: A

        /// Publisher B of those merged.
        public let b: B

        /// Publisher C of those merged.
        public let c: C

        /// Publisher D of those merged.
        public let d: D

        /// Publisher E of those merged.
        public let e: E

        /// Publisher F of those merged.
        public let f: F

        /// Publisher G of those merged.
        public let g: G

        /// Makes the publisher.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
            self.g = g
        }

        /// Attaches a subscriber to all of them.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where A.Failure == S.Failure, A.Output == S.Input {
            let merging = Interleaving(subscriber, merging: 7)
            merging.start()
            a.receive(subscriber: NumberedSide(merging, 0))
            b.receive(subscriber: NumberedSide(merging, 1))
            c.receive(subscriber: NumberedSide(merging, 2))
            d.receive(subscriber: NumberedSide(merging, 3))
            e.receive(subscriber: NumberedSide(merging, 4))
            f.receive(subscriber: NumberedSide(merging, 5))
            g.receive(subscriber: NumberedSide(merging, 6))
        }
    }

    /// Sends the values of eight publishers as they come.
    ///
    /// Finishes when all have finished; fails at the first failure, cancelling the others. One value is delivered at a time,
    /// whatever threads they come from.
    @frozen
    public struct Merge8<
        A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher
    >: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        A.Output == C.Output, A.Failure == C.Failure,
        A.Output == D.Output, A.Failure == D.Failure,
        A.Output == E.Output, A.Failure == E.Failure,
        A.Output == F.Output, A.Failure == F.Failure,
        A.Output == G.Output, A.Failure == G.Failure,
        A.Output == H.Output, A.Failure == H.Failure
    {
        /// The kind of value shared by all.
        public typealias Output = A.Output
        /// The kind of error shared by all.
        public typealias Failure = A.Failure

        /// Publisher A of those merged.
        public let a: A

        /// Publisher B of those merged.
        public let b: B

        /// Publisher C of those merged.
        public let c: C

        /// Publisher D of those merged.
        public let d: D

        /// Publisher E of those merged.
        public let e: E

        /// Publisher F of those merged.
        public let f: F

        /// Publisher G of those merged.
        public let g: G

        /// Publisher H of those merged.
        public let h: H

        /// Makes the publisher.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
            self.g = g
            self.h = h
        }

        /// Attaches a subscriber to all of them.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where A.Failure == S.Failure, A.Output == S.Input {
            let merging = Interleaving(subscriber, merging: 8)
            merging.start()
            a.receive(subscriber: NumberedSide(merging, 0))
            b.receive(subscriber: NumberedSide(merging, 1))
            c.receive(subscriber: NumberedSide(merging, 2))
            d.receive(subscriber: NumberedSide(merging, 3))
            e.receive(subscriber: NumberedSide(merging, 4))
            f.receive(subscriber: NumberedSide(merging, 5))
            g.receive(subscriber: NumberedSide(merging, 6))
            h.receive(subscriber: NumberedSide(merging, 7))
        }
    }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}

extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}

extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}

extension Publishers.Merge8: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable {}
