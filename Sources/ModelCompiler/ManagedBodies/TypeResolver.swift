/// A type of a managed declaration with everything known that its symbol name and its body depend on.
indirect enum ResolvedType: Equatable {
    /// A type with an abbreviation, such as `String`.
    case abbreviated(name: String, code: String)
    /// A class, structure, enumeration or protocol by module and path.
    case nominal(module: String, path: [Component])
    case optional(ResolvedType)
    case array(ResolvedType)
    case set(ResolvedType)
    case dictionary(key: ResolvedType, value: ResolvedType)

    /// One type in a path of nested types.
    struct Component: Equatable {
        let name: String
        /// `C`, `V`, `O` or `P`.
        let kind: String
    }

    /// The single name of a type that is not nested; nil for all others.
    var simpleName: String? {
        switch self {
        case .abbreviated(let name, _): name
        case .nominal(_, let path): path.count == 1 ? path[0].name : nil
        default: nil
        }
    }
}

/// Finds out what the names in a declaration stand for.
struct TypeResolver {
    private let scan: SourceScan
    private let moduleName: String
    /// Classes that the same run generates.
    private let generated: Set<String>

    init(scan: SourceScan, moduleName: String, generated: Set<String>) {
        self.scan = scan
        self.moduleName = moduleName
        self.generated = generated
    }

    /// The path of a type of the target; nil when it has none of that name.
    func path(of name: String) -> [ResolvedType.Component]? {
        var path: [ResolvedType.Component] = []
        var qualified = ""
        for part in name.split(separator: ".").map(String.init) {
            qualified += qualified.isEmpty ? part : ".\(part)"
            guard let kind = kind(of: qualified) else { return nil }
            path.append(ResolvedType.Component(name: part, kind: kind))
        }
        return path.isEmpty ? nil : path
    }

    /// Whether the same run generates a class of that name.
    func isGenerated(_ name: String) -> Bool { generated.contains(name) }

    private func kind(of qualified: String) -> String? {
        if scan.classes[qualified] != nil || generated.contains(qualified) { return "C" }
        switch scan.otherTypes[qualified] {
        case .structure: return "V"
        case .enumeration: return "O"
        case .protocol: return "P"
        case .actor: return "C"
        case .alias, nil: return nil
        }
    }

    /// Resolves a type that stands in the declaration of `owner`.
    ///
    /// - Returns: nil for a name that neither the target nor the libraries known here declare.
    func resolve(_ type: ManagedType, in owner: String, depth: Int = 0) -> ResolvedType? {
        guard depth < 16 else { return nil }
        func inner(_ type: ManagedType) -> ResolvedType? { resolve(type, in: owner, depth: depth + 1) }
        switch type {
        case .optional(let wrapped): return inner(wrapped).map { .optional($0) }
        case .array(let element): return inner(element).map { .array($0) }
        case .dictionary(let key, let value):
            guard let key = inner(key), let value = inner(value) else { return nil }
            return .dictionary(key: key, value: value)
        case .named(let names, let arguments):
            if names.last == "Set", arguments.count == 1 { return inner(arguments[0]).map { .set($0) } }
            guard arguments.isEmpty else { return nil }
            return resolve(names, in: owner, depth: depth)
        }
    }

    private func resolve(_ names: [String], in owner: String, depth: Int) -> ResolvedType? {
        var names = names
        // `Module.Name`.
        if names.count > 1, [moduleName, "Swift", "Foundation", "CoreData"].contains(names[0]),
            scan.classes[names[0]] == nil
        {
            names.removeFirst()
        }
        let name = names.joined(separator: ".")
        // Innermost first: types nested in the owner, then in what encloses it, then those of the module.
        var scope = owner.split(separator: ".").map(String.init)
        while true {
            let candidate = (scope + names).joined(separator: ".")
            if case .alias(let tokens)? = scan.otherTypes[candidate] {
                return ManagedType(tokens: tokens).flatMap {
                    resolve($0, in: scope.joined(separator: "."), depth: depth + 1)
                }
            }
            if let path = path(of: candidate) { return .nominal(module: moduleName, path: path) }
            guard !scope.isEmpty else { break }
            scope.removeLast()
        }
        let plain = KnownTypes.aliases[name] ?? name
        if let code = KnownTypes.abbreviations[plain] { return .abbreviated(name: plain, code: code) }
        if KnownTypes.standardStructures.contains(plain) {
            return .nominal(module: "Swift", path: [.init(name: plain, kind: "V")])
        }
        guard let place = KnownTypes.place(of: plain) else { return nil }
        return .nominal(module: place.module, path: [.init(name: plain, kind: place.kind)])
    }
}
