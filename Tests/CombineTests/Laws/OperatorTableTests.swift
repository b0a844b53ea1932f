import Foundation
import Testing

/// The table of the laws is complete.
@Suite struct OperatorTableTests {
    /// The types of Apple's `Publishers` which are operators.
    ///
    /// Source: Apple's documentation of `Publishers`, as of 2026.
    static let operators: Set<String> = [
        "AllSatisfy", "AssertNoFailure", "Autoconnect", "Breakpoint", "Buffer", "Catch", "Collect", "CollectByCount",
        "CollectByTime", "CombineLatest", "CombineLatest3", "CombineLatest4", "CompactMap", "Comparison", "Concatenate",
        "Contains", "ContainsWhere", "Count", "Debounce", "Decode", "Delay", "Drop", "DropUntilOutput", "DropWhile",
        "Encode", "Filter", "First", "FirstWhere", "FlatMap", "HandleEvents", "IgnoreOutput", "Last", "LastWhere",
        "MakeConnectable", "Map", "MapError", "MapKeyPath", "MapKeyPath2", "MapKeyPath3", "MeasureInterval", "Merge",
        "Merge3", "Merge4", "Merge5", "Merge6", "Merge7", "Merge8", "MergeMany", "Multicast", "Output",
        "PrefixUntilOutput", "PrefixWhile", "Print", "ReceiveOn", "Reduce", "RemoveDuplicates", "ReplaceEmpty",
        "ReplaceError", "Retry", "Scan", "SetFailureType", "Share", "SubscribeOn", "SwitchToLatest", "Throttle",
        "Timeout", "TryAllSatisfy", "TryCatch", "TryCompactMap", "TryComparison", "TryContainsWhere", "TryDropWhile",
        "TryFilter", "TryFirstWhere", "TryLastWhere", "TryMap", "TryPrefixWhile", "TryReduce", "TryRemoveDuplicates",
        "TryScan", "Zip", "Zip3", "Zip4",
    ]

    /// Types of `Publishers` which are no operators.
    static let others: Set<String> = [
        "BufferingStrategy", "PrefetchStrategy", "Sequence", "TimeGroupingStrategy",
    ]

    /// The list of public names that is kept outside the package, if it is at hand.
    static let inventory: URL? = {
        let shared =
            ProcessInfo.processInfo.environment["ONDOL_SHARED"].map { URL(fileURLWithPath: $0) }
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../../shared")
        let file = shared.appendingPathComponent("api/combine.tsv").standardizedFileURL
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }()

    @Test func table_ofTheLaws_hasEveryOperator() {
        let present = Set(OperatorTable.all.map(\.name))
        #expect(Self.operators.subtracting(present) == [])
        #expect(present.subtracting(Self.operators) == [])
    }

    @Test(.enabled(if: inventory != nil, "needs the inventory of public names beside the checkout"))
    func list_ofOperators_isThatOfTheInventory() throws {
        let file = try #require(Self.inventory)
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        let kinds: Set<Substring> = ["struct", "class", "enum"]
        let names = rows.filter { $0.count > 2 && $0[0] == "Publishers" && kinds.contains($0[2]) }.map { String($0[1]) }
        #expect(Set(names) == Self.operators.union(Self.others))
    }
}
