import Combine
import Foundation
import OndolTestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the inner parts of operators, and subscriptions, show of themselves to a debugger or a playground.
@Suite struct MirrorTests {
    /// Keeps the subscriber it gets, and nothing else.
    private final class Capturing<Output>: Publisher {
        typealias Failure = TestFailure
        var subscriber: Any?

        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == TestFailure {
            self.subscriber = subscriber
            subscriber.receive(subscription: Subscriptions.empty)
        }
    }

    /// Name and mirror of an operator's inner part.
    private func inner<P: Publisher>(_ build: (Capturing<Int>) -> P) throws -> (name: String, labels: [String?]) {
        let source = Capturing<Int>()
        let subscriber = TrackingSubscriber<P.Output, P.Failure>()
        build(source).subscribe(subscriber)
        return try shown(#require(source.subscriber))
    }

    private func shown(_ part: Any) throws -> (name: String, labels: [String?]) {
        let text = try #require(part as? any CustomStringConvertible).description
        let mirror = try #require(part as? any CustomReflectable).customMirror
        let playground = try #require(part as? any CustomPlaygroundDisplayConvertible).playgroundDescription
        #expect(playground as? String == text)
        #expect(!(part is any CustomDebugStringConvertible))
        return (text, mirror.children.map(\.label))
    }

    private func subscription<P: Publisher>(_ publisher: P) throws -> (name: String, labels: [String?]) {
        var found: (any Subscription)?
        publisher.subscribe(TrackingSubscriber<P.Output, P.Failure>(onSubscription: { found = $0 }))
        return try shown(#require(found))
    }

    @Test func filtering_innerPart_showsDownstream() throws {
        #expect(try inner { $0.filter { _ in true } } == ("Filter", ["downstream"]))
        #expect(try inner { $0.tryFilter { _ in true } } == ("TryFilter", ["downstream"]))
        #expect(try inner { $0.compactMap { $0 } } == ("CompactMap", ["downstream"]))
        #expect(try inner { $0.removeDuplicates() } == ("RemoveDuplicates", ["downstream"]))
        #expect(try inner { $0.prefix { _ in true } } == ("PrefixWhile", ["downstream"]))
        #expect(try inner { $0.drop { _ in true } } == ("DropWhile", ["downstream"]))
        #expect(try inner { $0.scan(0, +) } == ("Scan", ["downstream", "result"]))
    }

    @Test func reducing_innerPart_showsItsState() throws {
        let all: [String?] = ["downstream", "result", "initial", "status"]
        #expect(try inner { $0.reduce(0, +) } == ("Reduce", all))
        #expect(try inner { $0.count() } == ("Count", all))
        #expect(try inner { $0.first() } == ("First", all))
        #expect(try inner { $0.last { $0 > 1 } } == ("LastWhere", all))
        #expect(try inner { $0.allSatisfy { $0 > 1 } } == ("AllSatisfy", all))
        #expect(try inner { $0.contains(1) } == ("Contains", all))
        #expect(try inner { $0.max() } == ("Comparison", all))
        #expect(try inner { $0.collect() } == ("Collect", ["count"]))
        #expect(try inner { $0.ignoreOutput() } == ("IgnoreOutput", ["downstream", "status"]))
        #expect(
            try inner { $0.collect(3) } == (
                "CollectByCount", ["downstream", "upstreamSubscription", "buffer", "count"]
            ))
    }

    @Test func others_innerPart_showWhatTheyHave() throws {
        #expect(try inner { $0.map { $0 } } == ("Map", []))
        #expect(try inner { $0.tryMap { $0 } } == ("TryMap", []))
        #expect(try inner { $0.map(\.description) } == ("ValueForKey", ["keyPath"]))
        #expect(try inner { $0.map(\.description, \.magnitude) } == ("ValueForKeys", ["keyPath0", "keyPath1"]))
        #expect(try inner { $0.assertNoFailure("p") } == ("AssertNoFailure", ["file", "line", "prefix"]))
        #expect(try inner { $0.dropFirst() } == ("Drop", []))
        #expect(try inner { $0.handleEvents() } == ("HandleEvents", []))
        #expect(
            try inner { $0.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest) }
                == ("Buffer", ["values", "state", "downstreamDemand", "terminal"]))
        #expect(
            try inner { $0.debounce(for: 1, scheduler: VirtualTimeScheduler()) }
                == ("Debounce", ["downstream", "downstreamDemand", "currentValue"]))
        #expect(
            try inner { $0.encode(encoder: JSONEncoder()) } == (
                "Encode", ["downstream", "finished", "upstreamSubscription"]
            ))
    }

    // Source: observed of Apple's framework by a public test suite.
    @Test func replacingAndJoining_innerPart_showDemandOrTheOperator() throws {
        #expect(try inner { $0.catch { _ in Just(1) } } == ("Catch", ["downstream", "demand"]))
        #expect(try inner { $0.tryCatch { _ in Just(1) } } == ("TryCatch", ["downstream", "demand"]))
        #expect(try inner { $0.merge(with: Empty<Int, TestFailure>()) } == ("Merge", ["parentSubscription"]))
        #expect(try inner { Publishers.MergeMany($0) } == ("Merge", ["parentSubscription"]))
        #expect(try inner { $0.replaceEmpty(with: 1) } == ("ReplaceEmpty", []))
        #expect(try inner { $0.replaceError(with: 1) } == ("ReplaceError", []))
        #expect(try inner { $0.append(1) } == ("Concatenate", []))
        #expect(try inner { $0.flatMap { Just($0) } } == ("FlatMap", []))
        #expect(try inner { $0.receive(on: ImmediateScheduler.shared) } == ("ReceiveOn", []))
        #expect(try subscription(Just(1).merge(with: Just(2))) == ("Merge", []))
    }

    @Test func merge_subscriberOfAnUpstream_namesTheSubscription() throws {
        let source = Capturing<Int>()
        var found: (any Subscription)?
        source.merge(with: Empty<Int, TestFailure>()).subscribe(
            TrackingSubscriber<Int, TestFailure>(onSubscription: { found = $0 }))
        let subscriber = try #require(source.subscriber)
        let side = try #require(subscriber as? any CustomReflectable)
        let shown = side.customMirror.descendant("parentSubscription") as? CombineIdentifier
        #expect(shown == found?.combineIdentifier)
    }

    @Test func recordsAndResults_subscription_showTheirValues() throws {
        let record = Record<Int, TestFailure>(output: [1, 2], completion: .failure(TestFailure()))
        #expect(try subscription(record) == ("[1, 2]", ["sequence", "completion"]))
        #expect(try subscription(Result<Int, TestFailure>.success(42).publisher) == ("Once", [nil]))
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        #expect(
            try subscription(URLSession.shared.dataTaskPublisher(for: url))
                == ("DataTaskPublisher", ["task", "downstream", "parent", "demand"]))
    }

    @Test func sources_subscription_showsWhereItBelongs() throws {
        let conduit: [String?] = ["parent", "downstream", "demand", "subject"]
        #expect(try subscription(PassthroughSubject<Int, Never>()) == ("PassthroughSubject", conduit))
        #expect(try subscription(CurrentValueSubject<Int, Never>(1)) == ("CurrentValueSubject", conduit))
        #expect(try subscription(ObservableObjectPublisher()) == ("ObservableObjectPublisher", ["downstream"]))
        #expect(try subscription(Just(1)) == ("Just", [nil]))
        #expect(try subscription(Optional(1).publisher) == ("Optional", [nil]))
        #expect(try subscription([1, 2].publisher).name == "[1, 2]")
        #expect(
            try subscription(Future<Int, Never> { _ in }) == (
                "Future", ["parent", "downstream", "hasAnyDemand", "subject"]
            ))
        #expect(
            try subscription(NotificationCenter.default.publisher(for: Notification.Name("x")))
                == ("NotificationCenter Observer", ["center", "name", "object", "demand"]))
    }

    @Test func subject_mirror_showsTheSubscriberAndItsDemand() throws {
        let subject = PassthroughSubject<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(3))
        var found: (any Subscription)?
        let spy = TrackingSubscriber<Int, Never>(onSubscription: { found = $0 })
        subject.subscribe(subscriber)
        subject.subscribe(spy)
        spy.request(.max(2))
        let subscription = try #require(found)
        let mirror = try #require(subscription as? any CustomReflectable).customMirror
        #expect(mirror.descendant("downstream") as? TrackingSubscriber<Int, Never> === spy)
        #expect(mirror.descendant("demand") as? Subscribers.Demand == .max(2))
        #expect(mirror.descendant("subject") as? PassthroughSubject<Int, Never> === subject)
    }

    @Test func sequence_subscription_showsTheSequenceUntilItsEnd() throws {
        var found: (any Subscription)?
        let subscriber = TrackingSubscriber<Int, Never>(onSubscription: { found = $0 })
        (1...3).publisher.subscribe(subscriber)
        let subscription = try #require(found)
        // Nothing asked for: nothing happens.
        subscription.request(.none)
        #expect(subscriber.values.isEmpty)
        #expect("\(subscription)" == "1...3")
        #expect(try shown(subscription) == ("1...3", ["sequence"]))
        subscriber.request(.unlimited)
        #expect(subscriber.isCompleted)
        #expect("\(subscription)" == "Sequence")
    }
}
