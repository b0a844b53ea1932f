public import Synchronization

/// The inner part of the operators that send the values of several publishers as they come: merge and flatMap.
///
/// With unlimited demand downstream each publisher is asked for everything. Otherwise each is asked for one value, and
/// for the next when that one has been delivered; one that is not wanted yet is kept. A merge knows its publishers
/// from the start; a flatMap gets them from an outer publisher, asked for as many as may run at a time.
///
/// State: `kept`, `isOuterDone` and `isDraining` belong to whoever holds `turn`; `links` is guarded by its lock;
/// `demand` and `live` are counted without one.
@usableFromInline
final class Interleaving<Downstream: Subscriber>: Subscription, NamedConduit {
    @usableFromInline
    struct Links {
        @usableFromInline var outer: (any Subscription)?
        @usableFromInline var inner: [Int: any Subscription] = [:]
        @usableFromInline var isUnlimited = false
        @usableFromInline var isEnded = false

        @inlinable
        init() {}
    }

    @usableFromInline
    let downstream: Downstream

    @usableFromInline
    let limit: Subscribers.Demand

    @usableFromInline
    let turn = Turn()

    @usableFromInline
    let demand = DemandCounter()

    @usableFromInline
    let links = Locked(Links())

    @usableFromInline
    let indexes = Atomic<Int>(0)

    /// How many publishers have not finished.
    @usableFromInline
    let live: Atomic<Int>

    @usableFromInline
    @exclusivity(unchecked)
    var kept = Queue<(input: Downstream.Input, from: Int)>()

    @usableFromInline
    var isOuterDone: Bool

    @usableFromInline
    var isDraining = false

    @usableFromInline
    let conduitName: String

    /// Makes the inner part of a merge of publishers whose numbers start at 0.
    @usableFromInline
    init(_ downstream: Downstream, merging count: Int) {
        self.downstream = downstream
        limit = .unlimited
        live = Atomic(count)
        isOuterDone = true
        conduitName = "Merge"
    }

    /// Makes the inner part of a flatMap.
    ///
    /// - Parameter limit: How many publishers may run at a time.
    @usableFromInline
    init(_ downstream: Downstream, limit: Subscribers.Demand) {
        self.downstream = downstream
        self.limit = limit
        live = Atomic(0)
        isOuterDone = false
        conduitName = "FlatMap"
    }

    /// Hands the subscription downstream, and finishes when there is nothing to wait for.
    @usableFromInline
    func start() {
        downstream.receive(subscription: self)
        if isOuterDone { turn.perform { self.finishIfDone() } }
    }

    // MARK: The outer publisher

    @usableFromInline
    func acceptOuter(_ subscription: any Subscription) {
        let accepted = links.withLock { links -> Bool in
            guard !links.isEnded, links.outer == nil else { return false }
            links.outer = subscription
            return true
        }
        if accepted {
            subscription.request(limit)
        } else {
            subscription.cancel()
        }
    }

    /// Takes the number of a new publisher, which counts as running from now on.
    @usableFromInline
    func nextIndex() -> Int {
        live.wrappingAdd(1, ordering: .acquiringAndReleasing)
        return indexes.wrappingAdd(1, ordering: .relaxed).newValue
    }

    @usableFromInline
    func completeOuter(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let gone = links.withLock { links -> (any Subscription)? in
            let gone = links.outer
            links.outer = nil
            return gone
        }
        withExtendedLifetime(gone) {}
        turn.perform {
            switch completion {
            case .finished:
                self.isOuterDone = true
                self.finishIfDone()
            case .failure:
                self.fail(completion)
            }
        }
    }

    // MARK: The publishers whose values are sent

    @usableFromInline
    func accept(_ subscription: any Subscription, at index: Int) {
        let first = links.withLock { links -> Subscribers.Demand? in
            guard !links.isEnded, links.inner[index] == nil else { return nil }
            links.inner[index] = subscription
            return links.isUnlimited ? .unlimited : .max(1)
        }
        if let first {
            subscription.request(first)
        } else {
            subscription.cancel()
        }
    }

    @inlinable
    func receive(_ input: Downstream.Input, at index: Int) -> Subscribers.Demand {
        let thread = currentThreadToken()
        switch turn.enter(thread) {
        case .nested:
            return put(input, from: index)
        case .entered:
            let more = put(input, from: index)
            turn.leave(thread)
            return more
        case .busy:
            return putLater(input, from: index, thread)
        }
    }

    /// Takes the value of a publisher that has just this one.
    ///
    /// - Returns: What upstream is to be asked for, as that publisher is done.
    @inlinable
    func receiveSingle(_ input: Downstream.Input) -> Subscribers.Demand {
        _ = receive(input, at: 0)
        return limit == .unlimited || demand.isEnded ? .none : .max(1)
    }

    @usableFromInline
    func putLater(_ input: Downstream.Input, from index: Int, _ thread: UInt) -> Subscribers.Demand {
        let left = turn.leaveWork(thread) {
            if self.put(input, from: index) != .none { self.running(index)?.request(.max(1)) }
        }
        if left { return .none }
        let more = put(input, from: index)
        turn.leave(thread)
        return more
    }

    /// Delivers or keeps a value; called under the turn.
    ///
    /// - Returns: What the publisher is to be asked for.
    @inlinable
    func put(_ input: Downstream.Input, from index: Int) -> Subscribers.Demand {
        let isUnlimited = demand.isUnlimited
        // What is kept is older: nothing goes past it.
        guard kept.isEmpty, demand.takeOne() else {
            if !demand.isEnded { kept.append((input, index)) }
            return .none
        }
        let more = downstream.receive(input)
        if more != .none { addDemand(more) }
        return isUnlimited ? .none : .max(1)
    }

    private func running(_ index: Int) -> (any Subscription)? {
        links.withLock { $0.inner[index] }
    }

    @usableFromInline
    func complete(_ completion: Subscribers.Completion<Downstream.Failure>, at index: Int) {
        let (gone, outer) = links.withLock { links in (links.inner.removeValue(forKey: index), links.outer) }
        withExtendedLifetime(gone) {}
        switch completion {
        case .finished:
            live.wrappingSubtract(1, ordering: .acquiringAndReleasing)
            if limit != .unlimited { outer?.request(.max(1)) }
            turn.perform { self.finishIfDone() }
        case .failure:
            turn.perform { self.fail(completion) }
        }
    }

    private func fail(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard demand.end() else { return }
        kept = Queue()
        cancelUpstreams()
        downstream.receive(completion: completion)
    }

    private func finishIfDone() {
        guard isOuterDone, kept.isEmpty, live.load(ordering: .acquiring) == 0, demand.end() else { return }
        downstream.receive(completion: .finished)
    }

    // MARK: Downstream

    @usableFromInline
    func addDemand(_ more: Subscribers.Demand) {
        let wasUnlimited = demand.isUnlimited
        demand.add(more)
        let asksForAll = !wasUnlimited && demand.isUnlimited
        turn.perform {
            self.drain()
            if asksForAll { self.askForAll() }
        }
    }

    /// Asks for everything, once what was kept has been delivered: it is older.
    private func askForAll() {
        let running = links.withLock { links -> [any Subscription] in
            links.isUnlimited = true
            return links.inner.sorted { $0.key < $1.key }.map(\.value)
        }
        for subscription in running { subscription.request(.unlimited) }
    }

    /// Delivers what is kept as far as it is wanted; called under the turn.
    private func drain() {
        if isDraining { return }
        isDraining = true
        while !kept.isEmpty, demand.takeOne() {
            let (input, index) = kept.removeFirst()
            let more = downstream.receive(input)
            if more != .none { addDemand(more) }
            if !demand.isUnlimited { running(index)?.request(.max(1)) }
        }
        isDraining = false
        finishIfDone()
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        addDemand(demand)
    }

    private func cancelUpstreams() {
        let old = links.withLock { links -> Links in
            let old = links
            links = Links()
            links.isEnded = true
            return old
        }
        old.outer?.cancel()
        for subscription in old.inner.values { subscription.cancel() }
    }

    @usableFromInline
    func cancel() {
        demand.end()
        cancelUpstreams()
        turn.perform { self.kept = Queue() }
    }
}

extension Interleaving: NumberedConduit {}
