import BenchmarkSupport
import Combine
import Foundation

/// Where sinks add up what they receive.
final class Sum {
    var value = 0
}

/// A class with one published property.
final class Model: ObservableObject {
    @Published var value = 0
}

/// The publisher workloads through Ondol, public interface only.
enum Workloads {
    static var all: [String: Program.Workload] {
        [
            "subject-sink": { n, _ in
                try subject(n) { subject, sum in [subject.sink { sum.value &+= $0 }] }
            },
            "map-filter-sink": { n, _ in
                try subject(n) { subject, sum in
                    [subject.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.sink { sum.value &+= $0 }]
                }
            },
            "sequence": { n, _ in
                let sum = Sum()
                let (measurement, _) = try Measurement.of {
                    let sink = (0..<n).publisher.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.sink { sum.value &+= $0 }
                    withExtendedLifetime(sink) {}
                }
                return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
            },
            "current-1": { n, _ in try current(n, sinks: 1) },
            "current-10": { n, _ in try current(n, sinks: 10) },
            "published": { n, _ in
                let (sum, model) = (Sum(), Model())
                let sink = model.$value.sink { sum.value &+= $0 }
                let (measurement, _) = try Measurement.of { for value in 0..<n { model.value = value } }
                withExtendedLifetime(sink) {}
                return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
            },
            "object-will-change": { n, _ in
                let (sum, model) = (Sum(), Model())
                let sink = model.objectWillChange.sink { sum.value &+= 1 }
                let (measurement, _) = try Measurement.of { for value in 0..<n { model.value = value } }
                withExtendedLifetime(sink) {}
                return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
            },
            "combine-latest": { n, _ in
                let sum = Sum()
                let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
                let sink = left.combineLatest(right).sink { sum.value &+= $0 &+ $1 }
                let (measurement, _) = try Measurement.of {
                    for value in 0..<n { if value & 1 == 0 { left.send(value) } else { right.send(value) } }
                }
                withExtendedLifetime(sink) {}
                return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
            },
            "flat-map": { n, _ in
                try subject(n) { subject, sum in [subject.flatMap { Just($0) }.sink { sum.value &+= $0 }] }
            },
            "share-3": { n, _ in
                try subject(n) { subject, sum in
                    let shared = subject.map { $0 &+ 1 }.share()
                    return (0..<3).map { _ in shared.sink { sum.value &+= $0 } }
                }
            },
            "hop": hop,
            "subscribe": { n, _ in
                let sum = Sum()
                let subject = PassthroughSubject<Int, Never>()
                let (measurement, _) = try Measurement.of {
                    for _ in 0..<n {
                        subject.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.sink { sum.value &+= $0 }.cancel()
                    }
                }
                return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
            },
        ]
    }

    private static func subject(
        _ n: Int, _ build: (PassthroughSubject<Int, Never>, Sum) -> [AnyCancellable]
    ) throws -> Outcome {
        let sum = Sum()
        let subject = PassthroughSubject<Int, Never>()
        let sinks = build(subject, sum)
        let (measurement, _) = try Measurement.of { for value in 0..<n { subject.send(value) } }
        withExtendedLifetime(sinks) {}
        return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
    }

    private static func current(_ n: Int, sinks count: Int) throws -> Outcome {
        let sum = Sum()
        let subject = CurrentValueSubject<Int, Never>(0)
        let sinks = (0..<count).map { _ in subject.sink { sum.value &+= $0 } }
        let (measurement, _) = try Measurement.of { for value in 0..<n { subject.value = value } }
        withExtendedLifetime(sinks) {}
        return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
    }

    private static func hop(_ n: Int, _ path: String) throws -> Outcome {
        let sum = Sum()
        let queue = DispatchQueue(label: "hop")
        let subject = PassthroughSubject<Int, Never>()
        let done = DispatchSemaphore(value: 0)
        let sink = subject.receive(on: queue).sink { value in
            sum.value &+= value
            if value == n - 1 { done.signal() }
        }
        let (measurement, _) = try Measurement.of {
            for value in 0..<n { subject.send(value) }
            done.wait()
        }
        withExtendedLifetime(sink) {}
        return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
    }
}
