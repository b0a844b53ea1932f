import Foundation
import SQLite
import Testing

@testable import ondol

/// Errors speak of the command line, not of the library's calls.
struct SpokenErrorTests {
    @Test(arguments: [["--sort", "nope"], ["--where", "nope == 1"], ["--where", "author.nope == 1"]])
    func unknownKey_isAWrongArgument_andTheRightOnesAreNamed(options: [String]) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        for more in [[], ["--count"]] where more.isEmpty || options[0] == "--where" {
            let run = Run(["query", path, "Work"] + options + more)
            #expect(run.code == .usage && run.errors.contains("nope"), "\(run.errors)")
            #expect(run.errors.contains("It has: ") && !run.errors.contains("Rewrite"), "\(run.errors)")
        }
    }

    @Test func predicateThatTheStoreCannotRun_namesNoCalls() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let long = (0..<2000).map { "year == \($0)" }.joined(separator: " OR ")
        for predicate in ["$x == 1", "title MATCHES \"(\"", long] {
            let run = Run("query", path, "Work", "--where", predicate)
            guard run.code != .success else { continue }
            for call in ["withSubstitutionVariables", "in memory", "underlying error", "NSPersistent"] {
                #expect(!run.errors.contains(call), "\(run.errors)")
            }
        }
    }

    @Test func lockedStore_namesNoOption() throws {
        let error = NSError(
            domain: NSCocoaErrorDomain, code: 1,
            userInfo: [
                NSLocalizedDescriptionKey: "It is locked.",
                NSLocalizedRecoverySuggestionErrorKey: "Try again, or raise NSPersistentStoreTimeoutOption.",
            ])
        #expect(
            Failure.text(error) == "It is locked. Another process holds the database. Try again when it has finished.")
    }
}
