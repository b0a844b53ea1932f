/// A subscriber whose own type is hidden.
///
/// It shows the identifier, the description and the mirror of the subscriber inside.
@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline
    let box: AnySubscriberBox<Input, Failure>

    /// The identifier of the subscriber inside.
    public var combineIdentifier: CombineIdentifier { box.identifier }

    /// The description of the subscriber inside.
    public var description: String { box.text }

    /// The mirror of the subscriber inside.
    public var customMirror: Mirror { box.mirror }

    /// What a playground shows of the subscriber inside.
    public var playgroundDescription: Any { box.display }

    /// Hides the type of a subscriber; one that is hidden already is taken as it is.
    ///
    /// - Parameter s: The subscriber.
    @inlinable
    public init<S: Subscriber>(_ s: S) where Input == S.Input, Failure == S.Failure {
        if let erased = s as? AnySubscriber<Input, Failure> {
            self = erased
        } else {
            box = AnySubscriberBox(
                base: s, identifier: s.combineIdentifier, { s.receive(subscription: $0) }, { s.receive($0) },
                { s.receive(completion: $0) })
        }
    }

    /// Makes a subscriber which feeds a subject.
    ///
    /// - Parameter s: Receives the subscription, the values and the completion.
    @inlinable
    public init<S: Subject>(_ s: S) where Input == S.Output, Failure == S.Failure {
        self.init(SubjectFeeder(s))
    }

    /// Makes a subscriber from closures.
    ///
    /// No demand is made unless a closure makes it.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Takes the subscription; by default nothing happens.
    ///   - receiveValue: Takes a value and returns additional demand; by default none.
    ///   - receiveCompletion: Takes the completion; by default nothing happens.
    @inlinable
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        box = AnySubscriberBox(base: nil, identifier: nil, receiveSubscription, receiveValue, receiveCompletion)
    }

    /// Passes the subscription to the subscriber inside.
    @inlinable
    public func receive(subscription: any Subscription) {
        box.receiveSubscription?(subscription)
    }

    /// Passes a value to the subscriber inside and returns its demand.
    @inlinable
    public func receive(_ value: Input) -> Subscribers.Demand {
        box.receiveValue?(value) ?? .none
    }

    /// Passes the completion to the subscriber inside.
    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) {
        box.receiveCompletion?(completion)
    }
}

/// A subscriber behind closures that were made where its type was known.
///
/// They are constants, so that passing a value on takes no reference.
@usableFromInline
final class AnySubscriberBox<Input, Failure: Error> {
    /// The subscriber itself, for what it shows of itself; nil when it consists of closures only.
    @usableFromInline
    let base: Any?

    @usableFromInline
    let baseIdentifier: CombineIdentifier?

    @usableFromInline
    let receiveSubscription: ((any Subscription) -> Void)?

    @usableFromInline
    let receiveValue: ((Input) -> Subscribers.Demand)?

    @usableFromInline
    let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?

    @inlinable
    init(
        base: Any?, identifier: CombineIdentifier?, _ receiveSubscription: ((any Subscription) -> Void)?,
        _ receiveValue: ((Input) -> Subscribers.Demand)?,
        _ receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    ) {
        self.base = base
        baseIdentifier = identifier
        self.receiveSubscription = receiveSubscription
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
    }

    var identifier: CombineIdentifier { baseIdentifier ?? CombineIdentifier(self) }

    var text: String {
        guard let base else { return "Anonymous AnySubscriber" }
        return (base as? any CustomStringConvertible)?.description ?? String(describing: base)
    }

    var mirror: Mirror {
        guard let base else { return Mirror(self, children: EmptyCollection()) }
        return (base as? any CustomReflectable)?.customMirror ?? Mirror(base, children: EmptyCollection())
    }

    var display: Any {
        (base as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? text
    }
}
