import CoreData
import Foundation
import SQLite

/// Looks a whole store through for what SQLite itself does not see.
struct StoreCheck {
    let store: OpenedStore
    let console: Console
    private(set) var findings: [Finding] = []
    private(set) var repairs: [RepairAction] = []
    /// Findings that were counted only.
    private(set) var omitted = 0
    /// Names of external files that nothing refers to.
    private(set) var orphans: Set<String> = []
    private(set) var errors = 0
    private(set) var warnings = 0
    /// At most so many findings of one rule are kept; all are counted.
    private let limit: Int

    init(_ store: OpenedStore, console: Console, limit: Int) {
        self.store = store
        self.console = console
        self.limit = limit
    }

    /// Runs every rule.
    ///
    /// What cannot be read becomes a finding: a damaged table does not hide the others.
    mutating func run() {
        checkDatabase()
        checkHashes()
        let map: StoreMap
        do {
            map = try store.map()
        } catch {
            add(Finding(severity: .error, kind: .schema, message: Failure.text(error)))
            return
        }
        let rules =
            StructureRules(map: map).rules + RelationshipRules(map: map, model: store.model).rules
            + ValueRules(map: map, model: store.model).rules
        var progress = Progress(console, "checking", total: rules.count)
        for rule in rules {
            run(rule, map)
            progress.advance(by: 1)
        }
        progress.finish()
        guarded(.value) { check throws in try ValidationPass(check.store, map).run { check.add($0) } }
        guarded(.file) { check throws in
            let result = try ExternalPass(check.store, map).run()
            for finding in result.findings { check.add(finding) }
            check.repairs += result.repairs
            check.orphans = result.orphans
        }
    }

    // MARK: Collecting

    private var counts: [String: Int] = [:]

    mutating func add(_ finding: Finding) {
        if finding.severity == .error { errors += 1 } else { warnings += 1 }
        let rule = "\(finding.kind.rawValue) \(finding.entity ?? "") \(finding.property ?? "")"
        counts[rule, default: 0] += 1
        if counts[rule, default: 0] <= limit { findings.append(finding) } else { omitted += 1 }
    }

    /// Runs a part of the check; its failure is a finding.
    private mutating func guarded(_ kind: Finding.Kind, _ body: (inout StoreCheck) throws -> Void) {
        do {
            try body(&self)
        } catch {
            add(
                Finding(
                    severity: .error, kind: .unreadable,
                    message: "The check of kind \"\(kind.rawValue)\" could not be finished: \(Failure.text(error))"))
        }
    }

    private mutating func run(_ rule: CheckRule, _ map: StoreMap) {
        guarded(rule.kind) { check throws in
            let statement = try check.store.connection.prepareOnce(
                rule.query, purpose: "check \(rule.entity ?? "the store")\(rule.property.map { ".\($0)" } ?? "")")
            var hasFindings = false
            while try statement.step() {
                hasFindings = true
                var object: ObjectReference?
                if !statement.isNull(0), !statement.isNull(1),
                    let entity = map.indexByNumber[statement.integer(1)]
                {
                    object = ObjectReference(entity: entity, key: statement.integer(0))
                }
                check.add(
                    Finding(
                        severity: rule.severity, kind: rule.kind, entity: rule.entity, object: object,
                        property: rule.property, message: rule.message(statement)))
            }
            if hasFindings, let repair = rule.repair {
                check.repairs.append(
                    RepairAction(
                        kind: rule.kind, entity: rule.entity, property: rule.property,
                        description: repair.description, statements: repair.statements))
            }
        }
    }

    // MARK: The file and the metadata

    private mutating func checkDatabase() {
        guarded(.sqlite) { check throws in
            let statement = try check.store.connection.prepareOnce(
                "PRAGMA integrity_check(\(max(check.limit, 1)))", purpose: "check the database")
            while try statement.step() {
                guard let line = statement.string(0), line != "ok" else { continue }
                check.add(Finding(severity: .error, kind: .sqlite, message: line))
            }
        }
    }

    private mutating func checkHashes() {
        if store.chosen.origin == .tables {
            add(
                Finding(
                    severity: .warning, kind: .hash,
                    message: "The store keeps no model, so what the model says of values and relationships could not "
                        + "be checked; give it with --model."))
            return
        }
        guard let stored = store.metadata[NSStoreModelVersionHashesKey] as? [String: Data] else {
            add(Finding(severity: .warning, kind: .hash, message: "The metadata holds no version hashes."))
            return
        }
        if !store.chosen.hashesAgree {
            let own = store.model.entityVersionHashesByName
            for name in Set(own.keys).union(stored.keys).sorted() where own[name] != stored[name] {
                let message =
                    if own[name] == nil {
                        "The store has a version hash of this entity, its model does not have the entity."
                    } else if stored[name] == nil {
                        "The store has no version hash of this entity of its model."
                    } else {
                        "The version hash in the metadata is not that of the model."
                    }
                add(Finding(severity: .error, kind: .hash, entity: name, message: message))
            }
        }
        guarded(.hash) { check throws in
            let rows = try check.store.connection.firstInteger(
                "SELECT count(*) FROM Z_METADATA", purpose: "count the metadata")
            guard let rows, rows != 1 else { return }
            check.add(
                Finding(severity: .warning, kind: .hash, message: "Z_METADATA has \(rows) rows instead of one."))
        }
    }
}
