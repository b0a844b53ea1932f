import Foundation
import SQLite
import Testing

@testable import CoreData

/// Versions of real models, each to the next and each to the last.
@Suite("Migration: models of the corpus", .enabled(if: Corpus.isPresent, "the folder of public models is not there"))
struct CorpusMigrationTests {
    /// A pair of versions of one package.
    struct Pair: CustomTestStringConvertible, Sendable {
        var package: String
        var from: String
        var to: String
        var testDescription: String { "\(package): \(from) to \(to)" }
    }

    static let pairs: [Pair] = {
        Corpus.paths(ending: ".xcdatamodeld").flatMap { path -> [Pair] in
            guard var names = try? ModelPackage.versionNames(in: Corpus.url(path)), names.count > 1 else { return [] }
            names.sort { $0.compare($1, options: .numeric) == .orderedAscending }
            var pairs: [Pair] = []
            for (from, to) in zip(names, names.dropFirst()) { pairs.append(Pair(package: path, from: from, to: to)) }
            for from in names.dropLast(2) { pairs.append(Pair(package: path, from: from, to: names[names.count - 1])) }
            return pairs
        }
    }()

    private func model(_ pair: Pair, _ version: String) throws -> NSManagedObjectModel {
        try NSManagedObjectModel.load(contentsOf: Corpus.url(pair.package), version: version)
    }

    @Test(arguments: pairs)
    func migrate_oneVersionToAnother_keepsRowsAndMakesTheSchema(pair: Pair) throws {
        let old: NSManagedObjectModel
        let new: NSManagedObjectModel
        do {
            old = try model(pair, pair.from)
            new = try model(pair, pair.to)
        } catch let error as ModelError where error.code == .unsupportedFormat {
            return  // a version of Xcode 3
        }
        let comparison = ModelComparison(from: old, to: new)
        let bench = try MigrationBench()
        let before = try RowFiller.fill(bench.url, old)
        let bytes = try bench.bytes()
        if !comparison.obstacles.isEmpty {
            let error = #expect(throws: NSError.self) { try bench.open(new) { _ in } }
            #expect(error?.code == NSMigrationMissingMappingModelError)
            #expect(try bench.bytes() == bytes)
            #expect(comparison.effect == .impossible)
            return
        }
        #expect(comparison.effect != .impossible)
        try bench.open(new) { _ in }
        try check(bench.url, before, comparison)
        let fresh = bench.directory.appendingPathComponent("fresh.sqlite")
        try bench.open(new, at: fresh) { _ in }
        let (migrated, made) = (try bench.connection(), try bench.connection(at: fresh))
        defer {
            migrated.close()
            made.close()
        }
        if comparison.needsMigration {
            let differences = try SchemaSummary(migrated).differences(from: SchemaSummary(made))
            #expect(differences == [])
        }
        #expect(try migrated.firstString("PRAGMA integrity_check", purpose: "test") == "ok")
    }

    /// Every row that has an heir is there, with every value that goes on.
    private func check(_ url: URL, _ before: [String: RowList], _ comparison: ModelComparison) throws {
        let layout = ModelLayout(comparison.destination)
        let store = SQLiteStore(persistentStoreCoordinator: nil, configurationName: nil, at: url, options: nil)
        try store.open(with: layout)
        defer { store.close() }
        for entity in layout.entities {
            let spec = FetchSpec(layout: entity)
            spec.includesSubentities = false
            let rows = try store.fetchRows(spec)
            let old = comparison.source(of: entity.entity).flatMap { before[$0.name ?? ""] } ?? []
            #expect(rows.map(\.primaryKey).sorted() == old.map(\.primaryKey).sorted(), "\(entity.name)")
            let byKey = Dictionary(old.map { ($0.primaryKey, $0) }, uniquingKeysWith: { first, _ in first })
            for row in rows {
                guard let origin = byKey[row.primaryKey] else { continue }
                for slot in entity.slots where slot.isPersistent && !slot.isDerived && slot.kind != .destinationEntity {
                    guard let name = comparison.sourceProperty(slot.name, of: entity.entity)?.name,
                        case .slot(let index) = origin.layout.code(name)
                    else { continue }
                    let (was, value) = (origin.value(origin.layout.slots[index]), row.value(slot))
                    if was.isNull { continue }
                    if case .key(let key) = was {
                        // what it led to may be gone, or one of several that share it.
                        guard case .key(let now) = value else { continue }
                        #expect(now.primaryKey == key.primaryKey, "\(entity.name).\(slot.name)")
                    } else {
                        #expect(was.isSame(as: value), "\(entity.name).\(slot.name): \(was) became \(value)")
                    }
                }
            }
        }
    }

    @Test func corpus_mostPairs_canBeInferred() throws {
        var (inferable, steps) = (0, 0)
        for pair in Self.pairs {
            guard let old = try? model(pair, pair.from), let new = try? model(pair, pair.to) else { continue }
            steps += 1
            let comparison = ModelComparison(from: old, to: new)
            if comparison.obstacles.isEmpty { inferable += 1 }
        }
        #expect(inferable * 3 >= steps * 2, "\(inferable) of \(steps)")
    }
}

/// Fills a store with a few rows of every entity, values of every attribute and connections of every kind.
enum RowFiller {
    /// The rows live no longer than `model`.
    static func fill(_ url: URL, _ model: NSManagedObjectModel) throws -> [String: RowList] {
        let layout = ModelLayout.of(model)
        let store = SQLiteStore(persistentStoreCoordinator: nil, configurationName: nil, at: url, options: nil)
        try store.open(with: layout)
        defer { store.close() }
        var changes = StoreChanges()
        var references: [Int: [RowReference]] = [:]
        let concrete = layout.entities.filter { !$0.entity.isAbstract }
        for entity in concrete {
            let first = try store.reserveKeys(of: entity, count: 3)
            for key in first..<(first + 3) {
                references[entity.index, default: []].append(RowReference(entity: Int32(entity.index), primaryKey: key))
            }
        }
        var counter: Int64 = 0
        for entity in concrete {
            for reference in references[entity.index] ?? [] {
                var values = ContiguousArray(repeating: SlotValue.unset, count: entity.slots.count)
                for slot in entity.slots where slot.isPersistent && !slot.isDerived {
                    counter += 1
                    if let relationship = entity.toOneBySlot[slot.index] {
                        let family = layout.entities[relationship.destination].family.flatMap { references[$0] ?? [] }
                        if !family.isEmpty { values[slot.index] = .key(family[Int(counter) % family.count]) }
                    } else {
                        values[slot.index] = value(slot.kind, counter)
                    }
                }
                changes.inserts.append(.init(layout: entity, primaryKey: reference.primaryKey, values: values))
            }
        }
        for entity in concrete {
            for relationship in entity.toMany where relationship.isPersistent && relationship.inverseIsToMany {
                let family = layout.entities[relationship.destination].family.flatMap { references[$0] ?? [] }
                guard let owner = references[entity.index]?.first, !family.isEmpty else { continue }
                changes.memberships.append(
                    .init(relationship: relationship, owner: owner, added: Array(family.prefix(2)), removed: []))
            }
        }
        let outcome = try store.commit(changes)
        guard case .committed = outcome else { throw StoreBench.UnexpectedOutcome(outcome: "\(outcome)") }
        var rows: [String: RowList] = [:]
        for entity in layout.entities {
            let spec = FetchSpec(layout: entity)
            spec.includesSubentities = false
            rows[entity.name] = try store.fetchRows(spec)
        }
        return rows
    }

    private static func value(_ kind: SlotKind, _ counter: Int64) -> SlotValue {
        switch kind {
        case .integer: .integer(counter)
        case .boolean: .integer(counter & 1)
        case .double, .float, .date: .real(Double(counter) + 0.5)
        case .decimal: .decimal(Decimal(counter))
        case .string: .string("text \(counter)")
        case .uri: .string("https://example.org/\(counter)")
        case .uuid: .uuid(UUID(uuidString: "0A5A51E7-0000-4000-8000-\(String(format: "%012d", counter))") ?? UUID())
        case .binary, .transformable: .data(Data([UInt8(truncatingIfNeeded: counter), 0, 255]))
        case .liveOnly, .toOne, .destinationEntity: .unset
        }
    }
}
