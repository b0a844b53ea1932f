extension Publishers {
    /// A publisher of the elements of a sequence, in order, which then finishes.
    ///
    /// Each subscriber iterates anew. Elements are delivered in the call that asks for them; the completion follows the
    /// last one without further demand, and at once when there is none.
    @frozen
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
        /// The kind of element.
        public typealias Output = Elements.Element

        /// The elements published.
        public let sequence: Elements

        /// Makes a publisher of a sequence.
        @inlinable
        public init(sequence: Elements) {
            self.sequence = sequence
        }

        /// Attaches a subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Elements.Element == S.Input {
            var iterator = sequence.makeIterator()
            guard let first = iterator.next() else {
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .finished)
                return
            }
            subscriber.receive(
                subscription: SequenceSubscription(
                    text: "\(sequence)", next: first, iterator: iterator, downstream: subscriber))
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

/// The subscription of a sequence.
///
/// State: `source` belongs to whoever holds `turn`, that is to the one loop that delivers; a request made meanwhile
/// adds to `demand`, and the loop picks it up.
@usableFromInline
final class SequenceSubscription<Iterator: IteratorProtocol, Downstream: Subscriber>: Subscription, NamedConduit
where Downstream.Input == Iterator.Element {
    @usableFromInline
    struct Source {
        @usableFromInline var next: Iterator.Element
        @usableFromInline var iterator: Iterator
        @usableFromInline let downstream: Downstream

        @inlinable
        init(next: Iterator.Element, iterator: Iterator, downstream: Downstream) {
            self.next = next
            self.iterator = iterator
            self.downstream = downstream
        }
    }

    @usableFromInline
    let turn = Turn()

    @usableFromInline
    let demand = DemandCounter()

    @usableFromInline
    @exclusivity(unchecked)
    var source: Source?

    /// Follows the last element.
    @usableFromInline
    let completion: Subscribers.Completion<Downstream.Failure>

    @usableFromInline
    let text: () -> String

    @usableFromInline
    var conduitName: String { text() }

    @inlinable
    init(
        text: @autoclosure @escaping () -> String, next: Iterator.Element, iterator: Iterator, downstream: Downstream,
        completion: Subscribers.Completion<Downstream.Failure> = .finished
    ) {
        self.text = text
        self.completion = completion
        source = Source(next: next, iterator: iterator, downstream: downstream)
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        self.demand.add(demand)
        let thread = currentThreadToken()
        switch turn.enter(thread) {
        case .nested:
            return
        case .entered:
            run()
            turn.leave(thread)
        case .busy:
            if turn.leaveWork(thread, { self.run() }) { return }
            run()
            turn.leave(thread)
        }
    }

    @inlinable
    func run() {
        guard let downstream = source?.downstream, let first = source?.next else { return }
        var element = first
        while demand.takeOne() {
            let next = source?.iterator.next()
            let more = downstream.receive(element)
            if more != .none { demand.add(more) }
            guard let next else {
                let isOurs = demand.end()
                source = nil
                if isOurs { downstream.receive(completion: completion) }
                return
            }
            element = next
        }
        if demand.isEnded {
            source = nil
        } else {
            source?.next = element
        }
    }

    @usableFromInline
    func cancel() {
        demand.end()
        turn.perform { self.source = nil }
    }
}

extension Sequence {
    /// A publisher of the elements, in order, which then finishes.
    ///
    /// It cannot fail.
    @inlinable
    public var publisher: Publishers.Sequence<Self, Never> {
        Publishers.Sequence(sequence: self)
    }
}
