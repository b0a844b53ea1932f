import CoreData
import Foundation
import SQLite

/// The model a store is read with, and where it was taken from.
struct StoreModel {
    enum Origin: Equatable {
        /// `--model`: the file, and the version of a package.
        case file(String, version: String?)
        /// The copy that the store keeps in itself.
        case store
        /// Made up from the tables.
        case tables

        /// For people.
        var description: String {
            switch self {
            case .file(let path, let version): version.map { "\(path), version \($0)" } ?? path
            case .store: "kept in the store"
            case .tables: "inferred from the tables"
            }
        }

        /// For programs.
        var word: String {
            switch self {
            case .file: "file"
            case .store: "store"
            case .tables: "tables"
            }
        }
    }

    let model: NSManagedObjectModel
    let origin: Origin
    /// The configuration whose entities the store keeps; nil for all.
    let configuration: String?
    /// What should be said about the choice on the error output.
    var notes: [String] = []
    /// True when the store's hashes are those of the model.
    let hashesAgree: Bool

    /// Chooses the model of a store.
    ///
    /// - Parameters:
    ///   - path: what `--model` names.
    ///   - version: what `--version` names.
    /// - Throws: `ModelError` for a model that cannot be read, `StoreFileError` for one that does not fit.
    static func choose(
        for connection: Connection, path store: String, metadata: [String: Any], model path: String?, version: String?
    ) throws -> StoreModel {
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        if let path { return try given(path, version: version, hashes: hashes, store: store) }
        var notes: [String] = []
        do {
            if let model = try StoreInspection.cachedModel(connection) {
                try model.checkConsistency()
                let match = configuration(of: model, with: hashes)
                if match == nil {
                    notes.append(
                        "the model kept in the store has other version hashes than the store; "
                            + "`ondol check` says which")
                }
                return StoreModel(
                    model: model, origin: .store, configuration: match?.name, notes: notes, hashesAgree: match != nil)
            }
        } catch let error as SQLiteError {
            throw error
        } catch {
            notes.append("the model kept in the store cannot be read: \(Failure.text(error))")
        }
        notes.append("the store keeps no model: names and types are inferred from its tables; --model gives them")
        return StoreModel(
            model: try InferredModel(connection).make(), origin: .tables, configuration: nil, notes: notes,
            hashesAgree: false)
    }

    /// The model that a store keeps in itself; nil when there is no database at the path.
    ///
    /// - Throws: `StoreFileError` when the store keeps none that can be read.
    static func kept(at path: String) throws -> NSManagedObjectModel? {
        guard OutputFile.isDatabase(path) else { return nil }
        let store = try OpenedStore(path: path)
        guard store.chosen.origin == .store else {
            throw StoreFileError(
                path: path, problem: "The store keeps no model that can be read.", remedy: "Name the model itself.")
        }
        return store.model
    }

    private struct Match {
        let name: String?
    }

    /// The configuration with just these hashes; nil when there is none.
    private static func configuration(of model: NSManagedObjectModel, with hashes: [String: Data]?) -> Match? {
        // a store without hashes (the oldest have none) cannot be checked.
        guard let hashes, model.entityVersionHashesByName != hashes else { return Match(name: nil) }
        for name in model.configurations {
            var own: [String: Data] = [:]
            for entity in model.entities(forConfigurationName: name) ?? [] {
                own[entity.name ?? ""] = entity.versionHash
            }
            if own == hashes { return Match(name: name) }
        }
        return nil
    }

    private static func given(
        _ path: String, version: String?, hashes: [String: Data]?, store: String
    ) throws -> StoreModel {
        let url = URL(fileURLWithPath: path)
        if let version {
            let model = try NSManagedObjectModel.load(contentsOf: url, version: version)
            return try fitted([(version, model)], path: path, hashes: hashes, store: store)
        }
        let current = try NSManagedObjectModel.load(contentsOf: url)
        guard ["xcdatamodeld", "momd"].contains(url.pathExtension.lowercased()) else {
            return try fitted([(nil, current)], path: path, hashes: hashes, store: store)
        }
        // of a package the version is taken that the store was made with, the current one first.
        let currentName = try ModelPackage.currentVersionName(in: url)
        var candidates: [(String?, NSManagedObjectModel)] = [(currentName, current)]
        for name in try ModelPackage.versionNames(in: url) where name != currentName {
            // a version in a form that cannot be read does not hide the others.
            if let model = try? NSManagedObjectModel.load(contentsOf: url, version: name) {
                candidates.append((name, model))
            }
        }
        return try fitted(candidates, path: path, hashes: hashes, store: store)
    }

    private static func fitted(
        _ candidates: [(version: String?, model: NSManagedObjectModel)], path: String, hashes: [String: Data]?,
        store: String
    ) throws -> StoreModel {
        var nearest: (version: String?, differing: [String])?
        for (version, model) in candidates {
            if let match = configuration(of: model, with: hashes) {
                return StoreModel(
                    model: model, origin: .file(path, version: version), configuration: match.name, hashesAgree: true)
            }
            let own = model.entityVersionHashesByName
            let stored = hashes ?? [:]
            let differing = Set(own.keys).union(stored.keys).filter { own[$0] != stored[$0] }.sorted().map { name in
                if own[name] == nil { return "\(name) (only in the store)" }
                return stored[name] == nil ? "\(name) (only in the model)" : name
            }
            if differing.count < nearest?.differing.count ?? .max { nearest = (version, differing) }
        }
        let single = candidates.count == 1 ? candidates[0].version.map { "Version \($0) of \(path)" } : nil
        let which =
            candidates.count > 1 ? "No version of \(path) is" : "\(single ?? "The model \(path)") is not"
        let near = nearest?.version.flatMap { candidates.count > 1 ? " from the nearest version, \($0)" : nil } ?? ""
        throw StoreFileError(
            path: store,
            problem: "\(which) the one the store was made with; these entities differ\(near): "
                + "\((nearest?.differing ?? []).joined(separator: ", ")).",
            remedy: "Give the model the store was made with, or leave --model out.")
    }
}
