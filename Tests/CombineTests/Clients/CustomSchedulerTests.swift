import Combine
import Dispatch
import Foundation
import OndolTestSupport
import Testing

/// A scheduler whose type is hidden, as libraries for tests write it.
struct ErasedScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
    private let getNow: () -> SchedulerTimeType
    private let getMinimumTolerance: () -> SchedulerTimeType.Stride
    private let atOnce: (SchedulerOptions?, @escaping () -> Void) -> Void
    private let after: (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void) -> Void
    private let repeated:
        (
            SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?,
            @escaping () -> Void
        ) -> Cancellable

    init<S: Scheduler>(_ scheduler: S)
    where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
        getNow = { scheduler.now }
        getMinimumTolerance = { scheduler.minimumTolerance }
        atOnce = scheduler.schedule(options:_:)
        after = scheduler.schedule(after:tolerance:options:_:)
        repeated = scheduler.schedule(after:interval:tolerance:options:_:)
    }

    var now: SchedulerTimeType { getNow() }
    var minimumTolerance: SchedulerTimeType.Stride { getMinimumTolerance() }

    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { atOnce(options, action) }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) { after(date, tolerance, options, action) }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> Cancellable { repeated(date, interval, tolerance, options, action) }
}

typealias ErasedSchedulerOf<S: Scheduler> = ErasedScheduler<S.SchedulerTimeType, S.SchedulerOptions>

extension Scheduler {
    func erased() -> ErasedSchedulerOf<Self> { ErasedScheduler(self) }
}

/// A scheduler for tests over the time type of another one.
final class ManualScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
    private(set) var now: SchedulerTimeType
    let minimumTolerance: SchedulerTimeType.Stride = .zero
    private var queue: [(id: Int, due: SchedulerTimeType, action: () -> Void)] = []
    private var nextID = 0

    init(now: SchedulerTimeType) {
        self.now = now
    }

    func advance(by stride: SchedulerTimeType.Stride = .zero) {
        let end = now.advanced(by: stride)
        while let next = queue.filter({ $0.due <= end }).min(by: { ($0.due, $0.id) < ($1.due, $1.id) }) {
            queue.removeAll { $0.id == next.id }
            now = max(now, next.due)
            next.action()
        }
        now = end
    }

    @discardableResult
    private func add(_ due: SchedulerTimeType, _ action: @escaping () -> Void) -> Int {
        nextID += 1
        queue.append((nextID, due, action))
        return nextID
    }

    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { add(now, action) }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) { add(date, action) }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> Cancellable {
        var current = 0
        func again(_ due: SchedulerTimeType) {
            current = add(due) {
                action()
                again(due.advanced(by: interval))
            }
        }
        again(date)
        return AnyCancellable { self.queue.removeAll { $0.id == current } }
    }
}

extension DispatchQueue {
    static var manual: ManualScheduler<SchedulerTimeType, SchedulerOptions> {
        ManualScheduler(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)))
    }
}

@Suite struct CustomSchedulerTests {
    @Test func debounce_onAnErasedManualScheduler_waitsForTheManualClock() {
        let manual = DispatchQueue.manual
        let scheduler: ErasedSchedulerOf<DispatchQueue> = manual.erased()
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        let token = subject.debounce(for: .milliseconds(300), scheduler: scheduler).sink { seen.append($0) }
        subject.send(1)
        manual.advance(by: .milliseconds(200))
        subject.send(2)
        manual.advance(by: .milliseconds(200))
        #expect(seen == [])
        manual.advance(by: .milliseconds(100))
        #expect(seen == [2])
        token.cancel()
    }

    @Test func everyTimeOperator_takesAnErasedScheduler() {
        let manual = DispatchQueue.manual
        let scheduler = manual.erased()
        let source = PassthroughSubject<Int, TestFailure>()
        var seen: [String] = []
        let token =
            source
            .receive(on: scheduler)
            .delay(for: .seconds(1), scheduler: scheduler)
            .throttle(for: 1, scheduler: scheduler, latest: true)
            .timeout(.seconds(60), scheduler: scheduler, customError: { TestFailure("late") })
            .collect(.byTime(scheduler, .seconds(2)))
            .measureInterval(using: scheduler)
            .subscribe(on: scheduler)
            .sink(receiveCompletion: { seen.append("\($0)") }, receiveValue: { _ in seen.append("interval") })
        manual.advance()
        source.send(1)
        manual.advance(by: .seconds(5))
        #expect(seen == ["interval"])
        manual.advance(by: .seconds(70))
        #expect(seen.last == "failure(late)")
        token.cancel()
    }

    @Test func repeatedWork_onAManualScheduler_stopsWhenCancelled() {
        let manual = DispatchQueue.manual
        var ticks = 0
        let token = manual.schedule(after: manual.now, interval: .seconds(1)) { ticks += 1 }
        manual.advance(by: .seconds(3))
        #expect(ticks == 4)
        token.cancel()
        manual.advance(by: .seconds(3))
        #expect(ticks == 4)
    }

    @Test func immediate_asErasedScheduler_delaysNothing() {
        let scheduler = ImmediateScheduler.shared.erased()
        var seen: [Int] = []
        Just(1).delay(for: 1, scheduler: scheduler).receive(on: scheduler).sink { seen.append($0) }.cancel()
        #expect(seen == [1])
    }

    @Test func runLoopAndOperationQueue_areSchedulersToErase() {
        let all: [Any] = [
            RunLoop.main.erased(), OperationQueue.main.erased(), DispatchQueue.main.erased(),
            ImmediateScheduler.shared.erased(),
        ]
        #expect(all.count == 4)
        #expect(
            RunLoop.SchedulerTimeType(Date(timeIntervalSince1970: 1)).advanced(by: .seconds(2)).date
                .timeIntervalSince1970 == 3)
    }
}
