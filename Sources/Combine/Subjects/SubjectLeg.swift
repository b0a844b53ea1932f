public import Synchronization

/// The part of a subject which serves one subscriber.
///
/// The demand is counted without a lock. `seen` and `position` belong to the turn of the subject's hub.
@usableFromInline
class SubjectLeg<Output, Failure: Error> {
    @usableFromInline
    let demand = DemandCounter()

    /// The version of the subject's value delivered last.
    @usableFromInline
    @exclusivity(unchecked)
    final var seen: UInt = 0

    /// Where the leg stands in the hub's list.
    @usableFromInline
    final var position = -1

    /// The subscription which the subscriber holds; it holds this leg in turn, until one of the two ends.
    @usableFromInline
    final var link: SubjectSubscription<Output, Failure>?

    /// The thread that is handing the subscription over while another one delivers; else 0.
    @usableFromInline
    final let directThread = Atomic<UInt>(0)

    @inlinable
    init() {}

    /// Delivers a value if one is wanted.
    @usableFromInline
    func offer(_ value: Output, version: UInt) {
        preconditionFailure("SubjectLeg.offer(_:version:) is to be overridden")
    }

    /// Ends the stream for this subscriber, unless it has ended.
    @usableFromInline
    func finish(_ completion: Subscribers.Completion<Failure>) {
        preconditionFailure("SubjectLeg.finish(_:) is to be overridden")
    }
}

/// A leg which knows the type of its subscriber, so that a chain of operators is called without indirection.
@usableFromInline
final class TypedSubjectLeg<Downstream: Subscriber>: SubjectLeg<Downstream.Input, Downstream.Failure> {
    // A constant, so that delivering takes no reference: the hub keeps the leg alive during a delivery.
    @usableFromInline
    let downstream: Downstream

    @inlinable
    init(_ downstream: Downstream) {
        self.downstream = downstream
        super.init()
    }

    @inlinable
    override func offer(_ value: Downstream.Input, version: UInt) {
        guard demand.takeOne() else { return }
        seen = version
        let more = downstream.receive(value)
        if more != .none { demand.add(more) }
    }

    @inlinable
    override func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if demand.end() { downstream.receive(completion: completion) }
    }
}
