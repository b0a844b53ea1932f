public import Synchronization

extension Subscribers {
    /// A subscriber which demands unlimited values and hands each one to a closure.
    ///
    /// The closures run on the delivering thread, and are let go at completion or cancel; a call that is running then
    /// comes to its end first. Cancelling runs no closure.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible, CustomReflectable,
        CustomPlaygroundDisplayConvertible
    {
        // State: `calls` counts the calls into the closures that are running, and holds the marks `ended` (no new
        // call) and `freed`. Whoever sees `ended` with no call running owns `body`, once, by setting `freed`.
        @usableFromInline
        let calls = Atomic<UInt>(0)

        // Unmanaged: let go as described above, so that delivering a value takes no reference.
        @usableFromInline
        let body: Unmanaged<SinkBody<Input, Failure>>

        @usableFromInline
        let status = Locked(SinkStatus.waiting)

        /// Makes a subscriber from two closures.
        ///
        /// - Parameters:
        ///   - receiveCompletion: Called at most once, with the completion.
        ///   - receiveValue: Called with each value.
        @inlinable
        public init(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            body = Unmanaged.passRetained(SinkBody(receiveCompletion, receiveValue))
        }

        deinit {
            if calls.load(ordering: .acquiring) & SinkMark.freed == 0 { body.release() }
        }

        /// The closure for values; one that does nothing after completion or cancel.
        public var receiveValue: (Input) -> Void {
            guard enter() else { return { _ in } }
            defer { leave() }
            return body._withUnsafeGuaranteedRef { $0.receiveValue }
        }

        /// The closure for the completion; one that does nothing after completion or cancel.
        public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
            guard enter() else { return { _ in } }
            defer { leave() }
            return body._withUnsafeGuaranteedRef { $0.receiveCompletion }
        }

        /// Takes the first subscription and demands unlimited values; cancels any other.
        @inlinable
        public func receive(subscription: any Subscription) {
            let accepted = status.withLock { status -> Bool in
                guard case .waiting = status else { return false }
                status = .running(subscription)
                return true
            }
            if accepted {
                subscription.request(.unlimited)
            } else {
                subscription.cancel()
            }
        }

        /// Hands a value to the closure, unless the stream has ended.
        ///
        /// - Returns: None: everything has been demanded already.
        @inlinable
        public func receive(_ value: Input) -> Subscribers.Demand {
            guard enter() else { return .none }
            body._withUnsafeGuaranteedRef { $0.receiveValue(value) }
            leave()
            return .none
        }

        /// Hands the completion to the closure, then lets both closures go.
        @inlinable
        public func receive(completion: Subscribers.Completion<Failure>) {
            guard enter() else { return }
            if end() {
                let old = status.exchange(.ended)
                withExtendedLifetime(old) {}
                body._withUnsafeGuaranteedRef { $0.receiveCompletion(completion) }
            }
            leave()
        }

        /// Cancels the subscription and lets both closures go.
        @inlinable
        public func cancel() {
            guard enter() else { return }
            let old = status.exchange(.ended)
            _ = end()
            if case .running(let subscription) = old { subscription.cancel() }
            leave()
        }

        /// Always `Sink`.
        public var description: String { "Sink" }

        /// A mirror without contents.
        public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

        /// Always `Sink`.
        public var playgroundDescription: Any { description }
    }
}

extension Subscribers.Sink {
    /// Announces a call; false, and nothing is announced, when the stream has ended.
    @inlinable
    @inline(__always)
    func enter() -> Bool {
        let before = calls.wrappingAdd(1, ordering: .acquiring).oldValue
        if before & SinkMark.ended == 0 { return true }
        leave()
        return false
    }

    @inlinable
    @inline(__always)
    func leave() {
        let after = calls.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
        if after == SinkMark.ended { free() }
    }

    /// Forbids new calls.
    ///
    /// - Returns: Whether they were allowed so far.
    @inlinable
    func end() -> Bool {
        calls.bitwiseOr(SinkMark.ended, ordering: .acquiringAndReleasing).oldValue & SinkMark.ended == 0
    }

    @usableFromInline
    func free() {
        let ours = calls.compareExchange(
            expected: SinkMark.ended, desired: SinkMark.ended | SinkMark.freed, ordering: .acquiringAndReleasing
        ).exchanged
        if ours { body.release() }
    }
}

/// Where a sink stands with its upstream.
@usableFromInline
enum SinkStatus {
    case waiting
    case running(any Subscription)
    case ended
}

/// The marks in the count of calls of a sink.
@usableFromInline
enum SinkMark {
    @inlinable
    static var ended: UInt { 1 << 62 }

    @inlinable
    static var freed: UInt { 1 << 63 }
}

/// The closures of a sink.
@usableFromInline
final class SinkBody<Input, Failure: Error> {
    @usableFromInline
    let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

    @usableFromInline
    let receiveValue: (Input) -> Void

    @inlinable
    init(
        _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        _ receiveValue: @escaping (Input) -> Void
    ) {
        self.receiveCompletion = receiveCompletion
        self.receiveValue = receiveValue
    }
}

extension Publisher {
    /// Attaches a subscriber made of two closures, with unlimited demand.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Called at most once, with the completion.
    ///   - receiveValue: Called with each value, on the delivering thread.
    /// - Returns: A token; the chain is cancelled when it is dropped.
    @_transparent
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        subscribe(sink)
        return AnyCancellable(sink)
    }
}

extension Publisher where Failure == Never {
    /// Attaches a subscriber made of a closure, with unlimited demand.
    ///
    /// - Parameter receiveValue: Called with each value, on the delivering thread.
    /// - Returns: A token; the chain is cancelled when it is dropped.
    @_transparent
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Never>(receiveCompletion: { _ in }, receiveValue: receiveValue)
        subscribe(sink)
        return AnyCancellable(sink)
    }
}
