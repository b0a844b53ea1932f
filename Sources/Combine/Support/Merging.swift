/// The inner part of the merge operators.
///
/// With unlimited demand downstream every upstream is asked for everything. Otherwise each is asked for one value, and
/// for the next when that one has been delivered; one that is not wanted yet is kept. State: `kept`, `live` and
/// `draining` belong to whoever holds `turn`.
@usableFromInline
final class Merging<Downstream: Subscriber>: Subscription, NamedConduit {
    @usableFromInline
    let downstream: Downstream

    @usableFromInline
    let turn = Turn()

    @usableFromInline
    let demand = DemandCounter()

    private let links: Locked<(running: [Int: any Subscription], isUnlimited: Bool, isEnded: Bool)>

    private var live: Int

    private var kept = Queue<(input: Downstream.Input, from: Int)>()

    private var isDraining = false

    @usableFromInline
    var conduitName: String { "Merge" }

    @usableFromInline
    init(_ downstream: Downstream, count: Int) {
        self.downstream = downstream
        live = count
        links = Locked(([:], false, false))
    }

    @usableFromInline
    func start() {
        downstream.receive(subscription: self)
        if live == 0, demand.end() { downstream.receive(completion: .finished) }
    }

    // MARK: Upstream

    @usableFromInline
    func accept(_ subscription: any Subscription, at index: Int) {
        let first = links.withLock { links -> Subscribers.Demand? in
            guard !links.isEnded, links.running[index] == nil else { return nil }
            links.running[index] = subscription
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
    /// - Returns: What the upstream is to be asked for.
    @inlinable
    func put(_ input: Downstream.Input, from index: Int) -> Subscribers.Demand {
        let isUnlimited = demand.isUnlimited
        // What is kept is older: nothing goes past it.
        guard hasNothingKept, demand.takeOne() else {
            keep(input, from: index)
            return .none
        }
        let more = downstream.receive(input)
        if more != .none { addDemand(more) }
        return isUnlimited ? .none : .max(1)
    }

    @usableFromInline
    var hasNothingKept: Bool { kept.isEmpty }

    @usableFromInline
    func keep(_ input: Downstream.Input, from index: Int) {
        if !demand.isEnded { kept.append((input, index)) }
    }

    private func running(_ index: Int) -> (any Subscription)? {
        links.withLock { $0.running[index] }
    }

    @usableFromInline
    func complete(_ completion: Subscribers.Completion<Downstream.Failure>, at index: Int) {
        let gone = links.withLock { $0.running.removeValue(forKey: index) }
        withExtendedLifetime(gone) {}
        turn.perform {
            switch completion {
            case .finished:
                self.live -= 1
                self.finishIfDone()
            case .failure:
                guard self.demand.end() else { return }
                self.kept = Queue()
                self.cancelUpstreams()
                self.downstream.receive(completion: completion)
            }
        }
    }

    private func finishIfDone() {
        if live == 0, kept.isEmpty, demand.end() { downstream.receive(completion: .finished) }
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
            return links.running.sorted { $0.key < $1.key }.map(\.value)
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
        let running = links.withLock { links -> [any Subscription] in
            let running = Array(links.running.values)
            links.running = [:]
            links.isEnded = true
            return running
        }
        for subscription in running { subscription.cancel() }
    }

    @usableFromInline
    func cancel() {
        demand.end()
        cancelUpstreams()
        turn.perform { self.kept = Queue() }
    }
}

/// The subscriber of one upstream of a merge.
@usableFromInline
struct MergeSide<Downstream: Subscriber>: Subscriber, NamedConduit {
    @usableFromInline
    typealias Failure = Downstream.Failure

    @usableFromInline
    let combineIdentifier = CombineIdentifier()

    @usableFromInline
    let merging: Merging<Downstream>

    @usableFromInline
    let index: Int

    @usableFromInline
    var conduitName: String { "Merge" }

    @inlinable
    init(_ merging: Merging<Downstream>, _ index: Int) {
        self.merging = merging
        self.index = index
    }

    @usableFromInline
    func receive(subscription: any Subscription) {
        merging.accept(subscription, at: index)
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        merging.receive(input, at: index)
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        merging.complete(completion, at: index)
    }
}
