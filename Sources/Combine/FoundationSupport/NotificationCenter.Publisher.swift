public import Foundation

extension NotificationCenter {
    /// A publisher of the notifications of one name, from one object or from any.
    ///
    /// The centre is observed from the moment a subscriber attaches. Notifications arrive on the posting thread; one
    /// that nobody wants is dropped. It never completes. Two are equal when centre, name and object are the same.
    public struct Publisher: Combine.Publisher {
        /// What is published.
        public typealias Output = Notification
        /// It cannot fail.
        public typealias Failure = Never

        /// The centre observed.
        public let center: NotificationCenter

        /// The name of the notifications.
        public let name: Notification.Name

        /// The object they come from; nil for any.
        ///
        /// It is held.
        public let object: AnyObject?

        /// Makes the publisher.
        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            self.center = center
            self.name = name
            self.object = object
        }

        /// Attaches a subscriber, and observes the centre for it.
        public func receive<S: Subscriber>(subscriber: S) where S.Failure == Never, S.Input == Notification {
            let subscription = Observation(self, downstream: subscriber)
            subscription.start()
            subscriber.receive(subscription: subscription)
        }

        private final class Observation<Downstream: Subscriber>: Subscription, NamedConduit
        where Downstream.Input == Notification, Downstream.Failure == Never {
            private struct State {
                var parent: Publisher?
                var token: (any NSObjectProtocol)?
                var downstream: Downstream?
            }

            private let state: Locked<State>
            private let demand = DemandCounter()
            private let turn = Turn()

            var conduitName: String { "NotificationCenter Observer" }

            var conduitChildren: [Mirror.Child] {
                let parent = state.withLock { $0.parent }
                return [
                    ("center", parent?.center as Any), ("name", parent?.name as Any),
                    ("object", parent?.object as Any), ("demand", demand.remaining),
                ]
            }

            init(_ parent: Publisher, downstream: Downstream) {
                state = Locked(State(parent: parent, downstream: downstream))
            }

            func start() {
                guard let parent = state.withLock({ $0.parent }) else { return }
                let deliver = Carried { [weak self] (notification: Notification) in self?.deliver(notification) }
                let token = parent.center.addObserver(forName: parent.name, object: parent.object, queue: nil) {
                    deliver.value($0)
                }
                state.withLock { $0.token = token }
            }

            private func deliver(_ notification: Notification) {
                let thread = currentThreadToken()
                switch turn.enter(thread) {
                case .nested:
                    deliverNow(notification)
                case .entered:
                    deliverNow(notification)
                    turn.leave(thread)
                case .busy:
                    turn.perform { self.deliverNow(notification) }
                }
            }

            private func deliverNow(_ notification: Notification) {
                guard demand.takeOne(), let downstream = state.withLock({ $0.downstream }) else { return }
                let more = downstream.receive(notification)
                if more != .none { demand.add(more) }
            }

            func request(_ demand: Subscribers.Demand) {
                self.demand.add(demand)
            }

            func cancel() {
                demand.end()
                let old = state.exchange(State())
                if let token = old.token { old.parent?.center.removeObserver(token) }
            }
        }
    }

    /// A publisher of the notifications of one name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: The object they come from; nil for any.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> NotificationCenter.Publisher {
        Publisher(center: self, name: name, object: object)
    }
}

extension NotificationCenter.Publisher: Equatable {
    /// Tells whether centre, name and object are the same.
    public static func == (lhs: NotificationCenter.Publisher, rhs: NotificationCenter.Publisher) -> Bool {
        lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
    }
}
