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
          ondol migrate STORE --to MODEL [--from MODEL] [--configuration NAME] [--backup FILE | --no-backup] [--dry-run]

        DESCRIPTION
          Migrates an SQLite store in place, as an app does when it opens the store with a newer model. The database is
          changed in one transaction: whatever happens meanwhile, it is the old store or the new one. Object IDs stay. Close
          the apps that use the store.

          The model that the store was made with is found by its version hashes: among the versions of --from and of
          the package of --to, else it is the one that the store keeps.

        OPTIONS
          --to <model>       the new model: .xcdatamodeld or .momd (its current version), .xcdatamodel or .mom; needed
          --from <model>     the model that the store was made with, or a package that has it among its versions
          --configuration <name>
                             the configuration of the model whose entities the store holds
          --backup <file>    where to copy the store first; without it the copy lies beside the store, as
                             Name.before-migration.sqlite. Nothing is overwritten
          --no-backup        make no copy
          --dry-run          only tell what would change and be lost

        EXAMPLES
          ondol migrate Library.sqlite --to Library.xcdatamodeld --dry-run
          ondol migrate Library.sqlite --to Library.xcdatamodeld
          ondol migrate Library.sqlite --to New.mom --from Old.mom --backup /backups/Library.sqlite

        EXIT CODES
          0 done, or nothing to do; 1 with --dry-run: data would be lost; 2 wrong arguments; 3 the migration is not possible
          or failed, and the store is as it was
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(
            arguments, options: ["to", "from", "backup", "configuration"], flags: ["no-backup", "dry-run"])
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
            let upgrade = try looking(at: arguments.operands[0]) { file in
                try StoreUpgrade(
                    url: url, readingFrom: (file.openURL, file.options), to: destination.model, candidates: sources,
                    configuration: configuration)
            }
            return try migrate(
                upgrade, to: destination.name, backup: backup, makesBackup: !arguments.has("no-backup"),
                isDryRun: arguments.has("dry-run"), console)
        } catch let error as ModelError {
            console.complain(Diagnostic.line(error, severity: "error"))
        } catch let error as NSError where error.domain == NSCocoaErrorDomain {
            let suggestion = error.localizedRecoverySuggestion.map { " \($0)" } ?? ""
            console.complain("ondol: \(error.localizedDescription)\(suggestion)")
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

    private static func migrate(
        _ upgrade: StoreUpgrade, to name: String, backup: String?, makesBackup: Bool, isDryRun: Bool, _ console: Console
    ) throws -> ExitCode {
        guard upgrade.isNeeded else {
            console.write("\(upgrade.url.path): has the version \(name) already; nothing to do.")
            return .success
        }
        let difference = ModelDifference(from: "the store's model", to: name, upgrade.comparison)
        if isDryRun {
            console.write(difference.text)
            return DiffCommand.code([difference])
        }
        if difference.verdict == .needsMappingModel {
            console.complain("ondol: \(upgrade.url.path): a lightweight migration to \(name) is not possible.")
            for warning in difference.warnings { console.complain("  \(warning)") }
            return .failure
        }
        let gone = Set(
            upgrade.comparison.changes.filter { $0.property == nil && $0.kind == .removed }.map(\.entity))
        // those of other configurations live elsewhere.
        if !gone.isEmpty, upgrade.entities.isSubset(of: gone) {
            console.complain(
                "ondol: \(upgrade.url.path): no entity of the store goes on in \(name): all its data would be lost. Is it "
                    + "the model of another store?")
            return .failure
        }
        if makesBackup {
            let copy = backup.map { URL(fileURLWithPath: $0) } ?? freeName(beside: upgrade.url)
            let part = try WorkingFolder(beside: copy, named: copy.path)
            try upgrade.backUp(to: copy, through: part.url)
            console.write("backup: \(copy.path)")
        }
        for warning in difference.warnings { console.complain("ondol: note: \(warning)") }
        try upgrade.run { step, part in
            if isTerminal { show("\r\u{1B}[K\(step) … \(Int(part * 100)) %") }
        }
        if isTerminal { show("\r\u{1B}[K") }
        console.write("\(upgrade.url.path): migrated to \(name).")
        return .success
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
