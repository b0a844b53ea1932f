/// A length of time in the units of a scheduler, makeable from ordinary units.
public protocol SchedulerTimeIntervalConvertible {
    /// A length in whole seconds.
    static func seconds(_ s: Int) -> Self
    /// A length in seconds and fractions.
    static func seconds(_ s: Double) -> Self
    /// A length in milliseconds.
    static func milliseconds(_ ms: Int) -> Self
    /// A length in microseconds.
    static func microseconds(_ us: Int) -> Self
    /// A length in nanoseconds.
    static func nanoseconds(_ ns: Int) -> Self
}

/// A place and a clock: says where, when and in which order work runs.
///
/// Operators which deal with threads or time do so through a scheduler only, so that a test can hand in one with a
/// clock of its own. Work handed over by one thread keeps its order only if the scheduler runs one piece at a time.
public protocol Scheduler<SchedulerTimeType> {
    /// A point on the scheduler's clock.
    associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
    /// What can be said about how a piece of work is to run.
    associatedtype SchedulerOptions

    /// The present moment on the scheduler's clock.
    var now: SchedulerTimeType { get }

    /// The smallest leeway the scheduler can keep.
    var minimumTolerance: SchedulerTimeType.Stride { get }

    /// Runs work as soon as possible.
    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)

    /// Runs work at or after a moment.
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void)

    /// Runs work at or after a moment, and again and again after each interval.
    ///
    /// - Returns: A token that stops the repetition.
    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable
}

extension Scheduler {
    /// Runs work as soon as possible, without options.
    @inlinable
    public func schedule(_ action: @escaping () -> Void) {
        schedule(options: nil, action)
    }

    /// Runs work at or after a moment, with the smallest tolerance and without options.
    @inlinable
    public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
        schedule(after: date, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs work at or after a moment, without options.
    @inlinable
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) {
        schedule(after: date, tolerance: tolerance, options: nil, action)
    }

    /// Runs work repeatedly, with the smallest tolerance and without options.
    ///
    /// - Returns: A token that stops the repetition.
    @inlinable
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs work repeatedly, without options.
    ///
    /// - Returns: A token that stops the repetition.
    @inlinable
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }
}
