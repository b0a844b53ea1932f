import Foundation
import Testing

/// What a value on its way through a chain of publishers costs in allocations.
///
/// Counted, not timed: the same in a debug build and on a busy machine.
@Suite struct PublisherCostTests {
    /// Allocations of one workload at a number of values.
    private func allocations(_ workload: String, _ n: Int) throws -> Int {
        let result = try run("bench-combine", ["combine", workload, String(n), "-"], countingCosts: true)
        return try #require(result.allocations, "the counting library has not been loaded")
    }

    @Test(arguments: [
        "subject-sink", "map-filter-sink", "current-1", "current-10", "published", "object-will-change",
        "combine-latest", "flat-map", "share-3",
    ])
    func valuesInASynchronousChain_allocateNothing(workload: String) throws {
        // What a run allocates once and for all does not depend on the number of values.
        let (few, many) = try (allocations(workload, 1_000), allocations(workload, 21_000))
        #expect(many - few < 200, "20,000 values more made \(many - few) allocations more")
    }

    @Test func valueToAnotherThread_allocatesAFewBlocks() throws {
        let (few, many) = try (allocations("hop", 1_000), allocations("hop", 21_000))
        #expect(many - few < 6 * 20_000)
        // The counter counts: each block that a queue gets is an allocation.
        #expect(many - few >= 20_000)
    }

    @Test func subscribing_allocatesOneObjectOrTwoAStage() throws {
        let (few, many) = try (allocations("subscribe", 1_000), allocations("subscribe", 2_000))
        #expect(many - few <= 12 * 1_000)
    }
}
