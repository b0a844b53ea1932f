import Foundation

/// What a workload did: how many operations, proof of the result, and the measurement.
package struct Outcome: Sendable {
    package var ops: Int
    package var checksum: Int64
    package var measurement: Measurement

    /// The outcome of a workload.
    package init(ops: Int, checksum: Int64, measurement: Measurement) {
        self.ops = ops
        self.checksum = checksum
        self.measurement = measurement
    }
}

/// The command line all benchmark programs share: `PROGRAM IMPL WORKLOAD N PATH`.
///
/// `PROGRAM --list` names what there is, one `IMPL WORKLOAD` a line.
package struct Program {
    /// One workload: the size and the path of the store in, the outcome out.
    package typealias Workload = (_ n: Int, _ path: String) throws -> Outcome
    /// Writes the store of one kind.
    package typealias Template = (_ n: Int, _ path: String) throws -> Void

    var workloads: [String: [String: Workload]]
    var templates: [String: Template]

    /// A program with workloads by implementation and name, and templates by kind.
    package init(workloads: [String: [String: Workload]], templates: [String: Template] = [:]) {
        self.workloads = workloads
        self.templates = templates
    }

    /// Runs what the command line asks for; the process's exit status comes back.
    package func run(_ arguments: [String] = CommandLine.arguments) -> Int32 {
        do {
            try perform(arguments)
            return 0
        } catch {
            FileHandle.standardError.write(Data("\(arguments.first ?? "benchmark"): \(error)\n".utf8))
            return 1
        }
    }

    private func perform(_ arguments: [String]) throws {
        if arguments.dropFirst() == ["--list"] {
            let lines = workloads.flatMap { implementation, byName in byName.keys.map { "\(implementation) \($0)\n" } }
            FileHandle.standardOutput.write(Data(lines.sorted().joined().utf8))
            return
        }
        guard arguments.count == 5, let n = Int(arguments[3]), n > 0 else {
            throw BenchmarkError("usage: PROGRAM IMPL WORKLOAD N PATH\n\(listing)")
        }
        let (implementation, name, path) = (arguments[1], arguments[2], arguments[4])
        guard let workloads = workloads[implementation] else {
            throw BenchmarkError("no implementation '\(implementation)'\n\(listing)")
        }
        // A real program has more than one thread; with a single one glibc leaves out its atomics.
        Thread.detachNewThread { while true { sleep(1_000_000) } }

        if name.hasPrefix("template-") {
            guard let template = templates[String(name.dropFirst("template-".count))] else {
                throw BenchmarkError("no template '\(name)'\n\(listing)")
            }
            try template(n, path)
            return
        }
        guard let workload = workloads[name] else {
            throw BenchmarkError("no workload '\(name)'\n\(listing)")
        }
        let outcome = try workload(n, path)
        let measured = outcome.measurement
        var fields = [
            #""impl":"\#(implementation)""#, #""workload":"\#(name)""#, #""n":\#(n)"#, #""ops":\#(outcome.ops)"#,
            #""wall":\#(measured.wall)"#, #""cpu":\#(measured.cpu)"#,
            #""rss_delta_kb":\#(measured.residentPeak - measured.residentBefore)"#,
            #""rss_peak_kb":\#(measured.residentPeak)"#, #""checksum":\#(outcome.checksum)"#,
        ]
        if let allocations = measured.allocations { fields.append(#""allocations":\#(allocations)"#) }
        if let statements = measured.statements { fields.append(#""statements":\#(statements)"#) }
        FileHandle.standardOutput.write(Data("{\(fields.joined(separator: ","))}\n".utf8))
    }

    private var listing: String {
        let names = workloads.keys.sorted().map { implementation in
            "\(implementation): \((workloads[implementation] ?? [:]).keys.sorted().joined(separator: " "))"
        }
        return (names + ["templates: \(templates.keys.sorted().joined(separator: " "))"]).joined(separator: "\n")
    }
}
