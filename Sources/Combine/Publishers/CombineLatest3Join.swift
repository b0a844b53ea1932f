/// The inner part of `Publishers.CombineLatest3`.
@usableFromInline
final class CombineLatest3Join<A: Publisher, B: Publisher, C: Publisher, Downstream: Subscriber>: Join<Downstream>
where
    Downstream.Input == (A.Output, B.Output, C.Output), Downstream.Failure == A.Failure, A.Failure == B.Failure,
    B.Failure == C.Failure
{
    @usableFromInline
    @exclusivity(unchecked)
    var a: A.Output?

    @usableFromInline
    @exclusivity(unchecked)
    var b: B.Output?

    @usableFromInline
    @exclusivity(unchecked)
    var c: C.Output?

    @inlinable
    init(_ downstream: Downstream) {
        super.init(downstream, count: 3, name: "CombineLatest")
    }

    @usableFromInline
    override func clear() {
        let kept = (a, b, c)
        a = nil
        b = nil
        c = nil
        withExtendedLifetime(kept) {}
    }

    /// Sends a tuple, if all places are filled and one is wanted; called under the turn.
    @inlinable
    func emit() {
        guard let a, let b, let c, isHandedOver, demand.takeOne() else { return }
        let more = downstream.receive((a, b, c))
        if more != .none {
            demand.add(more)
            links.request(more)
        }
    }

    @usableFromInline
    func completed(_ completion: Subscribers.Completion<A.Failure>, at index: Int) {
        links.end(at: index)
        turn.perform {
            self.live -= 1
            switch completion {
            case .finished: if self.live == 0 { self.finish(.finished) }
            case .failure: self.finish(completion)
            }
        }
    }

    /// The subscriber of the upstream of place A.
    @usableFromInline
    struct SideA: Subscriber, NamedConduit {
        @usableFromInline
        typealias Failure = A.Failure

        @usableFromInline
        let combineIdentifier = CombineIdentifier()

        @usableFromInline
        let join: CombineLatest3Join

        @inlinable
        init(join: CombineLatest3Join) {
            self.join = join
        }

        @usableFromInline
        var conduitName: String { "CombineLatest" }

        @usableFromInline
        func receive(subscription: any Subscription) {
            join.links.accept(subscription, at: 0)
        }

        @inlinable
        func receive(_ input: A.Output) -> Subscribers.Demand {
            let thread = currentThreadToken()
            switch join.turn.enter(thread) {
            case .entered:
                put(input)
                join.turn.leave(thread)
            case .nested:
                put(input)
            case .busy:
                putLater(input, thread)
            }
            return .none
        }

        @inlinable
        func put(_ input: A.Output) {
            if join.demand.isEnded { return }
            let old = join.a
            join.a = input
            withExtendedLifetime(old) {}
            join.emit()
        }

        @usableFromInline
        func putLater(_ input: A.Output, _ thread: UInt) {
            if join.turn.leaveWork(thread, { put(input) }) { return }
            put(input)
            join.turn.leave(thread)
        }

        @usableFromInline
        func receive(completion: Subscribers.Completion<A.Failure>) {
            join.completed(completion, at: 0)
        }
    }

    /// The subscriber of the upstream of place B.
    @usableFromInline
    struct SideB: Subscriber, NamedConduit {
        @usableFromInline
        typealias Failure = A.Failure

        @usableFromInline
        let combineIdentifier = CombineIdentifier()

        @usableFromInline
        let join: CombineLatest3Join

        @inlinable
        init(join: CombineLatest3Join) {
            self.join = join
        }

        @usableFromInline
        var conduitName: String { "CombineLatest" }

        @usableFromInline
        func receive(subscription: any Subscription) {
            join.links.accept(subscription, at: 1)
        }

        @inlinable
        func receive(_ input: B.Output) -> Subscribers.Demand {
            let thread = currentThreadToken()
            switch join.turn.enter(thread) {
            case .entered:
                put(input)
                join.turn.leave(thread)
            case .nested:
                put(input)
            case .busy:
                putLater(input, thread)
            }
            return .none
        }

        @inlinable
        func put(_ input: B.Output) {
            if join.demand.isEnded { return }
            let old = join.b
            join.b = input
            withExtendedLifetime(old) {}
            join.emit()
        }

        @usableFromInline
        func putLater(_ input: B.Output, _ thread: UInt) {
            if join.turn.leaveWork(thread, { put(input) }) { return }
            put(input)
            join.turn.leave(thread)
        }

        @usableFromInline
        func receive(completion: Subscribers.Completion<A.Failure>) {
            join.completed(completion, at: 1)
        }
    }

    /// The subscriber of the upstream of place C.
    @usableFromInline
    struct SideC: Subscriber, NamedConduit {
        @usableFromInline
        typealias Failure = A.Failure

        @usableFromInline
        let combineIdentifier = CombineIdentifier()

        @usableFromInline
        let join: CombineLatest3Join

        @inlinable
        init(join: CombineLatest3Join) {
            self.join = join
        }

        @usableFromInline
        var conduitName: String { "CombineLatest" }

        @usableFromInline
        func receive(subscription: any Subscription) {
            join.links.accept(subscription, at: 2)
        }

        @inlinable
        func receive(_ input: C.Output) -> Subscribers.Demand {
            let thread = currentThreadToken()
            switch join.turn.enter(thread) {
            case .entered:
                put(input)
                join.turn.leave(thread)
            case .nested:
                put(input)
            case .busy:
                putLater(input, thread)
            }
            return .none
        }

        @inlinable
        func put(_ input: C.Output) {
            if join.demand.isEnded { return }
            let old = join.c
            join.c = input
            withExtendedLifetime(old) {}
            join.emit()
        }

        @usableFromInline
        func putLater(_ input: C.Output, _ thread: UInt) {
            if join.turn.leaveWork(thread, { put(input) }) { return }
            put(input)
            join.turn.leave(thread)
        }

        @usableFromInline
        func receive(completion: Subscribers.Completion<A.Failure>) {
            join.completed(completion, at: 2)
        }
    }
}
