public import Synchronization

/// The list of a subject's legs, and the turns of those who deliver to them, whatever the kind of value.
///
/// State: `legs`, `holes`, `depth`, `needsTidying` and `retired` belong to whoever holds `turn`. Each entry of `legs`
/// owns one reference to its leg; removing one leaves a hole, and the reference moves to `retired` until no delivery is
/// going on, so that a delivery may use legs without taking references of its own. Holes are closed when they are half
/// of the list, so that cancelling many subscribers one by one costs each of them a constant share.
@usableFromInline
class SubjectHubBase {
    @usableFromInline
    typealias Entry = Unmanaged<SubjectLegBase>?

    @usableFromInline
    final let turn = Turn()

    /// Tells every thread that a completion has been sent.
    @usableFromInline
    final let isFinished = Atomic<Bool>(false)

    @usableFromInline
    @exclusivity(unchecked)
    final var legs: ContiguousArray<Entry> = []

    @usableFromInline
    @exclusivity(unchecked)
    final var depth = 0

    @usableFromInline
    @exclusivity(unchecked)
    final var needsTidying = false

    @exclusivity(unchecked)
    private final var retired: [SubjectLegBase] = []

    @exclusivity(unchecked)
    private final var holes = 0

    @usableFromInline
    init() {}

    deinit {
        for leg in legs { leg?.release() }
    }

    // MARK: For the kind of value

    /// Ends the stream of a leg that came after the completion; called under the turn.
    @usableFromInline
    func finishLate(_ leg: SubjectLegBase) {
        fatalError("SubjectHubBase.finishLate(_:) is to be overridden")
    }

    /// Delivers the newest value to a leg that wants one and has not had it; called under the turn.
    @usableFromInline
    func offerCurrent(to leg: SubjectLegBase) {}

    /// Delivers the newest value to a leg that has not joined the list yet.
    @usableFromInline
    func offerDirectly(to leg: SubjectLegBase) {}

    // MARK: Turns

    /// Does work under the turn, at once when it is free or ours.
    @usableFromInline
    final func perform(_ work: @escaping () -> Void) {
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
    final func leaveForHolder(_ thread: UInt, alongside: () -> Void = {}, _ work: @escaping () -> Void) {
        let left = turn.leaveWork(thread, alongside: alongside) {
            work()
            self.tidyIfIdle()
        }
        if left { return }
        work()
        leave(thread)
    }

    @inlinable
    @inline(__always)
    final func leave(_ thread: UInt) {
        if needsTidying { tidyIfIdle() }
        turn.leave(thread)
    }

    @usableFromInline
    final func tidyIfIdle() {
        while needsTidying, depth == 0 { tidy() }
    }

    /// Lets go of the legs that left during the delivery, and closes the holes when they are many.
    private final func tidy() {
        needsTidying = false
        let gone = retired
        retired = []
        if holes * 2 >= legs.count { closeHoles() }
        withExtendedLifetime(gone) {}
    }

    private final func closeHoles() {
        var kept = 0
        for index in legs.indices {
            guard let leg = legs[index] else { continue }
            if kept != index {
                leg._withUnsafeGuaranteedRef { $0.position = kept }
                legs[kept] = leg
            }
            kept += 1
        }
        legs.removeLast(legs.count - kept)
        holes = 0
    }

    // MARK: Legs

    /// Adds a leg and hands its subscription over.
    ///
    /// When another thread is delivering, the leg joins the list after the hand-over, by way of that thread. A value
    /// asked for meanwhile is delivered here, so that whoever subscribes to a current value gets it at once.
    @usableFromInline
    final func join(_ leg: SubjectLegBase, handOver: () -> Void) {
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

    private final func attach(_ leg: SubjectLegBase) {
        if leg.demand.isEnded { return }
        if isFinished.load(ordering: .acquiring) {
            finishLate(leg)
            return
        }
        leg.position = legs.count
        legs.append(Unmanaged.passRetained(leg))
    }

    /// Removes a leg; what it holds is let go when no delivery can be using it.
    final func detach(_ leg: SubjectLegBase) {
        perform { self.detachNow(leg) }
    }

    private final func detachNow(_ leg: SubjectLegBase) {
        leg.link = nil
        let index = leg.position
        guard index >= 0, index < legs.count, let entry = legs[index],
            entry.toOpaque() == Unmanaged.passUnretained(leg).toOpaque()
        else { return }
        if depth == 0, index == legs.count - 1 {
            // Nobody is using the list: the newest leg goes without leaving a hole.
            legs.removeLast()
            leg.position = -1
            entry.release()
        } else {
            retire(at: index)
        }
    }

    /// Takes a leg out of the list; it lives until no delivery is going on.
    @usableFromInline
    @discardableResult
    final func retire(at index: Int) -> SubjectLegBase? {
        guard let entry = legs[index] else { return nil }
        let leg = entry.takeRetainedValue()
        leg.position = -1
        legs[index] = nil
        holes += 1
        retired.append(leg)
        needsTidying = true
        return leg
    }

    /// Delivers the newest value to a leg which asks for one, if it has not had it.
    final func offerNewest(to leg: SubjectLegBase) {
        let direct = leg.directThread.load(ordering: .acquiring)
        if direct == 0 {
            perform { self.offerCurrent(to: leg) }
        } else if direct == currentThreadToken() {
            offerDirectly(to: leg)
        }
        // Otherwise the leg is about to join, and is offered the newest value then.
    }

    /// Drops all legs without a word.
    final func forgetAll() {
        perform {
            for index in self.legs.indices {
                guard let leg = self.retire(at: index) else { continue }
                leg.demand.end()
                leg.unlink()
            }
        }
    }
}
