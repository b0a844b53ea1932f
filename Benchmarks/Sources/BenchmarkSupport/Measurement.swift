import Foundation

/// What one timed stretch of work took.
package struct Measurement: Sendable {
    /// Seconds on the monotonic clock.
    package var wall: Double
    /// User and system seconds of the whole process.
    package var cpu: Double
    /// Resident memory before the stretch, in kilobytes.
    package var residentBefore: Int
    /// The peak of resident memory during the stretch, in kilobytes.
    package var residentPeak: Int
    /// Allocations, when the counter is preloaded.
    package var allocations: Int?
    /// SQL statements that were run, when the counter is preloaded.
    package var statements: Int?

    /// Runs a stretch of work and measures it.
    ///
    /// - Throws: what the work throws, and `BenchmarkError` when the kernel's figures are missing.
    package static func of<Result>(_ work: () throws -> Result) throws -> (Measurement, Result) {
        try resetPeak()
        let before = try memory("VmRSS")
        let allocationsBefore = count("bench_allocation_count")
        let statementsBefore = count("bench_statement_count")
        let cpuBefore = try cpuSeconds()
        let start = now()
        let result = try work()
        let wall = now() - start
        let cpu = try cpuSeconds() - cpuBefore
        let allocations = count("bench_allocation_count").flatMap { after in allocationsBefore.map { after - $0 } }
        let statements = count("bench_statement_count").flatMap { after in statementsBefore.map { after - $0 } }
        let measurement = Measurement(
            wall: wall, cpu: cpu, residentBefore: before, residentPeak: try memory("VmHWM"),
            allocations: allocations, statements: statements)
        return (measurement, result)
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    private static func cpuSeconds() throws -> Double {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else {
            throw BenchmarkError("getrusage failed with errno \(errno)")
        }
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// Sets the peak of resident memory back to what is resident now.
    private static func resetPeak() throws {
        let file = open("/proc/self/clear_refs", O_WRONLY)
        guard file >= 0 else { throw BenchmarkError("cannot open /proc/self/clear_refs: errno \(errno)") }
        defer { close(file) }
        guard write(file, "5", 1) == 1 else {
            throw BenchmarkError("cannot write /proc/self/clear_refs: errno \(errno)")
        }
    }

    private static func memory(_ field: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        for line in status.split(separator: "\n") where line.hasPrefix(field + ":") {
            let digits = line.drop { !$0.isNumber }.prefix { $0.isNumber }
            if let kilobytes = Int(digits) { return kilobytes }
        }
        throw BenchmarkError("/proc/self/status has no \(field)")
    }

    /// A counter of the preloaded library; nil when it is not there.
    private static func count(_ counter: String) -> Int? {
        typealias Counter = @convention(c) () -> UInt
        guard let symbol = dlsym(nil, counter) else { return nil }
        // The counters are declared as such functions in CostCounter.h.
        return Int(unsafeBitCast(symbol, to: Counter.self)())
    }
}

/// A benchmark that cannot go on, and why.
package struct BenchmarkError: Error, CustomStringConvertible {
    /// One sentence for the person at the terminal.
    package let description: String

    /// An error that says this.
    package init(_ description: String) {
        self.description = description
    }
}
