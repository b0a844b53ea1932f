import Combine
import Dispatch
import Foundation
import OndolTestSupport
import Testing

@Suite struct FoundationTests {
    @Test func notifications_areDeliveredWhileSubscribed() {
        let center = NotificationCenter()
        let name = Notification.Name("changed")
        let sender = NSObject()
        var seen = 0
        let token = center.publisher(for: name, object: sender).sink { _ in seen += 1 }
        center.post(name: name, object: sender)
        center.post(name: name, object: NSObject())
        #expect(seen == 1)
        token.cancel()
        center.post(name: name, object: sender)
        #expect(seen == 1)
        #expect(center.publisher(for: name, object: sender) == center.publisher(for: name, object: sender))
        #expect(center.publisher(for: name) != center.publisher(for: name, object: sender))
    }

    @Test func dispatchQueue_asScheduler_keepsOrder() {
        let queue = DispatchQueue(label: "serial")
        let done = DispatchSemaphore(value: 0)
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        let token = subject.receive(on: queue).sink(
            receiveCompletion: { _ in done.signal() }, receiveValue: { seen.append($0) })
        for value in 0..<100 { subject.send(value) }
        subject.send(completion: .finished)
        done.wait()
        #expect(seen == Array(0..<100))
        token.cancel()
    }

    @Test func operationQueue_asScheduler_runsWork() {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        let token = subject.receive(on: queue).sink { seen.append($0) }
        subject.send(1)
        subject.send(2)
        queue.waitUntilAllOperationsAreFinished()
        #expect(seen == [1, 2])
        token.cancel()
    }

    @Test func strides_units_agree() {
        typealias Queue = DispatchQueue.SchedulerTimeType.Stride
        #expect(Queue.seconds(2) == .milliseconds(2_000))
        #expect(Queue.seconds(0.5) == .microseconds(500_000))
        #expect((2 as Queue) == .nanoseconds(2_000_000_000))
        #expect(Queue.seconds(Int.max).magnitude == .max)
        typealias Loop = RunLoop.SchedulerTimeType.Stride
        #expect(Loop.milliseconds(500) == 0.5)
        #expect((Loop.seconds(1) + .seconds(2)).timeInterval == 3)
        let start = DispatchQueue.SchedulerTimeType(.now())
        #expect(start.distance(to: start.advanced(by: .seconds(3))) == .seconds(3))
        #expect(start.advanced(by: .seconds(3)).distance(to: start) == .seconds(-3))
    }

    @Test func immediateScheduler_everything_runsInTheCall() {
        var log: [String] = []
        let scheduler = ImmediateScheduler.shared
        scheduler.schedule { log.append("now") }
        scheduler.schedule(after: scheduler.now.advanced(by: 5)) { log.append("later") }
        _ = scheduler.schedule(after: scheduler.now, interval: 1) { log.append("again") }
        #expect(log == ["now", "later", "again"])
    }

    @Test func coders_roundTrip() throws {
        struct Item: Codable, Equatable {
            var name: String
        }
        var seen: [Item] = []
        let token = [Item(name: "a")].publisher.encode(encoder: JSONEncoder())
            .decode(type: Item.self, decoder: JSONDecoder())
            .sink(receiveCompletion: { _ in }, receiveValue: { seen.append($0) })
        #expect(seen == [Item(name: "a")])
        var failed = false
        let broken = Just(Data("{".utf8)).decode(type: Item.self, decoder: JSONDecoder())
            .sink(receiveCompletion: { if case .failure = $0 { failed = true } }, receiveValue: { _ in })
        #expect(failed)
        token.cancel()
        broken.cancel()
    }

    @Test func dataTask_refusedConnection_failsOnceAskedFor() throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        let done = DispatchSemaphore(value: 0)
        let subscriber = TrackingSubscriber<URLSession.DataTaskPublisher.Output, URLError>(
            onCompletion: { _ in done.signal() })
        URLSession.shared.dataTaskPublisher(for: url).subscribe(subscriber)
        #expect(subscriber.events.count == 1)
        subscriber.request(.max(1))
        done.wait()
        #expect(subscriber.values.isEmpty)
        #expect(subscriber.isCompleted)
        #expect(subscriber.violations == [])
    }

    @Test func timerPublisher_properties_areKept() {
        let publisher = Timer.publish(every: 2, tolerance: 1, on: .main, in: .common)
        #expect(publisher.interval == 2)
        #expect(publisher.tolerance == nil)
        #expect(publisher.mode == .common)
    }
}
