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
        // A loop that sleeps does not notice work that another thread hands over, but it notices a timer.
        if RunLoop.current !== self {
            add(Timer(fire: Date(), interval: 0, repeats: false) { _ in }, forMode: .default)
        }
    }

    /// Runs work at or after a moment, in the default mode.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let work = Carried(action)
        let timer = Timer(fire: date.date, interval: 0, repeats: false) { _ in work.value() }
        timer.tolerance = tolerance.timeInterval
        add(timer, forMode: .default)
    }

    /// Runs work at or after a moment, and again after each interval, in the default mode.
    ///
    /// - Returns: A token that stops the repetition.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let work = Carried(action)
        let timer = Timer(fire: date.date, interval: interval.timeInterval, repeats: true) { _ in work.value() }
        timer.tolerance = tolerance.timeInterval
        add(timer, forMode: .default)
        return AnyCancellable { timer.invalidate() }
    }
}
