public import Synchronization

/// The part of a subject which serves one subscriber, as far as it does not depend on the kind of value.
///
/// The demand is counted without a lock. `seen`, `position` and `link` belong to the turn of the subject's hub.
@usableFromInline
class SubjectLegBase {
    @usableFromInline
    final let demand = DemandCounter()

    /// The version of the subject's value delivered last.
    @usableFromInline
    @exclusivity(unchecked)
    final var seen: UInt = 0

    /// Where the leg stands in the hub's list.
    @usableFromInline
    @exclusivity(unchecked)
    final var position = -1

    /// The subscription which the subscriber holds; it holds this leg in turn, until one of the two ends.
    @usableFromInline
    @exclusivity(unchecked)
    final var link: SubjectSubscription?

    /// The thread that is handing the subscription over while another one delivers; else 0.
    @usableFromInline
    final let directThread = Atomic<UInt>(0)

    @usableFromInline
    init() {}

    /// The subscriber, for a mirror.
    @usableFromInline
    var subscriberShown: Any? { nil }

    /// Breaks the cycle with the subscription.
    @usableFromInline
    final func unlink() {
        let old = link
        link = nil
        old?.forget()
    }
}

/// The part of a subject which serves one subscriber.
///
/// It knows the subscriber by closures that were made where the subscriber's type was known, so that a chain of
/// operators behind it is called as one compiled whole. They are constants: delivering takes no reference, as the hub
/// keeps the leg alive meanwhile.
@usableFromInline
final class SubjectLeg<Output, Failure: Error>: SubjectLegBase {
    @usableFromInline
    let receive: (Output) -> Subscribers.Demand

    /// Everything but values: rarely called, so one closure does for all.
    @usableFromInline
    let serve: (LegCall<Failure>) -> Any?

    @inlinable
    init(
        receive: @escaping (Output) -> Subscribers.Demand,
        serve: @escaping (LegCall<Failure>) -> Any?
    ) {
        self.receive = receive
        self.serve = serve
        super.init()
    }

    /// Delivers a value if one is wanted.
    @inlinable
    @inline(__always)
    func offer(_ value: Output, version: UInt) {
        guard demand.takeOne() else { return }
        seen = version
        let more = receive(value)
        if more != .none { demand.add(more) }
    }

    /// Ends the stream for this subscriber, unless it has ended.
    @inlinable
    func finish(_ completion: Subscribers.Completion<Failure>) {
        unlink()
        if demand.end() { _ = serve(.complete(completion)) }
    }

    @usableFromInline
    override var subscriberShown: Any? { serve(.show) }
}

/// What a leg asks of its subscriber besides taking a value.
@usableFromInline
enum LegCall<Failure: Error> {
    /// Take the completion.
    case complete(Subscribers.Completion<Failure>)
    /// Give yourself, for a mirror.
    case show
}
