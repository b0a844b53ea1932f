public import Foundation

extension Timer {
    /// A publisher of the date, again and again, once it is connected.
    ///
    /// At each tick every subscriber that wants a value gets one, on the thread of the run loop; others miss the tick.
    /// It never completes.
    public final class TimerPublisher: ConnectablePublisher {
        /// The date of the tick.
        public typealias Output = Date
        /// It cannot fail.
        public typealias Failure = Never

        /// The time between two ticks, in seconds.
        public final let interval: TimeInterval

        /// How much later a tick may come, in seconds; nil to leave it to the timer.
        public final let tolerance: TimeInterval?

        /// The loop that ticks.
        public final let runLoop: RunLoop

        /// The mode of the loop in which it ticks.
        public final let mode: RunLoop.Mode

        /// Not used, as run loops have no options.
        public final let options: RunLoop.SchedulerOptions?

        private let hub = SubjectHub<Date, Never>(value: nil)

        /// Makes the publisher.
        public init(
            interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
            options: RunLoop.SchedulerOptions? = nil
        ) {
            self.interval = interval
            self.tolerance = tolerance
            self.runLoop = runLoop
            self.mode = mode
            self.options = options
        }

        /// Attaches a subscriber, which waits for the connection.
        public func receive<S: Subscriber>(subscriber: S) where S.Failure == Never, S.Input == Date {
            hub.admit(subscriber, owner: self, mode: .passing, name: "Timer")
        }

        /// Starts a timer.
        ///
        /// - Returns: A token that stops it and forgets all subscribers.
        public func connect() -> any Cancellable {
            let target = TickTarget(self.hub)
            let timer = Timer(timeInterval: interval, repeats: true) { _ in target.hub.current?.send(Date()) }
            if let tolerance { timer.tolerance = tolerance }
            runLoop.add(timer, forMode: mode)
            return AnyCancellable {
                timer.invalidate()
                target.hub.take()?.forgetAll()
            }
        }
    }

    /// A publisher of the date, again and again, once it is connected.
    ///
    /// - Parameters:
    ///   - interval: The time between two ticks, in seconds.
    ///   - tolerance: Accepted for Apple's signature, and not carried over, as there.
    ///   - runLoop: The loop that ticks.
    ///   - mode: The mode of the loop in which it ticks.
    ///   - options: Not used, as run loops have no options.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
        options: RunLoop.SchedulerOptions? = nil
    ) -> Timer.TimerPublisher {
        TimerPublisher(interval: interval, runLoop: runLoop, mode: mode, options: options)
    }
}

extension Timer.TimerPublisher: SubjectOwner {
    @usableFromInline
    func downstreamAsked() {}
}

/// Who hears the ticks of a connection; nobody once it is cancelled, as on Linux a timer is never let go.
private final class TickTarget: Sendable {
    let hub: Locked<SubjectHub<Date, Never>?>

    init(_ hub: SubjectHub<Date, Never>) {
        self.hub = Locked(hub)
    }
}
