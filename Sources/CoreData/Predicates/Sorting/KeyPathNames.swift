import Foundation

/// Finds the property names behind Swift key paths.
enum KeyPathNames {
    /// The names of the properties on the way, with dots; nil when they are not known.
    ///
    /// Asks the root class first, if it is one that knows (`KeyPathNaming`). The description of a key
    /// path names stored properties; computed ones, `@NSManaged` among them, are found by the symbols
    /// of their getters, which a stripped program has not.
    static func names(of keyPath: AnyKeyPath) -> String? {
        let root = type(of: keyPath).rootType
        if let naming = root as? any KeyPathNaming.Type, let names = naming.keyPathNames(of: keyPath) {
            return names
        }
        let prefix = "\\\(root)."
        let description = keyPath.debugDescription
        guard description.hasPrefix(prefix) else { return nil }
        return names(in: description.dropFirst(prefix.count))
    }

    /// Reads components such as `author?.<computed 0x00005631cfbc3730 (Optional<String>)>`.
    private static func names(in description: Substring) -> String? {
        var rest = description
        var names: [String] = []
        while !rest.isEmpty {
            if rest.hasPrefix("<computed 0x") {
                let digits = rest.dropFirst("<computed 0x".count).prefix { $0.isHexDigit }
                guard let address = UInt(digits, radix: 16), let end = endOfComputed(rest),
                    let name = FunctionSymbols.property(ofGetterAt: address)
                else { return nil }
                names.append(name)
                rest = rest[end...]
            } else {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                if name.isEmpty { return nil }
                names.append(String(name))
                rest = rest.dropFirst(name.count)
            }
            rest = rest.drop { $0 == "?" || $0 == "!" }
            if rest.first == "." { rest = rest.dropFirst() } else if !rest.isEmpty { return nil }
        }
        return names.isEmpty || names == ["self"] ? nil : names.joined(separator: ".")
    }

    /// The place behind the `>` that closes a computed component; its type may hold brackets too.
    private static func endOfComputed(_ text: Substring) -> Substring.Index? {
        guard var index = text.firstIndex(of: "(") else { return nil }
        var depth = 0
        while index < text.endIndex {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            index = text.index(after: index)
            if depth == 0 { break }
        }
        guard index < text.endIndex, text[index] == ">" else { return nil }
        return text.index(after: index)
    }
}

extension AnyKeyPath {
    /// Whether the key path can be read from an object.
    func isRooted(in object: Any) -> Bool {
        func isInstance<Root>(_ root: Root.Type) -> Bool { object is Root }
        return _openExistential(type(of: self).rootType, do: isInstance)
    }
}
