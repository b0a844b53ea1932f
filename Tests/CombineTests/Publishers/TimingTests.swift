import Combine
import OndolTestSupport
import Testing

/// Operators that deal with time, on a clock that the test moves.
@Suite struct TimingTests {
    /// Sends numbered values at given moments, in milliseconds, and notes when what comes out.
    private func timeline<P: Publisher>(
        _ inputs: [(at: Int, value: Int)], until end: Int, finishAt: Int? = nil, fails: Bool = false,
        _ build: (PassthroughSubject<Int, TestFailure>, VirtualTimeScheduler) -> P
    ) -> [String] where P.Failure == TestFailure {
        let subject = PassthroughSubject<Int, TestFailure>()
        let time = VirtualTimeScheduler()
        var log: [String] = []
        let now = { time.now.nanoseconds / 1_000_000 }
        let token = build(subject, time).sink(
            receiveCompletion: { log.append("\($0) at \(now())") }, receiveValue: { log.append("\($0) at \(now())") })
        for (moment, value) in inputs {
            time.advance(by: .milliseconds(moment - now()))
            subject.send(value)
        }
        if let finishAt {
            time.advance(by: .milliseconds(finishAt - now()))
            subject.send(completion: fails ? .failure(TestFailure()) : .finished)
        }
        time.advance(by: .milliseconds(end - now()))
        token.cancel()
        return log
    }

    @Test func debounce_burst_sendsTheLastAfterTheQuiet() {
        let log = timeline([(0, 1), (100, 2), (200, 3), (1_000, 4)], until: 3_000) {
            $0.debounce(for: .milliseconds(500), scheduler: $1)
        }
        #expect(log == ["3 at 700", "4 at 1500"])
    }

    @Test func debounce_completion_discardsTheValueThatWaits() {
        let log = timeline([(0, 1)], until: 3_000, finishAt: 100) {
            $0.debounce(for: .milliseconds(500), scheduler: $1)
        }
        #expect(log == ["finished at 100"])
    }

    private let burst = [(0, -1), (100, 1), (200, 2), (600, 3), (700, 4), (900, 5), (1_200, 6)]

    @Test func throttle_latest_sendsTheNewestOfEachInterval() {
        let log = timeline(burst.map { (at: $0.0, value: $0.1) }, until: 3_000) {
            $0.throttle(for: .milliseconds(500), scheduler: $1, latest: true)
        }
        #expect(log == ["-1 at 0", "2 at 500", "5 at 1000", "6 at 1500"])
    }

    @Test func throttle_notLatest_sendsTheFirstOfEachInterval() {
        let log = timeline(burst.map { (at: $0.0, value: $0.1) }, until: 3_000) {
            $0.throttle(for: .milliseconds(500), scheduler: $1, latest: false)
        }
        #expect(log == ["-1 at 0", "1 at 500", "3 at 1000", "6 at 1500"])
    }

    @Test func throttle_completion_goesWithTheValueThatWaits() {
        let log = timeline([(0, 1), (100, 2)], until: 3_000, finishAt: 200) {
            $0.throttle(for: .milliseconds(500), scheduler: $1, latest: true)
        }
        #expect(log == ["1 at 0", "2 at 500", "finished at 500"])
    }

    @Test func delay_failure_isDelayedToo() {
        let log = timeline([(0, 1), (100, 2)], until: 3_000, finishAt: 200, fails: true) {
            $0.delay(for: .milliseconds(500), scheduler: $1)
        }
        #expect(log == ["1 at 500", "2 at 600", "failure(failed) at 700"])
    }

    @Test func timeout_silence_endsTheStream() {
        let log = timeline([(0, 1), (300, 2)], until: 3_000) {
            $0.timeout(.milliseconds(500), scheduler: $1)
        }
        #expect(log == ["1 at 0", "2 at 300", "finished at 800"])
        let failing = timeline([], until: 3_000) {
            $0.timeout(.milliseconds(500), scheduler: $1, customError: { TestFailure("late") })
        }
        #expect(failing == ["failure(late) at 500"])
    }

    @Test func collectByTime_windows_startWithTheSubscription() {
        let log = timeline([(100, 1), (200, 2), (1_100, 3)], until: 5_000, finishAt: 4_000) {
            $0.collect(.byTime($1, .milliseconds(500)))
        }
        #expect(log == ["[1, 2] at 500", "[3] at 1500", "finished at 4000"])
    }

    @Test func collectByTimeOrCount_count_doesNotRestartTheWindow() {
        let log = timeline([(100, 1), (200, 2), (300, 3)], until: 1_200, finishAt: 1_100) {
            $0.collect(.byTimeOrCount($1, .milliseconds(500), 2))
        }
        #expect(log == ["[1, 2] at 200", "[3] at 500", "finished at 1100"])
    }

    @Test func measureInterval_values_areTimedFromTheSubscription() {
        let log = timeline([(200, 1), (500, 2)], until: 600) {
            $0.measureInterval(using: $1).map { $0.nanoseconds / 1_000_000 }
        }
        #expect(log == ["200 at 200", "300 at 500"])
    }

    @Test func receiveOn_subscription_isNotMoved() {
        let time = VirtualTimeScheduler()
        let source = ScriptedPublisher<Int, TestFailure>()
        let subscriber = TrackingSubscriber<Int, TestFailure>(demand: .max(1), onValue: { _ in .max(1) })
        source.receive(on: time).subscribe(subscriber)
        #expect(subscriber.events == [.subscription("ReceiveOn")])
        #expect(source.line?.send(1) == Subscribers.Demand.none)
        #expect(subscriber.values == [])
        time.advance()
        #expect(subscriber.values == [1])
        #expect(source.line?.requests == [.max(1), .max(1)])
        source.line?.send(2)
        subscriber.cancel()
        time.advance()
        #expect(subscriber.values == [1])
    }

    @Test func subscribeOn_requests_areMovedAndValuesAreNot() {
        let time = VirtualTimeScheduler()
        let source = ScriptedPublisher<Int, TestFailure>()
        let subscriber = TrackingSubscriber<Int, TestFailure>(demand: .max(2))
        source.subscribe(on: time).subscribe(subscriber)
        #expect(source.lines.isEmpty)
        time.advance()
        #expect(source.line?.requests == [.max(2)])
        source.line?.send(1)
        #expect(subscriber.values == [1])
        subscriber.cancel()
        #expect(source.line?.cancellations == 0)
        time.advance()
        #expect(source.line?.cancellations == 1)
    }
}
