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
            let sequence = self.sequence
            SequenceSubscription.begin(
                shown: [("sequence", sequence)], next: first, iterator: iterator, downstream: subscriber,
                completion: .finished)
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

/// The subscription of a sequence.
///
/// State: what `run` and `clear` touch belongs to whoever holds `turn`, that is to the one loop that delivers; a request
/// made meanwhile adds to `demand`, and the loop picks it up.
@usableFromInline
final class SequenceSubscription: Subscription, NamedConduit {
    @usableFromInline
    let turn = Turn()

    @usableFromInline
    let demand = DemandCounter()

    /// What a mirror shows of what is being published; the description is that of the first part.
    @usableFromInline
    let shown: () -> [Mirror.Child]

    /// Delivers what is wanted; made where the types were known, so that the loop is compiled for them.
    @usableFromInline
    let run: (SequenceSubscription) -> Void

    /// Lets go of the sequence and the subscriber.
    @usableFromInline
    let clear: () -> Void

    @usableFromInline
    var conduitName: String {
        guard !demand.isEnded, let elements = shown().first?.value else { return "Sequence" }
        return String(describing: elements)
    }

    @usableFromInline
    var conduitChildren: [Mirror.Child] {
        let all = shown()
        return demand.isEnded ? [("sequence", [Any]())] + all.dropFirst() : all
    }

    @usableFromInline
    init(
        shown: @escaping () -> [Mirror.Child], run: @escaping (SequenceSubscription) -> Void,
        clear: @escaping () -> Void
    ) {
        self.shown = shown
        self.run = run
        self.clear = clear
    }

    /// Hands a subscription to a subscriber.
    ///
    /// - Parameters:
    ///   - shown: What a mirror shows; the subscription prints as the first part, until its end.
    ///   - next: The first element.
    ///   - iterator: Gives the others.
    ///   - completion: Follows the last one.
    @inlinable
    static func begin<Iterator: IteratorProtocol, Downstream: Subscriber>(
        shown: @autoclosure @escaping () -> [Mirror.Child], next: Iterator.Element, iterator: Iterator,
        downstream: Downstream,
        completion: Subscribers.Completion<Downstream.Failure>
    ) where Downstream.Input == Iterator.Element {
        let source = Memory<SequenceSource<Iterator, Downstream>?>(
            SequenceSource(next: next, iterator: iterator, downstream: downstream, completion: completion))
        downstream.receive(
            subscription: SequenceSubscription(
                shown: shown, run: { $0.deliver(from: source) },
                clear: {
                    let old = source.value
                    source.value = nil
                    withExtendedLifetime(old) {}
                }))
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        if demand == .none { return }
        self.demand.add(demand)
        let thread = currentThreadToken()
        switch turn.enter(thread) {
        case .nested:
            return
        case .entered:
            run(self)
            turn.leave(thread)
        case .busy:
            if turn.leaveWork(thread, { self.run(self) }) { return }
            run(self)
            turn.leave(thread)
        }
    }

    @inlinable
    func deliver<Iterator: IteratorProtocol, Downstream: Subscriber>(
        from memory: Memory<SequenceSource<Iterator, Downstream>?>
    ) where Downstream.Input == Iterator.Element {
        // The loop works on a copy; nobody else touches the source before it is put back.
        guard var source = memory.value else { return }
        while demand.takeOne() {
            let element = source.next
            let next = source.iterator.next()
            let more = source.downstream.receive(element)
            if more != .none { demand.add(more) }
            guard let next else {
                let isOurs = demand.end()
                memory.value = nil
                if isOurs { source.downstream.receive(completion: source.completion) }
                return
            }
            source.next = next
        }
        memory.value = demand.isEnded ? nil : source
    }

    @usableFromInline
    func cancel() {
        demand.end()
        turn.perform { self.clear() }
    }
}

/// What is left of a sequence for one subscriber.
@usableFromInline
struct SequenceSource<Iterator: IteratorProtocol, Downstream: Subscriber> {
    @usableFromInline var next: Iterator.Element
    @usableFromInline var iterator: Iterator
    @usableFromInline let downstream: Downstream
    @usableFromInline let completion: Subscribers.Completion<Downstream.Failure>

    @inlinable
    init(
        next: Iterator.Element, iterator: Iterator, downstream: Downstream,
        completion: Subscribers.Completion<Downstream.Failure>
    ) {
        self.next = next
        self.iterator = iterator
        self.downstream = downstream
        self.completion = completion
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
