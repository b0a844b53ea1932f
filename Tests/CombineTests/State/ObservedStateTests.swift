import Combine
import OndolTestSupport
import Testing

/// `@Published`, `ObservableObject` and tokens in the forms apps use them.
@Suite struct ObservedStateTests {
    struct Profile: Equatable {
        var name: String
        var tags: [String] = []
    }

    class Model: ObservableObject {
        @Published var profile = Profile(name: "a")
        @Published var count: Int
        var plain = 0

        init(count: Int = 0) { self.count = count }
    }

    final class Detail: Model {
        @Published var detail = ""
    }

    final class PlainDetail: Model {
        var note = "" { willSet { objectWillChange.send() } }
    }

    final class Custom: ObservableObject {
        let objectWillChange = PassthroughSubject<String, Never>()
        var name = "" { willSet { objectWillChange.send(newValue) } }
        @Published var quiet = 0
    }

    @Test func publishedStruct_memberAssignment_sendsTheWholeValueOnce() {
        let model = Model()
        var seen: [Profile] = []
        var before: [Profile] = []
        let token = model.$profile.dropFirst().sink {
            seen.append($0)
            before.append(model.profile)
        }
        model.profile.name = "b"
        model.profile.tags.append("x")
        #expect(seen == [Profile(name: "b"), Profile(name: "b", tags: ["x"])])
        // willSet: inside the sink the property is still the old one.
        #expect(before == [Profile(name: "a"), Profile(name: "b")])
        token.cancel()
    }

    @Test func publishedStruct_keyPathOperators_work() {
        let model = Model()
        var names: [String] = []
        let token = model.$profile.map(\.name).removeDuplicates().sink { names.append($0) }
        model.profile.tags.append("x")
        model.profile.name = "b"
        #expect(names == ["a", "b"])
        token.cancel()
    }

    @Test func objectWillChange_isSentBeforeTheSubscribersOfTheProperty() {
        let model = Model()
        var log: [String] = []
        var tokens: Set<AnyCancellable> = []
        model.$count.dropFirst().sink { log.append("value \($0) \(model.count)") }.store(in: &tokens)
        model.objectWillChange.sink { log.append("will change \(model.count)") }.store(in: &tokens)
        model.count = 1
        #expect(log == ["will change 0", "value 1 0"])
        model.plain = 5
        #expect(log.count == 2)
    }

    @Test func published_initialisedInInit_sendsThatValueFirst() {
        let model = Model(count: 7)
        var seen: [Int] = []
        let token = model.$count.sink { seen.append($0) }
        #expect(seen == [7])
        token.cancel()
    }

    @Test func subclass_withAndWithoutPublishedProperties_sharesOnePublisher() {
        let detail = Detail()
        let plain = PlainDetail()
        var (details, plains) = (0, 0)
        var tokens: [AnyCancellable] = []
        detail.objectWillChange.sink { details += 1 }.store(in: &tokens)
        plain.objectWillChange.sink { plains += 1 }.store(in: &tokens)
        detail.detail = "x"
        detail.count = 1
        (detail as Model).profile.name = "z"
        plain.note = "x"
        plain.count = 1
        #expect(details == 3 && plains == 2)
    }

    @Test func objectWillChange_ofAnotherType_isTheClassesOwn() {
        let object = Custom()
        var seen: [String] = []
        let token = object.objectWillChange.sink { seen.append("\($0) after \(object.name)") }
        object.name = "b"
        object.quiet = 1
        #expect(seen == ["b after "])
        token.cancel()
    }

    @Test func assignToPublished_ofAPropertyOfAnotherObject_followsIt() {
        let (source, target) = (Model(), Model())
        source.$count.map { $0 * 2 }.assign(to: &target.$count)
        source.count = 4
        #expect(target.count == 8)
        weak var gone: Model?
        do {
            let short = Model()
            gone = short
            source.$count.assign(to: &short.$count)
        }
        #expect(gone == nil)
        source.count = 5
        #expect(target.count == 10)
    }

    @Test func combiningProperties_ofOneObject_givesTheNewestOfAll() {
        let model = Model()
        var seen: [String] = []
        let token = model.$profile.combineLatest(model.$count).sink { seen.append("\($0.name)\($1)") }
        model.count = 1
        model.profile.name = "b"
        #expect(seen == ["a0", "a1", "b1"])
        token.cancel()
    }

    @Test func tokens_inCollections_cancelWhenTheyLeave() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [String] = []
        var set: Set<AnyCancellable> = []
        var array: [AnyCancellable] = []
        subject.sink { seen.append("set \($0)") }.store(in: &set)
        subject.sink { seen.append("array \($0)") }.store(in: &array)
        let token = subject.sink { seen.append("twice \($0)") }
        token.store(in: &set)
        token.store(in: &set)
        #expect(set.count == 2)
        subject.send(1)
        #expect(seen.sorted() == ["array 1", "set 1", "twice 1"])
        seen = []
        set.removeAll()
        subject.send(2)
        // The one held by a variable as well goes on.
        #expect(seen.sorted() == ["array 2", "twice 2"])
        token.cancel()
        array.removeLast()
        subject.send(3)
        #expect(seen.count == 2)
    }

    @Test func assignOn_heldObject_isReleasedByTheToken() {
        final class Root { var value = 0 }
        let subject = PassthroughSubject<Int, Never>()
        weak var gone: Root?
        var token: AnyCancellable?
        do {
            let root = Root()
            gone = root
            token = subject.assign(to: \.value, on: root)
        }
        subject.send(3)
        #expect(gone?.value == 3)
        token?.cancel()
        #expect(gone == nil)
    }

    @Test func assign_description_namesTheRoot() {
        let assign = Subscribers.Assign(object: Model(), keyPath: \.plain)
        #expect(assign.description == "Assign Model." && assign.playgroundDescription as? String == "Assign Model.")
        #expect(assign.customMirror.children.map(\.label) == ["object", "keyPath", "status"])
    }

    @Test func multicastAndConnectable_autoconnect_startWithTheFirstAndStopWithTheLast() {
        func check(_ build: (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>) {
            let subject = PassthroughSubject<Int, Never>()
            var log: [String] = []
            let upstream = subject.handleEvents(
                receiveSubscription: { _ in log.append("subscribed") }, receiveCancel: { log.append("cancelled") })
            let shared = build(upstream.eraseToAnyPublisher())
            #expect(log == [])
            let first = shared.sink { log.append("first \($0)") }
            let second = shared.map { $0 * 10 }.sink { log.append("second \($0)") }
            subject.send(1)
            first.cancel()
            subject.send(2)
            second.cancel()
            subject.send(3)
            #expect(log.first == "subscribed" && log.last == "cancelled")
            #expect(log.dropFirst().dropLast().sorted() == ["first 1", "second 10", "second 20"])
        }
        check { $0.multicast { PassthroughSubject() }.autoconnect().eraseToAnyPublisher() }
        check { $0.multicast(subject: PassthroughSubject()).autoconnect().eraseToAnyPublisher() }
        check { $0.makeConnectable().autoconnect().eraseToAnyPublisher() }
        check { $0.share().eraseToAnyPublisher() }
    }

    @Test func withLatestFrom_ofMapAndSwitchToLatest_pairsWithTheNewest() {
        let (taps, text) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<String, Never>("a"))
        var seen: [String] = []
        // The form that apps write: each tap takes the newest text, once.
        let token = taps.map { tap in text.map { "\(tap)\($0)" }.first() }.switchToLatest().sink { seen.append($0) }
        taps.send(1)
        text.send("b")
        taps.send(2)
        #expect(seen == ["1a", "2b"])
        token.cancel()
    }

    @Test func prefixUntilOutput_triggers_inEveryOrder() {
        let (values, stop) = (PassthroughSubject<Int, TestFailure>(), PassthroughSubject<Void, Never>())
        let subscriber = TrackingSubscriber<Int, TestFailure>(demand: .unlimited)
        values.prefix(untilOutputFrom: stop).subscribe(subscriber)
        values.send(1)
        stop.send()
        values.send(2)
        #expect(subscriber.events.dropFirst() == [.value(1), .finished])
        let early = TrackingSubscriber<Int, TestFailure>(demand: .unlimited)
        values.prefix(untilOutputFrom: Just(())).subscribe(early)
        #expect(early.events == [.subscription("PrefixUntilOutput"), .finished])
        let open = TrackingSubscriber<Int, TestFailure>(demand: .unlimited)
        values.prefix(untilOutputFrom: Empty<Int, Never>()).subscribe(open)
        values.send(3)
        #expect(open.values == [3] && !open.isCompleted && open.violations == [])
        let dropped = TrackingSubscriber<Int, TestFailure>(demand: .unlimited)
        let start = PassthroughSubject<Void, TestFailure>()
        values.drop(untilOutputFrom: start).subscribe(dropped)
        values.send(4)
        start.send()
        start.send(completion: .failure(TestFailure("late")))
        values.send(5)
        #expect(dropped.values == [5] && !dropped.isCompleted)
    }
}
