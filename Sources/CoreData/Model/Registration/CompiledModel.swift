import Foundation

/// A model that was compiled into the program: its versions, and the classes of its entities.
///
/// The build plugin writes one for each model of a target and registers it when the program is loaded,
/// so that `NSPersistentContainer(name:)` finds the model without a bundle. Code may register one too.
public struct CompiledModel: Sendable {
    /// One version of the model.
    public struct Version: Sendable {
        /// The version's name, without ending.
        public let name: String
        /// The compiled model, in Base64.
        let archive: String

        /// Makes a version.
        ///
        /// - Parameters:
        ///   - name: the version's name, without ending.
        ///   - archive: what `ondol compile` makes of it (the content of a `.mom`), in Base64.
        public init(name: String, archive: StaticString) {
            // A string made of a literal points to it; nothing is copied.
            self.init(name: name, text: archive.description)
        }

        /// Makes a version of a text that is no literal.
        init(name: String, text: String) {
            self.name = name
            archive = text
        }
    }

    /// The model's name: that of its package, without ending.
    public let name: String
    /// The module that the model was compiled into.
    public let module: String
    /// The name of the current version.
    public let currentVersion: String
    /// All versions that can be read, old ones for migration.
    public let versions: [Version]
    /// Gives the class of each entity that has one of its own.
    let classes: @Sendable () -> [String: AnyClass]

    /// Makes the record of a compiled model.
    ///
    /// - Parameters:
    ///   - name: the model's name, as given to `NSPersistentContainer(name:)`.
    ///   - module: the module that the classes are in.
    ///   - currentVersion: the name of the current version.
    ///   - versions: all versions.
    ///   - classes: gives the class of each entity; called once, when a class is first needed.
    public init(
        name: String, module: String, currentVersion: String, versions: [Version],
        classes: @escaping @Sendable () -> [String: AnyClass]
    ) {
        self.name = name
        self.module = module
        self.currentVersion = currentVersion
        self.versions = versions
        self.classes = classes
    }
}
