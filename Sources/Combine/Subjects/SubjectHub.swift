public import Synchronization

/// The common heart of the subjects: the list of legs, and delivery to them one value at a time.
///
/// State: `legs`, `holes`, `depth`, `retired`, `completion` and `version` belong to whoever holds `turn`. `isFinished`
/// tells other threads that a completion has been sent. Each entry of `legs` owns one reference to its leg; removing
/// one leaves a hole while a delivery is going on, and the reference moves to `retired`, so that a delivery may use
/// legs without taking references of its own.
@usableFromInline
final class SubjectHub<Output, Failure: Error> {
    @usableFromInline
    typealias Leg = SubjectLeg<Output, Failure>

    @usableFromInline
    let turn = Turn()

    @usableFromInline
    let isFinished = Atomic<Bool>(false)

    @usableFromInline
    @exclusivity(unchecked)
    var legs: ContiguousArray<Unmanaged<Leg>?> = []

    @usableFromInline
    @exclusivity(unchecked)
    var depth = 0

    @usableFromInline
    @exclusivity(unchecked)
    var version: UInt = 0

    @usableFromInline
    @exclusivity(unchecked)
    var needsTidying = false

    @exclusivity(unchecked)
    private var retired: [Leg] = []

    private var completion: Subscribers.Completion<Failure>?

    /// The newest value, for a subject which has one.
    @usableFromInline
    let value: Locked<Versioned<Output>?>

    @usableFromInline
    init(value: Output?) {
        self.value = Locked(value.map { Versioned(value: $0, version: 1) })
        version = value == nil ? 0 : 1
    }

    deinit {
        for leg in legs { leg?.release() }
    }

    /// Drops all legs without a word.
    func forgetAll() {
        perform {
            for index in self.legs.indices {
                guard let leg = self.legs[index] else { continue }
                self.legs[index] = nil
                let owned = leg.takeRetainedValue()
                owned.demand.end()
                owned.link?.forget()
                owned.link = nil
                self.retired.append(owned)
            }
            self.needsTidying = true
        }
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
        let left = turn.leaveWork(thread) {
            guard !self.isFinished.load(ordering: .acquiring) else { return }
            self.value.withLock { kept in
                old = kept
                kept?.value = new
            }
        } _: {
            self.deliverCurrent(new)
            self.tidyIfIdle()
        }
        withExtendedLifetime(old) {}
        if left { return }
        deliverCurrent(new)
        leave(thread)
    }

    @inlinable
    func deliverCurrent(_ new: Output) {
        guard !isFinished.load(ordering: .relaxed) else { return }
        version &+= 1
        let now = version
        let old = value.exchange(Versioned(value: new, version: now))
        withExtendedLifetime(old) {}
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
            // Unretained: the list, or `retired`, keeps the leg until `depth` is back at zero.
            legs[index]?._withUnsafeGuaranteedRef { $0.offer(value, version: version) }
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
                guard let leg = self.legs[index] else { continue }
                self.legs[index] = nil
                let owned = leg.takeRetainedValue()
                self.retired.append(owned)
                owned.link?.forget()
                owned.link = nil
                owned.finish(completion)
            }
            self.needsTidying = true
            self.depth -= 1
        }
    }

    /// The newest value of a subject which has one.
    @inlinable
    var newest: Output {
        guard let newest = value.current else {
            preconditionFailure("SubjectHub.newest: asked of a subject that keeps no value")
        }
        return newest.value
    }

    // MARK: Turns

    /// Does work under the turn, at once when it is free or ours.
    @usableFromInline
    func perform(_ work: @escaping () -> Void) {
        let thread = currentThreadToken()
        switch turn.enter(thread) {
        case .entered:
            work()
            leave(thread)
        case .nested:
            work()
        case .busy:
            leaveForHolder(thread, work)
        }
    }

    @usableFromInline
    func leaveForHolder(_ thread: UInt, _ work: @escaping () -> Void) {
        let left = turn.leaveWork(thread) {
            work()
            self.tidyIfIdle()
        }
        if left { return }
        work()
        leave(thread)
    }

    @inlinable
    @inline(__always)
    func leave(_ thread: UInt) {
        if needsTidying { tidyIfIdle() }
        turn.leave(thread)
    }

    @usableFromInline
    func tidyIfIdle() {
        while needsTidying, depth == 0 { tidy() }
    }

    /// Closes the holes, and lets go of the legs that left during the delivery.
    @usableFromInline
    func tidy() {
        needsTidying = false
        var kept = 0
        for index in legs.indices {
            guard let leg = legs[index] else { continue }
            leg._withUnsafeGuaranteedRef { $0.position = kept }
            legs[kept] = leg
            kept += 1
        }
        legs.removeLast(legs.count - kept)
        let gone = retired
        retired = []
        withExtendedLifetime(gone) {}
    }

    // MARK: Legs

    /// Serves a new subscriber.
    ///
    /// - Parameters:
    ///   - owner: The subject, which the subscription holds.
    ///   - mode: What a request means.
    ///   - name: What the subscription prints as.
    @inlinable
    func admit<S: Subscriber>(_ subscriber: S, owner: any SubjectOwner, mode: SubjectMode, name: String)
    where S.Input == Output, S.Failure == Failure {
        if isFinished.load(ordering: .acquiring), let completion = finalCompletion {
            subscriber.receive(subscription: Subscriptions.empty)
            subscriber.receive(completion: completion)
            return
        }
        let leg = TypedSubjectLeg(subscriber)
        let subscription = SubjectSubscription(hub: self, leg: leg, owner: owner, mode: mode, name: name)
        leg.link = subscription
        join(leg) { subscriber.receive(subscription: subscription) }
    }

    /// Adds a leg and hands its subscription over.
    ///
    /// When another thread is delivering, the leg joins the list after the hand-over, by way of that thread. A value
    /// asked for meanwhile is delivered here, so that whoever subscribes to a current value gets it at once.
    @usableFromInline
    func join(_ leg: Leg, handOver: () -> Void) {
        let thread = currentThreadToken()
        switch turn.enter(thread) {
        case .entered:
            attach(leg)
            handOver()
            leave(thread)
        case .nested:
            attach(leg)
            handOver()
        case .busy:
            leg.directThread.store(thread, ordering: .releasing)
            handOver()
            leg.directThread.store(0, ordering: .releasing)
            leaveForHolder(thread) {
                self.attach(leg)
                self.offerCurrent(to: leg)
            }
        }
    }

    /// Adds a leg; it gets what is sent from now on.
    private func attach(_ leg: Leg) {
        if leg.demand.isEnded { return }
        if let completion {
            leg.link?.forget()
            leg.link = nil
            leg.finish(completion)
            return
        }
        leg.position = legs.count
        legs.append(Unmanaged.passRetained(leg))
    }

    /// Removes a leg; what it holds is let go when no delivery can be using it.
    func detach(_ leg: Leg) {
        leg.link = nil
        let index = leg.position
        guard index >= 0, index < legs.count, let entry = legs[index],
            entry.toOpaque() == Unmanaged.passUnretained(leg).toOpaque()
        else { return }
        leg.position = -1
        legs[index] = nil
        retired.append(entry.takeRetainedValue())
        needsTidying = true
    }

    /// Delivers the newest value to a leg which asks for one, if it has not had it.
    func offerNewest(to leg: Leg) {
        let thread = currentThreadToken()
        let direct = leg.directThread.load(ordering: .acquiring)
        if direct == thread {
            if let newest = value.current, newest.version != leg.seen {
                leg.offer(newest.value, version: newest.version)
            }
        } else if direct == 0 {
            perform { self.offerCurrent(to: leg) }
        }
        // Otherwise the leg is about to join, and is offered the newest value then.
    }

    private func offerCurrent(to leg: Leg) {
        guard leg.seen != version, leg.demand.isOpen, let newest = value.current else { return }
        depth += 1
        leg.offer(newest.value, version: version)
        depth -= 1
    }

    /// The completion sent, for a thread that has seen `isFinished`.
    @usableFromInline
    var finalCompletion: Subscribers.Completion<Failure>? { completion }
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
