import Combine
import Dispatch
import Foundation
import OndolTestSupport
import Testing

/// Run loops as schedulers and timers, on a thread whose loop really turns.
@Suite struct RunLoopTests {
    /// A thread that turns its run loop until it is told to stop.
    private final class LoopThread {
        private final class State: @unchecked Sendable {
            // Unchecked: written before `ready` is signalled, read after it.
            var loop: RunLoop?
            let ready = DispatchSemaphore(value: 0)
            let stopped = DispatchSemaphore(value: 0)
        }

        private let state = State()
        let thread: Thread

        init() {
            let state = self.state
            thread = Thread {
                let loop = RunLoop.current
                // A loop without a source ends at once.
                loop.add(Timer(timeInterval: 3_600, repeats: true) { _ in }, forMode: .default)
                state.loop = loop
                state.ready.signal()
                while state.stopped.wait(timeout: .now()) == .timedOut {
                    _ = loop.run(mode: .default, before: .distantFuture)
                }
            }
            thread.start()
            state.ready.wait()
        }

        var loop: RunLoop {
            guard let loop = state.loop else { preconditionFailure("the thread is ready") }
            return loop
        }

        deinit {
            state.stopped.signal()
            loop.schedule {}
        }
    }

    /// What happened, and a way to wait for the end of it.
    private final class Log: @unchecked Sendable {
        // Unchecked: written on one thread, read after the semaphore has been signalled there.
        var entries: [String] = []
        let done = DispatchSemaphore(value: 0)

        /// Waits until somebody signals; a test that waits for nothing fails instead of hanging.
        func wait() {
            if done.wait(timeout: .now() + 10) == .timedOut { Issue.record("nothing happened for ten seconds") }
        }
    }

    @Test func immediateWork_fromAnotherThread_wakesTheLoopAndKeepsOrder() {
        let (thread, log) = (LoopThread(), Log())
        for number in 0..<20 {
            thread.loop.schedule { log.entries.append("\(number) \(Thread.current === thread.thread)") }
        }
        thread.loop.schedule { log.done.signal() }
        log.wait()
        #expect(log.entries == (0..<20).map { "\($0) true" })
        // The loop sleeps now; it has to be woken again.
        thread.loop.schedule { log.done.signal() }
        log.wait()
    }

    @Test func laterWork_runsAtItsTime_earliestFirst() {
        let (thread, log) = (LoopThread(), Log())
        let start = thread.loop.now
        thread.loop.schedule(after: start.advanced(by: .milliseconds(30))) {
            log.entries.append("second")
            log.done.signal()
        }
        thread.loop.schedule(after: start.advanced(by: .milliseconds(5)), tolerance: .seconds(0)) {
            log.entries.append("first")
        }
        log.wait()
        #expect(log.entries == ["first", "second"])
        #expect(start.distance(to: thread.loop.now) >= .milliseconds(30))
    }

    @Test func repeatedWork_endsWhenItIsCancelled() {
        let (thread, log) = (LoopThread(), Log())
        var token: (any Cancellable)?
        thread.loop.schedule {
            token = thread.loop.schedule(after: thread.loop.now, interval: .milliseconds(2)) {
                log.entries.append("tick")
                if log.entries.count == 3 {
                    token?.cancel()
                    // Whatever came after the cancellation would be there before this runs.
                    thread.loop.schedule(after: thread.loop.now.advanced(by: .milliseconds(20))) { log.done.signal() }
                }
            }
        }
        log.wait()
        #expect(log.entries == ["tick", "tick", "tick"])
    }

    @Test func receiveOn_aRunLoop_deliversThereInOrder() {
        let (thread, log) = (LoopThread(), Log())
        let token = (1...5).publisher.receive(on: thread.loop).sink(
            receiveCompletion: { _ in log.done.signal() },
            receiveValue: { log.entries.append("\($0) \(Thread.current === thread.thread)") })
        log.wait()
        #expect(log.entries == (1...5).map { "\($0) true" })
        token.cancel()
    }

    @Test func timer_autoconnect_ticksUntilItIsCancelled() {
        let (thread, log) = (LoopThread(), Log())
        var token: AnyCancellable?
        var dates: [Date] = []
        thread.loop.schedule {
            token = Timer.publish(every: 0.005, on: thread.loop, in: .default).autoconnect().sink { date in
                dates.append(date)
                if dates.count == 3 {
                    token?.cancel()
                    thread.loop.schedule(after: thread.loop.now.advanced(by: .milliseconds(20))) { log.done.signal() }
                }
            }
        }
        log.wait()
        #expect(dates.count == 3)
        #expect(dates == dates.sorted())
    }

    @Test func timer_withoutConnect_isSilent_andMissesTicksWithoutDemand() {
        let (thread, log) = (LoopThread(), Log())
        let publisher = Timer.publish(every: 0.002, on: thread.loop, in: .default)
        let bounded = TrackingSubscriber<Date, Never>(demand: .max(1))
        publisher.subscribe(bounded)
        thread.loop.schedule(after: thread.loop.now.advanced(by: .milliseconds(10))) { log.done.signal() }
        log.wait()
        #expect(bounded.values.isEmpty)
        var count = 0
        let all = publisher.sink { _ in
            count += 1
            if count == 3 { log.done.signal() }
        }
        let connection = publisher.connect()
        log.wait()
        connection.cancel()
        #expect(bounded.values.count == 1)
        all.cancel()
    }

    @Test func debounce_onARunLoop_sendsTheLastOfABurst() {
        let (thread, log) = (LoopThread(), Log())
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.debounce(for: .milliseconds(10), scheduler: thread.loop).sink { value in
            log.entries.append("\(value)")
            log.done.signal()
        }
        for value in 1...3 { subject.send(value) }
        log.wait()
        #expect(log.entries == ["3"])
        token.cancel()
    }

    @Test func operationQueue_laterAndRepeatedWork_runs() {
        let (queue, log) = (OperationQueue(), Log())
        queue.maxConcurrentOperationCount = 1
        let start = queue.now
        queue.schedule(after: start.advanced(by: .milliseconds(10))) {
            log.entries.append("later")
            log.done.signal()
        }
        log.wait()
        #expect(log.entries == ["later"])
        #expect(start.distance(to: queue.now) >= .milliseconds(10))
        var ticks = 0
        var token: (any Cancellable)?
        queue.schedule {
            token = queue.schedule(after: queue.now, interval: .milliseconds(2)) {
                ticks += 1
                if ticks == 2 {
                    token?.cancel()
                    queue.schedule(after: queue.now.advanced(by: .milliseconds(20))) { log.done.signal() }
                }
            }
        }
        log.wait()
        #expect(ticks == 2)
    }

    @Test func workOfALoop_afterItHasRun_holdsNothing() {
        final class Held {}
        let (thread, log) = (LoopThread(), Log())
        weak var later: Held?
        weak var repeated: Held?
        weak var ticking: Held?
        do {
            let (first, second, third) = (Held(), Held(), Held())
            (later, repeated, ticking) = (first, second, third)
            thread.loop.schedule(after: thread.loop.now) { withExtendedLifetime(first) {} }
            let token = thread.loop.schedule(after: thread.loop.now, interval: .milliseconds(1)) {
                withExtendedLifetime(second) {}
            }
            let ticks = Timer.publish(every: 0.001, on: thread.loop, in: .default).autoconnect()
                .sink { _ in withExtendedLifetime(third) {} }
            thread.loop.schedule(after: thread.loop.now.advanced(by: .milliseconds(5))) { log.done.signal() }
            log.wait()
            token.cancel()
            ticks.cancel()
        }
        // A turn of the loop, so that whatever was running has ended.
        thread.loop.schedule(after: thread.loop.now.advanced(by: .milliseconds(1))) { log.done.signal() }
        log.wait()
        #expect(later == nil && repeated == nil && ticking == nil)
    }

    @Test func laterWork_ofManyThreads_isNeverForgotten() {
        let (thread, log) = (LoopThread(), Log())
        let group = DispatchGroup()
        race(threads: 4) { number in
            for step in 0..<50 {
                group.enter()
                group.enter()
                thread.loop.schedule(after: thread.loop.now.advanced(by: .milliseconds((step * 7 + number) % 5))) {
                    group.leave()
                }
                thread.loop.schedule { group.leave() }
            }
        }
        #expect(group.wait(timeout: .now() + 10) == .success)
        withExtendedLifetime(log) {}
    }

    @Test func nestedTurnOfTheLoop_runsOtherWork() {
        let (thread, log) = (LoopThread(), Log())
        thread.loop.schedule(after: thread.loop.now) {
            var inner = false
            thread.loop.schedule(after: thread.loop.now.advanced(by: .milliseconds(2))) { inner = true }
            let limit = Date(timeIntervalSinceNow: 10)
            // A timer does not end a run, so each is a short one.
            while !inner, Date() < limit {
                _ = thread.loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
            }
            log.entries.append("\(inner)")
            log.done.signal()
        }
        log.wait()
        #expect(log.entries == ["true"])
    }
}
