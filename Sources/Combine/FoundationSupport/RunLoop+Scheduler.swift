public import Foundation

extension RunLoop: Scheduler {
    /// The present moment.
    public var now: SchedulerTimeType {
        SchedulerTimeType(Date())
    }

    /// A run loop adds no leeway of its own.
    public var minimumTolerance: SchedulerTimeType.Stride {
        0.0
    }

    /// Runs work in the loop's next pass in the default mode.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let work = Carried(action)
        perform(inModes: [.default]) { work.value() }
        // A loop that sleeps does not notice work that another thread hands over.
        if RunLoop.current !== self { RunLoopAgenda.of(self).wake() }
    }

    /// Runs work at or after a moment, in the default mode.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        RunLoopAgenda.of(self).add(due: date.date, action)
    }

    /// Runs work at or after a moment, and again after each interval, in the default mode.
    ///
    /// - Returns: A token that stops the repetition.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let agenda = RunLoopAgenda.of(self)
        let number = agenda.add(due: date.date, interval: interval.timeInterval, action)
        return AnyCancellable { agenda.remove(number) }
    }
}
