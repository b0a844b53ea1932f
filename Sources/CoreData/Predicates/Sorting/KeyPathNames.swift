import Foundation

/// Finds the property names behind Swift key paths.
enum KeyPathNames {
    /// The names of the properties on the way, with dots; nil when they are not known.
    ///
    /// Asks the root class first, if it is one that knows (`KeyPathNaming`). The description of a key
    /// path has names only for stored properties of structures and final classes.
    static func names(of keyPath: AnyKeyPath) -> String? {
        let root = type(of: keyPath).rootType
        if let naming = root as? any KeyPathNaming.Type, let names = naming.keyPathNames(of: keyPath) {
            return names
        }
        let description = keyPath.debugDescription
        let prefix = "\\\(root)."
        guard description.hasPrefix(prefix), !description.contains("<computed") else { return nil }
        let names = description.dropFirst(prefix.count).filter { $0 != "?" && $0 != "!" }
        let keys = names.split(separator: ".", omittingEmptySubsequences: false)
        guard keys.allSatisfy({ key in !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } })
        else { return nil }
        return names == "self" ? nil : String(names)
    }
}
