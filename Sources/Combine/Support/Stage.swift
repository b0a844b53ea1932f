public import Synchronization

/// What a synchronous operator does, apart from the protocol between publisher and subscriber.
///
/// Stages that remember something keep it in a `Memory`, so that a closure of the user's may come back in.
@usableFromInline
protocol Stage {
    associatedtype Input
    associatedtype UpstreamFailure: Error
    associatedtype Product
    associatedtype Failure: Error

    /// The operator's name.
    var name: String { get }

    /// Deals with one input: passes something on, ends the stream, or asks for one more instead.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - line: Where to pass things on. Downstream's type shows here, so that no value is boxed on its way.
    /// - Returns: Further demand: what the line returned, or one for an input that is left out.
    func judge<D: Subscriber>(_ input: Input, for line: StageConduit<Self, D>) -> Subscribers.Demand
    where D.Input == Product, D.Failure == Failure

    func translate(_ failure: UpstreamFailure) -> Failure

    /// What a mirror of the operator shows.
    func children<D: Subscriber>(of line: StageConduit<Self, D>) -> [Mirror.Child]
    where D.Input == Product, D.Failure == Failure
}

extension Stage {
    @usableFromInline
    func children<D: Subscriber>(of line: StageConduit<Self, D>) -> [Mirror.Child]
    where D.Input == Product, D.Failure == Failure {
        [("downstream", line.downstream)]
    }
}

extension Stage where UpstreamFailure == Failure {
    @inlinable
    func translate(_ failure: UpstreamFailure) -> Failure { failure }
}

extension Stage where Failure == any Error {
    @inlinable
    func translate(_ failure: UpstreamFailure) -> any Error { failure }
}

extension Stage where Failure == any Error, UpstreamFailure == any Error {
    @inlinable
    func translate(_ failure: any Error) -> any Error { failure }
}

/// Something a stage remembers from one input to the next.
///
/// It is touched by the thread that delivers to the operator, and deliveries come one at a time.
@usableFromInline
final class Memory<Value> {
    @usableFromInline
    @exclusivity(unchecked)
    var value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }
}

/// The inner part of a synchronous operator: subscriber of its upstream, subscription of its downstream.
///
/// State: `phase` goes from waiting to active to ended; a value needs one load of it and no lock. `upstream` is
/// guarded by its lock and let go when the stream ends.
@usableFromInline
final class StageConduit<Part: Stage, Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
where Downstream.Input == Part.Product, Downstream.Failure == Part.Failure {
    @usableFromInline
    let part: Part

    @usableFromInline
    let downstream: Downstream

    @usableFromInline
    let phase = ConduitPhase()

    @usableFromInline
    let upstream = Locked<(any Subscription)?>(nil)

    @inlinable
    init(_ part: Part, _ downstream: Downstream) {
        self.part = part
        self.downstream = downstream
    }

    @usableFromInline
    var conduitName: String { part.name }

    @usableFromInline
    var conduitChildren: [Mirror.Child] { part.children(of: self) }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase.activate() else {
            subscription.cancel()
            return
        }
        withExtendedLifetime(upstream.exchange(subscription)) {}
        downstream.receive(subscription: self)
    }

    @inlinable
    func receive(_ input: Part.Input) -> Subscribers.Demand {
        guard phase.isActive else { return .none }
        return part.judge(input, for: self)
    }

    // MARK: For the part

    /// Sends a value on.
    @inlinable
    @inline(__always)
    func pass(_ output: Part.Product) -> Subscribers.Demand {
        downstream.receive(output)
    }

    /// Sends a value on, then cancels upstream and finishes.
    @inlinable
    func passAndEnd(_ output: Part.Product) -> Subscribers.Demand {
        _ = downstream.receive(output)
        return end()
    }

    /// Cancels upstream and finishes.
    @inlinable
    func end() -> Subscribers.Demand {
        end(.finished)
        return .none
    }

    /// Cancels upstream and fails.
    @inlinable
    func fail(_ error: Part.Failure) -> Subscribers.Demand {
        end(.failure(error))
        return .none
    }

    @usableFromInline
    func end(_ completion: Subscribers.Completion<Part.Failure>) {
        guard phase.end() else { return }
        upstream.take()?.cancel()
        downstream.receive(completion: completion)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Part.UpstreamFailure>) {
        guard phase.end() else { return }
        withExtendedLifetime(upstream.take()) {}
        downstream.receive(completion: completion.mapFailure(part.translate))
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        guard phase.isActive else { return }
        upstream.current?.request(demand)
    }

    @inlinable
    func cancel() {
        guard phase.stop() else { return }
        upstream.take()?.cancel()
    }
}

/// Where an operator stands: waiting for its subscription, active, or ended.
@usableFromInline
struct ConduitPhase: ~Copyable {
    @usableFromInline
    let number = Atomic<UInt8>(0)

    @inlinable
    init() {}

    @inlinable
    var isActive: Bool { number.load(ordering: .acquiring) == 1 }

    @inlinable
    var isEnded: Bool { number.load(ordering: .acquiring) == 2 }

    /// Where it stands, in a word.
    @usableFromInline
    var word: String {
        switch number.load(ordering: .acquiring) {
        case 0: "awaitingSubscription"
        case 1: "subscribed"
        default: "completed"
        }
    }

    /// From waiting to active; false when it is not waiting.
    @inlinable
    func activate() -> Bool {
        number.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing).exchanged
    }

    /// From active to ended; false when it is not active.
    @inlinable
    func end() -> Bool {
        number.compareExchange(expected: 1, desired: 2, ordering: .acquiringAndReleasing).exchanged
    }

    /// To ended; false when it was ended.
    @inlinable
    func stop() -> Bool {
        number.exchange(2, ordering: .acquiringAndReleasing) != 2
    }
}
