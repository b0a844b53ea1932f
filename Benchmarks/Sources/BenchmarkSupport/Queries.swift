import Foundation

/// The questions of the workloads that search.
package enum Queries {
    /// The UUIDs workload d looks for, in order.
    package static func uuids(of n: Int, count: Int = 10_000) -> [UUID] {
        let all = ItemSource(count: n).map(\.uuid)
        var generator = SplitMix64(state: 43)
        return (0..<count).map { _ in all[generator.below(n)] }
    }

    /// One search of workload e: a range of numbers and the first letter of the title.
    package struct Search: Sendable {
        package var low: Int64
        package var high: Int64
        package var prefix: String
        /// The letter after the prefix.
        package var prefixEnd: String
    }

    /// The searches of workload e, in order.
    package static func searches(of n: Int, count: Int = 1_000) -> [Search] {
        var generator = SplitMix64(state: 44)
        return (0..<count).map { _ in
            let low = Int64(generator.below(10 * n - 20_000 + 1))
            let letter = UInt8(ascii: "a") + UInt8(generator.below(16))
            return Search(
                low: low, high: low + 20_000, prefix: String(UnicodeScalar(letter)),
                prefixEnd: String(UnicodeScalar(letter + 1)))
        }
    }
}
