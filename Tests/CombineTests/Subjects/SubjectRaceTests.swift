import Combine
import OndolTestSupport
import Testing

/// Subjects used by several threads at once.
@Suite struct SubjectRaceTests {
    @Test func passthrough_manySenders_loseNothingAndOverlapNever() {
        let subject = PassthroughSubject<Int, Never>()
        let subscribers = (0..<3).map { _ in TrackingSubscriber<Int, Never>(demand: .unlimited) }
        for subscriber in subscribers { subject.subscribe(subscriber) }
        race(threads: 4) { thread in
            for value in 0..<500 { subject.send(thread * 1_000 + value) }
        }
        for subscriber in subscribers {
            #expect(subscriber.values.count == 2_000)
            #expect(subscriber.violations == [])
            // What one thread sends keeps its order.
            for thread in 0..<4 {
                let own = subscriber.values.filter { $0 / 1_000 == thread }
                #expect(own == own.sorted())
            }
        }
    }

    @Test func currentValue_subscribingWhileOthersSend_givesAValueInTheCall() {
        let subject = CurrentValueSubject<Int, Never>(0)
        race(threads: 2) { thread in
            for value in 1...500 {
                if thread == 0 {
                    subject.send(value)
                    continue
                }
                var seen: Int?
                subject.sink { seen = $0 }.cancel()
                if seen == nil { Issue.record("no value in the call") }
            }
        }
        var last: Int?
        subject.sink { last = $0 }.cancel()
        #expect(last == 500)
        #expect(subject.value == 500)
    }

    @Test func currentValue_settersAtOnce_endWithTheSameValueForAll() {
        let subject = CurrentValueSubject<Int, Never>(-1)
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        subject.subscribe(subscriber)
        race(threads: 3) { thread in
            for value in 0..<300 { subject.value = thread * 1_000 + value }
        }
        #expect(subscriber.values.last == subject.value)
        #expect(subscriber.violations == [])
    }

    @Test func published_observersComingAndGoing_isSafe() {
        final class Model: ObservableObject {
            @Published var value = 0
        }
        let model = Model()
        var publishers: [ObservableObjectPublisher?] = [nil, nil, nil]
        publishers.withUnsafeMutableBufferPointer { publishers in
            race(threads: 3) { thread in
                publishers[thread] = model.objectWillChange
                for value in 0..<200 {
                    model.value = value
                    let token = model.$value.sink { _ in }
                    token.cancel()
                }
            }
        }
        #expect(publishers[0] === publishers[1])
        #expect(publishers[0] === publishers[2])
        #expect((0..<200).contains(model.value))
    }

    @Test func sink_waitingForAnotherThreadThatSends_isNotDeadlocked() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        let token = subject.sink { value in
            seen.append(value)
            // Another thread sends, subscribes and cancels while this delivery is going on.
            if value == 0 {
                race(threads: 2) { thread in
                    subject.send(thread + 1)
                    subject.sink { _ in }.cancel()
                }
            }
        }
        subject.send(0)
        #expect(seen.sorted() == [0, 1, 2])
        token.cancel()
    }
}
