import CoreData
import Foundation

/// Gathers what the rules must know of all files together.
enum PortFacts {
    /// - Returns: findings for models that cannot be read.
    static func gather(
        _ sources: [PortSource], models: [(path: String, url: URL)], into facts: inout PortProject.Facts
    ) -> [(path: String, finding: PortFinding)] {
        var types: [String: Set<String>] = [:]
        var superclasses: [String: String] = [:]
        for source in sources {
            for scope in source.scopes where scope.isType && scope.word != "extension" {
                let name = scope.name.split(separator: ".").last.map(String.init) ?? scope.name
                facts.declaredTypes.insert(name)
                if scope.word == "class", let parent = scope.inherited.first { superclasses[name] = parent }
            }
            properties(of: source, &types, &facts)
        }
        let findings = read(models, &types, &facts)
        facts.properties = Set(types.keys)
        facts.setProperties = Set(types.filter { $0.value == ["NSSet"] }.keys)
        facts.managedClasses = heirs(of: facts.entityClasses.union(["NSManagedObject"]), superclasses)
        return findings
    }

    /// The classes that inherit from one of `roots`, and those themselves.
    static func heirs(of roots: Set<String>, _ superclasses: [String: String]) -> Set<String> {
        var result = roots
        var grows = true
        while grows {
            let found = superclasses.filter { result.contains($0.value) && !result.contains($0.key) }.map(\.key)
            grows = !found.isEmpty
            result.formUnion(found)
        }
        return result
    }

    private static func properties(
        of source: PortSource, _ types: inout [String: Set<String>], _ facts: inout PortProject.Facts
    ) {
        for index in source.tokens.indices {
            let token = source.tokens[index]
            if token.isWord("typealias"), let name = source.token(index + 1), name.isName {
                facts.declaredTypes.insert(name.text)
            }
            guard token.isWord("var") || token.isWord("let"), let name = source.token(index + 1), name.isName else {
                continue
            }
            let isTyped = source.isSign(":", at: index + 2)
            // A type that is a word alone; `NSSet` stands by itself.
            let type = isTyped ? source.token(index + 3)?.text ?? "" : ""
            // Local constants are no properties, but a property needs more evidence than one of them.
            let scope = source.scopes[source.scopeOfToken[index]]
            guard scope.isType else { continue }
            types[name.text, default: []].insert(type)
            // `@objc(name) var property`
            var attribute = index
            while attribute > 0, attribute > index - 12, !source.tokens[attribute].isWord("objc") { attribute -= 1 }
            guard source.tokens[attribute].isWord("objc"), source.isSign("(", at: attribute + 1),
                source.isSign(")", at: attribute + 3), let given = source.token(attribute + 2), given.text != name.text,
                !source.tokens[attribute..<index].contains(where: {
                    ["var", "let", "func", "{", "}"].contains($0.text)
                })
            else { continue }
            facts.objectiveCNames[name.text] = given.text
        }
    }

    private static func read(
        _ models: [(path: String, url: URL)], _ types: inout [String: Set<String>], _ facts: inout PortProject.Facts
    ) -> [(path: String, finding: PortFinding)] {
        var findings: [(path: String, finding: PortFinding)] = []
        for (path, url) in models {
            do {
                let model = try NSManagedObjectModel.load(contentsOf: url, version: nil)
                for entity in model.entities {
                    let name = entity.managedObjectClassName ?? ""
                    if !name.isEmpty, name != "NSManagedObject" {
                        facts.entityClasses.insert(name.split(separator: ".").last.map(String.init) ?? name)
                    }
                    for property in entity.properties {
                        let relationship = property as? NSRelationshipDescription
                        let isSet = relationship.map { $0.isToMany && !$0.isOrdered } ?? false
                        types[property.name, default: []].insert(isSet ? "NSSet" : "")
                    }
                }
            } catch {
                findings.append(
                    (
                        path,
                        PortFinding(
                            line: 0, column: 0, kind: .model, subject: url.lastPathComponent,
                            reason: error.problem,
                            suggestion: error.remedy)
                    ))
            }
        }
        return findings
    }
}
