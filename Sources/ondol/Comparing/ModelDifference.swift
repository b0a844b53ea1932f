import CoreData
import Foundation

/// What one version of a model changes in another, for people and for programs.
struct ModelDifference: Encodable {
    /// What stands for "can it be migrated" in JSON.
    enum Verdict: String, Encodable {
        /// The versions are the same to a store.
        case unchanged
        /// A lightweight migration carries everything over.
        case lightweight
        /// A lightweight migration works, and data is lost.
        case lightweightWithLoss
        /// A mapping model or code is needed.
        case needsMappingModel
    }

    struct Change: Encodable {
        var kind: String
        var property: String?
        var formerName: String?
        var difference: String
        var effect: String
        var consequence: String?
    }

    struct Entity: Encodable {
        var name: String
        var changes: [Change]
    }

    var from: String
    var to: String
    var verdict: Verdict
    var entities: [Entity]

    init(from: String, to: String, _ comparison: ModelComparison) {
        self.from = from
        self.to = to
        let changes = comparison.changes
        switch changes.map(\.effect).max() ?? .none {
        case .none: verdict = comparison.needsMigration ? .lightweight : .unchanged
        case .carried: verdict = .lightweight
        case .loses: verdict = .lightweightWithLoss
        case .impossible: verdict = .needsMappingModel
        }
        entities = []
        for change in changes {
            if entities.last?.name != change.entity { entities.append(Entity(name: change.entity, changes: [])) }
            entities[entities.count - 1].changes.append(
                Change(
                    kind: change.kind.rawValue, property: change.property, formerName: change.formerName,
                    difference: change.difference, effect: change.effect.rawValue,
                    consequence: change.consequence.isEmpty ? nil : change.consequence))
        }
    }

    /// What is lost or in the way, one line each.
    var warnings: [String] {
        entities.flatMap { entity in
            entity.changes.filter { $0.effect == "loses" || $0.effect == "impossible" }.map { change in
                let subject = change.property.map { "\(entity.name).\($0)" } ?? entity.name
                return "\(subject): \(change.consequence ?? change.difference)"
            }
        }
    }

    /// The whole as text.
    var text: String {
        var lines = ["\(from) → \(to)"]
        for entity in entities {
            let own = entity.changes.filter { $0.property == nil }
            lines.append("  \(entity.name)")
            for change in own { lines.append(Self.line(change, subject: nil)) }
            for change in entity.changes where change.property != nil {
                lines.append(Self.line(change, subject: change.property))
            }
        }
        lines.append("  " + conclusion)
        return lines.joined(separator: "\n")
    }

    private static func line(_ change: Change, subject: String?) -> String {
        let sign =
            switch (change.kind, change.effect) {
            case (_, "impossible"): "!"
            case ("added", _): "+"
            case ("removed", _): "-"
            default: "~"
            }
        let text = [subject.map { "\($0):" }, change.kind == "changed" ? nil : change.kind, change.difference]
            .compactMap { $0 }.joined(separator: " ")
        return "    \(sign) \(text)" + (change.consequence.map { ". \($0)" } ?? "")
    }

    private var conclusion: String {
        switch verdict {
        case .unchanged: "No migration is needed: stores of both versions are the same."
        case .lightweight: "Lightweight migration: possible, nothing is lost."
        case .lightweightWithLoss: "Lightweight migration: possible, with loss of data."
        case .needsMappingModel: "Lightweight migration: not possible."
        }
    }
}
