public import Dispatch

extension DispatchQueue: Scheduler {
    /// The present moment.
    public var now: SchedulerTimeType {
        SchedulerTimeType(.now())
    }

    /// A queue promises no more than it can; no leeway is added.
    public var minimumTolerance: SchedulerTimeType.Stride {
        .nanoseconds(0)
    }

    /// Runs work on the queue as soon as possible; never in this call.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let work = sendable(action)
        guard let options else {
            async(execute: work)
            return
        }
        async(group: options.group, qos: options.qos, flags: options.flags, execute: work)
    }

    /// Runs work on the queue at or after a moment.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let work = sendable(action)
        guard let options else {
            asyncAfter(deadline: date.dispatchTime, execute: work)
            return
        }
        guard let group = options.group else {
            asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags, execute: work)
            return
        }
        group.enter()
        asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags) {
            work()
            group.leave()
        }
    }

    /// Runs work on the queue at or after a moment, and again after each interval.
    ///
    /// - Returns: A token that stops the repetition.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let source = DispatchSource.makeTimerSource(queue: self)
        source.schedule(
            deadline: date.dispatchTime, repeating: interval.timeInterval,
            leeway: Swift.max(tolerance, minimumTolerance).timeInterval)
        source.setEventHandler(
            qos: options?.qos ?? .unspecified, flags: options?.flags ?? [], handler: sendable(action))
        source.resume()
        return AnyCancellable {
            source.setEventHandler(handler: nil)
            source.cancel()
        }
    }
}

/// Work as Dispatch wants it.
///
/// `Scheduler` takes closures that are not marked as sendable, as Apple's does. The caller gives the closure away, and it
/// runs on the queue only, so that it is never run by two threads at once on its behalf.
@inline(__always)
private func sendable(_ action: @escaping () -> Void) -> @Sendable () -> Void {
    // The two types differ in a promise to the compiler only.
    unsafeBitCast(action, to: (@Sendable () -> Void).self)
}
