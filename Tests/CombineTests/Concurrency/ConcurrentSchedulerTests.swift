import Combine
import Dispatch
import Foundation
import Testing

/// On a concurrent scheduler the completion may not overtake a value.
@Suite struct ConcurrentSchedulerTests {
    private typealias Hop = @Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>

    private static let hops: [(String, Hop)] = [
        ("receive(on: global)", { $0.receive(on: DispatchQueue.global()).eraseToAnyPublisher() }),
        ("receive(on: operations)", { $0.receive(on: OperationQueue()).eraseToAnyPublisher() }),
        ("delay", { $0.delay(for: .zero, scheduler: DispatchQueue.global()).eraseToAnyPublisher() }),
        ("timeout", { $0.timeout(.seconds(60), scheduler: DispatchQueue.global()).eraseToAnyPublisher() }),
    ]

    @Test func completion_onAConcurrentScheduler_comesLast() async {
        for (name, hop) in Self.hops {
            let seen = await withCheckedContinuation { (continuation: CheckedContinuation<[Int], Never>) in
                let group = DispatchGroup()
                let counts = Counts()
                for _ in 0..<2_000 {
                    group.enter()
                    let received = Counts()
                    let token = hop((0..<3).publisher.eraseToAnyPublisher()).sink { _ in
                        counts.add(received.all.count)
                        group.leave()
                    } receiveValue: {
                        received.add($0)
                    }
                    counts.keep(token)
                }
                group.notify(queue: .global()) { continuation.resume(returning: counts.all) }
            }
            #expect(seen.count == 2_000 && seen.allSatisfy { $0 == 3 }, "\(name)")
        }
    }

    private final class Counts: @unchecked Sendable {
        // @unchecked: everything is touched under the lock.
        private let lock = NSLock()
        private var numbers: [Int] = []
        private var tokens: [AnyCancellable] = []

        func add(_ number: Int) { lock.withLock { numbers.append(number) } }
        func keep(_ token: AnyCancellable) { lock.withLock { tokens.append(token) } }
        var all: [Int] { lock.withLock { numbers } }
    }
}
