import CoreData
import Foundation

/// Writes what makes a compiled model known to the program that contains it.
///
/// A pointer to a function in the section that the loader runs through: it needs no bundle, no call from
/// the app, and linkers that strip what is not referred to keep it.
struct RegistrationGenerator {
    private let package: CompiledPackage
    private let moduleName: String
    private let classes: EntityClasses
    private let scan: SourceScan
    private let number: Int

    /// - Parameter number: distinguishes the models of one file.
    init(
        _ package: CompiledPackage, moduleName: String, classes: EntityClasses, scan: SourceScan, number: Int
    ) {
        self.package = package
        self.moduleName = moduleName
        self.classes = classes
        self.scan = scan
        self.number = number
    }

    func write(to writer: inout SourceWriter) {
        let name = "_CompiledModel\(number)"
        writer.line()
        writer.line("// MARK: - Registration of \(package.name)")
        writer.line()
        writer.block("private enum \(name)") { writer in
            writer.block("static func register()") { writer in
                writer.line("CompiledModelRegistry.register(")
                writer.line("    CompiledModel(")
                writer.line(
                    "        name: \(SwiftNames.literal(package.name)), module: \(SwiftNames.literal(moduleName)),")
                writer.line("        currentVersion: \(SwiftNames.literal(package.currentVersion.name)),")
                writer.line("        versions: [")
                for version in package.versions {
                    writer.line("            CompiledModel.Version(")
                    writer.line("                name: \(SwiftNames.literal(version.name)),")
                    writer.line("                archive: \"\(version.compilation.archive.base64EncodedString())\"),")
                }
                writer.line("        ],")
                let known = knownClasses
                if known.isEmpty {
                    writer.line("        classes: { [:] }))")
                } else {
                    writer.line("        classes: {")
                    writer.line("            [")
                    for (entity, type) in known {
                        writer.line("                \(SwiftNames.literal(entity)): \(type).self,")
                    }
                    writer.line("            ]")
                    writer.line("        }))")
                }
            }
        }
        writer.line()
        for (condition, section) in [
            ("#if objectFormat(ELF)", ".init_array"), ("#elseif objectFormat(MachO)", "__DATA,__mod_init_func"),
            ("#elseif objectFormat(COFF)", ".CRT$XCU"),
        ] {
            writer.line(condition)
            writer.line("@section(\"\(section)\") @used")
            writer.line("private let _registerModel\(number): @convention(c) () -> Void = { \(name).register() }")
        }
        writer.line("#endif")
    }

    /// The entities that have a class of their own, with its name in source.
    ///
    /// A class that is neither generated nor found in the target's sources is left out: the name may
    /// stand for one elsewhere, or for none, and must not break the build.
    private var knownClasses: [(entity: String, type: String)] {
        package.currentVersion.source.entities.compactMap { entity in
            guard let entityClass = classes.byEntity[entity.name], let name = entityClass.name else { return nil }
            guard entityClass.isGenerated || scan.classes[name]?.isReachable == true else { return nil }
            return (entity.name, EntityClasses.typeName(name))
        }
    }
}
