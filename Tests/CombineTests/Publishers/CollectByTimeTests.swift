import Combine
import OndolTestSupport
import Testing

/// Gathering over time, with and without a number, when values come one by one and when they come all at once.
@Suite struct CollectByTimeTests {
    typealias Source = PassthroughSubject<Int, TestFailure>

    private let time = VirtualTimeScheduler()
    private let source = Source()

    private func grouped(
        by count: Int, demand: Subscribers.Demand, onValue: @escaping ([Int]) -> Subscribers.Demand = { _ in .none }
    ) -> TrackingSubscriber<[Int], TestFailure> {
        let subscriber = TrackingSubscriber<[Int], TestFailure>(demand: demand, onValue: onValue)
        source.collect(.byTimeOrCount(time, .seconds(1), count)).subscribe(subscriber)
        return subscriber
    }

    @Test func burst_severalTimesTheCount_sendsArraysOfTheCountAndTheRestByTime() {
        let subscriber = grouped(by: 3, demand: .unlimited)
        for value in 1...8 { source.send(value) }
        #expect(subscriber.values == [])
        time.advance()
        #expect(subscriber.values == [[1, 2, 3], [4, 5, 6]])
        time.advance(by: .milliseconds(999))
        #expect(subscriber.values.count == 2)
        time.advance(by: .milliseconds(1))
        #expect(subscriber.values == [[1, 2, 3], [4, 5, 6], [7, 8]])
        #expect(subscriber.violations == [])
    }

    // Source: observed of Apple's framework by a public test suite: 3 values, an interval, 5 values, an interval.
    @Test func burst_inEachInterval_isCutAtTheCount() {
        let subscriber = grouped(by: 2, demand: .unlimited)
        for value in 1...3 { source.send(value) }
        time.advance(by: .seconds(1))
        for value in 4...8 { source.send(value) }
        time.advance(by: .seconds(1))
        source.send(completion: .finished)
        time.advance()
        #expect(
            subscriber.events.dropFirst() == [
                .value([1, 2]), .value([3]), .value([4, 5]), .value([6, 7]), .value([8]), .finished,
            ])
    }

    @Test(arguments: [1, 2, 3, 4, 10, 11])
    func sequence_ofAnyLength_isCutAtTheCountAndTheRestComesWithTheEnd(count: Int) {
        let subscriber = TrackingSubscriber<[Int], Never>(demand: .unlimited)
        (0..<10).publisher.collect(.byTimeOrCount(time, .seconds(1), count)).subscribe(subscriber)
        time.advance()
        let expected = stride(from: 0, to: 10, by: count).map { Array($0..<min($0 + count, 10)) }
        #expect(subscriber.values == expected)
        #expect(subscriber.events.last == .finished)
        #expect(time.waiting == 0)
    }

    @Test(arguments: [1, 2, 3, 4, 10, 11])
    func sequence_onTheImmediateScheduler_isCutAtTheCount(count: Int) {
        let subscriber = TrackingSubscriber<[Int], Never>(demand: .unlimited)
        (0..<10).publisher.collect(.byTimeOrCount(ImmediateScheduler.shared, 1, count)).subscribe(subscriber)
        #expect(
            subscriber.values == stride(from: 0, to: 10, by: count).map { Array($0..<min($0 + count, 10)) })
        #expect(subscriber.isCompleted)
    }

    @Test func failure_afterABurst_dropsWhatHasNotBeenSent() {
        let subscriber = grouped(by: 2, demand: .unlimited)
        for value in 1...3 { source.send(value) }
        time.advance()
        source.send(4)
        source.send(5)
        source.send(completion: .failure(TestFailure("x")))
        time.advance()
        #expect(subscriber.events.dropFirst() == [.value([1, 2]), .value([3, 4]), .failure("x")])
    }

    @Test func demand_lessThanTheFullArrays_keepsThemInOrderUntilAskedFor() {
        let source = ScriptedPublisher<Int, TestFailure>()
        let subscriber = TrackingSubscriber<[Int], TestFailure>(demand: .max(1))
        source.collect(.byTimeOrCount(time, .seconds(1), 2)).subscribe(subscriber)
        #expect(source.line?.requests == [.max(2)])
        // More than asked for: nothing is lost, nothing is joined.
        for value in 1...7 { source.line?.send(value) }
        time.advance()
        #expect(subscriber.values == [[1, 2]])
        time.advance(by: .seconds(3))
        #expect(subscriber.values == [[1, 2]])
        subscriber.request(.max(1))
        #expect(source.line?.requests == [.max(2), .max(2)])
        time.advance()
        #expect(subscriber.values == [[1, 2], [3, 4]])
        subscriber.request(.max(3))
        time.advance()
        #expect(subscriber.values == [[1, 2], [3, 4], [5, 6]])
        time.advance(by: .seconds(1))
        #expect(subscriber.values == [[1, 2], [3, 4], [5, 6], [7]])
        #expect(subscriber.violations == [])
    }

    @Test func demand_returnedFromADelivery_isMultipliedForUpstream() {
        let source = ScriptedPublisher<Int, TestFailure>()
        let subscriber = TrackingSubscriber<[Int], TestFailure>(
            demand: .max(1), onValue: { $0.contains(1) ? .max(2) : .none })
        source.collect(.byTimeOrCount(time, .seconds(1), 3)).subscribe(subscriber)
        for value in 1...9 { source.line?.send(value) }
        time.advance()
        #expect(subscriber.values == [[1, 2, 3], [4, 5, 6], [7, 8, 9]])
        #expect(source.line?.requests == [.max(3), .max(6)])
    }

    @Test func finish_withoutDemand_sendsEverythingThatIsLeft() {
        let source = ScriptedPublisher<Int, TestFailure>()
        let subscriber = TrackingSubscriber<[Int], TestFailure>()
        source.collect(.byTimeOrCount(time, .seconds(1), 2)).subscribe(subscriber)
        for value in 1...5 { source.line?.send(value) }
        source.line?.send(completion: .finished)
        time.advance()
        #expect(subscriber.events.dropFirst() == [.value([1, 2]), .value([3, 4]), .value([5]), .finished])
    }

    @Test func cancel_fromInsideAnArray_stopsTheOthersOfTheBurst() {
        var token: AnyCancellable?
        var seen: [[Int]] = []
        token = source.collect(.byTimeOrCount(time, .seconds(1), 2)).sink(
            receiveCompletion: { _ in },
            receiveValue: {
                seen.append($0)
                token?.cancel()
            })
        for value in 1...6 { source.send(value) }
        time.advance(by: .seconds(2))
        #expect(seen == [[1, 2]])
        #expect(time.waiting == 0)
    }

    @Test func sending_fromInsideAnArray_isDeliveredAfterIt() {
        var depth = 0
        let subscriber = grouped(by: 2, demand: .unlimited) { value in
            depth += 1
            #expect(depth == 1)
            if value == [1, 2] { for value in 3...6 { self.source.send(value) } }
            depth -= 1
            return .none
        }
        source.send(1)
        source.send(2)
        time.advance()
        #expect(subscriber.values == [[1, 2], [3, 4], [5, 6]])
    }

    @Test func byTime_burst_isOneArrayWhateverItsLength() {
        let subscriber = TrackingSubscriber<[Int], TestFailure>(demand: .max(1))
        source.collect(.byTime(time, .seconds(1))).subscribe(subscriber)
        for value in 1...50 { source.send(value) }
        time.advance()
        #expect(subscriber.values == [])
        time.advance(by: .seconds(1))
        #expect(subscriber.values == [Array(1...50)])
    }
}
