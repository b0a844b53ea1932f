import Combine
import OndolTestSupport
import Testing

/// Errors, sharing, buffers and other operators on one input.
@Suite struct SingleInputTests {
    typealias Source = ScriptedPublisher<Int, TestFailure>

    private func events<P: Publisher>(
        _ publisher: P, demand: Subscribers.Demand = .unlimited
    ) -> TrackingSubscriber<String, TestFailure> where P.Failure == TestFailure {
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: demand)
        publisher.map { "\($0)" }.subscribe(subscriber)
        return subscriber
    }

    @Test func retry_failures_resubscribeWithTheOpenDemand() {
        let source = Source()
        let seen = events(source.retry(1), demand: .max(3))
        source.line?.send(1)
        source.line?.send(completion: .failure(TestFailure("first")))
        #expect(source.lines.count == 2)
        #expect(source.line?.requests == [.max(2)])
        source.line?.send(2)
        source.line?.send(completion: .failure(TestFailure("second")))
        #expect(seen.events == [.subscription("Retry"), .value("1"), .value("2"), .failure("second")])
    }

    @Test func retry_ofAStreamThatAlwaysFailsAtOnce_doesNotGrowTheStack() {
        let seen = events(Fail<Int, TestFailure>(error: TestFailure("x")).retry(100_000))
        #expect(seen.events.last == .failure("x"))
    }

    @Test func catch_failure_goesOnWithTheReplacement() {
        let (source, other) = (Source(), Source())
        let seen = events(source.catch { _ in other }, demand: .max(2))
        source.line?.send(1)
        source.line?.send(completion: .failure(TestFailure()))
        #expect(other.line?.requests == [.max(1)])
        other.line?.send(2)
        other.line?.send(completion: .failure(TestFailure("other")))
        #expect(seen.events == [.subscription("Catch"), .value("1"), .value("2"), .failure("other")])
    }

    @Test func replaceError_withoutDemand_holdsTheValue() {
        let source = Source()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(1))
        source.replaceError(with: 9).subscribe(subscriber)
        source.line?.send(1)
        source.line?.send(completion: .failure(TestFailure()))
        #expect(subscriber.values == [1])
        #expect(!subscriber.isCompleted)
        subscriber.request(.max(1))
        #expect(subscriber.values == [1, 9])
        #expect(subscriber.isCompleted)
    }

    @Test func tryMap_error_cancelsUpstreamBeforeTheFailure() {
        let source = Source()
        var order: [String] = []
        let token = source.handleEvents(receiveCancel: { order.append("cancel") })
            .tryMap { value -> Int in throw TestFailure("x\(value)") }
            .sink(receiveCompletion: { _ in order.append("failure") }, receiveValue: { _ in })
        source.line?.send(1)
        #expect(order == ["cancel", "failure"])
        token.cancel()
    }

    @Test func removeDuplicates_firstValue_isNotCompared() {
        let source = Source()
        var compared: [String] = []
        let seen = events(
            source.removeDuplicates {
                compared.append("\($0) \($1)")
                return $0 == $1
            })
        for value in [1, 1, 2] { source.line?.send(value) }
        #expect(seen.values == ["1", "2"])
        #expect(compared == ["1 1", "1 2"])
    }

    @Test func prefix_lastValue_cancelsAndFinishesInTheSameCall() {
        let source = Source()
        let seen = events(source.prefix(2))
        source.line?.send(1)
        source.line?.send(2)
        #expect(seen.events == [.subscription("Output"), .value("1"), .value("2"), .finished])
        #expect(source.line?.cancellations == 1)
    }

    @Test func dropFirst_count_isAskedForInAddition() {
        let source = Source()
        let seen = events(source.dropFirst(2), demand: .max(1))
        let asked = (source.line?.requests ?? []).reduce(Subscribers.Demand.none, +)
        #expect(asked == .max(3))
        for value in 1...3 { source.line?.send(value) }
        #expect(seen.values == ["3"])
    }

    @Test func collectByCount_finish_sendsTheRestWithoutDemand() {
        let source = Source()
        let seen = events(source.collect(2), demand: .max(1))
        #expect(source.line?.requests == [.max(2)])
        for value in 1...3 { source.line?.send(value) }
        source.line?.send(completion: .finished)
        #expect(seen.events.dropFirst() == [.value("[1, 2]"), .value("[3]"), .finished])
    }

    @Test func reduce_withoutDemand_waitsForOne() {
        let source = Source()
        let seen = events(source.reduce(0, +), demand: .none)
        #expect(source.line?.requests == [.unlimited])
        source.line?.send(1)
        source.line?.send(2)
        source.line?.send(completion: .finished)
        #expect(seen.values == [])
        seen.request(.max(1))
        #expect(seen.events.dropFirst() == [.value("3"), .finished])
    }

    @Test func buffer_keepFull_asksForOneMoreForEachTakenOut() {
        let source = Source()
        let seen = events(source.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest), demand: .max(1))
        #expect(source.line?.requests == [.max(2)])
        #expect(source.line?.send(1) == .max(1))
        for value in 2...4 { source.line?.send(value) }
        #expect(seen.values == ["1"])
        source.line?.send(completion: .finished)
        seen.request(.max(2))
        #expect(seen.values == ["1", "2", "3"])
        #expect(!seen.isCompleted)
        seen.request(.max(1))
        #expect(seen.isCompleted)
    }

    @Test func buffer_overflowError_comesAfterTheValuesKept() {
        let source = Source()
        let seen = events(
            source.buffer(size: 1, prefetch: .byRequest, whenFull: .customError { TestFailure("full") }), demand: .none)
        source.line?.send(1)
        source.line?.send(2)
        #expect(source.line?.cancellations == 1)
        #expect(!seen.isCompleted)
        seen.request(.max(1))
        #expect(seen.events.dropFirst() == [.value("1"), .failure("full")])
    }

    @Test func share_afterCompletion_givesOnlyTheCompletion() {
        let source = Source()
        let shared = source.share()
        let first = events(shared)
        let second = events(shared)
        #expect(source.lines.count == 1)
        source.line?.send(1)
        source.line?.send(completion: .finished)
        let late = events(shared)
        #expect(first.events.dropFirst() == [.value("1"), .finished])
        #expect(second.events.dropFirst() == [.value("1"), .finished])
        #expect(late.events.dropFirst() == [.finished])
        #expect(source.lines.count == 1)
    }

    @Test func share_allCancelled_startsUpstreamAgain() {
        let source = Source()
        let shared = source.share()
        let (first, second) = (events(shared), events(shared))
        first.cancel()
        #expect(source.line?.cancellations == 0)
        second.cancel()
        #expect(source.line?.cancellations == 1)
        let third = events(shared)
        #expect(source.lines.count == 2)
        source.line?.send(1)
        #expect(third.values == ["1"])
    }

    @Test func multicast_connectedTwice_deliversTwice() {
        let source = Source()
        let multicast = source.multicast { PassthroughSubject() }
        let seen = events(multicast)
        #expect(source.lines.isEmpty)
        let tokens = [AnyCancellable(multicast.connect()), AnyCancellable(multicast.connect())]
        for line in source.lines { line.send(1) }
        #expect(seen.values == ["1", "1"])
        for token in tokens { token.cancel() }
        #expect(source.lines.map(\.cancellations) == [1, 1])
    }

    @Test func handleEvents_closures_areDroppedAfterCompletion() {
        let source = Source()
        var log: [String] = []
        let seen = events(
            source.handleEvents(
                receiveSubscription: { _ in log.append("subscription") }, receiveOutput: { log.append("value \($0)") },
                receiveCompletion: { _ in log.append("completion") }, receiveCancel: { log.append("cancel") },
                receiveRequest: { log.append("request \($0)") }), demand: .max(1))
        source.line?.send(1)
        source.line?.send(completion: .finished)
        seen.cancel()
        #expect(log == ["subscription", "request max(1)", "value 1", "completion"])
    }

    @Test func print_events_areWrittenInTheKnownForm() {
        final class Lines: TextOutputStream {
            var text = ""
            func write(_ string: String) { text += string }
        }
        let lines = Lines()
        let source = Source()
        let subscriber = TrackingSubscriber<Int, TestFailure>(
            demand: .max(1), onValue: { _ in .max(2) })
        source.print("p", to: lines).subscribe(subscriber)
        source.line?.send(7)
        subscriber.request(.unlimited)
        source.line?.send(completion: .failure(TestFailure("x")))
        #expect(
            lines.text == """
                p: receive subscription: (ScriptedPublisher)
                p: request max: (1)
                p: receive value: (7)
                p: request max: (2) (synchronous)
                p: request unlimited
                p: receive error: (x)

                """)
    }

    @Test func assignToOn_completion_releasesTheTarget() {
        final class Target {
            var value = 0
        }
        weak var gone: Target?
        let subject = PassthroughSubject<Int, Never>()
        var token: AnyCancellable?
        do {
            let target = Target()
            gone = target
            token = subject.assign(to: \.value, on: target)
            subject.send(3)
            #expect(target.value == 3)
        }
        #expect(gone != nil)
        subject.send(completion: .finished)
        #expect(gone == nil)
        token?.cancel()
    }
}
