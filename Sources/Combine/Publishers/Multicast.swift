extension Publishers {
    /// Shares one run of an upstream among all subscribers, by way of a subject, once it is connected.
    ///
    /// The subject is made when it is first needed, and only once. Upstream sees the demand of the subject, which is
    /// unlimited for the subjects of this module.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher that is shared.
        public final let upstream: Upstream

        /// Makes the subject.
        public final let createSubject: () -> SubjectType

        private let made = Locked<SubjectType?>(nil)

        /// Makes the publisher.
        public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        @usableFromInline
        var subject: SubjectType {
            if let subject = made.current { return subject }
            // Made outside the lock; when two threads come at once, the first one's subject counts.
            let new = createSubject()
            return made.withLock { made in
                if made == nil { made = new }
                return made ?? new
            }
        }

        /// Attaches a subscriber to the subject.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where SubjectType.Failure == S.Failure, Output == S.Input {
            subject.receive(subscriber: StageConduit(Part(), subscriber))
        }

        /// Subscribes the subject to upstream.
        ///
        /// - Returns: A token that cancels this subscription. Connecting twice subscribes twice.
        @inlinable
        public func connect() -> any Cancellable {
            upstream.subscribe(subject)
        }

        @usableFromInline
        struct Part: Stage {
            @usableFromInline
            typealias Product = Upstream.Output
            @usableFromInline
            typealias UpstreamFailure = Upstream.Failure
            @usableFromInline
            typealias Failure = Upstream.Failure

            @inlinable
            init() {}

            @usableFromInline
            var name: String { "Multicast" }

            @usableFromInline
            func children<D: Subscriber>(of line: StageConduit<Self, D>) -> [Mirror.Child]
            where D.Input == Product, D.Failure == Failure { [] }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                line.pass(input)
            }
        }
    }
}

extension Publisher {
    /// Shares one run of this publisher among all subscribers, by way of a subject made when it is first needed.
    ///
    /// - Parameter createSubject: Makes the subject.
    @inlinable
    public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
    where Failure == S.Failure, Output == S.Output {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Shares one run of this publisher among all subscribers, by way of a subject.
    ///
    /// - Parameter subject: Passes the values on.
    @inlinable
    public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
    where Failure == S.Failure, Output == S.Output {
        Publishers.Multicast(upstream: self) { subject }
    }
}
