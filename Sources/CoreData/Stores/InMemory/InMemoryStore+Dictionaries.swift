extension InMemoryStore {
    func fetchDictionaries(_ spec: FetchSpec) throws -> [[String: Any]] {
        let objects = try matching(spec, isLimited: false)
        let properties = spec.propertiesToFetch.isEmpty ? Self.attributes(of: spec.layout) : spec.propertiesToFetch
        var nodes: [(name: String, node: ExpressionNode)] = []
        for property in properties {
            if let relationship = property as? NSRelationshipDescription, relationship.isToMany {
                throw CoreDataError.make(
                    NSPersistentStoreIncompatibleSchemaError,
                    "Invalid to many relationship in setPropertiesToFetch: \(property.name)")
            }
            nodes.append((property.name, try Self.node(of: property)))
        }
        let groups = try evaluating { try Self.groups(objects, spec, nodes.map(\.node)) }
        var results: [[String: Any]] = []
        var seen = Set<String>()
        for group in groups {
            let row = try evaluating { try Self.dictionary(nodes, group) }
            if let having = spec.havingPredicate {
                let scope = NamedValues(row, first: group.first)
                let node = PredicateNode(having)
                guard try evaluating({ try node.evaluate(in: EvaluationScope(object: scope)) }) else { continue }
            }
            if spec.returnsDistinctResults {
                let text = nodes.map { "\($0.name)=\(row[$0.name].map { "\($0)" } ?? "nil")" }.joined(
                    separator: "\u{1}")
                guard seen.insert(text).inserted else { continue }
            }
            results.append(row)
        }
        return Self.window(results, spec)
    }

    private static func attributes(of layout: EntityLayout) -> [NSPropertyDescription] {
        layout.slots.compactMap { $0.isPersistent ? layout.entity.attributesByName[$0.name] : nil }
    }

    private static func node(of property: NSPropertyDescription) throws -> ExpressionNode {
        guard let description = property as? NSExpressionDescription else {
            return .keyPath(base: nil, path: property.name.split(separator: ".").map(String.init))
        }
        guard let expression = description.expression else {
            throw CoreDataError.make(
                NSPersistentStoreIncompatibleSchemaError,
                "The expression description \(property.name) has no expression.")
        }
        return ExpressionNode(expression)
    }

    // MARK: Groups

    private static let aggregates: Set<String> = ["count:", "sum:", "min:", "max:", "average:"]

    private static func isAggregate(_ node: ExpressionNode) -> Bool {
        switch node {
        case .function(let name, _, let arguments):
            aggregates.contains(name) || arguments.contains { isAggregate($0) }
        case .conditional(_, let yes, let no): isAggregate(yes) || isAggregate(no)
        default: false
        }
    }

    /// One group a result: by the values of the grouping properties, all in one, or each alone.
    private static func groups(
        _ objects: [RowObject], _ spec: FetchSpec, _ nodes: [ExpressionNode]
    ) throws -> [[RowObject]] {
        if spec.propertiesToGroupBy.isEmpty {
            return nodes.contains { isAggregate($0) } ? [objects] : objects.map { [$0] }
        }
        let keys = try spec.propertiesToGroupBy.map { try node(of: $0) }
        var order: [String] = []
        var groups: [String: [RowObject]] = [:]
        for object in objects {
            let text = try keys.map { key in
                let value = try key.value(in: EvaluationScope(object: object))
                return plain(value).map { "\(Swift.type(of: $0)):\($0)" } ?? "nil"
            }.joined(separator: "\u{1}")
            if groups[text] == nil { order.append(text) }
            groups[text, default: []].append(object)
        }
        return order.compactMap { groups[$0] }
    }

    private static func dictionary(
        _ nodes: [(name: String, node: ExpressionNode)], _ group: [RowObject]
    ) throws -> [String: Any] {
        var result: [String: Any] = [:]
        for (name, node) in nodes {
            if let value = plain(try value(node, group)) { result[name] = value }
        }
        return result
    }

    private static func value(_ node: ExpressionNode, _ group: [RowObject]) throws -> Any? {
        switch node {
        case .function(let name, nil, let arguments) where aggregates.contains(name) && arguments.count == 1:
            let values = try group.map { try arguments[0].value(in: EvaluationScope(object: $0)) }
            let known = values.filter { !Operand($0).isNull }
            if known.isEmpty, name == "sum:" || name == "average:" { return nil }
            return try ExpressionFunctions.call(name, [known.map { $0 as Any }])
        case .function(let name, nil, let arguments) where isAggregate(node):
            return try ExpressionFunctions.call(name, try arguments.map { try value($0, group) })
        default:
            guard let first = group.first else { return nil }
            return try node.value(in: EvaluationScope(object: first))
        }
    }

    /// Rows as references, everything else as it is.
    private static func plain(_ value: Any?) -> Any? {
        guard let value else { return nil }
        if let object = value as? RowObject { return object.row.reference }
        if let number = value as? Int { return Int64(number) }
        return value is NSNull ? nil : value
    }
}

/// The results of a group under their names, and its rows' properties.
private final class NamedValues: KeyValueCoding {
    private let values: [String: Any]
    private let first: RowObject?

    init(_ values: [String: Any], first: RowObject?) {
        self.values = values
        self.first = first
    }

    func value(forKey key: String) -> Any? { try? predicateValue(forKey: key) }

    func predicateValue(forKey key: String) throws -> Any? {
        if let value = values[key] { return value }
        return try first?.predicateValue(forKey: key)
    }
}
