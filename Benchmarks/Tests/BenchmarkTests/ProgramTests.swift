import Foundation
import Testing

/// Runs the built programs as `scripts/bench` does and compares what they say with the published
/// checksums.
@Suite struct ProgramTests {
    /// The checksums at N = 10,000, by workload.
    static let published: [(workload: String, template: String, checksum: Int64)] = [
        ("a", "empty", 499_046_863), ("b", "empty", 499_046_863), ("c", "items", 7_003_501_310_754),
        ("d", "items", 502_082_218), ("e", "items", 2_485_902_688), ("f", "items", 502_605_309),
        ("g", "tree", 1_000_005_000), ("h1", "rel", 20_001_492), ("h2", "rel", 20_001_492),
        ("i", "items", 2_496_258_770),
    ]

    @Test(arguments: published, [("bench-raw", "raw"), ("bench-coredata", "coredata")])
    func workload_givesThePublishedChecksum(
        _ expected: (workload: String, template: String, checksum: Int64),
        program: (name: String, implementation: String)
    ) throws {
        let (workload, template, checksum) = expected
        let result = try runOnTemplate(program.name, program.implementation, workload, template)
        // The order of adding may move the last digit of f.
        let tolerance: Int64 = workload == "f" ? 1 : 0
        #expect(abs(result.checksum - checksum) <= tolerance)
        #expect(result.n == 10_000)
        #expect(result.ops > 0)
        #expect(result.wall > 0)
        #expect(result.rss_peak_kb >= result.rss_delta_kb)
    }

    @Test(arguments: [
        ("bench-closure", "closure"), ("bench-closure", "closure-lock"), ("bench-combine", "combine"),
    ])
    func publisherWorkloads_giveTheSumOfWhatTheSinksReceive(program: String, implementation: String) throws {
        let n = 1_000
        let sum = n * (n - 1) / 2
        // i + 1 is even for odd i: the sum of the even numbers up to n.
        let evens = (n / 2) * (n / 2 + 1)
        let expected: [String: Int] = [
            "subject-sink": sum, "map-filter-sink": evens, "sequence": evens, "current-1": sum,
            "current-10": 10 * sum, "published": sum, "object-will-change": n,
            "combine-latest": (1..<n).reduce(0) { $0 + $1 + ($1 - 1) }, "flat-map": sum,
            "share-3": 3 * (sum + n), "hop": sum, "subscribe": 0,
        ]
        for (workload, checksum) in expected {
            let result = try run(program, [implementation, workload, String(n), "-"])
            #expect(result.checksum == checksum, "\(workload)")
        }
    }

    @Test func unknownWorkload_endsWithAMessage() throws {
        #expect(throws: ProgramFailure.self) { try run("bench-raw", ["raw", "nonsense", "10", "-"]) }
        #expect(throws: ProgramFailure.self) { try run("bench-closure", ["closure", "subject-sink", "0", "-"]) }
    }
}
