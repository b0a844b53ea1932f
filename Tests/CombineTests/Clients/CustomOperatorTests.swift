import Combine
import OndolTestSupport
import Testing

/// Operators that apps and add-on libraries write for themselves, in the forms they write them.
@Suite struct CustomOperatorTests {
    typealias Source = PassthroughSubject<Int, TestFailure>

    private func collected<P: Publisher>(_ publisher: P) -> TrackingSubscriber<P.Output, P.Failure> {
        let subscriber = TrackingSubscriber<P.Output, P.Failure>(demand: .unlimited)
        publisher.subscribe(subscriber)
        return subscriber
    }

    @Test func withLatestFrom_eachValue_takesTheNewestOfTheOther() {
        let (source, other) = (Source(), PassthroughSubject<String, TestFailure>())
        let seen = collected(source.withLatest(from: other) { "\($0)\($1)" })
        source.send(1)
        other.send("a")
        source.send(2)
        other.send("b")
        source.send(3)
        other.send(completion: .finished)
        #expect(!seen.isCompleted)
        source.send(completion: .finished)
        #expect(seen.events.dropFirst() == [.value("2a"), .value("3b"), .finished])
        #expect(seen.violations == [])
    }

    @Test func shareReplay_lateSubscriber_getsTheNewestValuesAndTheEnd() {
        let source = Source()
        let shared = source.shareReplay(2)
        let early = collected(shared)
        for value in 1...3 { source.send(value) }
        let late = collected(shared)
        source.send(4)
        source.send(completion: .failure(TestFailure("x")))
        let last = collected(shared)
        #expect(early.values == [1, 2, 3, 4])
        #expect(late.values == [2, 3, 4])
        #expect(last.events.dropFirst() == [.value(3), .value(4), .failure("x")])
    }

    @Test func pairwise_customInnerPart_obeysDemand() {
        let source = Source()
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: .max(1))
        Publishers.Pairwise(upstream: source).map { "\($0.0)\($0.1)" }.subscribe(subscriber)
        for value in 1...4 { source.send(value) }
        #expect(subscriber.values == ["12"])
        #expect(subscriber.violations == [])
    }

    @Test func countdown_customSubscription_deliversOnDemandAndStopsWhenCancelled() {
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(2))
        Countdown(from: 3).subscribe(subscriber)
        #expect(subscriber.values == [3, 2])
        subscriber.request(.unlimited)
        #expect(subscriber.events.suffix(2) == [.value(1), .finished])
        var seen: [Int] = []
        Countdown(from: 5).prefix(2).sink { seen.append($0) }.cancel()
        #expect(seen == [5, 4])
    }

    @Test func createPublisher_cancellation_reachesTheClosure() {
        var log: [String] = []
        let publisher = AnyPublisher<Int, TestFailure>.create { subscriber in
            subscriber(.success(1))
            subscriber(.success(2))
            return AnyCancellable { log.append("cancelled") }
        }
        var token: AnyCancellable? = publisher.sink(
            receiveCompletion: { _ in }, receiveValue: { log.append("\($0)") })
        #expect(log == ["1", "2"])
        token = nil
        #expect(log == ["1", "2", "cancelled"])
        withExtendedLifetime(token) {}
    }

    @Test func retryWithDelay_ofDeferredAndCatch_triesAgainAfterTheTime() {
        let time = VirtualTimeScheduler()
        var attempts = 0
        let seen = collected(
            Deferred { () -> AnyPublisher<Int, TestFailure> in
                attempts += 1
                return attempts < 3
                    ? Fail(error: TestFailure("\(attempts)")).eraseToAnyPublisher()
                    : Just(attempts).setFailureType(to: TestFailure.self).eraseToAnyPublisher()
            }
            .retry(3, after: .seconds(1), on: time))
        #expect(attempts == 1)
        time.advance(by: .seconds(1))
        #expect(attempts == 2)
        time.advance(by: .seconds(1))
        #expect(seen.events.dropFirst() == [.value(3), .finished])
    }

    @Test func weakAssign_targetGone_isNotKeptAlive() {
        final class Target {
            var value = 0
        }
        let subject = PassthroughSubject<Int, Never>()
        weak var gone: Target?
        var token: AnyCancellable?
        do {
            let target = Target()
            gone = target
            token = subject.assign(to: \.value, onWeak: target)
            subject.send(2)
            #expect(target.value == 2)
        }
        #expect(gone == nil)
        subject.send(3)
        token?.cancel()
    }

    @Test func materialize_andBack_isTheSameStream() {
        let source = Source()
        let events = source.materialized()
        let seen = collected(events.map { "\($0)" })
        source.send(1)
        source.send(completion: .failure(TestFailure("x")))
        #expect(seen.events.dropFirst() == [.value("value(1)"), .value("failure(x)"), .finished])
    }

    @Test func mapMany_extensionOverOutputs_works() {
        #expect(collected([[1, 2], [3]].publisher.mapMany { $0 * 2 }).values == [[2, 4], [6]])
        #expect(collected([1, nil, 3].publisher.unwrapped(or: 0)).values == [1, 0, 3])
        #expect(collected([3, 1, 2].publisher.asResult()).values.count == 3)
    }

    @Test func mergedCollection_zippedCollection_foldOverErasedPublishers() {
        let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
        let zipped = collected(subjects.zippedAll())
        let latest = collected(subjects.latestAll())
        for (index, subject) in subjects.enumerated() { subject.send(index) }
        subjects[0].send(9)
        #expect(zipped.values == [[0, 1, 2]])
        #expect(latest.values == [[0, 1, 2], [9, 1, 2]])
    }
}
