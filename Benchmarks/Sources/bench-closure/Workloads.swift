import BenchmarkSupport
import Dispatch
import Foundation

/// Where sinks add up what they receive.
final class Sum {
    var value = 0
}

/// The publisher workloads through stored closures, with sources of one kind.
struct ClosureWorkloads<S: Source> {
    let locked: Bool

    /// The workloads by name.
    var all: [String: Program.Workload] {
        [
            "subject-sink": { n, _ in
                try run(n) { source, sum in source.add { sum.value &+= $0 } }
            },
            "map-filter-sink": { n, _ in
                try run(n) { source, sum in source.add(mapFilter { sum.value &+= $0 }) }
            },
            "sequence": { n, _ in
                let sum = Sum()
                let (measurement, _) = try Measurement.of {
                    let chain = mapFilter { sum.value &+= $0 }
                    for value in 0..<n { chain(value) }
                }
                return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
            },
            "current-1": { n, _ in try current(n, sinks: 1) },
            "current-10": { n, _ in try current(n, sinks: 10) },
            "published": { n, _ in try current(n, sinks: 1) },
            "object-will-change": { n, _ in
                let sum = Sum()
                let source = S()
                source.add { _ in sum.value &+= 1 }
                let (measurement, _) = try Measurement.of { for value in 0..<n { source.set(value) } }
                return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
            },
            "combine-latest": combineLatest,
            "flat-map": { n, _ in
                try run(n) { source, sum in source.add(Self.flatMap { sum.value &+= $0 }) }
            },
            "share-3": { n, _ in
                try run(n) { source, sum in
                    let shared = S()
                    for _ in 0..<3 { shared.add { sum.value &+= $0 } }
                    source.add(Stages.map({ $0 &+ 1 }, shared.send))
                }
            },
            "hop": hop,
            "subscribe": { n, _ in
                let source = S()
                let sum = Sum()
                let (measurement, _) = try Measurement.of {
                    for _ in 0..<n {
                        let token = source.add(mapFilter { sum.value &+= $0 })
                        source.remove(token)
                    }
                }
                return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
            },
        ]
    }

    /// Adds one, keeps the even ones.
    private func mapFilter(_ sink: @escaping Sink) -> Sink {
        Stages.map({ $0 &+ 1 }, Stages.filter({ $0 & 1 == 0 }, sink))
    }

    /// An inner chain of one value for each value that comes.
    @inline(never)
    private static func flatMap(_ next: @escaping Sink) -> Sink {
        { value in
            let inner: (@escaping Sink) -> Void = { sink in sink(value) }
            inner(next)
        }
    }

    private func run(_ n: Int, _ build: (S, Sum) -> Void) throws -> Outcome {
        let sum = Sum()
        let source = S()
        build(source, sum)
        let (measurement, _) = try Measurement.of { for value in 0..<n { source.send(value) } }
        return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
    }

    private func current(_ n: Int, sinks: Int) throws -> Outcome {
        let sum = Sum()
        let source = S()
        for _ in 0..<sinks { source.add { sum.value &+= $0 } }
        let (measurement, _) = try Measurement.of { for value in 0..<n { source.set(value) } }
        return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
    }

    private func combineLatest(_ n: Int, _ path: String) throws -> Outcome {
        let sum = Sum()
        let (left, right) = (S(), S())
        let inputs = Stages.latest(locked: locked) { sum.value &+= $0 &+ $1 }
        left.add(inputs.left)
        right.add(inputs.right)
        let (measurement, _) = try Measurement.of {
            for value in 0..<n { if value & 1 == 0 { left.send(value) } else { right.send(value) } }
        }
        return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
    }

    private func hop(_ n: Int, _ path: String) throws -> Outcome {
        let sum = Hop()
        let queue = DispatchQueue(label: "hop")
        let source = S()
        let done = DispatchSemaphore(value: 0)
        source.add { value in
            queue.async {
                sum.value &+= value
                if value == n - 1 { done.signal() }
            }
        }
        let (measurement, _) = try Measurement.of {
            for value in 0..<n { source.send(value) }
            done.wait()
        }
        return Outcome(ops: n, checksum: Int64(sum.value), measurement: measurement)
    }
}

/// Touched on the serial queue only, and read when its last block has signalled.
private final class Hop: @unchecked Sendable {
    var value = 0
}
