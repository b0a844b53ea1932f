import CoreData

/// Writes the bodies of `@NSManaged` declarations for platforms without an Objective-C run time, where the
/// compiler leaves them out and nothing supplies them.
///
/// Each body is a method whose symbol is that of the accessor.
struct ManagedBodyGenerator {
    private let scan: SourceScan
    private let models: [ModelSource]
    private let moduleName: String
    private let resolver: TypeResolver
    private let symbols: ManagedSymbols
    /// For each class the entities' properties by name.
    private let modeled: [String: [String: ManagedBody.Modeled]]

    init(scan: SourceScan, models: [(source: ModelSource, classes: EntityClasses)], moduleName: String) {
        self.scan = scan
        self.models = models.map(\.source)
        self.moduleName = moduleName
        var generated: Set<String> = []
        var modeled: [String: [String: ManagedBody.Modeled]] = [:]
        for (source, classes) in models {
            for entity in source.entities {
                guard let entityClass = classes.byEntity[entity.name], let name = entityClass.name else { continue }
                if entityClass.isGenerated { generated.insert(name) }
                for attribute in entity.attributes {
                    modeled[name, default: [:]][attribute.name] = .attribute(attribute)
                }
                for relationship in entity.relationships {
                    modeled[name, default: [:]][relationship.name] = .relationship
                }
                for fetched in entity.fetchedProperties { modeled[name, default: [:]][fetched.name] = .fetchedProperty }
            }
        }
        self.modeled = modeled
        resolver = TypeResolver(scan: scan, moduleName: moduleName, generated: generated)
        symbols = ManagedSymbols(moduleName: moduleName, resolver: resolver)
    }

    /// Writes all bodies into `writer`; nothing when there are no such declarations.
    ///
    /// - Throws: `ModelError` with file and line for a declaration that cannot be given a body.
    func write(to writer: inout SourceWriter) throws(ModelError) {
        guard !scan.managed.isEmpty else { return }
        var owners: [String] = []
        var byOwner: [String: [SourceScan.ManagedDeclaration]] = [:]
        for declaration in scan.managed {
            if byOwner[declaration.owner] == nil { owners.append(declaration.owner) }
            byOwner[declaration.owner, default: []].append(declaration)
        }
        var needsEnums = false
        var sections: [String] = []
        for owner in owners {
            var section = SourceWriter()
            try write(byOwner[owner] ?? [], of: owner, needsEnums: &needsEnums, to: &section)
            sections.append(section.text)
        }
        writer.line()
        writer.line("// MARK: - Bodies of @NSManaged declarations")
        writer.line()
        writer.line("#if !canImport(ObjectiveC)")
        for section in sections {
            writer.line()
            writer.verbatim(section)
        }
        writer.line()
        Self.writeSupport(needsEnums: needsEnums, to: &writer)
        writer.line("#endif")
    }

    private func failure(
        _ declaration: SourceScan.ManagedDeclaration, _ problem: String, _ remedy: String
    ) -> ModelError {
        ModelError(
            .unsupportedFormat, problem, remedy: remedy, file: declaration.file, line: declaration.line,
            entity: declaration.owner, property: declaration.name)
    }

    private static let keysName = "_ManagedBodyKeys"

    private func write(
        _ declarations: [SourceScan.ManagedDeclaration], of owner: String, needsEnums: inout Bool,
        to writer: inout SourceWriter
    ) throws(ModelError) {
        guard let first = declarations.first else { return }
        guard resolver.path(of: owner) != nil else {
            throw failure(
                first, "The class \"\(owner)\" is declared in another target, so its @NSManaged members get no bodies.",
                "Declare the property in the target of the class.")
        }
        guard scan.classes[owner]?.isReachable != false else {
            throw failure(
                first, "The class is private, so its @NSManaged members get no bodies.",
                "Make the class internal.")
        }
        var keys: [String] = []
        var members = SourceWriter(depth: 1)
        for (number, declaration) in declarations.enumerated() {
            let property: String
            switch declaration.kind {
            case .property(let tokens):
                let primitive = try primitive(declaration)
                property = primitive ?? declaration.name
                try writeProperty(
                    declaration, tokens, of: property, isPrimitive: primitive != nil, number: number,
                    needsEnums: &needsEnums, to: &members)
            case .function(let parameters, let result):
                property = try writeFunction(declaration, parameters, result, number: number, to: &members)
            }
            if !keys.contains(property) { keys.append(property) }
        }
        let type = EntityClasses.typeName(owner)
        writer.block("extension \(type)") { writer in
            writer.block("fileprivate enum \(Self.keysName)") { writer in
                for key in keys {
                    writer.line("static let \(SwiftNames.key(key)) = ManagedProperty(\(SwiftNames.literal(key)))")
                }
            }
            writer.verbatim(members.text)
        }
    }

    private func key(_ name: String) -> String { "\(Self.keysName).\(SwiftNames.key(name))" }

    // MARK: - Properties

    /// The property that a declaration gives the primitive value of: `primitiveDate` that of `date`.
    ///
    /// Nil for other declarations.
    ///
    /// - Throws: `ModelError` for what is no attribute: only attributes have such accessors here.
    private func primitive(_ declaration: SourceScan.ManagedDeclaration) throws(ModelError) -> String? {
        let prefix = "primitive"
        guard declaration.name.hasPrefix(prefix), modeled(declaration.name, of: declaration.owner) == nil else {
            return nil
        }
        let suffix = String(declaration.name.dropFirst(prefix.count))
        for owner in classes(from: declaration.owner) {
            // Two names may differ in the case of the first letter only: the choice must be the same at each build.
            let names = (modeled[owner] ?? [:]).keys.sorted().filter { SwiftNames.capitalized($0) == suffix }
            for name in names {
                if case .attribute? = modeled[owner]?[name] { return name }
                throw failure(
                    declaration, "\"\(name)\" is no attribute; only attributes have primitive accessors here.",
                    "Use primitiveValue(forKey: \"\(name)\") and setPrimitiveValue(_:forKey:).")
            }
        }
        return nil
    }

    /// What the models say about a property of a class or of those it inherits from.
    private func modeled(_ name: String, of owner: String) -> ManagedBody.Modeled? {
        classes(from: owner).lazy.compactMap { modeled[$0]?[name] }.first
    }

    /// A class and those it inherits from, as far as the target's sources tell.
    private func classes(from name: String) -> [String] {
        var result = [name]
        while let next = result.last.flatMap({ scan.classes[$0]?.superclass }), !result.contains(next) {
            result.append(next)
        }
        return result
    }

    private func writeProperty(
        _ declaration: SourceScan.ManagedDeclaration, _ tokens: [String], of property: String, isPrimitive: Bool,
        number: Int, needsEnums: inout Bool, to writer: inout SourceWriter
    ) throws(ModelError) {
        let text = Self.spelling(tokens)
        guard let type = ManagedType(tokens: tokens),
            let resolved = resolver.resolve(type, in: declaration.owner),
            let names = symbols.accessors(of: declaration, type: resolved)
        else {
            throw failure(
                declaration, "The type \"\(text)\" of this @NSManaged property is not known here.",
                "Write its accessors by hand (`var \(declaration.name): \(text) { get { managedValue(...) } "
                    + "set { setManagedValue(newValue, ...) } }`), or declare the type in this target.")
        }
        let body = ManagedBody(
            resolved, spelling: spelling(resolved), key: key(property), name: SwiftNames.literal(property),
            modeled: isPrimitive ? modeled(property, of: declaration.owner) : modeled[declaration.owner]?[property],
            isManagedClass: isManagedClass)
        if body.read.contains("_managedEnum(") { needsEnums = true }
        let spelled = spelling(resolved)
        // The symbols' linkage must be that of the declaration.
        writer.line()
        writer.line("@_silgen_name(\"\(names.getter)\")")
        writer.block("\(declaration.access.modifier)final func _managedGet\(number)() -> \(spelled)") {
            $0.line(body.read)
        }
        writer.line()
        writer.line("@_silgen_name(\"\(names.setter)\")")
        writer.block(
            "\(declaration.setterAccess.modifier)final func _managedSet\(number)(_ newValue: consuming \(spelled))"
        ) {
            if isPrimitive {
                $0.line("beginPrimitiveAccess()")
                $0.line("defer { endPrimitiveAccess() }")
            }
            $0.line(body.write)
        }
    }

    /// The type as it can be written at the top level of the generated file.
    private func spelling(_ type: ResolvedType) -> String {
        switch type {
        case .abbreviated(let name, _): name
        case .nominal(_, let path):
            (path.last?.kind == "P" ? "any " : "") + path.map { SwiftNames.escaped($0.name) }.joined(separator: ".")
        case .optional(.nominal(_, let path)) where path.last?.kind == "P":
            "(any \(path.map { SwiftNames.escaped($0.name) }.joined(separator: ".")))?"
        case .optional(let wrapped): spelling(wrapped) + "?"
        case .array(let element): "[\(spelling(element))]"
        case .set(let element): "Set<\(spelling(element))>"
        case .dictionary(let key, let value): "[\(spelling(key)): \(spelling(value))]"
        }
    }

    private static func spelling(_ tokens: [String]) -> String {
        tokens.joined().replacing(":", with: ": ").replacing(",", with: ", ")
    }

    /// Whether a type is a class of managed objects: an entity's, or one that inherits from such.
    private func isManagedClass(_ type: ResolvedType) -> Bool {
        guard case .nominal(let module, let path) = type, path.last?.kind == "C" else { return false }
        if module == "CoreData" { return path.last?.name == "NSManagedObject" }
        guard module == moduleName else { return false }
        var name = path.map(\.name).joined(separator: ".")
        var seen: Set<String> = []
        while seen.insert(name).inserted {
            if modeled[name] != nil { return true }
            guard let found = scan.classes[name] else { return resolver.isGenerated(name) }
            guard let superclass = found.superclass else { return false }
            if superclass == "NSManagedObject" || superclass == "CoreData.NSManagedObject" { return true }
            name = superclass
        }
        return false
    }

    // MARK: - Functions

    /// Writes a to-many accessor and returns the name of its property.
    private func writeFunction(
        _ declaration: SourceScan.ManagedDeclaration, _ parameters: [SourceScan.ManagedDeclaration.Parameter],
        _ result: [String], number: Int, to writer: inout SourceWriter
    ) throws(ModelError) -> String {
        var types: [ResolvedType] = []
        for parameter in parameters {
            guard let type = ManagedType(tokens: parameter.type),
                let resolved = resolver.resolve(type, in: declaration.owner)
            else {
                throw failure(
                    declaration, "The parameter type \"\(Self.spelling(parameter.type))\" is not known here.",
                    "Write the method by hand, or declare the type in this target.")
            }
            types.append(resolved)
        }
        guard result.isEmpty || result == ["Void"],
            let accessor = ToManyMethod(declaration.name, labels: parameters.map(\.label), types: types),
            let symbol = symbols.function(declaration, labels: parameters.map(\.label), types: types)
        else {
            throw failure(
                declaration, "This @NSManaged method is none of those that Xcode writes for to-many relationships.",
                "Write it by hand; addToX, removeFromX, insertIntoX and replaceX get bodies.")
        }
        let property = propertyName(for: accessor.suffix, of: declaration.owner)
        let names = ["first", "second"]
        let list = zip(types, names).map { "_ \($1): \(spelling($0))" }.joined(separator: ", ")
        writer.line()
        writer.line("@_silgen_name(\"\(symbol)\")")
        writer.block("\(declaration.access.modifier)final func _managedMethod\(number)(\(list))") { writer in
            writer.line(accessor.body(key: key(property)))
        }
        return property
    }

    /// The property that `addToX` is about: one of the class that begins like X, else X with a small letter.
    private func propertyName(for suffix: String, of owner: String) -> String {
        let declared = scan.managed.filter { declaration in
            if case .property = declaration.kind { return declaration.owner == owner }
            return false
        }
        let candidates = declared.map(\.name) + (modeled[owner].map { Array($0.keys) } ?? [])
        if let match = candidates.first(where: { SwiftNames.capitalized($0) == suffix }) { return match }
        return suffix.prefix(1).lowercased() + suffix.dropFirst()
    }

    // MARK: - Support

    private static func writeSupport(needsEnums: Bool, to writer: inout SourceWriter) {
        writer.block("private func _missing<Value>(_ object: NSManagedObject, _ property: String) -> Value") { writer in
            writer.line("preconditionFailure(")
            writer.line(
                "    \"\\(object.entity.name ?? \"\").\\(property) has no value, but is declared as not optional. \"")
            writer.line("        + \"Set it before it is read, or declare it optional.\")")
        }
        guard needsEnums else { return }
        writer.line()
        writer.line("private func _managedEnum<Value: RawRepresentable>(")
        writer.line("    _ object: NSManagedObject, _ key: ManagedProperty, _ property: String, _ type: Value.Type")
        writer.block(") -> Value?") { writer in
            writer.line("guard let raw = object.managedValue(key, as: Value.RawValue.self) else { return nil }")
            writer.line("guard let value = Value(rawValue: raw) else {")
            writer.line("    preconditionFailure(")
            writer.line(
                "        \"\\(object.entity.name ?? \"\").\\(property) is \\(raw), which is no case of \\(type). \"")
            writer.line("            + \"Add the case, or correct the stored value.\")")
            writer.line("}")
            writer.line("return value")
        }
    }
}
