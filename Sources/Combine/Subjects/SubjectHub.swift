public import Synchronization

/// The common heart of the subjects: delivery of values and of the completion to the legs.
///
/// State, besides that of the list: `version` and `completion` belong to whoever holds `turn`; `completion` may be read
/// by any thread that has seen `isFinished`. `value` is guarded by its lock.
@usableFromInline
final class SubjectHub<Output, Failure: Error>: SubjectHubBase {
    @usableFromInline
    typealias Leg = SubjectLeg<Output, Failure>

    @usableFromInline
    @exclusivity(unchecked)
    var version: UInt = 0

    @usableFromInline
    var completion: Subscribers.Completion<Failure>?

    /// The newest value, for a subject which has one.
    @usableFromInline
    let value: Locked<Versioned<Output>?>

    @inlinable
    init(value: Output?) {
        if let value {
            self.value = Locked(Versioned(value: value, version: 1))
            version = 1
        } else {
            self.value = Locked(nil)
        }
        super.init()
    }

    /// The newest value of a subject which has one.
    @inlinable
    var newest: Output {
        guard let newest = value.current else {
            fatalError("SubjectHub.newest: asked of a subject that keeps no value")
        }
        return newest.value
    }

    // MARK: Sending

    /// Delivers a value to the present legs.
    @inlinable
    @inline(__always)
    func send(_ value: Output) {
        let thread = currentThreadToken()
        switch turn.enter(thread) {
        case .entered:
            deliver(value)
            leave(thread)
        case .nested:
            deliver(value)
        case .busy:
            leaveForHolder(thread) { self.deliver(value) }
        }
    }

    /// Makes a value the newest one, then delivers it to the present legs.
    @inlinable
    @inline(__always)
    func sendCurrent(_ value: Output) {
        let thread = currentThreadToken()
        switch turn.enter(thread) {
        case .entered:
            deliverCurrent(value)
            leave(thread)
        case .nested:
            deliverCurrent(value)
        case .busy:
            sendCurrentLater(value, thread)
        }
    }

    @usableFromInline
    func sendCurrentLater(_ new: Output, _ thread: UInt) {
        // The value shows at once, so that the sender reads what it wrote; the holder sets it again in the order of
        // deliveries, so that the last value delivered is the last one kept.
        var old: Versioned<Output>?
        leaveForHolder(
            thread,
            alongside: {
                guard !self.isFinished.load(ordering: .acquiring) else { return }
                self.value.withLock { kept in
                    old = kept
                    kept?.value = new
                }
            }
        ) {
            self.deliverCurrent(new)
        }
        withExtendedLifetime(old) {}
    }

    @inlinable
    @inline(__always)
    func deliverCurrent(_ new: Output) {
        guard !isFinished.load(ordering: .relaxed) else { return }
        version &+= 1
        let now = version
        withExtendedLifetime(value.exchange(Versioned(value: new, version: now))) {}
        deliverToLegs(new, version: now)
    }

    @inlinable
    @inline(__always)
    func deliver(_ value: Output) {
        guard !isFinished.load(ordering: .relaxed) else { return }
        deliverToLegs(value, version: 0)
    }

    @inlinable
    @inline(__always)
    func deliverToLegs(_ value: Output, version: UInt) {
        depth += 1
        let count = legs.count
        var index = 0
        while index < count {
            // Unretained: the list, or the list of the retired, keeps the leg until `depth` is back at zero.
            legs[index]?._withUnsafeGuaranteedRef {
                unsafeDowncast($0, to: Leg.self).offer(value, version: version)
            }
            index += 1
        }
        depth -= 1
    }

    /// Ends the stream for all present and future subscribers.
    @usableFromInline
    func finish(_ completion: Subscribers.Completion<Failure>) {
        perform {
            guard self.completion == nil else { return }
            self.completion = completion
            self.isFinished.store(true, ordering: .releasing)
            self.depth += 1
            for index in 0..<self.legs.count {
                guard let leg = self.retire(at: index) else { continue }
                // Every leg of this hub is of this kind.
                unsafeDowncast(leg, to: Leg.self).finish(completion)
            }
            self.depth -= 1
        }
    }

    // MARK: Legs

    /// Serves a new subscriber.
    ///
    /// - Parameters:
    ///   - owner: The subject, which the subscription holds.
    ///   - mode: What a request means.
    ///   - name: What the subscription prints as.
    @inlinable
    func admit<S: Subscriber>(_ subscriber: S, owner: any SubjectOwner, mode: SubjectMode, name: StaticString)
    where S.Input == Output, S.Failure == Failure {
        if isFinished.load(ordering: .acquiring), let completion {
            subscriber.receive(subscription: Subscriptions.empty)
            subscriber.receive(completion: completion)
            return
        }
        let leg = Leg(
            receive: { subscriber.receive($0) },
            serve: { call in
                switch call {
                case .show:
                    return subscriber
                case .complete(let completion):
                    subscriber.receive(completion: completion)
                    return nil
                }
            })
        let subscription = SubjectSubscription(hub: self, leg: leg, owner: owner, mode: mode, name: name)
        leg.link = subscription
        join(leg) { subscriber.receive(subscription: subscription) }
    }

    @usableFromInline
    override func finishLate(_ leg: SubjectLegBase) {
        // Every leg of this hub is of this kind.
        if let completion { unsafeDowncast(leg, to: Leg.self).finish(completion) }
    }

    @usableFromInline
    override func offerCurrent(to leg: SubjectLegBase) {
        guard leg.seen != version, leg.demand.isOpen, let newest = value.current else { return }
        depth += 1
        unsafeDowncast(leg, to: Leg.self).offer(newest.value, version: version)
        depth -= 1
    }

    @usableFromInline
    override func offerDirectly(to leg: SubjectLegBase) {
        guard let newest = value.current, newest.version != leg.seen else { return }
        unsafeDowncast(leg, to: Leg.self).offer(newest.value, version: newest.version)
    }
}

/// A value and its number in the order of values.
@usableFromInline
struct Versioned<Value> {
    @usableFromInline
    var value: Value

    @usableFromInline
    let version: UInt

    @inlinable
    init(value: Value, version: UInt) {
        self.value = value
        self.version = version
    }
}
