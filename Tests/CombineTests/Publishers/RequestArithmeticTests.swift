import Combine
import OndolTestSupport
import Testing

/// What an operator asks of its upstream for what it is asked, and what it returns for a value.
@Suite struct RequestArithmeticTests {
    typealias Source = ScriptedPublisher<Int, TestFailure>

    /// Attaches a subscriber which states one demand, and returns more for each value.
    private func attach<P: Publisher>(
        _ publisher: P, _ demand: Subscribers.Demand = .none, returning more: Subscribers.Demand = .none
    ) -> TrackingSubscriber<String, TestFailure> where P.Failure == TestFailure {
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: demand, onValue: { _ in more })
        publisher.map { "\($0)" }.subscribe(subscriber)
        return subscriber
    }

    private func erased<P: Publisher>(_ publisher: P) -> AnyPublisher<Int, TestFailure>
    where P.Output == Int, P.Failure == any Error {
        publisher.mapError { $0 as? TestFailure ?? TestFailure("\($0)") }.eraseToAnyPublisher()
    }

    @Test func filtering_valueLeftOut_isMadeUpForByOne() {
        let operators: [(Source) -> AnyPublisher<Int, TestFailure>] = [
            { $0.filter { $0 > 1 }.eraseToAnyPublisher() },
            { self.erased($0.tryFilter { $0 > 1 }) },
            { $0.compactMap { $0 > 1 ? $0 : nil }.eraseToAnyPublisher() },
            { self.erased($0.tryCompactMap { $0 > 1 ? $0 : nil }) },
            { $0.drop { $0 <= 1 }.eraseToAnyPublisher() },
            { self.erased($0.tryDrop { $0 <= 1 }) },
        ]
        for build in operators {
            let source = Source()
            let seen = attach(build(source), .max(2), returning: .max(5))
            #expect(source.line?.requests == [.max(2)])
            #expect(source.line?.send(1) == .max(1))
            #expect(source.line?.send(2) == .max(5))
            #expect(seen.values == ["2"])
        }
    }

    @Test func removeDuplicates_repetition_isMadeUpForByOne() {
        let source = Source()
        let seen = attach(source.removeDuplicates(), .max(2), returning: .max(3))
        #expect([1, 1, 2].map { source.line?.send($0) } == [.max(3), .max(1), .max(3)])
        #expect(seen.values == ["1", "2"])
    }

    @Test(arguments: [Subscribers.Demand.none, .max(1), .unlimited])
    func reducing_anyDemand_asksUpstreamForEverythingAtOnce(demand: Subscribers.Demand) {
        let operators: [(Source) -> AnyPublisher<String, TestFailure>] = [
            { $0.reduce(0, +).map { "\($0)" }.eraseToAnyPublisher() },
            { $0.collect().map { "\($0)" }.eraseToAnyPublisher() },
            { $0.count().map { "\($0)" }.eraseToAnyPublisher() },
            { $0.max().map { "\($0)" }.eraseToAnyPublisher() },
            { $0.min().map { "\($0)" }.eraseToAnyPublisher() },
            { $0.allSatisfy { $0 > 0 }.map { "\($0)" }.eraseToAnyPublisher() },
            { $0.contains(5).map { "\($0)" }.eraseToAnyPublisher() },
            { $0.contains { $0 > 5 }.map { "\($0)" }.eraseToAnyPublisher() },
            { $0.first().map { "\($0)" }.eraseToAnyPublisher() },
            { $0.first { $0 > 5 }.map { "\($0)" }.eraseToAnyPublisher() },
            { $0.last().map { "\($0)" }.eraseToAnyPublisher() },
            { $0.last { $0 > 5 }.map { "\($0)" }.eraseToAnyPublisher() },
        ]
        for build in operators {
            let source = Source()
            let seen = attach(build(source), demand)
            #expect(source.line?.requests == [.unlimited], "\(seen.events)")
            #expect(source.line?.send(1) == Subscribers.Demand.none)
        }
    }

    @Test func dropFirst_demandInTheSubscription_isAskedTogetherWithTheCount() {
        let source = Source()
        let seen = attach(source.dropFirst(2), .max(3), returning: .max(4))
        #expect(source.line?.requests == [.max(5)])
        #expect(
            (1...4).map { source.line?.send($0) } == [
                Subscribers.Demand.none, Subscribers.Demand.none, .max(4), .max(4),
            ])
        #expect(seen.values == ["3", "4"])
        seen.request(.max(7))
        #expect(source.line?.requests == [.max(5), .max(7)])
    }

    @Test func dropFirst_withoutDemand_asksForTheCountOnly() {
        let source = Source()
        let seen = attach(source.dropFirst(2))
        #expect(source.line?.requests == [.max(2)])
        let nothing = Source()
        let other = attach(nothing.dropFirst(0))
        #expect(nothing.line?.requests == [])
        other.request(.max(3))
        #expect(nothing.line?.requests == [.max(3)])
        #expect(seen.values.isEmpty)
    }

    @Test func prefix_demand_passesUnchanged() {
        let source = Source()
        let seen = attach(source.prefix(2), .max(5), returning: .max(1))
        #expect(source.line?.requests == [.max(5)])
        #expect(source.line?.send(1) == .max(1))
        #expect(source.line?.send(2) == Subscribers.Demand.none)
        #expect(seen.isCompleted)
    }

    @Test func outputIn_valueBeforeTheRange_isMadeUpForByOne() {
        let source = Source()
        let seen = attach(source.output(in: 2..<4), .max(3))
        #expect((0..<3).map { source.line?.send($0) } == [.max(1), .max(1), Subscribers.Demand.none])
        #expect(seen.values == ["2"])
    }

    @Test func untilOutput_trigger_isAskedForOne() {
        let (source, trigger) = (Source(), Source())
        let dropping = attach(source.drop(untilOutputFrom: trigger), .max(2))
        #expect(trigger.line?.requests == [.max(1)])
        #expect(source.line?.requests == [.max(2)])
        // A value that is dropped uses up demand.
        #expect(source.line?.send(1) == Subscribers.Demand.none)
        let (second, stop) = (Source(), Source())
        let taking = attach(second.prefix(untilOutputFrom: stop), .max(2))
        #expect(stop.line?.requests == [.max(1)])
        #expect(second.line?.requests == [.max(2)])
        #expect(dropping.values.isEmpty && taking.values.isEmpty)
    }

    @Test func collectByCount_demand_isMultiplied() {
        let source = Source()
        let seen = attach(source.collect(4), .max(2), returning: .max(3))
        #expect(source.line?.requests == [.max(8)])
        #expect((1...4).map { source.line?.send($0) } == [0, 0, 0, 12].map { Subscribers.Demand.max($0) })
        #expect(seen.values == ["[1, 2, 3, 4]"])
    }

    @Test func collectByTime_request_asksForOneAndEachInputForOneMore() {
        let (source, time) = (Source(), VirtualTimeScheduler())
        let seen = attach(source.collect(.byTime(time, .seconds(1))), .max(5))
        #expect(source.line?.requests == [.max(1)])
        #expect(source.line?.send(1) == .max(1))
        let counted = Source()
        let other = attach(counted.collect(.byTimeOrCount(time, .seconds(1), 3)), .max(2))
        #expect(counted.line?.requests == [.max(6)])
        seen.cancel()
        other.cancel()
    }

    @Test func joining_request_goesToAllUpstreams() {
        let (a, b) = (Source(), Source())
        let latest = attach(a.combineLatest(b).map { $0 + $1 }, .max(2), returning: .max(9))
        #expect(a.line?.requests == [.max(2)] && b.line?.requests == [.max(2)])
        #expect(a.line?.send(1) == Subscribers.Demand.none)
        #expect(b.line?.send(1) == Subscribers.Demand.none)
        #expect(latest.values == ["2"])
        let (c, d) = (Source(), Source())
        let zipped = attach(c.zip(d), .max(3))
        #expect(c.line?.requests == [.max(3)] && d.line?.requests == [.max(3)])
        #expect(zipped.values.isEmpty)
        let (e, f) = (Source(), Source())
        let merged = attach(e.merge(with: f), .unlimited)
        #expect(e.line?.requests == [.unlimited] && f.line?.requests == [.unlimited])
        #expect(merged.values.isEmpty)
    }

    @Test func append_openDemand_isCarriedOver() {
        let (first, second) = (Source(), Source())
        let seen = attach(first.append(second), .max(3))
        first.line?.send(1)
        first.line?.send(completion: .finished)
        #expect(second.line?.requests == [.max(2)])
        let (third, fourth) = (Source(), Source())
        let other = attach(third.append(fourth), .max(1))
        third.line?.send(1)
        third.line?.send(completion: .finished)
        // Nothing is left to be asked for.
        #expect(fourth.line?.requests == [])
        #expect(seen.values == other.values)
    }

    @Test func flatMap_publishers_areCountedNotValues() {
        let (source, inner) = (Source(), Source())
        let all = attach(source.flatMap { _ in inner }, .unlimited)
        #expect(source.line?.requests == [.unlimited])
        source.line?.send(1)
        #expect(inner.line?.requests == [.unlimited])
        let (bounded, one) = (Source(), Source())
        let some = attach(bounded.flatMap(maxPublishers: .max(2)) { _ in one }, .max(3))
        #expect(bounded.line?.requests == [.max(2)])
        bounded.line?.send(1)
        #expect(one.line?.requests == [.max(1)])
        #expect(all.values.isEmpty && some.values.isEmpty)
    }

    @Test func switchToLatest_upstream_isAskedForEverything() {
        let source = ScriptedPublisher<Source, TestFailure>()
        let (first, second) = (Source(), Source())
        let seen = attach(source.switchToLatest(), .max(3))
        #expect(source.line?.requests == [.unlimited])
        source.line?.send(first)
        #expect(first.line?.requests == [.max(3)])
        first.line?.send(1)
        source.line?.send(second)
        #expect(second.line?.requests == [.max(2)])
        #expect(seen.values == ["1"])
    }

    @Test func rescheduling_inputs_returnNothing() {
        let time = VirtualTimeScheduler()
        let operators: [(Source) -> AnyPublisher<Int, TestFailure>] = [
            { $0.receive(on: time).eraseToAnyPublisher() },
            { $0.delay(for: .seconds(1), scheduler: time).eraseToAnyPublisher() },
        ]
        for build in operators {
            let source = Source()
            let seen = attach(build(source), .max(2), returning: .max(4))
            #expect(source.line?.requests == [.max(2)])
            #expect(source.line?.send(1) == Subscribers.Demand.none)
            time.advance(by: .seconds(2))
            #expect(source.line?.requests == [.max(2), .max(4)])
            #expect(seen.values == ["1"])
        }
    }

    @Test func quietAndRegular_upstream_isAskedForEverything() {
        let time = VirtualTimeScheduler()
        let (quiet, regular) = (Source(), Source())
        let first = attach(quiet.debounce(for: .seconds(1), scheduler: time), .max(1))
        let second = attach(regular.throttle(for: .seconds(1), scheduler: time, latest: true), .max(1))
        #expect(quiet.line?.requests == [.unlimited] && regular.line?.requests == [.unlimited])
        first.cancel()
        second.cancel()
    }

    @Test func buffer_byRequest_asksForEverything() {
        let source = Source()
        let seen = attach(source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest))
        #expect(source.line?.requests == [.unlimited])
        for value in 1...3 { #expect(source.line?.send(value) == Subscribers.Demand.none) }
        seen.request(.max(2))
        #expect(seen.values == ["2", "3"])
    }

    @Test func subjects_asSubscribers_askWhenTheyAreAsked() {
        let (lazy, eager) = (Source(), Source())
        let passthrough = PassthroughSubject<Int, TestFailure>()
        let tokens = [lazy.subscribe(passthrough), eager.subscribe(CurrentValueSubject<Int, TestFailure>(0))]
        #expect(eager.line?.requests == [.unlimited])
        #expect(lazy.line?.requests == [])
        let seen = attach(passthrough, .max(1))
        #expect(lazy.line?.requests == [.unlimited])
        for token in tokens { token.cancel() }
        #expect(seen.values.isEmpty)
    }

    @Test func scan_subscription_isThatOfUpstream() {
        let source = Source()
        let seen = attach(source.scan(0, +), .max(2), returning: .max(4))
        #expect(seen.events == [.subscription("ScriptedPublisher")])
        #expect(source.line?.requests == [.max(2)])
        #expect([1, 2].map { source.line?.send($0) } == [.max(4), .max(4)])
        #expect(seen.values == ["1", "3"])
    }
}
