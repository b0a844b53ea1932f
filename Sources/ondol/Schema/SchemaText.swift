import Foundation

/// The forms in which a schema is printed.
enum SchemaText {
    /// For reading: one block per entity.
    static func plain(_ schema: SchemaSummary) -> String {
        var lines = ["version checksum \(schema.versionChecksum)"]
        if !schema.versionIdentifiers.isEmpty {
            lines.append("version identifiers \(schema.versionIdentifiers.joined(separator: ", "))")
        }
        for (name, members) in schema.configurations.sorted(by: { $0.key < $1.key }) {
            lines.append("configuration \(name): \(members.joined(separator: ", "))")
        }
        for entity in schema.entities {
            lines.append("")
            var title = entity.isAbstract ? "abstract \(entity.name)" : entity.name
            if let parent = entity.parent { title += " : \(parent)" }
            lines.append(title)
            lines.append("  class \(entity.className)")
            lines.append("  hash \(entity.versionHash)")
            for constraint in entity.uniquenessConstraints {
                lines.append("  unique \(constraint.joined(separator: ", "))")
            }
            for attribute in entity.attributes {
                var line = "  \(attribute.name): \(attribute.type)\(attribute.isOptional ? "?" : "")"
                if let value = attribute.defaultValue { line += " = \(value)" }
                let marks = [
                    attribute.isTransient ? "transient" : nil, attribute.isDerived ? "derived" : nil,
                    attribute.isOwn ? nil : "inherited",
                ].compactMap { $0 }
                if !marks.isEmpty { line += "  (\(marks.joined(separator: ", ")))" }
                lines.append(line)
            }
            for relationship in entity.relationships {
                let arrow = relationship.isToMany ? (relationship.isOrdered ? "=>>" : "->>") : "->"
                var line = "  \(relationship.name) \(arrow) \(relationship.destination ?? "?")"
                if let inverse = relationship.inverse { line += ".\(inverse)" }
                let marks = [
                    relationship.isOptional ? nil : "required",
                    relationship.deleteRule == "Nullify" ? nil : relationship.deleteRule.lowercased(),
                    relationship.isOwn ? nil : "inherited",
                ].compactMap { $0 }
                if !marks.isEmpty { line += "  (\(marks.joined(separator: ", ")))" }
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n")
    }

    static func json(_ schema: SchemaSummary) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(schema), as: UTF8.self)
    }

    /// A class diagram for Mermaid.
    static func mermaid(_ schema: SchemaSummary) -> String {
        var lines = ["classDiagram"]
        for entity in schema.entities {
            lines.append("    class \(identifier(entity.name)) {")
            if entity.isAbstract { lines.append("        <<abstract>>") }
            for attribute in entity.attributes where attribute.isOwn {
                let type = attribute.type.replacing(" ", with: "")
                lines.append("        \(type)\(attribute.isOptional ? "?" : "") \(attribute.name)")
            }
            lines.append("    }")
            if let parent = entity.parent { lines.append("    \(identifier(parent)) <|-- \(identifier(entity.name))") }
        }
        for (entity, relationship) in drawn(schema) {
            let other = inverse(of: relationship, in: schema)
            let near = other.map { $0.isToMany ? "\"*\" " : "\"1\" " } ?? ""
            lines.append(
                "    \(identifier(entity.name)) \(near)--> \"\(relationship.isToMany ? "*" : "1")\" "
                    + "\(identifier(relationship.destination ?? "")) : \(relationship.name)")
        }
        return lines.joined(separator: "\n")
    }

    /// A graph for Graphviz.
    static func dot(_ schema: SchemaSummary) -> String {
        var lines = ["digraph Model {", "    node [shape=record];"]
        for entity in schema.entities {
            let fields = entity.attributes.filter(\.isOwn).map {
                escaped("\($0.name): \($0.type)\($0.isOptional ? "?" : "")") + "\\l"
            }.joined()
            lines.append("    \(quoted(entity.name)) [label=\"{\(escaped(entity.name))|\(fields)}\"];")
            if let parent = entity.parent {
                lines.append("    \(quoted(entity.name)) -> \(quoted(parent)) [arrowhead=empty];")
            }
        }
        for (entity, relationship) in drawn(schema) {
            lines.append(
                "    \(quoted(entity.name)) -> \(quoted(relationship.destination ?? "")) "
                    + "[label=\(quoted(relationship.name))\(relationship.isToMany ? ", arrowhead=crow" : "")];")
        }
        lines.append("}")
        return lines.joined(separator: "\n")
    }

    /// The relationships to draw: of a pair of inverses one.
    private static func drawn(
        _ schema: SchemaSummary
    ) -> [(entity: SchemaSummary.Entity, relationship: SchemaSummary.Relationship)] {
        var seen: Set<[String]> = []
        var result: [(SchemaSummary.Entity, SchemaSummary.Relationship)] = []
        for entity in schema.entities {
            for relationship in entity.relationships where relationship.isOwn {
                let back = [relationship.destination ?? "", relationship.inverse ?? ""]
                if relationship.inverse != nil, seen.contains(back) { continue }
                seen.insert([entity.name, relationship.name])
                result.append((entity, relationship))
            }
        }
        return result
    }

    private static func inverse(
        of relationship: SchemaSummary.Relationship, in schema: SchemaSummary
    ) -> SchemaSummary.Relationship? {
        schema.entities.first { $0.name == relationship.destination }?.relationships
            .first { $0.name == relationship.inverse }
    }

    /// Mermaid knows letters, digits and underscores; others stand in backticks.
    private static func identifier(_ name: String) -> String {
        name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? name : "`\(name)`"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "\\\"{}|<>".contains(character) { result += "\\" }
            result.append(character)
        }
        return result
    }
}
