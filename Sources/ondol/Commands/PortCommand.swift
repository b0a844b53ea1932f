import Foundation
import ModelCompiler

/// `ondol port`: what Apple-side sources need to compile elsewhere.
enum PortCommand: Command {
    static let name = "port"
    static let summary = "Show or make the edits that an app's data layer needs away from Apple."
    static let help = """
        NAME
          ondol port - show or make the edits that an app's data layer needs away from Apple

        SYNOPSIS
          ondol port FOLDER [--write] [--build] [--format text|json]

        DESCRIPTION
          Reads the Swift sources below a folder (or one file) as they were written for Apple's platforms, and says
          what keeps the data layer from compiling elsewhere: the files that import or name Core Data or Combine, and
          those that they need. Files that draw the interface are told apart and left alone.

          EDITS are shown as a difference that patch reads. Every one leaves the source correct on Apple's platforms
          (Swift 5.8 or later):

          attributes   @objc, @objc(Name) and @objcMembers stand under #if canImport(ObjectiveC); an @objc protocol
                       is declared for classes. @nonobjc, dynamic and @objc of enumerations are accepted everywhere
          #keyPath     becomes the string it stands for
          #selector    of a comparison, as in sort descriptors, becomes NSSelectorFromString
          imports      of modules that exist on Apple's platforms only stand under #if canImport; CoreData, Combine,
                       FoundationNetworking and FoundationXML are imported where their names are used
          casts        T.fetchRequest() as! NSFetchRequest<NSFetchRequestResult> becomes a plain as
          NSSet        is made from an array, as it is no literal elsewhere
          notices      willChangeValue(for: \\.name) becomes willChangeValue(forKey: "name")

          What NEEDS A PERSON is listed with its place, the reason and a suggestion: observers by selector, key-value
          observing, overrides in extensions, names of UIKit or CloudKit, and so on.

          The SUMMARY says how many files of the data layer are expected to build. That is judged by what stands in
          the sources; the compiler is asked with --build only. Code that is not compiled away from Apple anyway, as under
          #if os(iOS) or #if canImport(UIKit), needs nothing. Symbolic links are not followed; hidden folders, Pods,
          Carthage, DerivedData, SourcePackages and node_modules are passed over.

        OPTIONS
          --write            make the edits. Each file is replaced as a whole; line breaks, byte order mark and
                             permissions stay. A second run finds nothing more to do
          --build            have the Swift compiler check the files of the data layer as they are with the edits,
                             together with what is generated of the models, as one module; its errors are listed,
                             and the files without any counted. Needs swiftc, and the tool where it was built
                             (swift run ondol). The folder is not touched; modules of others are not there
          --format <form>    text (the default) or json

        JSON
          .files[]           path, role (dataLayer, needed, interface, other, unread), buildsBefore, buildsAfter,
                             edits[] (line, kinds, before, after), findings[] (line, column, kind, subject, reason,
                             suggestion, stopsBuild)
          .summary           read, dataLayer, needed, interface, other, unread, links, edits, findings, buildBefore,
                             buildAfter, models, otherModules
          .compiler          with --build: files, clean, errors[] (path, line, column, message); else null

        EXAMPLES
          ondol port MyApp
          ondol port MyApp --write
          ondol port MyApp --format json | jq '.files[].findings[] | select(.stopsBuild).suggestion'

        EXIT CODES
          0 nothing to do, or all was done; 1 there are edits to make, or findings for a person; 2 wrong arguments,
          3 the folder cannot be read or a file not written
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(arguments, options: ["format"], flags: ["write", "build"])
        guard arguments.operands.count == 1 else { throw UsageError("Name one folder.") }
        let format = try arguments.value("format") ?? "text"
        guard ["text", "json"].contains(format) else {
            throw UsageError("The format \"\(format)\" is unknown; there are: text, json.")
        }
        let project = try PortProject(URL(fileURLWithPath: arguments.operands[0]))
        let result = project.run()
        let writes = arguments.has("write")
        if writes {
            for file in result.files where file.original != file.ported {
                try PortWriter.write(file, in: project.folder)
            }
        }
        let build = arguments.has("build") ? try PortBuild.check(result, in: project.folder) : nil
        let report = PortReport(folder: arguments.operands[0], result: result, isWritten: writes, build: build)
        console.write(format == "json" ? report.json : report.text(console))
        let isDone =
            report.findingCount == 0 && (writes || report.changeCount == 0) && build?.faults.isEmpty ?? true
        return isDone ? .success : .findings
    }
}
