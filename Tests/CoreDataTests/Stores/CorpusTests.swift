import Foundation
import SQLite
import Testing

@testable import CoreData

/// Stores made by Apple's frameworks are read, written and given back.
@Suite(
    "SQLite store: files from Apple's frameworks",
    .enabled(if: Corpus.isPresent, "the corpus is not beside the checkout"))
struct CorpusTests {
    // MARK: The schema

    /// The columns of a table, whatever their order, without the uniqueness clauses of iOS 9 to 11.
    private static func columns(_ text: String) -> Set<String> {
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else { return [] }
        var list = String(text[text.index(after: open)..<close])
        if let clause = list.range(of: ", CONSTRAINT") { list = String(list[..<clause.lowerBound]) }
        return Set(
            list.split(separator: ",").map {
                $0.replacingOccurrences(of: "\"", with: "").replacingOccurrences(of: " UNIQUE", with: "")
                    .trimmingCharacters(in: .whitespaces)
            })
    }

    @Test(arguments: Corpus.stores)
    func schema_madeFromTheModel_equalsTheFile(name: String) throws {
        let copy = try Corpus.Copy(name)
        guard let model = try SQLiteStore.cachedModel(at: copy.url) else { return }
        let layout = ModelLayout(model)
        let plan = SchemaPlan(layout: layout, entities: layout.entities)
        let connection = try copy.connection()
        defer { connection.close() }
        var tables: [String: String] = [:]
        var indexes: [String: String] = [:]
        let master = try connection.prepareOnce("SELECT type, name, sql FROM sqlite_master", purpose: "test")
        while try master.step() {
            let (type, key) = (master.string(0) ?? "", master.string(1) ?? "")
            if type == "table" { tables[key] = master.string(2) ?? "" }
            if type == "index", let sql = master.string(2) { indexes[key] = sql }
        }
        var identical = 0
        for table in plan.tables {
            let found = try #require(tables[table.name], "\(name) has no table \(table.name)")
            if found == table.creation {
                identical += 1
            } else {
                #expect(Self.columns(found) == Self.columns(table.creation), "\(name), \(table.name)")
            }
        }
        // migrations append columns; a file none of whose tables has the order of the rule was misread.
        #expect(identical > 0, "\(name): no table of \(plan.tables.count) is as the rule says")
        let bound = try SchemaBinding(
            connection: connection, layout: plan.layout, entities: plan.entities
        ).bind()
        #expect(bound.joins.count == plan.joins.count)
        for table in plan.tables {
            for column in table.columns where column.isIndexed {
                let index = "\(table.name)_\(column.name)_INDEX"
                #expect(
                    indexes[index] == "CREATE INDEX \(index) ON \(table.name) (\(column.name))", "\(name), \(index)")
            }
        }
        for entity in plan.entities {
            let numbers = try connection.prepareOnce(
                "SELECT Z_ENT, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_NAME = ?", purpose: "test")
            numbers.bind(1, text: entity.name)
            guard try numbers.step() else { continue }
            #expect(numbers.integer(0) == plan.numbers[entity.index], "\(name), \(entity.name)")
            #expect(numbers.integer(1) == entity.superIndex.map { plan.numbers[$0] } ?? 0)
        }
    }

    @Test func keptModel_withDerivedAttributes_hasTheHashesOfTheStore() throws {
        let copy = try Corpus.Copy("coredataplus/SampleModel2_V1.sqlite")
        let model = try #require(try SQLiteStore.cachedModel(at: copy.url))
        let metadata = try SQLiteStore.readMetadata(at: copy.url, options: nil)
        #expect(metadata[NSStoreModelVersionHashesKey] as? [String: Data] == model.entityVersionHashesByName)
    }

    @Test func triggers_ofCountedRelationship_equalTheFile() throws {
        let copy = try Corpus.Copy("coredataplus/SampleModel2_V1.sqlite")
        let model = try #require(try SQLiteStore.cachedModel(at: copy.url))
        let layout = ModelLayout(model)
        let plan = SchemaPlan(layout: layout, entities: layout.entities)
        let connection = try copy.connection()
        defer { connection.close() }
        var found: [String] = []
        let master = try connection.prepareOnce("SELECT sql FROM sqlite_master WHERE type = 'trigger'", purpose: "test")
        while try master.step() { found.append(master.string(0) ?? "") }
        #expect(try DerivedTriggers(plan: plan).statements().sorted() == found.sorted())
    }

    // MARK: Reading

    private func open(_ name: String, _ copy: Corpus.Copy) throws -> (SQLiteStore, ModelLayout)? {
        guard let model = try Corpus.model(of: name, at: copy.url) else { return nil }
        let layout = ModelLayout(model)
        let store = SQLiteStore(persistentStoreCoordinator: nil, configurationName: nil, at: copy.url, options: nil)
        do {
            try store.open(with: layout)
        } catch let error as NSError where error.code == NSPersistentStoreIncompatibleVersionHashError {
            // paired by names only: the source is of a neighbouring version.
            return nil
        }
        return (store, layout)
    }

    @Test(arguments: Corpus.stores)
    func read_everyEntityAndRelationship_findsAllRows(name: String) throws {
        let copy = try Corpus.Copy(name)
        guard let (store, layout) = try open(name, copy) else { return }
        defer { store.close() }
        let connection = try copy.connection()
        defer { connection.close() }
        for entity in layout.entities {
            let spec = FetchSpec(layout: entity)
            let rows = try store.fetchRows(spec)
            #expect(try store.count(spec) == rows.count, "\(name), \(entity.name)")
            #expect(try store.fetchReferences(spec).count == rows.count)
            if entity.rootIndex == entity.index {
                let table = SchemaPlan.tableName(entity)
                let all = try connection.firstInteger("SELECT count(*) FROM \(table)", purpose: "test")
                #expect(Int64(rows.count) == all, "\(name), \(entity.name)")
            }
            for row in rows {
                for slot in row.layout.slots where slot.isPersistent && !row.isNull(slot.index) {
                    // every stored value makes a value of its type.
                    #expect(!row.value(slot).isNull, "\(name), \(entity.name).\(slot.name)")
                }
            }
            spec.includesSubentities = false
            let own = try store.fetchRows(spec).map(\.primaryKey)
            let keyed = try store.rows(of: entity, keys: own)
            #expect(keyed.count == own.count)
            for relationship in entity.toMany where relationship.isPersistent {
                let members = try store.members(of: relationship, owners: own)
                #expect(members.runs.last?.end ?? 0 == members.rows.count)
                let counted = own.isEmpty ? 0 : try countMembers(relationship, entity, store)
                #expect(counted == members.rows.count, "\(name), \(entity.name).\(relationship.name)")
            }
        }
    }

    /// The members as a predicate counts them.
    private func countMembers(
        _ relationship: RelationshipLayout, _ entity: EntityLayout, _ store: SQLiteStore
    ) throws -> Int {
        let spec = FetchSpec(layout: entity)
        spec.includesSubentities = false
        let total = NSExpressionDescription()
        total.name = "total"
        total.expression = CoreData.NSExpression(forKeyPath: "\(relationship.name).@count")
        spec.propertiesToFetch = [total]
        return try store.fetchDictionaries(spec).reduce(0) { $0 + Int($1["total"] as? Int64 ?? 0) }
    }

    @Test func corpus_mostStores_canBeOpened() throws {
        var opened = 0
        for name in Corpus.stores {
            let copy = try Corpus.Copy(name)
            if let (store, _) = try open(name, copy) {
                opened += 1
                store.close()
            }
        }
        #expect(opened >= 30)
    }

    // MARK: Writing

    @Test(arguments: Corpus.stores)
    func update_oneRow_changesNothingElse(name: String) throws {
        let copy = try Corpus.Copy(name)
        guard let (store, layout) = try open(name, copy) else { return }
        store.close()
        let before = try copy.dump()
        try store.open(with: layout)
        var chosen: PackedRow?
        for entity in layout.entities where chosen == nil {
            chosen = try store.fetchRows(FetchSpec(layout: entity)).first
        }
        guard let row = chosen else {
            store.close()
            #expect(try copy.dump() == before)
            return
        }
        var changes = StoreChanges()
        changes.updates.append(
            .init(
                layout: row.layout, primaryKey: row.primaryKey, expectedVersion: row.version,
                values: ContiguousArray(repeating: .unset, count: row.layout.slots.count)))
        let outcome = try store.commit(changes)
        guard case .committed = outcome else {
            Issue.record("\(name): \(outcome)")
            return
        }
        store.close()
        let after = try copy.dump()
        #expect(after.keys.sorted() == before.keys.sorted())
        let history: Set<String> = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING", "Z_PRIMARYKEY"]
        let keepsHistory = before["ACHANGE"] != nil
        for (table, lines) in after where lines != before[table] {
            if table == SchemaPlan.tableName(layout.entities[row.layout.rootIndex]) {
                let old = Set(before[table] ?? [])
                #expect(lines.filter { !old.contains($0) }.count == 1, "\(name), \(table)")
                #expect(lines.count == before[table]?.count)
            } else {
                #expect(keepsHistory && history.contains(table), "\(name): \(table) has changed")
            }
        }
    }
}
