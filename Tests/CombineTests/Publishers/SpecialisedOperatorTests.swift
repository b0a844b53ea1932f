import Combine
import OndolTestSupport
import Testing

/// What the operators of the simple publishers, which are evaluated at once, give.
///
/// Source: observed of Apple's framework by a public test suite. Some of it differs from what the general operators
/// give: an optional without a value counts to nothing, not to zero.
@Suite struct SpecialisedOperatorTests {
    private let none = Int?.none.publisher
    private let some = Int?.some(10).publisher
    private let good = Result<Int, TestFailure>.success(4).publisher
    private let bad = Result<Int, TestFailure>.failure(TestFailure()).publisher

    @Test func optional_withoutAValue_givesNoAnswer() {
        #expect(none.count() == Int?.none.publisher && some.count() == Int?.some(1).publisher)
        #expect(none.contains(10) == Bool?.none.publisher && some.contains(10) == Bool?.some(true).publisher)
        #expect(none.contains { $0 > 1 } == Bool?.none.publisher)
        #expect(none.allSatisfy { $0 > 1 } == Bool?.none.publisher)
        #expect(some.allSatisfy { $0 > 10 } == Bool?.some(false).publisher)
        #expect(none.reduce(2, +) == Int?.none.publisher && some.reduce(2, +) == Int?.some(12).publisher)
        #expect(none.scan(2, +) == Int?.none.publisher)
        #expect(none.collect() == [Int]?.some([]).publisher && some.collect() == [Int]?.some([10]).publisher)
        #expect(none.replaceEmpty(with: 3) == Just(3) && none.replaceError(with: 3) == none)
        #expect(none.ignoreOutput().completeImmediately && some.ignoreOutput().completeImmediately)
    }

    @Test func optional_parts_areCutByPosition() {
        #expect(some.dropFirst() == none && some.dropFirst(0) == some && some.dropFirst(100) == none)
        #expect(some.prefix(0) == none && some.prefix(1) == some && some.prefix(1_000) == some)
        #expect(some.output(at: 0) == some && some.output(at: 1) == none && none.output(at: 0) == none)
        #expect(some.output(in: 0..<10) == some && some.output(in: 0..<0) == none && some.output(in: 0...0) == some)
        #expect(some.output(in: 1..<10) == none && some.output(in: ...0) == some && some.output(in: ..<1) == some)
        #expect(some.drop { $0 == 10 } == none && some.prefix { $0 == 10 } == some && some.filter { $0 > 10 } == none)
        #expect(some.first { $0 == 10 } == some && some.last { $0 == 1 } == none)
    }

    @Test func comparing_oneValue_doesNotAskTheClosure() {
        var count = 0
        let order: (Int, Int) -> Bool = {
            count += 1
            return $0 > $1
        }
        #expect(Just(1).min(by: order) == Just(1) && Just(1).max(by: order) == Just(1))
        #expect(Just(1).removeDuplicates(by: order) == Just(1))
        #expect(some.min(by: order) == some && some.max(by: order) == some && some.removeDuplicates(by: order) == some)
        #expect(good.min(by: order).result == .success(4) && good.max(by: order).result == .success(4))
        #expect(good.removeDuplicates(by: order).result == .success(4))
        #expect(count == 0)
    }

    @Test func comparing_oneValueWithAClosureThatMayThrow_asksIt() throws {
        var count = 0
        let order: (Int, Int) throws -> Bool = {
            #expect($0 == $1)
            count += 1
            return true
        }
        let throwing: (Int, Int) throws -> Bool = { _, _ in throw TestFailure("thrown") }
        #expect(try good.tryMin(by: order).result.get() == 4)
        #expect(try good.tryMax(by: order).result.get() == 4)
        #expect(try good.tryRemoveDuplicates(by: order).result.get() == 4)
        #expect(try Just(4).tryRemoveDuplicates(by: order).result.get() == 4)
        #expect(count == 4)
        for publisher in [
            good.tryMin(by: throwing), good.tryMax(by: throwing), good.tryRemoveDuplicates(by: throwing),
            Just(4).tryRemoveDuplicates(by: throwing),
        ] {
            #expect(throws: TestFailure("thrown")) { try publisher.result.get() }
        }
        #expect(throws: TestFailure()) { try bad.tryMin(by: throwing).result.get() }
        #expect(throws: TestFailure()) { try bad.tryRemoveDuplicates(by: throwing).result.get() }
    }

    @Test func result_failure_isKeptOrReplaced() {
        #expect(bad.map { $0 + 1 }.result == .failure(TestFailure()))
        #expect(bad.replaceEmpty(with: 1).result == .failure(TestFailure()))
        #expect(bad.replaceError(with: 1).result == .success(1))
        #expect(bad.count().result == .failure(TestFailure()) && bad.collect().result == .failure(TestFailure()))
        #expect(bad.retry(100).result == .failure(TestFailure()))
        // An empty stream has no failure either.
        var completion: Subscribers.Completion<TestFailure>?
        bad.ignoreOutput().sink(receiveCompletion: { completion = $0 }, receiveValue: { _ in }).cancel()
        #expect(completion == .finished)
    }

    @Test func sequence_operators_giveSequencesAndSingleValues() {
        let empty = EmptyCollection<Int>().publisher
        #expect([1, 1, -2, 3].publisher.allSatisfy { $0 > 0 }.result == .success(false))
        #expect(
            empty.collect().result == .success([]) && empty.min() == none
                && empty.contains(12).result == .success(false))
        #expect([3, 4, 5, -1, 2].publisher.min(by: >) == Int?.some(5).publisher)
        #expect((0..<Int.max).publisher.count() == Just(.max) && empty.count() == Just(0))
        #expect((0..<5).publisher.scan(1, -) == [1, 0, -2, -5, -9].publisher)
        #expect([0, 0, 1, 0, 1, 1, 2].publisher.removeDuplicates() == [0, 1, 0, 1, 2].publisher)
        #expect([1, nil, 4].publisher.replaceNil(with: 42) == [1, 42, 4].publisher)
        #expect(Array((0..<7).publisher.drop { $0 < 5 }.sequence) == [5, 6])
        #expect([1, 2, 3].publisher.output(at: 1) == Int?.some(2).publisher)
        #expect([1, 2, 3].publisher.output(at: -1) == none && [1, 2, 3].publisher.output(at: 9) == none)
        #expect([1, 2, 3, 4].publisher.output(in: 1..<3) == [2, 3].publisher)
        #expect((1..<9).publisher.last { $0.isMultiple(of: 13) } == none)
        #expect(throws: TestFailure("x")) {
            try [1].publisher.tryReduce(2) { _, _ in throw TestFailure("x") }.result.get()
        }
    }

    @Test func sequence_description_isThatOfTheElementsWhileTheyLast() {
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(1))
        (1...2).publisher.subscribe(subscriber)
        #expect(subscriber.events == [.subscription("1...2"), .value(1)])
    }
}
