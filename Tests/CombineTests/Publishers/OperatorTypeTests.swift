import Combine
import Foundation
import OndolTestSupport
import Testing

/// The concrete types that operators return, where code written down by other people names them.
///
/// Source: the published interface of Apple's framework. A type that differs does not compile here.
@Suite struct OperatorTypeTests {
    private func collect<P: Publisher>(_ publisher: P) -> [P.Output] {
        var values: [P.Output] = []
        publisher.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) }).cancel()
        return values
    }

    @Test func just_operators_stayConcrete() {
        let just = Just(2)
        let mapped: Just<String> = just.map { "\($0)" }
        let count: Just<Int> = just.count()
        let all: Just<Bool> = just.allSatisfy { $0 > 1 }
        let filtered: Optional<Int>.Publisher = just.filter { $0 > 5 }
        let compacted: Optional<Int>.Publisher = just.compactMap { Int?.some($0 + 1) }
        let prefix: Optional<Int>.Publisher = just.prefix(1)
        let dropped: Optional<Int>.Publisher = just.dropFirst()
        let ignored: Empty<Int, Never> = just.ignoreOutput()
        let reduced: Result<Int, Never>.Publisher = just.reduce(1, +)
        let scanned: Result<Int, Never>.Publisher = just.scan(1, +)
        let tried: Result<Int, any Error>.Publisher = just.tryMap { $0 * 3 }
        let failing: Result<Int, TestFailure>.Publisher = just.setFailureType(to: TestFailure.self)
        let appended: Publishers.Sequence<[Int], Never> = just.append(3, 4)
        let prepended: Publishers.Sequence<[Int], Never> = just.prepend([0, 1])
        let first: Just<Int> = just.first()
        let largest: Just<Int> = just.max()
        let unique: Just<Int> = just.removeDuplicates()
        let retried: Just<Int> = just.retry(3)
        #expect(collect(mapped) == ["2"] && collect(count) == [1] && collect(all) == [true])
        #expect(collect(filtered) == [] && collect(compacted) == [3] && collect(prefix) == [2])
        #expect(collect(dropped) == [] && collect(ignored) == [] && collect(reduced) == [3] && collect(scanned) == [3])
        #expect(collect(tried) == [6] && collect(failing) == [2])
        #expect(collect(appended) == [2, 3, 4] && collect(prepended) == [0, 1, 2])
        #expect(first == just && largest == just && unique == just && retried == just)
    }

    @Test func optional_operators_stayConcrete() {
        let optional = Optional(2).publisher
        let mapped: Optional<String>.Publisher = optional.map { "\($0)" }
        let all: Optional<Bool>.Publisher = optional.allSatisfy { $0 > 1 }
        let count: Optional<Int>.Publisher = optional.count()
        let gathered: Optional<[Int]>.Publisher = optional.collect()
        let replaced: Just<Int> = Int?.none.publisher.replaceEmpty(with: 7)
        let ignored: Empty<Int, Never> = optional.ignoreOutput()
        let scanned: Optional<Int>.Publisher = optional.scan(1, +)
        let single: Optional<Int>.Publisher = optional.output(at: 1)
        #expect(collect(mapped) == ["2"] && collect(all) == [true] && collect(count) == [1])
        #expect(collect(gathered) == [[2]] && collect(replaced) == [7] && collect(ignored) == [])
        #expect(collect(scanned) == [3] && collect(single) == [])
        #expect(collect(Int?.none.publisher.count()) == [])
    }

    @Test func result_operators_stayConcrete() {
        let result = Result<Int, TestFailure>.success(2).publisher
        let mapped: Result<String, TestFailure>.Publisher = result.map { "\($0)" }
        let translated: Result<Int, CancellationError>.Publisher = result.mapError { _ in CancellationError() }
        let tried: Result<Int, any Error>.Publisher = result.tryMap { $0 + 1 }
        let replaced: Result<Int, Never>.Publisher =
            Result<Int, TestFailure>.failure(TestFailure()).publisher.replaceError(with: 9)
        let ignored: Empty<Int, TestFailure> = result.ignoreOutput()
        let count: Result<Int, TestFailure>.Publisher = result.count()
        #expect(collect(mapped) == ["2"] && collect(translated) == [2] && collect(tried) == [3])
        #expect(collect(replaced) == [9] && collect(ignored) == [] && collect(count) == [1])
    }

    @Test func sequence_operators_stayConcrete() {
        let sequence = [3, 1, 2, 2].publisher
        let mapped: Publishers.Sequence<[String], Never> = sequence.map { "\($0)" }
        let filtered: Publishers.Sequence<[Int], Never> = sequence.filter { $0 > 1 }
        let count: Just<Int> = sequence.count()
        let rangeCount: Just<Int> = (1...3).publisher.count()
        let all: Result<Bool, Never>.Publisher = sequence.allSatisfy { $0 > 0 }
        let gathered: Result<[Int], Never>.Publisher = sequence.collect()
        let first: Optional<Int>.Publisher = sequence.first()
        let largest: Optional<Int>.Publisher = sequence.max()
        let second: Optional<Int>.Publisher = sequence.output(at: 1)
        let middle: Publishers.Sequence<[Int], Never> = sequence.output(in: 1..<3)
        let head: Publishers.Sequence<PrefixSequence<[Int]>, Never> = sequence.prefix(2)
        let rest: Publishers.Sequence<DropFirstSequence<[Int]>, Never> = sequence.dropFirst(2)
        let later: Publishers.Sequence<DropWhileSequence<[Int]>, Never> = sequence.drop { $0 > 2 }
        let unique: Publishers.Sequence<[Int], Never> = sequence.removeDuplicates()
        let sums: Publishers.Sequence<[Int], Never> = sequence.scan(0, +)
        let sum: Result<Int, Never>.Publisher = sequence.reduce(0, +)
        let longer: Publishers.Sequence<[Int], Never> = sequence.append([9].publisher).prepend(0)
        let ignored: Empty<Int, Never> = sequence.ignoreOutput()
        let filled: Publishers.Sequence<[Int?], Never> = [Int?.none, 4].publisher.replaceNil(with: 0)
        let failing: Publishers.Sequence<[Int], TestFailure> = sequence.setFailureType(to: TestFailure.self)
        #expect(collect(mapped) == ["3", "1", "2", "2"] && collect(filtered) == [3, 2, 2])
        #expect(collect(count) == [4] && collect(rangeCount) == [3] && collect(all) == [true])
        #expect(collect(gathered) == [[3, 1, 2, 2]] && collect(first) == [3] && collect(largest) == [3])
        #expect(collect(second) == [1] && collect(middle) == [1, 2] && collect(head) == [3, 1])
        #expect(collect(rest) == [2, 2] && collect(later) == [1, 2, 2] && collect(unique) == [3, 1, 2])
        #expect(collect(sums) == [3, 4, 6, 8] && collect(sum) == [8] && collect(longer) == [0, 3, 1, 2, 2, 9])
        #expect(collect(ignored) == [] && collect(filled) == [0, 4] && collect(failing) == [3, 1, 2, 2])
    }

    @Test func joining_moreOfTheKind_growsTheType() {
        typealias S = PassthroughSubject<Int, Never>
        let (a, b, c, d) = (S(), S(), S(), S())
        let two: Publishers.Merge<S, Just<Int>> = a.merge(with: Just(1))
        let three: Publishers.Merge3<S, Just<Int>, S> = two.merge(with: b)
        let four: Publishers.Merge4<S, Just<Int>, S, S> = three.merge(with: c)
        let eight: Publishers.Merge8<S, Just<Int>, S, S, S, S, S, S> = four.merge(with: a, b, c, d)
        let many: Publishers.MergeMany<S> = a.merge(with: b)
        let more: Publishers.MergeMany<S> = many.merge(with: c)
        #expect(eight.a === a && eight.h === d && more.publishers.count == 3)
        let zipped: Publishers.Zip3<S, S, S> = a.zip(b, c)
        let sums: Publishers.Map<Publishers.Zip<S, S>, Int> = a.zip(b) { $0 + $1 }
        let latest: Publishers.CombineLatest4<S, S, S, S> = a.combineLatest(b, c, d)
        let products: Publishers.Map<Publishers.CombineLatest<S, S>, Int> = a.combineLatest(b) { $0 * $1 }
        #expect(zipped.c === c && latest.d === d && sums.upstream.a === a && products.upstream.b === b)
    }

    @Test func chains_ofOneKind_fold() {
        typealias S = PassthroughSubject<Int, Never>
        let source = S()
        let maps: Publishers.Map<S, String> = source.map { $0 + 1 }.map { "\($0)" }
        let filters: Publishers.Filter<S> = source.filter { $0 > 1 }.filter { $0 < 5 }
        let compact: Publishers.CompactMap<S, Int> = source.compactMap { $0 }.map { $0 * 2 }
        let tries: Publishers.TryMap<S, Int> = source.map { $0 }.tryMap { $0 * 3 }
        let failures: Publishers.SetFailureType<S, TestFailure> =
            source.setFailureType(to: CancellationError.self).setFailureType(to: TestFailure.self)
        let drops: Publishers.Drop<Publishers.Drop<S>> = source.dropFirst(2).dropFirst(3)
        #expect(maps.transform(1) == "2")
        #expect(filters.isIncluded(3) && !filters.isIncluded(7) && !filters.isIncluded(0))
        #expect(compact.transform(2) == 4)
        #expect(throws: Never.self) { try tries.transform(2) }
        #expect(drops.count == 3 && drops.upstream.count == 2 && failures.upstream === source)
    }

    @Test func partsOfOperators_arePublic() {
        let source = PassthroughSubject<Int, Never>()
        let flat = source.flatMap(maxPublishers: .max(2)) { Just($0) }
        #expect(flat.upstream === source && flat.maxPublishers == .max(2) && flat.transform(3) == Just(3))
        let retry = source.retry(4)
        #expect(retry.upstream === source && retry.retries == 4)
        let output = source.output(in: 2...4)
        #expect(output.range == 2..<5)
        let buffer = source.buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest)
        #expect(buffer.size == 3)
        let time = VirtualTimeScheduler()
        let debounce = source.debounce(for: .seconds(1), scheduler: time)
        #expect(debounce.dueTime == .seconds(1) && debounce.scheduler === time)
        let throttle = source.throttle(for: .seconds(1), scheduler: time, latest: true)
        #expect(throttle.interval == .seconds(1) && throttle.latest)
        let joined = source.prepend(1, 2)
        #expect(joined.prefix.sequence == [1, 2] && joined.suffix === source)
        let scan = source.scan("") { "\($0)\($1)" }
        #expect(scan.initialResult == "" && scan.nextPartialResult("a", 1) == "a1")
        let until = source.prefix(untilOutputFrom: Just(1))
        #expect(until.upstream === source && until.other == Just(1))
        let path = source.map(\.description, \.magnitude)
        #expect(path.keyPath0 == \Int.description && path.keyPath1 == \Int.magnitude)
        let print = source.print("p")
        #expect(print.prefix == "p" && print.stream == nil)
    }

    @Test func equality_ofPublishersWithoutClosures_isByParts() {
        let source = [1, 2].publisher
        #expect(source == [1, 2].publisher && source != [2, 1].publisher)
        #expect(source.setFailureType(to: TestFailure.self) == [1, 2].publisher.setFailureType(to: TestFailure.self))
        let (one, other) = (Publishers.Count(upstream: Just(1)), Publishers.Count(upstream: Just(2)))
        #expect(one == one && one != other)
        #expect(Publishers.Retry(upstream: Just(1), retries: 2) != Publishers.Retry(upstream: Just(1), retries: nil))
        #expect(Just(1).merge(with: source) == Just(1).merge(with: source))
        #expect(Empty<Int, Never>() != Empty<Int, Never>(completeImmediately: false))
        #expect(Fail<Int, TestFailure>(error: TestFailure("a")) != Fail(error: TestFailure("b")))
        #expect(Publishers.Zip(Just(1), Just("a")) == Just(1).zip(Just("a")))
        #expect(
            Publishers.CollectByCount(upstream: Just(1), count: 2)
                == Publishers.CollectByCount(upstream: Just(1), count: 2))
        #expect(Int?.some(1).publisher == Optional<Int>.Publisher(1))
        let shared = Just(1).eraseToAnyPublisher().share()
        #expect(shared == shared && shared != Just(1).eraseToAnyPublisher().share())
    }
}
