/// What a reduction says after one input.
@usableFromInline
enum Progress<Failure: Error> {
    /// More input may change the result.
    case more
    /// The result is certain: cancel upstream.
    case done
    /// Cancel upstream and fail.
    case fail(Failure)
}

/// What an operator with one result does, apart from the protocol between publisher and subscriber.
@usableFromInline
protocol Reduction {
    associatedtype Input
    associatedtype UpstreamFailure: Error
    associatedtype Output
    associatedtype Failure: Error

    /// The operator's name.
    var name: String { get }

    func add(_ input: Input) -> Progress<Failure>

    /// The result when there is no more input; nil for none.
    func result() -> Output?

    func translate(_ failure: UpstreamFailure) -> Failure

    /// The result before the first input, for a mirror; nil where there is none.
    var initialShown: Any? { get }

    /// What a mirror of the operator shows.
    ///
    /// - Parameter children: What the operators of this kind show.
    func children(of children: [Mirror.Child]) -> [Mirror.Child]
}

extension Reduction {
    @usableFromInline
    var initialShown: Any? { nil }

    @usableFromInline
    func children(of children: [Mirror.Child]) -> [Mirror.Child] { children }
}

extension Reduction where UpstreamFailure == Failure {
    @inlinable
    func translate(_ failure: UpstreamFailure) -> Failure { failure }
}

extension Reduction where Failure == any Error {
    @inlinable
    func translate(_ failure: UpstreamFailure) -> any Error { failure }
}

extension Reduction where Failure == any Error, UpstreamFailure == any Error {
    @inlinable
    func translate(_ failure: any Error) -> any Error { failure }
}

/// The inner part of an operator with one result.
///
/// It asks upstream for everything at once, and delivers the result when upstream is done and downstream has asked.
/// State: `phase` as in every operator; `state` is guarded by its lock. Values take no lock.
@usableFromInline
final class ReduceConduit<Part: Reduction, Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
where Downstream.Input == Part.Output, Downstream.Failure == Part.Failure {
    @usableFromInline
    struct State {
        @usableFromInline var upstream: (any Subscription)?
        @usableFromInline var isWanted = false
        /// The result, once upstream is done and nobody has asked for it.
        @usableFromInline var held: Part.Output?

        @inlinable
        init() {}
    }

    @usableFromInline
    let part: Part

    @usableFromInline
    let downstream: Downstream

    /// Active while upstream may still send.
    @usableFromInline
    let phase = ConduitPhase()

    /// Active while downstream may still receive.
    @usableFromInline
    let delivery = ConduitPhase()

    @usableFromInline
    let state = Locked(State())

    @inlinable
    init(_ part: Part, _ downstream: Downstream) {
        self.part = part
        self.downstream = downstream
    }

    @usableFromInline
    var conduitName: String { part.name }

    @usableFromInline
    var conduitChildren: [Mirror.Child] {
        part.children(of: [
            ("downstream", downstream), ("result", part.result() as Any), ("initial", part.initialShown as Any),
            ("status", phase.word),
        ])
    }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase.activate(), delivery.activate() else {
            subscription.cancel()
            return
        }
        state.withLock { $0.upstream = subscription }
        downstream.receive(subscription: self)
        if phase.isActive { subscription.request(.unlimited) }
    }

    @inlinable
    func receive(_ input: Part.Input) -> Subscribers.Demand {
        guard phase.isActive else { return .none }
        switch part.add(input) {
        case .more:
            break
        case .done:
            guard phase.end() else { break }
            takeUpstream()?.cancel()
            deliverResult()
        case .fail(let error):
            guard phase.end() else { break }
            takeUpstream()?.cancel()
            if delivery.end() { downstream.receive(completion: .failure(error)) }
        }
        return .none
    }

    @usableFromInline
    func takeUpstream() -> (any Subscription)? {
        state.withLock {
            let upstream = $0.upstream
            $0.upstream = nil
            return upstream
        }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Part.UpstreamFailure>) {
        guard phase.end() else { return }
        withExtendedLifetime(takeUpstream()) {}
        switch completion {
        case .finished:
            deliverResult()
        case .failure(let error):
            if delivery.end() { downstream.receive(completion: .failure(part.translate(error))) }
        }
    }

    @usableFromInline
    func deliverResult() {
        guard let result = part.result() else {
            if delivery.end() { downstream.receive(completion: .finished) }
            return
        }
        let isWanted = state.withLock { state -> Bool in
            if !state.isWanted { state.held = result }
            return state.isWanted
        }
        if isWanted { finish(with: result) }
    }

    @usableFromInline
    func finish(with result: Part.Output) {
        guard delivery.isActive else { return }
        _ = downstream.receive(result)
        if delivery.end() { downstream.receive(completion: .finished) }
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        let held = state.withLock { state -> Part.Output? in
            state.isWanted = true
            let held = state.held
            state.held = nil
            return held
        }
        if let held { finish(with: held) }
    }

    @usableFromInline
    func cancel() {
        _ = delivery.stop()
        _ = phase.stop()
        let old = state.exchange(State())
        old.upstream?.cancel()
    }
}
