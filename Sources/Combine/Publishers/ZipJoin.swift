/// The inner part of `Publishers.Zip`.
@usableFromInline
final class ZipJoin<A: Publisher, B: Publisher, Downstream: Subscriber>: Join<Downstream>
where Downstream.Input == (A.Output, B.Output), Downstream.Failure == A.Failure, A.Failure == B.Failure {
    @usableFromInline
    @exclusivity(unchecked)
    var a = Queue<A.Output>()

    @usableFromInline
    @exclusivity(unchecked)
    var b = Queue<B.Output>()

    /// The places whose upstream has finished.
    @usableFromInline
    var finished: [Bool]

    @inlinable
    init(_ downstream: Downstream) {
        finished = Array(repeating: false, count: 2)
        super.init(downstream, count: 2, name: "Zip")
    }

    @usableFromInline
    override func clear() {
        let kept = (a, b)
        a = Queue()
        b = Queue()
        withExtendedLifetime(kept) {}
    }

    @usableFromInline
    func handOverIfReady() {
        if links.areAllTaken || early != nil { handOver() }
    }

    /// Whether a place has finished and has nothing kept.
    @usableFromInline
    var isExhausted: Bool {
        (finished[0] && a.isEmpty) || (finished[1] && b.isEmpty)
    }

    /// Sends a tuple, if all places have something; called under the turn.
    ///
    /// - Returns: The demand for the upstream that caused it; the others have been told.
    @inlinable
    func emit(for index: Int?) -> Subscribers.Demand {
        guard !demand.isEnded, !a.isEmpty, !b.isEmpty else { return .none }
        let more = downstream.receive((a.removeFirst(), b.removeFirst()))
        if more != .none {
            demand.add(more)
            links.request(more, except: index)
        }
        if isExhausted { finish(.finished) }
        return more
    }

    @usableFromInline
    func completed(_ completion: Subscribers.Completion<A.Failure>, at index: Int) {
        links.end(at: index)
        turn.perform {
            switch completion {
            case .finished:
                self.finished[index] = true
                if self.isExhausted { self.finish(.finished) }
            case .failure:
                self.finish(completion)
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
        let join: ZipJoin

        @inlinable
        init(join: ZipJoin) {
            self.join = join
        }

        @usableFromInline
        var conduitName: String { "Zip" }

        @usableFromInline
        func receive(subscription: any Subscription) {
            if join.links.accept(subscription, at: 0), join.links.areAllTaken { join.handOver() }
        }

        @inlinable
        func receive(_ input: A.Output) -> Subscribers.Demand {
            let thread = currentThreadToken()
            switch join.turn.enter(thread) {
            case .entered:
                let more = put(input)
                join.turn.leave(thread)
                return more
            case .nested:
                return put(input)
            case .busy:
                let join = join
                if join.turn.leaveWork(
                    thread,
                    {
                        join.a.append(input); join.links.requestAfterwards(join.emit(for: 0), at: 0)
                    })
                {
                    return .none
                }
                let more = put(input)
                join.turn.leave(thread)
                return more
            }
        }

        @inlinable
        func put(_ input: A.Output) -> Subscribers.Demand {
            if join.demand.isEnded { return .none }
            join.a.append(input)
            return join.emit(for: 0)
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
        let join: ZipJoin

        @inlinable
        init(join: ZipJoin) {
            self.join = join
        }

        @usableFromInline
        var conduitName: String { "Zip" }

        @usableFromInline
        func receive(subscription: any Subscription) {
            if join.links.accept(subscription, at: 1), join.links.areAllTaken { join.handOver() }
        }

        @inlinable
        func receive(_ input: B.Output) -> Subscribers.Demand {
            let thread = currentThreadToken()
            switch join.turn.enter(thread) {
            case .entered:
                let more = put(input)
                join.turn.leave(thread)
                return more
            case .nested:
                return put(input)
            case .busy:
                let join = join
                if join.turn.leaveWork(
                    thread,
                    {
                        join.b.append(input); join.links.requestAfterwards(join.emit(for: 1), at: 1)
                    })
                {
                    return .none
                }
                let more = put(input)
                join.turn.leave(thread)
                return more
            }
        }

        @inlinable
        func put(_ input: B.Output) -> Subscribers.Demand {
            if join.demand.isEnded { return .none }
            join.b.append(input)
            return join.emit(for: 1)
        }

        @usableFromInline
        func receive(completion: Subscribers.Completion<A.Failure>) {
            join.completed(completion, at: 1)
        }
    }
}
