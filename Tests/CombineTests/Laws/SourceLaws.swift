import Combine
import Foundation
import OndolTestSupport
import Testing

/// One publisher that starts a chain, and what it delivers.
struct SourceCase: CustomStringConvertible, Sendable {
    let description: String

    /// What a subscriber with unlimited demand is told, after the subscription.
    let whole: [StreamEvent<String>]

    /// What a subscriber is told that never asks.
    let unasked: [StreamEvent<String>]

    /// What a subscriber is told that asks for one.
    let one: [StreamEvent<String>]

    let make: @Sendable () -> LawStream

    init(
        _ name: String, whole: [StreamEvent<String>], unasked: [StreamEvent<String>] = [],
        one: [StreamEvent<String>], _ make: @escaping @Sendable () -> LawStream
    ) {
        description = name
        self.whole = whole
        self.unasked = unasked
        self.one = one
        self.make = make
    }
}

enum SourceTable {
    static let all: [SourceCase] = [
        SourceCase("Just", whole: [.value("1"), .finished], one: [.value("1"), .finished]) { Just(1).lawful },
        SourceCase("Optional", whole: [.value("1"), .finished], one: [.value("1"), .finished]) {
            Optional(1).publisher.lawful
        },
        SourceCase("Optional, none", whole: [.finished], unasked: [.finished], one: [.finished]) {
            Int?.none.publisher.lawful
        },
        SourceCase("Result", whole: [.value("1"), .finished], one: [.value("1"), .finished]) {
            Result<Int, TestFailure>.success(1).publisher.lawful
        },
        SourceCase("Result, failure", whole: [.failure("x")], unasked: [.failure("x")], one: [.failure("x")]) {
            Result<Int, TestFailure>.failure(TestFailure("x")).publisher.lawful
        },
        SourceCase("Fail", whole: [.failure("x")], unasked: [.failure("x")], one: [.failure("x")]) {
            Fail<Int, TestFailure>(error: TestFailure("x")).lawful
        },
        SourceCase("Empty", whole: [.finished], unasked: [.finished], one: [.finished]) {
            Empty<Int, TestFailure>().lawful
        },
        SourceCase("Empty, never", whole: [], one: []) { Empty<Int, TestFailure>(completeImmediately: false).lawful },
        SourceCase("Sequence", whole: [.value("1"), .value("2"), .finished], one: [.value("1")]) {
            [1, 2].publisher.lawful
        },
        SourceCase("Sequence of one", whole: [.value("1"), .finished], one: [.value("1"), .finished]) {
            [1].publisher.lawful
        },
        SourceCase("Sequence, empty", whole: [.finished], unasked: [.finished], one: [.finished]) {
            [Int]().publisher.lawful
        },
        SourceCase("Record", whole: [.value("1"), .value("2"), .failure("x")], one: [.value("1")]) {
            Record<Int, TestFailure>(output: [1, 2], completion: .failure(TestFailure("x"))).lawful
        },
        SourceCase("Future", whole: [.value("1"), .finished], one: [.value("1"), .finished]) {
            Future<Int, TestFailure> { $0(.success(1)) }.lawful
        },
        SourceCase("Future, failure", whole: [.failure("x")], unasked: [.failure("x")], one: [.failure("x")]) {
            Future<Int, TestFailure> { $0(.failure(TestFailure("x"))) }.lawful
        },
        SourceCase("Deferred", whole: [.value("1"), .finished], one: [.value("1"), .finished]) {
            Deferred { Just(1) }.lawful
        },
        SourceCase("CurrentValueSubject", whole: [.value("1")], one: [.value("1")]) {
            CurrentValueSubject<Int, TestFailure>(1).lawful
        },
    ]
}

/// What holds for every publisher that starts a chain.
@Suite struct SourceLaws {
    private func told(_ source: SourceCase, _ demand: Subscribers.Demand) -> [StreamEvent<String>] {
        let subscriber = TrackingSubscriber<String, TestFailure>(demand: demand)
        source.make().subscribe(subscriber)
        #expect(subscriber.violations == [])
        guard case .subscription = subscriber.events.first else {
            Issue.record("\(source): the first event is \(String(describing: subscriber.events.first))")
            return []
        }
        return Array(subscriber.events.dropFirst())
    }

    @Test(arguments: SourceTable.all)
    func subscriber_unlimitedOneOrNoDemand_isToldWhatTheTableSays(_ source: SourceCase) {
        #expect(told(source, .unlimited) == source.whole)
        #expect(told(source, .none) == source.unasked)
        #expect(told(source, .max(1)) == source.one)
    }

    @Test(arguments: SourceTable.all)
    func subscriber_cancellingInsideAValue_isToldNothingMore(_ source: SourceCase) {
        final class Link {
            weak var subscriber: TrackingSubscriber<String, TestFailure>?
        }
        let link = Link()
        let subscriber = TrackingSubscriber<String, TestFailure>(
            demand: .unlimited,
            onValue: { _ in
                link.subscriber?.cancel()
                return .none
            })
        link.subscriber = subscriber
        source.make().subscribe(subscriber)
        #expect(subscriber.values.count <= 1)
        #expect(!(subscriber.values.count == 1 && subscriber.isCompleted))
    }

    @Test(arguments: SourceTable.all)
    func subscriber_askingOneByOneFromInside_isServedWithoutRecursion(_ source: SourceCase) {
        final class Link {
            weak var subscriber: TrackingSubscriber<String, TestFailure>?
        }
        let link = Link()
        var depth = 0
        var deepest = 0
        let subscriber = TrackingSubscriber<String, TestFailure>(
            demand: .max(1),
            onValue: { _ in
                depth += 1
                deepest = max(deepest, depth)
                link.subscriber?.request(.max(1))
                depth -= 1
                return .none
            })
        link.subscriber = subscriber
        source.make().subscribe(subscriber)
        #expect(deepest <= 1)
        #expect(Array(subscriber.events.dropFirst()) == source.whole)
        #expect(subscriber.violations == [])
    }
}
