/// A subscriber whose own type is hidden.
///
/// It shows the identifier, the description and the mirror of the subscriber inside.
@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline
    let box: AnySubscriberBase<Input, Failure>

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
            box = AnySubscriberBox(s)
        }
    }

    /// Makes a subscriber which feeds a subject.
    ///
    /// - Parameter s: Receives the subscription, the values and the completion.
    @inlinable
    public init<S: Subject>(_ s: S) where Input == S.Output, Failure == S.Failure {
        box = AnySubscriberBox(SubjectFeeder(s))
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
        box = ClosureSubscriberBox(receiveSubscription, receiveValue, receiveCompletion)
    }

    /// Passes the subscription to the subscriber inside.
    @inlinable
    public func receive(subscription: any Subscription) {
        box.receive(subscription: subscription)
    }

    /// Passes a value to the subscriber inside and returns its demand.
    @inlinable
    public func receive(_ value: Input) -> Subscribers.Demand {
        box.receive(value)
    }

    /// Passes the completion to the subscriber inside.
    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) {
        box.receive(completion: completion)
    }
}

/// A subscriber behind a class that knows its values only.
@usableFromInline
class AnySubscriberBase<Input, Failure: Error> {
    @inlinable
    init() {}

    @usableFromInline
    var identifier: CombineIdentifier { CombineIdentifier(self) }

    @usableFromInline
    var text: String { "Anonymous AnySubscriber" }

    @usableFromInline
    var mirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline
    var display: Any { text }

    @usableFromInline
    func receive(subscription: any Subscription) {}

    @usableFromInline
    func receive(_ value: Input) -> Subscribers.Demand { .none }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>) {}
}

@usableFromInline
final class AnySubscriberBox<Base: Subscriber>: AnySubscriberBase<Base.Input, Base.Failure> {
    @usableFromInline
    let base: Base

    @inlinable
    init(_ base: Base) {
        self.base = base
        super.init()
    }

    @usableFromInline
    override var identifier: CombineIdentifier { base.combineIdentifier }

    @usableFromInline
    override var text: String {
        (base as? any CustomStringConvertible)?.description ?? String(describing: base)
    }

    @usableFromInline
    override var mirror: Mirror {
        (base as? any CustomReflectable)?.customMirror ?? Mirror(base, children: EmptyCollection())
    }

    @usableFromInline
    override var display: Any {
        (base as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? text
    }

    @inlinable
    override func receive(subscription: any Subscription) {
        base.receive(subscription: subscription)
    }

    @inlinable
    override func receive(_ value: Base.Input) -> Subscribers.Demand {
        base.receive(value)
    }

    @inlinable
    override func receive(completion: Subscribers.Completion<Base.Failure>) {
        base.receive(completion: completion)
    }
}

@usableFromInline
final class ClosureSubscriberBox<Input, Failure: Error>: AnySubscriberBase<Input, Failure> {
    private let receiveSubscription: ((any Subscription) -> Void)?
    private let receiveValue: ((Input) -> Subscribers.Demand)?
    private let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?

    @usableFromInline
    init(
        _ receiveSubscription: ((any Subscription) -> Void)?, _ receiveValue: ((Input) -> Subscribers.Demand)?,
        _ receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    ) {
        self.receiveSubscription = receiveSubscription
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
        super.init()
    }

    @usableFromInline
    override func receive(subscription: any Subscription) { receiveSubscription?(subscription) }

    @usableFromInline
    override func receive(_ value: Input) -> Subscribers.Demand { receiveValue?(value) ?? .none }

    @usableFromInline
    override func receive(completion: Subscribers.Completion<Failure>) { receiveCompletion?(completion) }
}
