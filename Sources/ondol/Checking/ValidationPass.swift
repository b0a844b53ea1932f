import CoreData
import SQLite

/// Holds values against the rules that a model gives as predicates: bounds, lengths, patterns.
struct ValidationPass {
    private let store: OpenedStore
    private let map: StoreMap

    init(_ store: OpenedStore, _ map: StoreMap) {
        self.store = store
        self.map = map
    }

    func run(_ add: (Finding) -> Void) throws {
        for entity in map.entities {
            let owner = try store.description(of: entity)
            for attribute in entity.attributes {
                guard let description = owner.attribute(at: attribute.name), !description.validationPredicates.isEmpty
                else {
                    continue
                }
                try check(attribute, description, of: entity, add)
            }
        }
    }

    private func check(
        _ attribute: StoreMap.Attribute, _ description: NSAttributeDescription, of entity: StoreMap.Entity,
        _ add: (Finding) -> Void
    ) throws {
        let statement = try store.connection.prepareOnce(
            "SELECT Z_PK, \(attribute.column) FROM \(entity.table) WHERE \(entity.checkedCondition(in: map)) "
                + "AND \(attribute.column) IS NOT NULL", purpose: "check \(entity.name).\(attribute.name)")
        while try statement.step() {
            let stored = StoredValue(
                statement, 1, type: description.attributeType, isExternal: attribute.allowsExternalStorage)
            guard let value = Self.object(stored) else { continue }
            for predicate in description.validationPredicates {
                let message: String
                do {
                    if try predicate.evaluating(with: value) { continue }
                    message =
                        "The value \(TextTable.cell(stored.display)) breaks the rule "
                        + "\(predicate.formatDescription)."
                } catch {
                    message = "The rule \(predicate.formatDescription) cannot be applied: \(Failure.text(error))"
                }
                add(
                    Finding(
                        severity: .error, kind: .value, entity: entity.name,
                        object: ObjectReference(entity: entity.index, key: statement.integer(0)),
                        property: attribute.name, message: message))
            }
        }
    }

    /// The value as predicates see it; nil for those that no rule is about.
    private static func object(_ value: StoredValue) -> Any? {
        switch value {
        case .integer(let value): NSNumber(value: value)
        case .boolean(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .float(let value): NSNumber(value: value)
        case .decimal(let digits): NSDecimalNumber(string: digits)
        case .string(let value): value
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .null, .uuid, .uri, .data, .file: nil
        }
    }
}
