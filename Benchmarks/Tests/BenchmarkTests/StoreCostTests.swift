import Foundation
import Testing

/// What the workloads of the store cost in SQL statements and allocations.
///
/// Counted, not timed: the same on a busy machine. The bounds stand some way above what was counted when they were
/// written; whoever exceeds one has made something worse.
@Suite struct StoreCostTests {
    struct Bound: Sendable, CustomTestStringConvertible {
        var workload: String
        var template: String
        /// Statements a run, and for each operation.
        var statements: Double
        var statementsPerOperation: Double
        var allocationsPerOperation: Double

        var testDescription: String { workload }
    }

    static let bounds = [
        Bound(
            workload: "a", template: "empty", statements: 30, statementsPerOperation: 1, allocationsPerOperation: 12.5),
        Bound(
            workload: "b", template: "empty", statements: 30, statementsPerOperation: 1.05, allocationsPerOperation: 16),
        Bound(
            workload: "c", template: "items", statements: 10, statementsPerOperation: 0, allocationsPerOperation: 4.5),
        Bound(
            workload: "c-none", template: "items", statements: 10, statementsPerOperation: 0,
            allocationsPerOperation: 1.2),
        Bound(workload: "d", template: "items", statements: 30, statementsPerOperation: 1, allocationsPerOperation: 18),
        Bound(
            workload: "e", template: "items", statements: 30, statementsPerOperation: 1, allocationsPerOperation: 205),
        Bound(
            workload: "f", template: "items", statements: 25, statementsPerOperation: 1, allocationsPerOperation: 9.5),
        Bound(workload: "g", template: "tree", statements: 65, statementsPerOperation: 0, allocationsPerOperation: 2.5),
        Bound(workload: "h1", template: "rel", statements: 30, statementsPerOperation: 0, allocationsPerOperation: 1.7),
        Bound(workload: "h2", template: "rel", statements: 18, statementsPerOperation: 0, allocationsPerOperation: 1.6),
        Bound(
            workload: "i", template: "items", statements: 34, statementsPerOperation: 0, allocationsPerOperation: 3900),
        Bound(
            workload: "batch-insert", template: "empty", statements: 30, statementsPerOperation: 1,
            allocationsPerOperation: 11.5),
        Bound(
            workload: "batch-update", template: "items", statements: 10, statementsPerOperation: 0,
            allocationsPerOperation: 0.4),
        Bound(
            workload: "batch-delete", template: "items", statements: 10, statementsPerOperation: 0,
            allocationsPerOperation: 0.4),
        Bound(
            workload: "open", template: "items", statements: 0, statementsPerOperation: 30,
            allocationsPerOperation: 2200),
        Bound(
            workload: "iterate", template: "items", statements: 45, statementsPerOperation: 0,
            allocationsPerOperation: 2.8),
    ]

    @Test(arguments: bounds)
    func workload_takesNoMoreThanItDid(_ bound: Bound) throws {
        let result = try runOnTemplate(
            "bench-coredata", "coredata", bound.workload, bound.template, countingCosts: true)
        let statements = try #require(result.statements, "the counting library has not been loaded")
        let allocations = try #require(result.allocations)
        let operations = Double(result.ops)
        #expect(Double(statements) <= bound.statements + bound.statementsPerOperation * operations)
        #expect(Double(allocations) / operations <= bound.allocationsPerOperation)
        // The counters count.
        #expect(statements > 0 && allocations > 0)
    }

    @Test func limit_runsAStatementForEachOwner() throws {
        let result = try runOnTemplate("bench-raw", "raw", "h1", "rel", countingCosts: true)
        #expect(try #require(result.statements) >= 2_000)
    }
}
