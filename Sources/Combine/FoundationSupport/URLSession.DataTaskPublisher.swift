public import Foundation

#if canImport(FoundationNetworking)
    // Files written for Apple's platforms find URLSession in Foundation.
    @_exported public import FoundationNetworking
#endif

extension URLSession {
    /// A publisher of the answer to one request.
    ///
    /// Each subscriber has a task of its own, which starts at the first demand. The status of the answer is not looked
    /// at. Value and completion come on the session's delegate queue. Cancelling cancels the task.
    public struct DataTaskPublisher: Publisher, Sendable {
        /// The body, empty if there is none, and the head of the answer.
        public typealias Output = (data: Data, response: URLResponse)
        /// Why there is no answer.
        public typealias Failure = URLError

        /// The request sent.
        public let request: URLRequest

        /// The session that sends it.
        public let session: URLSession

        /// Makes the publisher.
        public init(request: URLRequest, session: URLSession) {
            self.request = request
            self.session = session
        }

        /// Attaches a subscriber, whose first demand starts a task.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == URLError {
            subscriber.receive(subscription: TaskSubscription(self, downstream: subscriber))
        }

        private final class TaskSubscription<Downstream: Subscriber>: Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == URLError {
            private struct State {
                var parent: DataTaskPublisher?
                var downstream: Downstream?
                var task: URLSessionDataTask?
                var demand = Subscribers.Demand.none
            }

            private let state: Locked<State>
            private let phase = ConduitPhase()

            var conduitName: String { "DataTaskPublisher" }

            var conduitChildren: [Mirror.Child] {
                let now = state.current
                return [
                    ("task", now.task as Any), ("downstream", now.downstream as Any), ("parent", now.parent as Any),
                    ("demand", now.demand),
                ]
            }

            init(_ parent: DataTaskPublisher, downstream: Downstream) {
                state = Locked(State(parent: parent, downstream: downstream))
            }

            func request(_ demand: Subscribers.Demand) {
                demand.requireSome()
                let parent = state.withLock { state in
                    let parent = state.parent
                    state.parent = nil
                    state.demand += demand
                    return parent
                }
                guard let parent else { return }
                let answer = Carried { (data: Data?, response: URLResponse?, error: (any Error)?) in
                    self.answered(data, response, error)
                }
                let task = parent.session.dataTask(with: parent.request) { answer.value($0, $1, $2) }
                let isWanted = state.withLock { state -> Bool in
                    if state.downstream == nil { return false }
                    state.task = task
                    return true
                }
                if isWanted { task.resume() }
            }

            private func answered(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
                let old = state.exchange(State())
                guard let downstream = old.downstream else { return }
                if let response, error == nil {
                    _ = downstream.receive((data ?? Data(), response))
                    if phase.stop() { downstream.receive(completion: .finished) }
                } else if phase.stop() {
                    downstream.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
                }
            }

            func cancel() {
                _ = phase.stop()
                state.exchange(State()).task?.cancel()
            }
        }
    }

    /// A publisher of what is found at a URL.
    ///
    /// - Parameter url: Is asked for once for each subscriber.
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
        dataTaskPublisher(for: URLRequest(url: url))
    }

    /// A publisher of the answer to a request.
    ///
    /// - Parameter request: Is sent once for each subscriber.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
        DataTaskPublisher(request: request, session: self)
    }
}
