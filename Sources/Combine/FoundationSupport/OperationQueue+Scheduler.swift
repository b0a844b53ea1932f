import Dispatch
public import Foundation

extension OperationQueue: Scheduler {
    /// The present moment.
    public var now: SchedulerTimeType {
        SchedulerTimeType(Date())
    }

    /// A queue of operations adds no leeway of its own.
    public var minimumTolerance: SchedulerTimeType.Stride {
        0.0
    }

    /// Runs work as an operation; how many run at a time is up to the queue.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let work = Carried(action)
        addOperation { work.value() }
    }

    /// Runs work as an operation that is added at a moment.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let work = Carried((queue: self, action: action))
        let delay = max(0, date.date.timeIntervalSinceNow)
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
            work.value.queue.addOperation { work.value.action() }
        }
    }

    /// Runs work as an operation that is added at a moment, and again after each interval.
    ///
    /// - Returns: A token that stops the repetition.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let source = DispatchSource.makeTimerSource(queue: .global())
        let phase = RepetitionPhase()
        let work = Carried((queue: self, action: action))
        source.schedule(
            deadline: .now() + max(0, date.date.timeIntervalSinceNow), repeating: interval.timeInterval,
            leeway: DispatchQueue.SchedulerTimeType.Stride.seconds(max(0, tolerance.timeInterval)).timeInterval)
        source.setEventHandler {
            work.value.queue.addOperation { if phase.isRunning { work.value.action() } }
        }
        source.resume()
        return AnyCancellable {
            phase.stop()
            source.setEventHandler(handler: nil)
            source.cancel()
        }
    }
}

/// Whether a repetition goes on; an operation that was added before the end asks again.
private final class RepetitionPhase: Sendable {
    private let stopped = Locked(false)

    var isRunning: Bool { !stopped.current }

    func stop() { stopped.withLock { $0 = true } }
}
