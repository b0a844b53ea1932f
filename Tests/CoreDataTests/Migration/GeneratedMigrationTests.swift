import Foundation
import SQLite
import Testing

@testable import CoreData

/// The law of migrations, over models made at random: what both versions know stays, what is new has its default,
/// the schema is that of a new store.
@Suite("Migration: generated models")
struct GeneratedMigrationTests {
    private func check(
        _ bench: MigrationBench, at url: URL, _ before: SketchData, from old: ModelSketch, to new: ModelSketch,
        _ label: String
    ) throws {
        let after = try bench.open(new.model(), at: url) { try SketchData($0, new) }
        if let fault = before.fault(after: after, from: old, to: new) {
            Issue.record("\(label): \(fault)")
        }
        let fresh = bench.directory.appendingPathComponent("fresh-\(UUID().uuidString).sqlite")
        try bench.open(new.model(), at: fresh) { _ in }
        let (migrated, made) = (try bench.connection(at: url), try bench.connection(at: fresh))
        defer {
            migrated.close()
            made.close()
        }
        let differences = try SchemaSummary(migrated).differences(from: SchemaSummary(made))
        #expect(differences == [], "\(label)")
        #expect(try migrated.firstString("PRAGMA integrity_check", purpose: "test") == "ok")
    }

    /// `ONDOL_SEEDS` tries more of them.
    private static let seeds = UInt64(1)...(UInt64(ProcessInfo.processInfo.environment["ONDOL_SEEDS"] ?? "") ?? 40)

    @Test(arguments: seeds)
    func migrate_throughTwoVersions_keepsTheLaw(seed: UInt64) throws {
        var generator = SketchGenerator(seed: seed)
        let first = generator.first()
        let second = generator.next(first)
        let steps = generator.changes
        let third = generator.next(second)
        let label = "seed \(seed), \(steps)"
        let later = "seed \(seed), \(steps) then \(generator.changes)"
        let bench = try MigrationBench()
        try bench.open(first.model()) { context in
            try SketchData.fill(context, first, &generator)
        }
        let before = try bench.open(first.model()) { try SketchData($0, first) }
        let direct = bench.directory.appendingPathComponent("direct.sqlite")
        try SQLiteStore.replace(at: direct, with: bench.url, options: nil, sourceOptions: nil)
        try check(bench, at: bench.url, before, from: first, to: second, label)
        let middle = try bench.open(second.model()) { try SketchData($0, second) }
        try check(bench, at: bench.url, middle, from: second, to: third, later)
        try check(bench, at: direct, before, from: first, to: third, "straight: \(later)")
    }
}
