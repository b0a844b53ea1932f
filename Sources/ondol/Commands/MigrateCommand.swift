import CoreData
import Foundation

/// `ondol migrate`: carries a store over to another version of its model.
enum MigrateCommand: Command {
    static let name = "migrate"
    static let summary = "Carry a store over to another version of its model, with a backup."
    static let help = """
        NAME
          ondol migrate - carry a store over to another version of its model, with a backup

        SYNOPSIS
          ondol migrate STORE --to MODEL [--from MODEL] [--configuration NAME] [--backup FILE | --no-backup]
                        [--allow-loss] [--dry-run]

        DESCRIPTION
          Migrates an SQLite store in place, as an app does when it opens the store with a newer model. The database is
          changed in one transaction: whatever happens meanwhile, it is the old store or the new one. Object IDs stay. Close
          the apps that use the store.

          The model that the store was made with is found by its version hashes: among the versions of --from and of
          the package of --to, else it is the one that the store keeps.

          Values of attributes that the new model lacks are lost, which is said. A migration that would lose all objects
          of an entity is done with --allow-loss only. One that would lose rows that belong to no entity of their table
          is not done at all: `ondol check` lists these, and --repair mends them in a copy where it is plain whose they
          are.

        OPTIONS
          --to <model>       the new model: .xcdatamodeld or .momd (its current version), .xcdatamodel or .mom; needed
          --from <model>     the model that the store was made with, or a package that has it among its versions
          --configuration <name>
                             the configuration of the model whose entities the store holds
          --backup <file>    where to copy the store first; without it the copy lies beside the store, as
                             Name.before-migration.sqlite. Nothing is overwritten
          --no-backup        make no copy
          --allow-loss       migrate also when entities that have objects do not go on
          --dry-run          only tell what would change and be lost

        EXAMPLES
          ondol migrate Library.sqlite --to Library.xcdatamodeld --dry-run
          ondol migrate Library.sqlite --to Library.xcdatamodeld
          ondol migrate Library.sqlite --to New.mom --from Old.mom --backup /backups/Library.sqlite

        EXIT CODES
          0 done, or nothing to do; 1 with --dry-run: data would be lost; 2 wrong arguments; 3 the migration is not
          possible, needs --allow-loss or failed, and the store is as it was
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(
            arguments, options: ["to", "from", "backup", "configuration"],
            flags: ["no-backup", "dry-run", "allow-loss"])
        guard arguments.operands.count == 1 else { throw UsageError("Name one store.") }
        guard let target = try arguments.value("to") else { throw UsageError("--to is missing.") }
        let backup = try arguments.value("backup")
        if backup != nil, arguments.has("no-backup") {
            throw UsageError("--backup and --no-backup exclude each other.")
        }
        // where it is a link, the store's external files lie beside what it leads to.
        let url = OutputFile.resolved(arguments.operands[0])
        do {
            let destination = try ModelArgument(target)
            let sources = try [try arguments.value("from"), target].compactMap { $0 }.flatMap(models)
            let configuration = try arguments.value("configuration")
            if let configuration { try check(configuration, of: destination) }
            let (upgrade, losses) = try looking(at: arguments.operands[0]) { file in
                let upgrade = try StoreUpgrade(
                    url: url, readingFrom: (file.openURL, file.options), to: destination.model, candidates: sources,
                    configuration: configuration)
                let losses = try upgrade.isNeeded ? MigrationLosses(of: upgrade, try file.connect()) : nil
                return (upgrade, losses)
            }
            guard let losses else {
                console.write("\(url.path): has the version \(destination.name) already; nothing to do.")
                return .success
            }
            if !losses.strays.isEmpty {
                console.complain(
                    "ondol: \(url.path): \(StrayRows.text(losses.strays)) would be lost: their entity number (Z_ENT) is "
                        + "that of no entity of the table. Run `ondol check --repair` first; nothing was changed.")
                return .failure
            }
            let isDryRun = arguments.has("dry-run")
            let difference = ModelDifference(from: "the store's model", to: destination.name, upgrade.comparison)
            if isDryRun {
                console.write(difference.text)
            } else if !isPossible(upgrade, difference, to: destination.name, console) {
                return .failure
            }
            if !losses.entities.isEmpty, !arguments.has("allow-loss") {
                console.complain(
                    "ondol: \(isDryRun ? "note: " : "")\(url.path): \(losses.text) would be lost; the migration needs "
                        + "--allow-loss.")
                if !isDryRun { return .failure }
            }
            if isDryRun { return DiffCommand.code([difference]) }
            let copy =
                arguments.has("no-backup") ? nil : backup.map { URL(fileURLWithPath: $0) } ?? freeName(beside: url)
            try migrate(upgrade, backup: copy, console)
            for warning in difference.warnings { console.complain("ondol: note: \(warning)") }
            console.write("\(url.path): migrated to \(destination.name).")
            return .success
        } catch let error as ModelError {
            console.complain(Diagnostic.line(error, severity: "error"))
        } catch let error as NSError where error.domain == NSCocoaErrorDomain {
            console.complain("ondol: \(Failure.text(error))")
        }
        return .failure
    }

    /// Looking at a store leaves no trace, whether a migration follows or not.
    private static func looking<R>(at path: String, _ body: (ReadOnlyFile) throws -> R) throws -> R {
        let file = try ReadOnlyFile(path: path)
        // a copy goes with the object, and what root makes from then on belongs to the store's owner again.
        defer { withExtendedLifetime(file) {} }
        return try body(file)
    }

    /// All versions at a path that can be read.
    private static func models(_ path: String) throws -> [NSManagedObjectModel] {
        guard ModelArgument.isPackage(URL(fileURLWithPath: path)) else { return [try ModelArgument(path).model] }
        // A version that cannot be read is no store's; if it is, that the model was not found is said.
        return try ModelArgument.versions(path).compactMap { try? ModelArgument(path, version: $0).model }
    }

    private static func check(_ configuration: String, of destination: ModelArgument) throws(UsageError) {
        let known = destination.model.configurations.filter { !$0.hasPrefix("PF_DEFAULT_") }
        if destination.model.configurations.contains(configuration) { return }
        let names =
            known.isEmpty ? "It has none; leave --configuration out." : "It has: \(known.joined(separator: ", "))."
        throw UsageError("\(destination.name) has no configuration called \(configuration). \(names)")
    }

    /// Says why not, when the models do not allow it.
    private static func isPossible(
        _ upgrade: StoreUpgrade, _ difference: ModelDifference, to name: String, _ console: Console
    ) -> Bool {
        if difference.verdict == .needsMappingModel {
            console.complain("ondol: \(upgrade.url.path): a lightweight migration to \(name) is not possible.")
            for warning in difference.warnings { console.complain("  \(warning)") }
            return false
        }
        let gone = upgrade.removedEntities
        // those of other configurations live elsewhere.
        if !gone.isEmpty, upgrade.entities.isSubset(of: gone) {
            console.complain(
                "ondol: \(upgrade.url.path): no entity of the store goes on in \(name): all its data would be lost. Is it "
                    + "the model of another store?")
            return false
        }
        return true
    }

    /// Migrates; when that fails the backup, of a store that is as it was, goes again.
    private static func migrate(_ upgrade: StoreUpgrade, backup: URL?, _ console: Console) throws {
        var copies: [URL] = []
        if let backup {
            do {
                let part = try WorkingFolder(beside: backup, named: backup.path)
                copies = try upgrade.backUp(to: backup, through: part.url)
            } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
                throw StoreFileError(
                    path: backup.path, problem: "There is no room for the backup.",
                    remedy: "Free some, or name a place elsewhere with --backup.")
            }
        }
        do {
            try upgrade.run { step, part in
                if isTerminal { show("\r\u{1B}[K\(step) … \(Int(part * 100)) %") }
            }
        } catch {
            // one that cannot be removed does no harm.
            for copy in copies { try? FileManager.default.removeItem(at: copy) }
            throw error
        }
        if isTerminal { show("\r\u{1B}[K") }
        if let backup { console.write("backup: \(backup.path)") }
    }

    /// Progress is for people.
    private static let isTerminal = isatty(STDERR_FILENO) == 1

    private static func show(_ text: String) {
        // Progress that nobody can read any more is no failure.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    /// `Name.before-migration.sqlite` beside the store, with a number when that is taken.
    private static func freeName(beside store: URL) -> URL {
        let folder = store.deletingLastPathComponent()
        let name = store.deletingPathExtension().lastPathComponent
        let ending = store.pathExtension.isEmpty ? "" : ".\(store.pathExtension)"
        var number = 1
        while true {
            let suffix = number == 1 ? "" : "-\(number)"
            let url = folder.appendingPathComponent("\(name).before-migration\(suffix)\(ending)")
            if !FileManager.default.fileExists(atPath: url.path) { return url }
            number += 1
        }
    }
}
