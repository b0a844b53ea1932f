import Combine
import OndolTestSupport

// Operators as apps and add-on libraries write them: each in another of the usual forms.

// A struct in the namespace with a class as its inner part.
extension Publishers {
    struct Pairwise<Upstream: Publisher>: Publisher {
        typealias Output = (Upstream.Output, Upstream.Output)
        typealias Failure = Upstream.Failure

        let upstream: Upstream

        func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Failure, S.Input == Output {
            upstream.subscribe(Inner(downstream: subscriber))
        }

        private final class Inner<Downstream: Subscriber>: Subscriber, Subscription
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private var downstream: Downstream?
            private var upstream: Subscription?
            private var previous: Upstream.Output?

            init(downstream: Downstream) {
                self.downstream = downstream
            }

            func receive(subscription: Subscription) {
                upstream = subscription
                downstream?.receive(subscription: self)
            }

            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                defer { previous = input }
                guard let previous, let downstream else { return .max(1) }
                return downstream.receive((previous, input))
            }

            func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                downstream?.receive(completion: completion)
                downstream = nil
            }

            func request(_ demand: Subscribers.Demand) {
                upstream?.request(demand)
            }

            func cancel() {
                upstream?.cancel()
                upstream = nil
                downstream = nil
            }
        }
    }
}

// A publisher of its own with a subscription that counts demand.
struct Countdown: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let start: Int

    init(from start: Int) {
        self.start = start
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        subscriber.receive(subscription: Inner(start, subscriber))
    }

    private final class Inner<S: Subscriber>: Subscription, CustomStringConvertible
    where S.Input == Int, S.Failure == Never {
        private var next: Int
        private var demand = Subscribers.Demand.none
        private var subscriber: S?
        private var isDelivering = false

        var description: String { "Countdown" }

        init(_ start: Int, _ subscriber: S) {
            next = start
            self.subscriber = subscriber
        }

        func request(_ demand: Subscribers.Demand) {
            self.demand += demand
            guard !isDelivering else { return }
            isDelivering = true
            while next > 0, self.demand > .none, let subscriber {
                self.demand -= 1
                defer { next -= 1 }
                self.demand += subscriber.receive(next)
            }
            isDelivering = false
            if next == 0 { subscriber?.receive(completion: .finished) }
        }

        func cancel() {
            subscriber = nil
        }
    }
}

// A subject in a class that keeps what it has sent.
final class ReplaySubject<Output, Failure: Error>: Subject {
    private var buffer: [Output] = []
    private let size: Int
    private var completion: Subscribers.Completion<Failure>?
    private let subject = PassthroughSubject<Output, Failure>()

    init(_ size: Int) {
        self.size = size
    }

    func send(_ value: Output) {
        guard completion == nil else { return }
        buffer = (buffer + [value]).suffix(size)
        subject.send(value)
    }

    func send(completion: Subscribers.Completion<Failure>) {
        self.completion = completion
        subject.send(completion: completion)
    }

    func send(subscription: Subscription) {
        subscription.request(.unlimited)
    }

    func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output {
        let replayed = buffer.publisher.setFailureType(to: Failure.self)
        switch completion {
        case .finished?: replayed.receive(subscriber: subscriber)
        case .failure(let error)?:
            replayed.append(Fail<Output, Failure>(error: error)).receive(subscriber: subscriber)
        case nil: replayed.append(subject).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    func shareReplay(_ count: Int) -> Publishers.Autoconnect<Publishers.Multicast<Self, ReplaySubject<Output, Failure>>>
    {
        multicast { ReplaySubject(count) }.autoconnect()
    }

    func withLatest<Other: Publisher, Result>(
        from other: Other, _ selector: @escaping (Output, Other.Output) -> Result
    ) -> AnyPublisher<Result, Failure> where Other.Failure == Failure {
        let upstream = share()
        return
            other
            .map { second in upstream.map { selector($0, second) } }
            .switchToLatest()
            .zip(upstream)
            .map(\.0)
            .eraseToAnyPublisher()
    }

    func retry<S: Scheduler>(
        _ times: Int, after delay: S.SchedulerTimeType.Stride, on scheduler: S
    ) -> AnyPublisher<Output, Failure> {
        self.catch { error -> AnyPublisher<Output, Failure> in
            guard times > 0 else { return Fail(error: error).eraseToAnyPublisher() }
            return Just(())
                .delay(for: delay, scheduler: scheduler)
                .setFailureType(to: Failure.self)
                .flatMap { self.retry(times - 1, after: delay, on: scheduler) }
                .eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    }

    func materialized() -> AnyPublisher<StreamEvent<Output>, Never> {
        map { StreamEvent.value($0) }
            .append(Just(.finished).setFailureType(to: Failure.self))
            .catch { Just(StreamEvent<Output>.failure("\($0)")) }
            .eraseToAnyPublisher()
    }

    func asResult() -> AnyPublisher<Result<Output, Failure>, Never> {
        map(Result.success).catch { Just(.failure($0)) }.eraseToAnyPublisher()
    }

    func unwrapped<Wrapped>(or value: Wrapped) -> Publishers.Map<Self, Wrapped> where Output == Wrapped? {
        map { $0 ?? value }
    }
}

extension Publisher where Output: Sequence {
    func mapMany<T>(_ transform: @escaping (Output.Element) -> T) -> Publishers.Map<Self, [T]> {
        map { $0.map(transform) }
    }
}

extension Publisher where Failure == Never {
    func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, onWeak object: Root
    ) -> AnyCancellable {
        sink { [weak object] value in object?[keyPath: keyPath] = value }
    }
}

extension Collection where Element: Publisher {
    func zippedAll() -> AnyPublisher<[Element.Output], Element.Failure> {
        let initial = Just([Element.Output]()).setFailureType(to: Element.Failure.self).eraseToAnyPublisher()
        return reduce(initial) { $0.zip($1) { $0 + [$1] }.eraseToAnyPublisher() }
    }

    func latestAll() -> AnyPublisher<[Element.Output], Element.Failure> {
        let initial = Just([Element.Output]()).setFailureType(to: Element.Failure.self).eraseToAnyPublisher()
        return reduce(initial) { $0.combineLatest($1) { $0 + [$1] }.eraseToAnyPublisher() }
    }
}

// A publisher made from a closure which sends.
extension AnyPublisher {
    static func create(
        _ start: @escaping (@escaping (Result<Output, Failure>) -> Void) -> AnyCancellable
    ) -> AnyPublisher<Output, Failure> {
        Deferred { () -> AnyPublisher<Output, Failure> in
            let subject = ReplaySubject<Output, Failure>(.max)
            let token = start { result in
                switch result {
                case .success(let value): subject.send(value)
                case .failure(let error): subject.send(completion: .failure(error))
                }
            }
            return subject.handleEvents(receiveCancel: { token.cancel() }).eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    }
}
