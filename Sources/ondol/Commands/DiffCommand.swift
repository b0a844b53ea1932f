import CoreData
import Foundation

/// `ondol diff`: what changed between versions of a model, and what that means for people's data.
enum DiffCommand: Command {
    static let name = "diff"
    static let summary = "Show what changed between versions of a model, and whether data can follow."
    static let help = """
        NAME
          ondol diff - show what changed between versions of a model, and whether data can follow

        SYNOPSIS
          ondol diff MODEL MODEL [--format text|json]
          ondol diff PACKAGE [--from VERSION [--to VERSION]] [--format text|json]

        DESCRIPTION
          Shows what changed between two versions of a model, per entity and property, whether a lightweight migration can
          carry the data over, and what would be lost. MODEL is a .xcdatamodeld or .momd (its current version), .xcdatamodel
          or .mom; the older one comes first. Of a PACKAGE with several versions each is compared with the next, in the order
          of their names; of one with a single version nothing is to be compared, and nothing is lost.

          Signs: + added, - removed, ~ changed, ! not possible in a lightweight migration.

        OPTIONS
          --from <version>   the older version of the package; without --to it is compared with the current one
          --to <version>     the newer version; needs --from
          --format <form>    text (the default) or json

        JSON
          An array with one object a comparison: .from, .to, .verdict (unchanged, lightweight, lightweightWithLoss,
          needsMappingModel), .entities[].name, .entities[].changes[] with kind, property, formerName, difference, effect
          (none, carried, loses, impossible), consequence

        EXAMPLES
          ondol diff Old.xcdatamodel New.xcdatamodel
          ondol diff Library.xcdatamodeld --from "Library 2"
          ondol diff Library.xcdatamodeld || echo "look at the model before release"

        EXIT CODES
          For a check before release: 0 nothing is lost, 1 data is lost, 2 wrong arguments, 3 a lightweight migration is not
          possible (a mapping model or code is needed), or a model cannot be read
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(arguments, options: ["from", "to", "format"])
        let format = try arguments.value("format") ?? "text"
        guard ["text", "json"].contains(format) else {
            throw UsageError("The format \(format) is unknown; there are text and json.")
        }
        let differences: [ModelDifference]
        do {
            let steps = try pairs(arguments)
            if steps.isEmpty {
                console.complain("ondol: note: The package has one version only; there is nothing to compare.")
            }
            differences = steps.map { old, new in
                ModelDifference(from: old.name, to: new.name, ModelComparison(from: old.model, to: new.model))
            }
        } catch let error as ModelError {
            console.complain(Diagnostic.line(error, severity: "error"))
            return .failure
        }
        if format == "json" {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            console.write(String(decoding: try encoder.encode(differences), as: UTF8.self))
        } else if !differences.isEmpty {
            console.write(differences.map(\.text).joined(separator: "\n\n"))
        }
        return code(differences)
    }

    static func code(_ differences: [ModelDifference]) -> ExitCode {
        if differences.contains(where: { $0.verdict == .needsMappingModel }) { return .failure }
        return differences.contains { $0.verdict == .lightweightWithLoss } ? .findings : .success
    }

    private static func pairs(_ arguments: CommandArguments) throws -> [(ModelArgument, ModelArgument)] {
        let paths = arguments.operands
        let (from, to) = (try arguments.value("from"), try arguments.value("to"))
        switch paths.count {
        case 2:
            guard from == nil, to == nil else {
                throw UsageError("--from and --to choose among the versions of one package; two models were given.")
            }
            return [(try ModelArgument(paths[0]), try ModelArgument(paths[1]))]
        case 1:
            guard ModelArgument.isPackage(URL(fileURLWithPath: paths[0])) else {
                throw UsageError("Give two models, or a package with several versions.")
            }
            if from != nil || to != nil {
                guard let from else { throw UsageError("--to needs --from.") }
                return [(try ModelArgument(paths[0], version: from), try ModelArgument(paths[0], version: to))]
            }
            let names = try ModelArgument.versions(paths[0])
            let models = try names.map { try ModelArgument(paths[0], version: $0) }
            return Array(zip(models, models.dropFirst()))
        default: throw UsageError("Give two models, or a package with several versions.")
        }
    }
}
