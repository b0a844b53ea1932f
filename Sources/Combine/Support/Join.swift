/// The common part of operators that join a fixed number of upstreams into tuples.
///
/// State: `live`, `early`, `isHandedOver`, `isEnded`, and what a subclass stores of the inputs, belong to whoever holds
/// `turn`; `demand` is counted without a lock; `links` guards itself. Inputs that arrive on several threads at once
/// are worked off one at a time by the thread that came first.
@usableFromInline
class Join<Downstream: Subscriber>: Subscription, NamedConduit {
    @usableFromInline
    final let downstream: Downstream

    @usableFromInline
    final let turn = Turn()

    @usableFromInline
    final let demand = DemandCounter()

    @usableFromInline
    final let links: JoinLinks

    /// How many upstreams have not completed.
    @usableFromInline
    final var live: Int

    /// A completion that came before the subscription could be handed over.
    @usableFromInline
    final var early: Subscribers.Completion<Downstream.Failure>?

    @usableFromInline
    final var isHandedOver = false

    @usableFromInline
    final let conduitName: String

    @usableFromInline
    init(_ downstream: Downstream, count: Int, name: String) {
        self.downstream = downstream
        live = count
        links = JoinLinks(count: count)
        conduitName = name
    }

    /// Forgets stored inputs; called under the turn.
    @usableFromInline
    func clear() {}

    /// Hands the subscription downstream, once.
    @usableFromInline
    final func handOver() {
        turn.perform {
            if self.isHandedOver { return }
            self.isHandedOver = true
            self.downstream.receive(subscription: self)
            if let early = self.early { self.finish(early) }
        }
    }

    /// Ends the stream; called under the turn.
    @usableFromInline
    final func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard isHandedOver else {
            if early == nil { early = completion }
            links.cancelAll()
            return
        }
        guard demand.end() else { return }
        links.cancelAll()
        clear()
        downstream.receive(completion: completion)
    }

    @usableFromInline
    final func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        self.demand.add(demand)
        links.request(demand)
    }

    @usableFromInline
    final func cancel() {
        demand.end()
        links.cancelAll()
        turn.perform { self.clear() }
    }
}
