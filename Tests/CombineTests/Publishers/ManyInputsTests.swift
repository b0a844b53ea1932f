import Combine
import OndolTestSupport
import Testing

/// Many publishers, many subscribers, many attempts.
///
/// Nothing may grow the stack with their number, and the time may grow no faster than it. 5 000 nested deliveries of an
/// unoptimised build take more than the 8 MB of a stack.
@Suite struct ManyInputsTests {
    private static let many = 5_000

    /// Counts, asks for one value after the other, and for nothing else.
    private final class OneByOne<Input, Failure: Error>: Subscriber {
        private(set) var count = 0
        private(set) var isFinished = false

        func receive(subscription: any Subscription) { subscription.request(.max(1)) }

        func receive(_ input: Input) -> Subscribers.Demand {
            count += 1
            return .max(1)
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            if case .finished = completion { isFinished = true }
        }
    }

    /// How many values come, asked for all at once and one by one.
    private func expectFinish<P: Publisher>(
        _ publisher: P, values: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var count = 0
        var isFinished = false
        publisher.sink(
            receiveCompletion: { if case .finished = $0 { isFinished = true } }, receiveValue: { _ in count += 1 }
        ).cancel()
        #expect(count == values && isFinished, sourceLocation: sourceLocation)
        let slow = OneByOne<P.Output, P.Failure>()
        publisher.subscribe(slow)
        #expect(slow.count == values && slow.isFinished, sourceLocation: sourceLocation)
    }

    private var numbers: Publishers.Sequence<Range<Int>, Never> { (0..<Self.many).publisher }

    @Test func mergeMany_ofManyPublishers_sendsAll() {
        expectFinish(Publishers.MergeMany((0..<Self.many).map { Just($0) }), values: Self.many)
    }

    @Test func mergeMany_ofManyKeptValues_deliversThemInOrderAsAskedFor() {
        let sources = (0..<Self.many / 4).map { CurrentValueSubject<Int, Never>($0) }
        let subscriber = TrackingSubscriber<Int, Never>()
        Publishers.MergeMany(sources).subscribe(subscriber)
        for _ in 0..<10 { subscriber.request(.max(sources.count / 10)) }
        #expect(subscriber.values == Array(0..<sources.count))
        subscriber.request(.unlimited)
        for source in sources { source.send(completion: .finished) }
        #expect(subscriber.isCompleted && subscriber.violations == [])
    }

    @Test func mergeMany_ofManySubjects_isCancelledInOneGo() {
        let sources = (0..<Self.many / 2).map { _ in PassthroughSubject<Int, Never>() }
        var count = 0
        let token = Publishers.MergeMany(sources).sink { _ in count += 1 }
        for source in sources { source.send(1) }
        token.cancel()
        for source in sources { source.send(2) }
        #expect(count == sources.count)
    }

    @Test(arguments: [Subscribers.Demand.unlimited, .max(1), .max(3)])
    func flatMap_manySynchronousPublishers_sendsAll(limit: Subscribers.Demand) {
        expectFinish(numbers.flatMap(maxPublishers: limit) { Just($0) }, values: Self.many)
        expectFinish(
            numbers.flatMap(maxPublishers: limit) { Just($0).eraseToAnyPublisher() }, values: Self.many)
        expectFinish(numbers.flatMap(maxPublishers: limit) { [$0, $0].publisher }, values: 2 * Self.many)
        expectFinish(numbers.flatMap(maxPublishers: limit) { _ in Empty<Int, Never>() }, values: 0)
    }

    @Test func flatMap_overASubject_boundedToOne_takesWhatFits() {
        let subject = PassthroughSubject<Int, Never>()
        var count = 0
        let token = subject.flatMap(maxPublishers: .max(1)) { [$0].publisher }.sink { _ in count += 1 }
        for value in 0..<Self.many { subject.send(value) }
        #expect(count == Self.many)
        token.cancel()
    }

    @Test func switchToLatest_manySynchronousPublishers_sendsAll() {
        expectFinish(numbers.map { Just($0) }.switchToLatest(), values: Self.many)
        expectFinish(numbers.map { Just($0).eraseToAnyPublisher() }.switchToLatest(), values: Self.many)
    }

    @Test func switchToLatest_manySubjects_cancelsEachBeforeTheNext() {
        let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
        var count = 0
        let token = outer.switchToLatest().sink { _ in count += 1 }
        let inners = (0..<Self.many).map { _ in PassthroughSubject<Int, Never>() }
        for inner in inners {
            outer.send(inner)
            inner.send(1)
        }
        for inner in inners.dropLast() { inner.send(2) }
        #expect(count == Self.many)
        token.cancel()
    }

    @Test func subject_manySubscribers_comeAndGoInAnyOrder() {
        let subject = PassthroughSubject<Int, Never>()
        var count = 0
        var tokens = (0..<Self.many).map { _ in subject.sink { _ in count += 1 } }
        subject.send(1)
        #expect(count == Self.many)
        // The oldest half first to last, the others last to first.
        for token in tokens.prefix(Self.many / 2) { token.cancel() }
        for token in tokens.suffix(Self.many / 4).reversed() { token.cancel() }
        subject.send(2)
        #expect(count == Self.many + Self.many / 4)
        tokens = []
        subject.send(3)
        #expect(count == Self.many + Self.many / 4)
    }

    @Test func subject_manySubscribersCancellingInside_areServedOnce() {
        let subject = PassthroughSubject<Int, Never>()
        var count = 0
        var tokens: [AnyCancellable] = []
        for index in 0..<Self.many {
            subject.sink { _ in
                count += 1
                tokens[index].cancel()
            }.store(in: &tokens)
        }
        subject.send(1)
        subject.send(2)
        #expect(count == Self.many)
    }

    @Test func future_manySubscribers_leaveAndAreServed() {
        var promise: Future<Int, Never>.Promise?
        let future = Future<Int, Never> { promise = $0 }
        var seen: [Int] = []
        let tokens = (0..<Self.many).map { index in future.sink { _ in seen.append(index) } }
        for (index, token) in tokens.enumerated() where index % 3 != 0 { token.cancel() }
        // Optimised code would let go of tokens that are not used any more, and so cancel.
        withExtendedLifetime(tokens) { promise?(.success(1)) }
        #expect(seen == Array(stride(from: 0, to: Self.many, by: 3)))
    }

    @Test func future_cancelledFromInsideAValue_isNotServed() {
        var promise: Future<Int, Never>.Promise?
        let future = Future<Int, Never> { promise = $0 }
        var seen: [Int] = []
        var tokens: [AnyCancellable] = []
        for index in 0..<4 {
            future.sink { _ in
                seen.append(index)
                tokens[3 - index].cancel()
            }.store(in: &tokens)
        }
        promise?(.success(1))
        #expect(seen == [0, 1])
    }

    @Test func catchAndRetry_manySynchronousFailures_goOn() {
        expectFinish(
            numbers.flatMap { value in Fail<Int, TestFailure>(error: TestFailure()).catch { _ in Just(value) } },
            values: Self.many)
        let failing = [1].publisher.setFailureType(to: TestFailure.self).append(Fail(error: TestFailure()))
        expectFinish(failing.retry(Self.many).replaceError(with: 0), values: Self.many + 2)
    }

    @Test func sendingFromInsideTheSink_oneThousandDeep_isDelivered() {
        let subject = PassthroughSubject<Int, Never>()
        let depth = 1_000
        var seen = 0
        let token = subject.map { $0 + 1 }.sink { value in
            seen = value
            if value < depth { subject.send(value) }
        }
        subject.send(0)
        #expect(seen == depth)
        token.cancel()
    }

    @Test func slowSubscribers_ofManyValues_areServedWithoutRecursion() {
        expectFinish(numbers.buffer(size: Self.many, prefetch: .byRequest, whenFull: .dropOldest), values: Self.many)
        expectFinish(numbers.buffer(size: 8, prefetch: .keepFull, whenFull: .dropNewest), values: Self.many)
        expectFinish(numbers.eraseToAnyPublisher().filter { $0 % 2 == 0 }, values: Self.many / 2)
        expectFinish(numbers.eraseToAnyPublisher().dropFirst(Self.many - 1), values: 1)
        expectFinish(numbers.receive(on: ImmediateScheduler.shared), values: Self.many)
        expectFinish(numbers.delay(for: 1, scheduler: ImmediateScheduler.shared), values: Self.many)
        expectFinish(numbers.zip(numbers), values: Self.many)
        expectFinish(Record<Int, Never>(output: Array(0..<Self.many), completion: .finished), values: Self.many)
    }

    @Test func longChains_unusedOrCancelled_areLetGo() {
        weak var gone: PassthroughSubject<Int, Never>?
        do {
            let subject = PassthroughSubject<Int, Never>()
            gone = subject
            // Far more than can be subscribed to: only made, and let go.
            var unused = subject.eraseToAnyPublisher()
            for _ in 0..<5_000 { unused = unused.map { $0 + 1 }.append(Just(0)).eraseToAnyPublisher() }
            var chain = subject.eraseToAnyPublisher()
            for _ in 0..<500 { chain = chain.map { $0 + 1 }.eraseToAnyPublisher() }
            var seen: [Int] = []
            let token = chain.sink { seen.append($0) }
            subject.send(0)
            token.cancel()
            subject.send(0)
            #expect(seen == [500])
        }
        #expect(gone == nil)
    }
}
