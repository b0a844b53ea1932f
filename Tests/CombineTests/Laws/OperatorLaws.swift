import Combine
import OndolTestSupport
import Testing

/// What holds for every operator.
@Suite struct OperatorLaws {
    /// A source, an operator on it and a subscriber, wired up.
    struct Rig {
        let subject = PassthroughSubject<Int, TestFailure>()
        let time = VirtualTimeScheduler()
        let stream: LawStream

        init(_ operatorCase: OperatorCase) {
            stream = operatorCase.build(subject.eraseToAnyPublisher(), time)
        }

        func settle() {
            time.advance(by: 3)
        }
    }

    @Test(arguments: OperatorTable.all)
    func subscribing_anyOperator_givesOneSubscriptionBeforeAnythingElse(_ operatorCase: OperatorCase) {
        let rig = Rig(operatorCase)
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: .unlimited)
        rig.stream.subscribe(subscriber)
        rig.settle()
        rig.subject.send(0)
        rig.settle()
        #expect(subscriber.violations == [])
        guard case .subscription = subscriber.events.first else {
            Issue.record("the first event is \(String(describing: subscriber.events.first))")
            return
        }
    }

    @Test(arguments: OperatorTable.all)
    func subscribing_toAStreamThatFailsAtOnce_givesTheSubscriptionFirst(_ operatorCase: OperatorCase) {
        if operatorCase.exemptions.contains(.noFailure) { return }
        let time = VirtualTimeScheduler()
        let stream = operatorCase.build(Fail(error: TestFailure("early")).eraseToAnyPublisher(), time)
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: .unlimited)
        stream.subscribe(subscriber)
        time.advance(by: 3)
        #expect(subscriber.violations == [])
        guard case .subscription = subscriber.events.first else {
            Issue.record("the first event is \(String(describing: subscriber.events.first))")
            return
        }
        #expect(subscriber.isCompleted != operatorCase.exemptions.contains(.needsConnecting))
    }

    @Test(arguments: OperatorTable.all, [1, 2, 5])
    func demand_finite_isNeverExceeded(_ operatorCase: OperatorCase, _ demand: Int) {
        let rig = Rig(operatorCase)
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: .max(demand))
        rig.stream.subscribe(subscriber)
        rig.settle()
        for value in 0..<20 {
            rig.subject.send(value)
            if value % 3 == 2 { rig.settle() }
            if value == 10 { subscriber.request(.max(demand)) }
        }
        rig.settle()
        #expect(subscriber.violations == [])
        #expect(subscriber.values.count <= 2 * demand)
    }

    @Test(arguments: OperatorTable.all, [true, false])
    func completion_fromUpstream_comesOnceAndIsFollowedByNothing(_ operatorCase: OperatorCase, _ fails: Bool) {
        if fails, operatorCase.exemptions.contains(.noFailure) { return }
        let rig = Rig(operatorCase)
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: .unlimited)
        rig.stream.subscribe(subscriber)
        rig.settle()
        for value in 0..<4 { rig.subject.send(value) }
        rig.settle()
        rig.subject.send(completion: fails ? .failure(TestFailure()) : .finished)
        rig.subject.send(9)
        rig.subject.send(completion: .finished)
        rig.settle()
        #expect(subscriber.violations == [])
        #expect(subscriber.isCompleted != operatorCase.exemptions.contains(.needsConnecting))
    }

    @Test(arguments: OperatorTable.all)
    func upstream_goingOnAfterItsEnd_isNotBelieved(_ operatorCase: OperatorCase) {
        if operatorCase.exemptions.contains(.passesAfterTheEnd) { return }
        let source = ScriptedPublisher<Int, TestFailure>()
        let time = VirtualTimeScheduler()
        let stream = operatorCase.build(source.eraseToAnyPublisher(), time)
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: .unlimited)
        stream.subscribe(subscriber)
        time.advance(by: 3)
        for line in source.lines { line.send(1) }
        for line in source.lines { line.send(completion: .finished) }
        time.advance(by: 3)
        let before = subscriber.events.count
        for line in source.lines {
            line.send(2)
            line.send(completion: .finished)
            line.send(completion: .failure(TestFailure("late")))
        }
        time.advance(by: 3)
        #expect(subscriber.violations == [])
        #expect(subscriber.events.count == before)
    }

    @Test(arguments: OperatorTable.all)
    func secondSubscription_fromUpstream_isCancelled(_ operatorCase: OperatorCase) {
        if operatorCase.exemptions.contains(.passesAfterTheEnd) { return }
        let source = ScriptedPublisher<Int, TestFailure>()
        let time = VirtualTimeScheduler()
        let stream = operatorCase.build(source.eraseToAnyPublisher(), time)
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: .unlimited)
        stream.subscribe(subscriber)
        time.advance(by: 3)
        guard let line = source.line else {
            #expect(operatorCase.exemptions.contains(.needsConnecting) || operatorCase.name == "Concatenate")
            return
        }
        let other = ScriptedPublisher<Int, TestFailure>()
        other.subscribe(TrackingSubscriber<Int, TestFailure>())
        guard let second = other.line else { return }
        line.send(subscription: second)
        time.advance(by: 3)
        #expect(second.cancellations == 1)
        #expect(second.requests == [])
        #expect(subscriber.violations == [])
    }

    @Test(arguments: OperatorTable.all)
    func cancel_anyOperator_stopsAndReleases(_ operatorCase: OperatorCase) {
        let rig = Rig(operatorCase)
        weak var gone: TrackingSubscriber<String, TestFailure>?
        var seen = 0
        do {
            let subscriber = TrackingSubscriber<String, TestFailure>(
                demand: .unlimited,
                onValue: { _ in
                    seen += 1
                    return .none
                })
            gone = subscriber
            rig.stream.subscribe(subscriber)
            rig.settle()
            for value in 0..<4 { rig.subject.send(value) }
            rig.settle()
            subscriber.cancel()
            subscriber.cancel()
            let before = seen
            for value in 4..<8 { rig.subject.send(value) }
            rig.settle()
            rig.subject.send(completion: .finished)
            rig.settle()
            #expect(seen == before)
            #expect(subscriber.isCompleted == (before > 0 && endsByItself(operatorCase)))
            #expect(subscriber.violations == [])
        }
        #expect(gone == nil)
    }

    /// Whether four values make the operator finish.
    private func endsByItself(_ operatorCase: OperatorCase) -> Bool {
        ["First", "FirstWhere", "TryFirstWhere", "Contains", "ContainsWhere", "TryContainsWhere"]
            .contains(operatorCase.name)
    }

    @Test(arguments: OperatorTable.all)
    func completion_anyOperator_releases(_ operatorCase: OperatorCase) {
        if operatorCase.exemptions.contains(.needsConnecting) { return }
        let rig = Rig(operatorCase)
        weak var gone: TrackingSubscriber<String, TestFailure>?
        do {
            let subscriber = TrackingSubscriber<String, TestFailure>(demand: .unlimited)
            gone = subscriber
            rig.stream.subscribe(subscriber)
            rig.settle()
            for value in 0..<4 { rig.subject.send(value) }
            rig.subject.send(completion: .finished)
            rig.settle()
            #expect(subscriber.isCompleted)
        }
        #expect(gone == nil)
    }

    @Test(arguments: OperatorTable.all)
    func callbacks_comingBackIn_keepTheProtocol(_ operatorCase: OperatorCase) {
        let rig = Rig(operatorCase)
        var entries = 0
        var tokens: [AnyCancellable] = []
        // A reference that the closures reach the subscriber through.
        final class Link {
            weak var subscriber: TrackingSubscriber<String, TestFailure>?
        }
        let link = Link()
        let subscriber = TrackingSubscriber<String, TestFailure>(
            onSubscription: { _ in
                rig.subject.send(0)
                link.subscriber?.request(.max(2))
                rig.subject.send(1)
            },
            onValue: { _ in
                // Few times in all, as some operators multiply what they get.
                guard entries < 6 else { return entries < 100 ? .max(1) : .none }
                entries += 1
                rig.subject.send(entries)
                link.subscriber?.request(.max(1))
                tokens.append(rig.stream.sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
                rig.subject.send(entries + 1)
                return .max(1)
            },
            onCompletion: { _ in
                rig.subject.send(7)
                rig.subject.send(completion: .finished)
                tokens.removeAll()
            })
        link.subscriber = subscriber
        rig.stream.subscribe(subscriber)
        rig.settle()
        rig.subject.send(2)
        rig.settle()
        rig.subject.send(3)
        rig.settle()
        rig.subject.send(completion: .finished)
        rig.settle()
        #expect(subscriber.violations == [])
        tokens.removeAll()
        subscriber.cancel()
    }

    @Test(arguments: OperatorTable.all)
    func cancel_fromInsideAValue_stopsTheStream(_ operatorCase: OperatorCase) {
        let rig = Rig(operatorCase)
        final class Link {
            weak var subscriber: TrackingSubscriber<String, TestFailure>?
        }
        let link = Link()
        var seen = 0
        let subscriber = TrackingSubscriber<String, TestFailure>(
            demand: .unlimited,
            onValue: { _ in
                seen += 1
                link.subscriber?.cancel()
                return .unlimited
            })
        link.subscriber = subscriber
        rig.stream.subscribe(subscriber)
        rig.settle()
        for value in 0..<6 {
            rig.subject.send(value)
            rig.settle()
        }
        rig.subject.send(completion: .finished)
        rig.settle()
        #expect(seen <= 1)
        #expect(!(seen == 1 && subscriber.isCompleted))
        #expect(subscriber.violations == [])
    }

    @Test(arguments: OperatorTable.all)
    func twoThreads_sendingAtOnce_areServedOneAtATime(_ operatorCase: OperatorCase) {
        let rig = Rig(operatorCase)
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: .unlimited)
        rig.stream.subscribe(subscriber)
        rig.settle()
        race(threads: 3) { thread in
            for value in 0..<100 {
                switch thread {
                case 2: rig.time.advance(by: .milliseconds(100))
                default: rig.subject.send(value * 2 + thread)
                }
            }
        }
        rig.settle()
        rig.subject.send(completion: .finished)
        rig.settle()
        #expect(subscriber.violations == [])
        #expect(subscriber.isCompleted != operatorCase.exemptions.contains(.needsConnecting))
    }

    @Test(arguments: OperatorTable.all)
    func cancel_fromAnotherThread_isSafe(_ operatorCase: OperatorCase) {
        let rig = Rig(operatorCase)
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: .unlimited)
        rig.stream.subscribe(subscriber)
        rig.settle()
        race(threads: 2) { thread in
            if thread == 0 {
                for value in 0..<50 { rig.subject.send(value) }
                rig.time.advance(by: 2)
            } else {
                subscriber.request(.max(1))
                subscriber.cancel()
            }
        }
        rig.settle()
        #expect(subscriber.violations == [])
    }
}
