import CoreData
import Foundation

/// A folder of Swift sources written for Apple's platforms, read for what they need elsewhere.
package struct PortProject {
    /// What the rules must know of all files together.
    struct Facts {
        /// Names of managed object classes.
        var managedClasses: Set<String> = []
        /// Names of classes in the models.
        var entityClasses: Set<String> = []
        /// All types that are declared, by their own names.
        var declaredTypes: Set<String> = []
        /// Properties with a name of their own in Objective-C.
        var objectiveCNames: [String: String] = [:]
        /// Properties that are declared in sources or models.
        var properties: Set<String> = []
        /// Properties which, wherever they are declared, have the type `NSSet`.
        var setProperties: Set<String> = []
    }

    /// Ported files, and what is to be said of the folder as a whole.
    package struct Result: Sendable {
        package let files: [PortedFile]
        /// How many symbolic links were passed over.
        package let links: Int
        /// The models, relative to the folder.
        package let models: [String]
        /// Modules that neither Apple nor this package has, with the number of files that import them.
        package let otherModules: [String: Int]
    }

    /// Larger files are not read.
    package static let largestFile = 8 << 20

    /// The folder to which the paths of the files belong.
    package let folder: URL
    private let listing: SourceFolder

    /// - Parameter url: a folder, or one file.
    /// - Throws: `PortError` when there is nothing to be read.
    package init(_ url: URL) throws(PortError) {
        listing = try SourceFolder(url)
        folder = listing.root
    }

    /// Reads the files and runs the rules.
    package func run() -> Result {
        var sources: [PortSource] = []
        var unread: [PortedFile] = []
        for path in listing.sources {
            switch SourceFolder.contents(of: folder.appendingPathComponent(path)) {
            case .success(let bytes): sources.append(PortSource(path: path, bytes: bytes))
            case .failure(let problem): unread.append(PortedFile(unreadable: path, problem))
            }
        }
        var facts = Facts()
        let modelFindings = PortFacts.gather(
            sources, models: listing.models.map { ($0, folder.appendingPathComponent($0)) }, into: &facts)
        let roles = PortRoles(sources, facts)
        var files = unread
        for (index, source) in sources.enumerated() {
            files.append(Self.port(source, as: roles.roles[index], roles: roles, facts))
        }
        for (path, finding) in modelFindings { files.append(PortedFile(unreadable: path, finding)) }
        // A folder of its name holds a module of the project itself.
        let folders = Set(listing.sources.flatMap { $0.split(separator: "/").dropLast().map(String.init) })
        var others: [String: Int] = [:]
        for (index, source) in sources.enumerated() where roles.roles[index].isPorted {
            for module in Set(source.imports.filter(\.isActive).map(\.module))
            where !PortRoles.isKnown(module) && !folders.contains(module) {
                others[module, default: 0] += 1
            }
        }
        return Result(
            files: files.sorted { $0.path < $1.path }, links: listing.links, models: listing.models,
            otherModules: others)
    }

    private static func port(
        _ source: PortSource, as role: PortedFile.Role, roles: PortRoles, _ facts: Facts
    ) -> PortedFile {
        var pass = PortPass(source, facts)
        if role.isPorted {
            ObjectiveCAttributes.apply(to: &pass)
            KeyPathLiterals.apply(to: &pass)
            Selectors.apply(to: &pass)
            ForeignModules.apply(to: &pass)
            MissingNames.apply(to: &pass)
            RequestCasts.apply(to: &pass)
            ClassRules.apply(to: &pass)
            ValueForms.apply(to: &pass)
        }
        roles.findInterfaceTypes(role, &pass)
        return PortedFile(role: role, pass)
    }
}

/// Why nothing could be ported.
package struct PortError: Error, CustomStringConvertible {
    package let description: String
}
