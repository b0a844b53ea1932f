import Combine
import OndolTestSupport
import Testing

/// The edge cases of operators with several inputs, of sharing and of demand, as histories.
@Suite struct JoiningTests {
    typealias Source = ScriptedPublisher<Int, TestFailure>

    private func events<P: Publisher>(
        _ publisher: P, demand: Subscribers.Demand = .unlimited
    ) -> TrackingSubscriber<String, TestFailure> where P.Failure == TestFailure {
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: demand)
        publisher.map { "\($0)" }.subscribe(subscriber)
        return subscriber
    }

    @Test func combineLatest_inputs_sendTheNewestOfEachOnceAllHaveSent() {
        let (a, b) = (Source(), Source())
        let seen = events(a.combineLatest(b))
        a.line?.send(1)
        a.line?.send(2)
        b.line?.send(10)
        a.line?.send(3)
        a.line?.send(completion: .finished)
        b.line?.send(11)
        b.line?.send(completion: .finished)
        #expect(
            seen.events == [
                .subscription("CombineLatest"), .value("(2, 10)"), .value("(3, 10)"), .value("(3, 11)"), .finished,
            ])
        #expect(a.line?.requests == [.unlimited])
    }

    @Test func combineLatest_withoutDemand_keepsTheNewestState() {
        let (a, b) = (Source(), Source())
        let seen = events(a.combineLatest(b), demand: .max(1))
        a.line?.send(1)
        b.line?.send(10)
        a.line?.send(2)
        b.line?.send(11)
        #expect(seen.values == ["(1, 10)"])
        seen.request(.max(1))
        a.line?.send(3)
        #expect(seen.values == ["(1, 10)", "(3, 11)"])
    }

    @Test func combineLatest_failureOfOne_cancelsTheOthers() {
        let (a, b) = (Source(), Source())
        let seen = events(a.combineLatest(b))
        a.line?.send(completion: .failure(TestFailure("x")))
        #expect(seen.events == [.subscription("CombineLatest"), .failure("x")])
        #expect(b.line?.cancellations == 1)
    }

    @Test func zip_surplus_isPairedBeforeTheEnd() {
        let (a, b) = (Source(), Source())
        let seen = events(a.zip(b))
        a.line?.send(1)
        a.line?.send(2)
        a.line?.send(completion: .finished)
        b.line?.send(10)
        #expect(!seen.isCompleted)
        b.line?.send(11)
        #expect(seen.events == [.subscription("Zip"), .value("(1, 10)"), .value("(2, 11)"), .finished])
        #expect(b.line?.cancellations == 1)
    }

    @Test func zip_finishWithoutSurplus_endsAtOnce() {
        let (a, b) = (Source(), Source())
        let seen = events(a.zip(b))
        b.line?.send(1)
        a.line?.send(completion: .finished)
        #expect(seen.events == [.subscription("Zip"), .finished])
        #expect(b.line?.cancellations == 1)
    }

    @Test func merge_finiteDemand_holdsOneOfEach() {
        let (a, b) = (Source(), Source())
        let seen = events(a.merge(with: b), demand: .max(1))
        #expect(a.line?.requests == [.max(1)])
        a.line?.send(1)
        b.line?.send(2)
        #expect(seen.values == ["1"])
        seen.request(.max(1))
        #expect(seen.values == ["1", "2"])
        a.line?.send(completion: .finished)
        #expect(!seen.isCompleted)
        b.line?.send(completion: .finished)
        #expect(seen.isCompleted)
    }

    @Test func mergeMany_ofNothing_finishesAtOnce() {
        let seen = events(Publishers.MergeMany([Source]()), demand: .none)
        #expect(seen.events == [.subscription("Merge"), .finished])
    }

    @Test func append_suffix_isSubscribedOnlyAfterThePrefix() {
        let (a, b) = (Source(), Source())
        let seen = events(a.append(b), demand: .max(3))
        #expect(b.lines.isEmpty)
        a.line?.send(1)
        a.line?.send(completion: .finished)
        #expect(b.line?.requests == [.max(2)])
        b.line?.send(2)
        b.line?.send(completion: .finished)
        #expect(seen.events == [.subscription("Concatenate"), .value("1"), .value("2"), .finished])
    }

    @Test func prepend_twice_putsTheLastFirst() {
        let seen = events(
            [3].publisher.setFailureType(to: TestFailure.self).eraseToAnyPublisher().prepend(2).prepend(1))
        #expect(seen.values == ["1", "2", "3"])
    }

    @Test func flatMap_boundedPublishers_asksForTheNextWhenOneFinishes() {
        let outer = Source()
        let inner = [Source(), Source()]
        let seen = events(outer.flatMap(maxPublishers: .max(1)) { inner[$0] })
        #expect(outer.line?.requests == [.max(1)])
        outer.line?.send(0)
        inner[0].line?.send(1)
        #expect(outer.line?.requests == [.max(1)])
        inner[0].line?.send(completion: .finished)
        #expect(outer.line?.requests == [.max(1), .max(1)])
        outer.line?.send(1)
        outer.line?.send(completion: .finished)
        inner[1].line?.send(2)
        #expect(!seen.isCompleted)
        inner[1].line?.send(completion: .finished)
        #expect(seen.events == [.subscription("FlatMap"), .value("1"), .value("2"), .finished])
    }

    @Test func flatMap_finiteDemand_keepsOneOfEachAndAsksForOneMore() {
        let outer = Source()
        let inner = Source()
        let seen = events(outer.flatMap { _ in inner }, demand: .max(1))
        outer.line?.send(0)
        #expect(inner.line?.requests == [.max(1)])
        #expect(inner.line?.send(1) == .max(1))
        #expect(inner.line?.send(2) == Subscribers.Demand.none)
        #expect(seen.values == ["1"])
        seen.request(.max(1))
        #expect(seen.values == ["1", "2"])
        #expect(inner.line?.requests == [.max(1), .max(1)])
    }

    @Test func flatMap_innerFailure_cancelsEverythingElse() {
        let outer = Source()
        let inner = [Source(), Source()]
        let seen = events(outer.flatMap { inner[$0] })
        outer.line?.send(0)
        outer.line?.send(1)
        inner[0].line?.send(completion: .failure(TestFailure("x")))
        #expect(seen.events == [.subscription("FlatMap"), .failure("x")])
        #expect(outer.line?.cancellations == 1)
        #expect(inner[1].line?.cancellations == 1)
    }

    @Test func switchToLatest_newPublisher_cancelsTheOneBeforeAndGetsTheOpenDemand() {
        let outer = ScriptedPublisher<Source, TestFailure>()
        let (a, b) = (Source(), Source())
        let seen = events(outer.switchToLatest(), demand: .max(3))
        #expect(outer.line?.requests == [.unlimited])
        outer.line?.send(a)
        a.line?.send(1)
        outer.line?.send(b)
        #expect(a.line?.cancellations == 1)
        #expect(b.line?.requests == [.max(2)])
        a.line?.send(9)
        b.line?.send(2)
        outer.line?.send(completion: .finished)
        #expect(!seen.isCompleted)
        b.line?.send(completion: .finished)
        #expect(seen.events == [.subscription("SwitchToLatest"), .value("1"), .value("2"), .finished])
    }

    @Test func prefixUntilOutput_trigger_endsAndItsCompletionDoesNot() {
        let (source, trigger) = (Source(), Source())
        let seen = events(source.prefix(untilOutputFrom: trigger))
        source.line?.send(1)
        trigger.line?.send(0)
        source.line?.send(2)
        #expect(seen.events.dropFirst() == [.value("1"), .finished])
        #expect(source.line?.cancellations == 1)
        let (other, silent) = (Source(), Source())
        let going = events(other.prefix(untilOutputFrom: silent))
        silent.line?.send(completion: .finished)
        other.line?.send(1)
        #expect(going.events.dropFirst() == [.value("1")])
    }

    @Test func dropUntilOutput_triggerWithoutValue_endsTheChain() {
        let (source, trigger) = (Source(), Source())
        let seen = events(source.drop(untilOutputFrom: trigger))
        #expect(trigger.line?.requests == [.max(1)])
        source.line?.send(1)
        trigger.line?.send(0)
        source.line?.send(2)
        #expect(seen.values == ["2"])
        let (other, silent) = (Source(), Source())
        let ended = events(other.drop(untilOutputFrom: silent))
        silent.line?.send(completion: .finished)
        #expect(ended.isCompleted)
        #expect(other.line?.cancellations == 1)
    }
}
