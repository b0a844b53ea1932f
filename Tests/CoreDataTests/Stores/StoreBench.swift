import Foundation
import Testing

@testable import CoreData

/// The kinds of stores that the shared suite runs on.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqliteFile
    case sqliteMemory
    case inMemory

    var testDescription: String { rawValue }
}

/// A store with the model of `StoreModel`, opened in a directory of its own, and short forms for its requests.
final class StoreBench {
    let directory: URL
    let url: URL
    let layout: ModelLayout
    private(set) var store: any OpenableStore
    private let kind: StoreKind
    private let options: [AnyHashable: Any]?

    init(_ kind: StoreKind, options: [AnyHashable: Any]? = nil, model: NSManagedObjectModel = StoreModel.make()) throws
    {
        self.kind = kind
        self.options = options
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("ondol-store-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        url = kind == .sqliteMemory ? URL(fileURLWithPath: "/dev/null") : directory.appendingPathComponent("db.sqlite")
        layout = ModelLayout(model)
        store = try Self.open(kind, url, layout, options)
    }

    deinit {
        store.close()
        // a directory left behind in the temporary folder harms nobody.
        try? FileManager.default.removeItem(at: directory)
    }

    private static func open(
        _ kind: StoreKind, _ url: URL, _ layout: ModelLayout, _ options: [AnyHashable: Any]?
    ) throws -> any OpenableStore {
        let store: any OpenableStore =
            switch kind {
            case .inMemory:
                InMemoryStore(
                    persistentStoreCoordinator: nil, configurationName: nil, at: url, options: options)
            case .sqliteFile, .sqliteMemory:
                SQLiteStore(persistentStoreCoordinator: nil, configurationName: nil, at: url, options: options)
            }
        try store.open(with: layout)
        return store
    }

    /// Another store on the same file.
    func another(options: [AnyHashable: Any]? = nil) throws -> any OpenableStore {
        try Self.open(kind, url, layout, options ?? self.options)
    }

    func reopen() throws {
        store.close()
        store = try Self.open(kind, url, layout, options)
    }

    func entity(_ name: String) -> EntityLayout {
        guard let layout = layout.byName[name] else { preconditionFailure("no entity \(name)") }
        return layout
    }

    func relationship(_ entity: String, _ name: String) -> RelationshipLayout {
        guard let found = self.entity(entity).relationship(named: name) else { preconditionFailure("no \(name)") }
        return found
    }

    func values(_ entity: String, _ values: [String: SlotValue]) -> ContiguousArray<SlotValue> {
        let layout = self.entity(entity)
        var result = ContiguousArray(repeating: SlotValue.unset, count: layout.slots.count)
        for (name, value) in values {
            guard case .slot(let slot) = layout.code(name) else { preconditionFailure("no \(entity).\(name)") }
            result[slot] = value
        }
        return result
    }

    func reference(_ entity: String, _ key: Int64) -> RowReference {
        RowReference(entity: Int32(self.entity(entity).index), primaryKey: key)
    }

    // MARK: Requests

    /// Inserts rows in one save; returns their keys.
    @discardableResult
    func insert(_ entity: String, _ rows: [[String: SlotValue]]) throws -> [Int64] {
        let layout = self.entity(entity)
        let first = try store.reserveKeys(of: layout, count: rows.count)
        var changes = StoreChanges()
        for (index, row) in rows.enumerated() {
            changes.inserts.append(
                .init(layout: layout, primaryKey: first + Int64(index), values: values(entity, row)))
        }
        let outcome = try store.commit(changes)
        guard case .committed = outcome else { throw UnexpectedOutcome(outcome: "\(outcome)") }
        return (0..<Int64(rows.count)).map { first + $0 }
    }

    struct UnexpectedOutcome: Error {
        let outcome: String
    }

    func update(
        _ entity: String, _ key: Int64, version: Int64, _ values: [String: SlotValue]
    ) throws -> CommitOutcome {
        var changes = StoreChanges()
        changes.updates.append(
            .init(
                layout: self.entity(entity), primaryKey: key, expectedVersion: version,
                values: self.values(entity, values)))
        return try store.commit(changes)
    }

    func delete(_ entity: String, _ key: Int64, version: Int64) throws -> CommitOutcome {
        var changes = StoreChanges()
        changes.deletes.append(.init(layout: self.entity(entity), primaryKey: key, expectedVersion: version))
        return try store.commit(changes)
    }

    func change(
        _ entity: String, _ name: String, owner: Int64, add: [RowReference] = [], remove: [RowReference] = [],
        order: [RowReference]? = nil
    ) throws {
        var changes = StoreChanges()
        let owner = reference(entity, owner)
        let relationship = relationship(entity, name)
        if !add.isEmpty || !remove.isEmpty {
            changes.memberships.append(.init(relationship: relationship, owner: owner, added: add, removed: remove))
        }
        if let order { changes.orders.append(.init(relationship: relationship, owner: owner, members: order)) }
        let outcome = try store.commit(changes)
        guard case .committed = outcome else { throw UnexpectedOutcome(outcome: "\(outcome)") }
    }

    func spec(
        _ entity: String, _ predicate: NSPredicate? = nil, sort: [(String, Bool)] = [], limit: Int = 0, offset: Int = 0
    ) -> FetchSpec {
        let spec = FetchSpec(layout: self.entity(entity))
        spec.predicate = predicate
        spec.sortDescriptors = sort.map { NSSortDescriptor(key: $0.0, ascending: $0.1) }
        spec.limit = limit
        spec.offset = offset
        return spec
    }

    func row(_ entity: String, _ key: Int64) throws -> PackedRow? {
        try store.rows(of: self.entity(entity), keys: [key]).first
    }

    /// Keys of the rows that match, ascending.
    func keys(_ entity: String, _ predicate: NSPredicate) throws -> [Int64] {
        try store.fetchReferences(spec(entity, predicate)).map(\.primaryKey).sorted()
    }

    /// Keys of the members, in their order.
    func members(_ entity: String, _ name: String, of owner: Int64) throws -> [Int64] {
        try store.members(of: relationship(entity, name), owners: [owner]).rows.map(\.primaryKey)
    }
}

extension PackedRow {
    /// A value by property name.
    func value(named name: String) -> SlotValue {
        guard case .slot(let slot) = layout.code(name) else { return .unset }
        return value(layout.slots[slot])
    }

    func string(named name: String) -> String? {
        if case .string(let text) = value(named: name) { return text }
        return nil
    }

    func integer(named name: String) -> Int64? {
        if case .integer(let number) = value(named: name) { return number }
        return nil
    }
}
