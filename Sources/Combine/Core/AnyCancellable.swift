/// A token which cancels an activity when it is told to, or at the latest when nobody holds it any more.
///
/// Two tokens are equal only when they are the same object. `cancel()` may be called from any thread; the closure
/// runs once, on the thread of the first call, and is let go afterwards.
public final class AnyCancellable: Cancellable, Hashable {
    /// The action, until it has run.
    @usableFromInline
    let action: Locked<CancelAction?>

    /// Makes a token which runs a closure when it is cancelled.
    ///
    /// - Parameter cancel: Runs once, at `cancel()` or when the token goes away.
    @inlinable
    public init(_ cancel: @escaping () -> Void) {
        action = Locked(.run(cancel))
    }

    /// Makes a token which cancels another activity.
    ///
    /// - Parameter canceller: Is held until it has been cancelled.
    @inlinable
    public init<C: Cancellable>(_ canceller: C) {
        action = Locked(.cancel(canceller))
    }

    deinit {
        action.take()?.perform()
    }

    /// Runs the action, unless it has run already.
    public func cancel() {
        action.take()?.perform()
    }

    /// Tells whether two tokens are the same object.
    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
        lhs === rhs
    }

    /// Feeds the identity of the token to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// What a token does, once.
@usableFromInline
enum CancelAction {
    case run(() -> Void)
    case cancel(any Cancellable)

    @usableFromInline
    func perform() {
        switch self {
        case .run(let action): action()
        case .cancel(let activity): activity.cancel()
        }
    }
}

extension AnyCancellable {
    /// Puts this token into a collection.
    ///
    /// - Parameter collection: Receives the token.
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Puts this token into a set.
    ///
    /// - Parameter set: Receives the token.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }
}
