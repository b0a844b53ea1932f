import CoreData
import Foundation
import SQLite

/// Compares the files beside a store with the values that refer to them.
struct ExternalPass {
    struct Result {
        var findings: [Finding] = []
        var repairs: [RepairAction] = []
        var orphans: Set<String> = []
    }

    private let store: OpenedStore
    private let map: StoreMap

    init(_ store: OpenedStore, _ map: StoreMap) {
        self.store = store
        self.map = map
    }

    func run() throws -> Result {
        var result = Result()
        let folder = StoreInspection.externalFolder(ofStore: store.file.url)
        var present: Set<String> = []
        if FileManager.default.fileExists(atPath: folder.path) {
            present = Set(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                    StoreInspection.isPlainFile(folder.appendingPathComponent($0))
                })
        }
        var referred: Set<String> = []
        for entity in map.entities {
            let description = try store.description(of: entity)
            for attribute in entity.attributes where attribute.allowsExternalStorage {
                let isOptional = description.attributesByName[attribute.name]?.isOptional ?? false
                try check(attribute, of: entity, isOptional: isOptional, present, &referred, &result)
            }
        }
        try addStrays(to: &referred)
        // files of other names are not ours to judge; those of a save that goes on have a journal.
        guard !present.contains(where: { $0.hasPrefix(".pending-") }) else { return result }
        for name in present.subtracting(referred).sorted() where UUID(uuidString: name) != nil {
            result.orphans.insert(name)
            result.findings.append(
                Finding(
                    severity: .warning, kind: .orphan,
                    message: "Nothing refers to the external file \(name) in \(folder.path)."))
        }
        if !result.orphans.isEmpty {
            result.repairs.append(
                RepairAction(
                    kind: .orphan, description: "external files that nothing refers to are left out", statements: []))
        }
        return result
    }

    /// Rows that belong to no entity may refer to files all the same.
    private func addStrays(to referred: inout Set<String>) throws {
        var seen: Set<String> = []
        for entity in map.entities {
            for attribute in entity.attributes
            where attribute.allowsExternalStorage && seen.insert("\(entity.table) \(attribute.column)").inserted {
                let statement = try store.connection.prepareOnce(
                    "SELECT \(attribute.column) FROM \(entity.table) WHERE typeof(\(attribute.column)) = 'blob' "
                        + "AND substr(\(attribute.column), 1, 1) = x'02'",
                    purpose: "look for the files of \(entity.table)")
                while try statement.step() {
                    if let name = StoreInspection.externalFileName(in: statement.bytes(0) ?? []) {
                        referred.insert(name)
                    }
                }
            }
        }
    }

    private func check(
        _ attribute: StoreMap.Attribute, of entity: StoreMap.Entity, isOptional: Bool, _ present: Set<String>,
        _ referred: inout Set<String>, _ result: inout Result
    ) throws {
        let statement = try store.connection.prepareOnce(
            "SELECT Z_PK, \(attribute.column) FROM \(entity.table) WHERE \(entity.checkedCondition(in: map)) "
                + "AND typeof(\(attribute.column)) = 'blob' AND substr(\(attribute.column), 1, 1) = x'02'",
            purpose: "look for the files of \(entity.name).\(attribute.name)")
        var missing: [String] = []
        while try statement.step() {
            let key = statement.integer(0)
            func finding(_ message: String) -> Finding {
                Finding(
                    severity: .error, kind: .file, entity: entity.name,
                    object: ObjectReference(entity: entity.index, key: key), property: attribute.name,
                    message: message)
            }
            guard let name = StoreInspection.externalFileName(in: statement.bytes(1) ?? []) else {
                result.findings.append(finding("The reference to an external file names none."))
                missing.append("\(key)")
                continue
            }
            referred.insert(name)
            if !present.contains(name) {
                result.findings.append(finding("The external file \(name) is missing."))
                missing.append("\(key)")
            }
        }
        guard !missing.isEmpty, isOptional else { return }
        result.repairs.append(
            RepairAction(
                kind: .file, entity: entity.name, property: attribute.name,
                description: "references to files that are missing are set to nil",
                statements: stride(from: 0, to: missing.count, by: 500).map { start in
                    let keys = missing[start..<min(start + 500, missing.count)].joined(separator: ", ")
                    return "UPDATE \(entity.table) SET \(attribute.column) = NULL WHERE Z_PK IN (\(keys))"
                }))
    }
}
