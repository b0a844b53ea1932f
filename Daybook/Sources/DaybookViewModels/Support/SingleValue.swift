import Combine
import DaybookModel
import Foundation
import Synchronization

/// Waits for the one value that a manager's publisher delivers.
///
/// The subscription is kept here until the publisher completes; its callbacks come on any thread.
final class SingleValue<Value: Sendable>: Sendable {
    /// The waiting caller, the value that has come, and the subscription.
    ///
    /// Whoever takes the caller out resumes it, outside the lock.
    private struct State {
        var caller: CheckedContinuation<Result<Value, DaybookError>, Never>?
        var value: Value?
        // Cancelling is safe from any thread; the box is only ever emptied.
        var subscription: SubscriptionBox?
        var isOver = false
    }

    /// Safe to send: `AnyCancellable` is released from whichever thread ends the wait.
    private final class SubscriptionBox: @unchecked Sendable {
        let cancellable: AnyCancellable
        init(_ cancellable: AnyCancellable) { self.cancellable = cancellable }
    }

    private let state = Mutex(State())

    /// Subscribes and waits; a publisher that completes without a value counts as failed storage.
    @MainActor
    static func of(_ publisher: AnyPublisher<Value, DaybookError>) async -> Result<Value, DaybookError> {
        let wait = SingleValue()
        return await withCheckedContinuation { continuation in
            wait.state.withLock { $0.caller = continuation }
            wait.subscribe(to: publisher)
        }
    }

    /// Outside the main actor, as the publisher calls back from any thread.
    private nonisolated func subscribe(to publisher: AnyPublisher<Value, DaybookError>) {
        let cancellable = publisher.sink(receiveCompletion: { self.complete($0) }, receiveValue: { self.receive($0) })
        keep(SubscriptionBox(cancellable))
    }

    private func receive(_ value: Value) {
        state.withLock { $0.value = value }
    }

    private func keep(_ box: SubscriptionBox) {
        state.withLock { if !$0.isOver { $0.subscription = box } }
    }

    private func complete(_ completion: Subscribers.Completion<DaybookError>) {
        let (caller, value, subscription) = state.withLock { state in
            defer {
                state.caller = nil
                state.subscription = nil
                state.isOver = true
            }
            return (state.caller, state.value, state.subscription)
        }
        withExtendedLifetime(subscription) {
            switch completion {
            case .failure(let error):
                caller?.resume(returning: .failure(error))
            case .finished:
                let missing = DaybookError.storage("a manager finished without a value")
                caller?.resume(returning: value.map { .success($0) } ?? .failure(missing))
            }
        }
    }
}

/// Waits for the one value of a manager's publisher, for code outside view models.
public enum PublisherValue {
    /// The value, or why there is none.
    @MainActor
    public static func of<Value: Sendable>(
        _ publisher: AnyPublisher<Value, DaybookError>
    ) async -> Result<Value, DaybookError> {
        await SingleValue.of(publisher)
    }
}
