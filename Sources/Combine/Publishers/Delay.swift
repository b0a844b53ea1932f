extension Publishers {
    /// Delivers values and the completion some time later, on a scheduler.
    ///
    /// A failure is delayed too. The subscription and requests are not.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream

        /// How much later they are delivered.
        public let interval: Context.SchedulerTimeType.Stride

        /// How exactly; handed to the scheduler.
        public let tolerance: Context.SchedulerTimeType.Stride

        /// Where they are delivered.
        public let scheduler: Context

        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes the publisher.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
            tolerance: Context.SchedulerTimeType.Stride, scheduler: Context, options: Context.SchedulerOptions? = nil
        ) {
            self.upstream = upstream
            self.interval = interval
            self.tolerance = tolerance
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber to upstream, with the delay between.
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            let (scheduler, interval, tolerance, options) = (
                self.scheduler, self.interval, self.tolerance, self.options
            )
            upstream.receive(
                subscriber:
                    HoppingConduit(subscriber, name: "Delay") { action in
                        scheduler.schedule(
                            after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options, action)
                    })
        }
    }
}

extension Publisher {
    /// Delivers values and the completion some time later.
    ///
    /// - Parameters:
    ///   - interval: How much later.
    ///   - tolerance: How exactly; the scheduler's smallest tolerance by default.
    ///   - scheduler: Where they are delivered.
    ///   - options: Handed to the scheduler.
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        Publishers.Delay(
            upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
            scheduler: scheduler, options: options)
    }
}
