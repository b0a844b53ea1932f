/// The inner part of an operator that serves one subscriber by many publishers of one type, each of which has a number.
@usableFromInline
protocol NumberedConduit: Subscription, NamedConduit {
    associatedtype Downstream: Subscriber

    /// Takes a publisher's subscription, or cancels it.
    func accept(_ subscription: any Subscription, at index: Int)

    /// Takes a publisher's value.
    ///
    /// - Returns: What the publisher is to be asked for.
    func receive(_ input: Downstream.Input, at index: Int) -> Subscribers.Demand

    /// Takes a publisher's completion.
    func complete(_ completion: Subscribers.Completion<Downstream.Failure>, at index: Int)
}

/// The subscriber of one of the publishers.
///
/// The conduit's type is known where this is used, so that a value takes no detour.
@usableFromInline
struct NumberedSide<Conduit: NumberedConduit>: Subscriber, NamedConduit {
    @usableFromInline
    typealias Input = Conduit.Downstream.Input
    @usableFromInline
    typealias Failure = Conduit.Downstream.Failure

    @usableFromInline
    let combineIdentifier = CombineIdentifier()

    @usableFromInline
    let conduit: Conduit

    @usableFromInline
    let index: Int

    @usableFromInline
    var conduitName: String { conduit.conduitName }

    @usableFromInline
    var conduitChildren: [Mirror.Child] { [("parentSubscription", conduit.combineIdentifier)] }

    @inlinable
    init(_ conduit: Conduit, _ index: Int) {
        self.conduit = conduit
        self.index = index
    }

    @inlinable
    func receive(subscription: any Subscription) {
        conduit.accept(subscription, at: index)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        conduit.receive(input, at: index)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        conduit.complete(completion, at: index)
    }
}
