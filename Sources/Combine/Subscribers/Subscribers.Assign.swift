extension Subscribers {
    /// A subscriber which demands unlimited values and assigns each one to a property of an object.
    ///
    /// The object is held strongly until completion or cancel. Assignments happen on the delivering thread.
    public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible, CustomReflectable,
        CustomPlaygroundDisplayConvertible
    {
        /// An assignment cannot fail.
        public typealias Failure = Never

        private enum Status {
            case waiting
            case running(any Subscription)
            case ended
        }

        private struct State {
            var object: Root?
            var status: Status
        }

        private let state: Locked<State>

        /// The property assigned to.
        public let keyPath: ReferenceWritableKeyPath<Root, Input>

        /// The object whose property is assigned to; nil after completion or cancel.
        public var object: Root? {
            state.withLock { $0.object }
        }

        /// Makes a subscriber for a property of an object.
        ///
        /// - Parameters:
        ///   - object: Is held until completion or cancel.
        ///   - keyPath: The property.
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
            state = Locked(State(object: object, status: .waiting))
            self.keyPath = keyPath
        }

        /// Takes the first subscription and demands unlimited values; cancels any other.
        public func receive(subscription: any Subscription) {
            let accepted = state.withLock { state -> Bool in
                guard case .waiting = state.status else { return false }
                state.status = .running(subscription)
                return true
            }
            if accepted {
                subscription.request(.unlimited)
            } else {
                subscription.cancel()
            }
        }

        /// Assigns a value, if there is an active subscription.
        ///
        /// - Returns: None: everything has been demanded already.
        public func receive(_ value: Input) -> Subscribers.Demand {
            let object = state.withLock { state -> Root? in
                guard case .running = state.status else { return nil }
                return state.object
            }
            object?[keyPath: keyPath] = value
            return .none
        }

        /// Lets go of the object.
        public func receive(completion: Subscribers.Completion<Never>) {
            withExtendedLifetime(state.exchange(State(object: nil, status: .ended))) {}
        }

        /// Cancels the subscription and lets go of the object.
        public func cancel() {
            let old = state.exchange(State(object: nil, status: .ended))
            if case .running(let subscription) = old.status { subscription.cancel() }
        }

        /// A name with the type of the object and a full stop, such as `Assign Model.`.
        public var description: String { "Assign \(Root.self)." }

        /// A mirror with the object, the key path and the status: the upstream subscription while there is one.
        public var customMirror: Mirror {
            let now = state.current
            let status: Any =
                switch now.status {
                case .waiting: "awaitingSubscription"
                case .running(let subscription): subscription
                case .ended: "terminal"
                }
            let children: [Mirror.Child] = [
                ("object", now.object as Any), ("keyPath", keyPath), ("status", status),
            ]
            return Mirror(self, children: children)
        }

        /// The same as `description`.
        public var playgroundDescription: Any { description }
    }
}

extension Publisher where Failure == Never {
    /// Assigns each value to a property of an object.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - object: Is held strongly until completion or cancel; storing the token in it makes a cycle.
    /// - Returns: A token; the chain is cancelled when it is dropped.
    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        let assign = Subscribers.Assign(object: object, keyPath: keyPath)
        subscribe(assign)
        return AnyCancellable(assign)
    }
}
