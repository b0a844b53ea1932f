import Foundation

/// The work of one run loop that is due later, and the way to wake the loop.
///
/// One timer serves all of it. A timer each would be simpler, but on Linux Foundation never lets go of a timer nor of
/// what its closure holds; and a sleeping loop does not notice what another thread hands to `perform(_:)`.
/// State, guarded by its lock: the jobs, earliest first and in the order of their numbers at one time. Jobs run on the
/// loop's thread, in the default mode, outside the lock.
final class RunLoopAgenda: @unchecked Sendable {
    // Unchecked: the timer's date may be set on any thread; the rest is constant or guarded.
    fileprivate struct Job {
        let number: Int
        var due: Date
        /// The time between two runs; nil for work that runs once.
        let interval: TimeInterval?
        let action: () -> Void
    }

    fileprivate struct State {
        /// In the order of their times; at one time, in the order they came.
        var jobs = Queue<Job>()
        var nextNumber = 0
        /// Whether the alarm is set to now because the loop has to look at its work.
        var isRinging = false
    }

    private let state = Locked(State())
    private let alarm: Timer

    /// Far enough never to come.
    private static let never: TimeInterval = 1e9

    private init(_ loop: RunLoop) {
        let slot = AgendaSlot()
        alarm = Timer(fire: Date(timeIntervalSinceNow: Self.never), interval: Self.never, repeats: true) { _ in
            slot.ring()
        }
        slot.fill(self, loop)
        loop.add(alarm, forMode: .default)
    }

    // MARK: The agenda of each loop

    private static let table = SideTable<RunLoop, RunLoopAgenda>()

    /// The agenda of a loop, made when it is first needed.
    static func of(_ loop: RunLoop) -> RunLoopAgenda {
        let (agenda, gone) = table.value(of: loop, make: { RunLoopAgenda(loop) })
        for other in gone { other.close() }
        return agenda
    }

    private func close() {
        alarm.invalidate()
        withExtendedLifetime(state.exchange(State())) {}
    }

    // MARK: Work

    /// Makes a sleeping loop look at what it has to do.
    func wake() {
        state.withLock { state in
            state.isRinging = true
            alarm.fireDate = Date()
        }
    }

    /// Adds work.
    ///
    /// - Returns: The number by which it can be removed.
    @discardableResult
    func add(due: Date, interval: TimeInterval? = nil, _ action: @escaping () -> Void) -> Int {
        // As a timer of Foundation's has it.
        let interval = interval.map { max($0, 0.0001) }
        return state.withLock { state in
            state.nextNumber += 1
            state.insert(Job(number: state.nextNumber, due: due, interval: interval, action: action))
            setAlarm(state)
            return state.nextNumber
        }
    }

    /// Removes work; it does not run again.
    func remove(_ number: Int) {
        let removed = state.withLock { state -> Job? in
            state.jobs.firstPlace { $0.number == number }.map { state.jobs.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }

    /// Sets the alarm to the earliest job; called under the lock, so that the last to set it knows of all.
    private func setAlarm(_ state: State) {
        if !state.isRinging, let due = state.jobs.first?.due { alarm.fireDate = due }
    }

    /// Runs what is due.
    fileprivate func runDue() {
        let now = Date()
        // Work added meanwhile waits for the next turn of the loop.
        let last = state.withLock { state in
            state.isRinging = false
            return state.nextNumber
        }
        while let job = state.withLock({ $0.takeDue(now, upTo: last) }) {
            job.action()
        }
        state.withLock { setAlarm($0) }
    }
}

extension RunLoopAgenda.State {
    fileprivate mutating func insert(_ job: RunLoopAgenda.Job) {
        jobs.insert(job) { $0.due <= job.due }
    }

    /// Takes the first job that is due; one that repeats stays, for the next of its times that has not passed.
    fileprivate mutating func takeDue(_ now: Date, upTo last: Int) -> RunLoopAgenda.Job? {
        guard let place = jobs.firstPlace(where: { $0.number <= last }), jobs[place].due <= now else { return nil }
        let job = jobs.remove(at: place)
        if let interval = job.interval {
            var next = job
            let passed = (now.timeIntervalSince(job.due) / interval).rounded(.down)
            next.due = job.due.addingTimeInterval((passed + 1) * interval)
            insert(next)
        }
        return job
    }
}

/// What the timer of an agenda knows of it.
///
/// Weak: the timer is never let go, and is not to keep anything alive.
private final class AgendaSlot: @unchecked Sendable {
    // Unchecked: filled before the timer is added to a loop, then read on the loop's thread only.
    private weak var agenda: RunLoopAgenda?
    private weak var loop: RunLoop?

    func fill(_ agenda: RunLoopAgenda, _ loop: RunLoop) {
        self.agenda = agenda
        self.loop = loop
    }

    /// Has the loop run what is due right after this: a timer that fires cannot fire again inside a nested run.
    func ring() {
        guard let agenda else { return }
        loop?.perform(inModes: [.default]) { agenda.runDue() }
    }
}
