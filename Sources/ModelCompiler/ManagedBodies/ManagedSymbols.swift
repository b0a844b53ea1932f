/// The symbol names of managed properties' accessors and of managed functions.
struct ManagedSymbols {
    private let moduleName: String
    private let resolver: TypeResolver

    init(moduleName: String, resolver: TypeResolver) {
        self.moduleName = moduleName
        self.resolver = resolver
    }

    /// The names of a property's getter and setter.
    func accessors(
        of declaration: SourceScan.ManagedDeclaration, type: ResolvedType
    ) -> (getter: String, setter: String)? {
        guard var name = member(declaration) else { return nil }
        guard Self.append(type, to: &name) else { return nil }
        return (name.text + "vg", name.text + "vs")
    }

    /// The name of a function without a result.
    func function(
        _ declaration: SourceScan.ManagedDeclaration, labels: [String?], types: [ResolvedType]
    ) -> String? {
        guard var name = member(declaration) else { return nil }
        if labels.allSatisfy({ $0 == nil }) {
            name.append("y")
        } else {
            for label in labels {
                if let label {
                    guard name.appendIdentifier(label) else { return nil }
                } else {
                    name.append("_")
                }
            }
        }
        // The empty result, then the parameters; one without a label stands alone, others form a tuple.
        name.append("y")
        for (index, type) in types.enumerated() {
            guard Self.append(type, to: &name) else { return nil }
            if index == 0, types.count > 1 || labels[0] != nil { name.append("_") }
        }
        if types.isEmpty { name.append("y") }
        if types.count > 1 || (labels.first ?? nil) != nil { name.append("t") }
        return name.text + "F"
    }

    /// The name up to and including the member's own identifier.
    private func member(_ declaration: SourceScan.ManagedDeclaration) -> SymbolName? {
        guard let path = resolver.path(of: declaration.owner) else { return nil }
        var name = SymbolName()
        guard Self.append(module: moduleName, path: path, isOwner: true, to: &name),
            name.appendIdentifier(declaration.name)
        else {
            return nil
        }
        if declaration.access == .private {
            let file = declaration.file.split(separator: "/").last.map(String.init) ?? declaration.file
            guard name.appendIdentifier("_" + MD5.hexadecimal(moduleName + file)) else { return nil }
            name.append("LL")
        }
        return name
    }

    private static func append(module: String, to name: inout SymbolName) -> Bool {
        if module == "Swift" {
            name.append("s")
            return true
        }
        if name.appendKnown("module \(module)") { return true }
        guard name.appendIdentifier(module) else { return false }
        name.remember("module \(module)")
        return true
    }

    private static func append(
        module: String, path: [ResolvedType.Component], isOwner: Bool = false, to name: inout SymbolName
    ) -> Bool {
        let key = "type \(module).\(path.map(\.name).joined(separator: "."))"
        if name.appendKnown(key) { return true }
        // How the compiler numbers what stands inside another type is not known well enough to repeat it.
        guard !name.isKnown(key) else { return false }
        if path.count > 1 {
            guard append(module: module, path: Array(path.dropLast()), isOwner: isOwner, to: &name) else {
                return false
            }
        } else {
            guard append(module: module, to: &name) else { return false }
        }
        guard let last = path.last, name.appendIdentifier(last.name) else { return false }
        name.append(last.kind == "P" ? "" : last.kind)
        // Declaration and type take a number each.
        name.remember(nil)
        if isOwner { name.remember(key) } else { name.note(key) }
        return true
    }

    private static func append(_ type: ResolvedType, to name: inout SymbolName) -> Bool {
        switch type {
        case .abbreviated(_, let code):
            name.append(code)
            return true
        case .nominal(let module, let path):
            guard append(module: module, path: path, to: &name) else { return false }
            if path.last?.kind == "P" { name.append("_p") }
            return true
        case .optional(let wrapped):
            guard append(wrapped, to: &name) else { return false }
            name.append("Sg")
            return true
        case .array(let element):
            name.append("Say")
            guard append(element, to: &name) else { return false }
            name.append("G")
            return true
        case .set(let element):
            name.append("Shy")
            guard append(element, to: &name) else { return false }
            name.append("G")
            return true
        case .dictionary(let key, let value):
            name.append("SDy")
            guard append(key, to: &name), append(value, to: &name) else { return false }
            name.append("G")
            return true
        }
    }
}
