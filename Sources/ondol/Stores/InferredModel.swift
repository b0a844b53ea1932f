import CoreData
import SQLite

/// Makes a model up from a store's tables, for stores that keep none and were given none.
///
/// Tables know the names of entities, their inheritance, the columns and their types. They do not know how
/// properties are spelled (they become lower case), which entity declares a property (the root does, here),
/// and, mostly, where a foreign key leads: such a column stays a number, unless it says so itself.
struct InferredModel {
    private struct Row {
        let number: Int64
        let name: String
        let parent: Int64
    }

    private let connection: Connection
    /// Numbers from here on belong to the framework's own entities.
    private static let firstSystemNumber: Int64 = 16_000

    init(_ connection: Connection) { self.connection = connection }

    /// - Throws: `StoreFileError` when there is nothing to infer from; `SQLiteError`.
    func make() throws -> NSManagedObjectModel {
        let rows = try readEntities()
        var byNumber: [Int64: Row] = [:]
        for row in rows { byNumber[row.number] = row }
        let tables = try tableNames()
        var kept: [Int64: NSEntityDescription] = [:]
        var used: [Int64: Set<String>] = [:]
        for row in rows {
            let root = Self.root(of: row, byNumber)
            guard let rootName = byNumber[root]?.name, tables.contains("Z\(rootName.uppercased())") else { continue }
            let entity = NSEntityDescription()
            entity.name = row.name
            kept[row.number] = entity
            used[root, default: []].insert("")
        }
        for row in rows where Self.root(of: row, byNumber) != row.number {
            guard let entity = kept[row.number], let parent = kept[row.parent] else { continue }
            parent.subentities.append(entity)
        }
        for row in rows where Self.root(of: row, byNumber) == row.number {
            guard let entity = kept[row.number] else { continue }
            var names: Set<String> = []
            try addColumns(of: "Z\(row.name.uppercased())", to: entity, kept: kept, used: &names)
            used[row.number] = names
        }
        try addJoins(tables, kept: kept, used: &used, roots: { byNumber[$0].map { Self.root(of: $0, byNumber) } })
        let model = NSManagedObjectModel()
        model.entities = rows.compactMap { kept[$0.number] }
        guard !model.entities.isEmpty else {
            throw StoreFileError(
                path: connection.path, problem: "The tables of the entities are missing.",
                remedy: "Give the model with --model, or restore the store from a backup.")
        }
        try model.checkConsistency()
        return model
    }

    private func readEntities() throws -> [Row] {
        let statement = try connection.prepareOnce(
            "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < \(Self.firstSystemNumber) ORDER BY Z_ENT",
            purpose: "read the entities")
        var rows: [Row] = []
        var names: Set<String> = []
        while try statement.step() {
            guard let name = statement.string(1), !name.isEmpty, names.insert(name).inserted else { continue }
            rows.append(Row(number: statement.integer(0), name: name, parent: statement.integer(2)))
        }
        return rows
    }

    /// The number of the root entity above `row`; that of the row itself when its ancestors run in a circle.
    private static func root(of row: Row, _ byNumber: [Int64: Row]) -> Int64 {
        var seen: Set<Int64> = [row.number]
        var next = row
        while next.parent != 0, let parent = byNumber[next.parent] {
            guard seen.insert(parent.number).inserted else { return row.number }
            next = parent
        }
        return next.number
    }

    private func tableNames() throws -> Set<String> {
        let statement = try connection.prepareOnce(
            "SELECT name FROM sqlite_master WHERE type = 'table'", purpose: "read the tables")
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.string(0) ?? "") }
        return names
    }

    private func columns(of table: String) throws -> [(name: String, type: String)] {
        let statement = try connection.prepareOnce(
            "SELECT name, type FROM pragma_table_info(?) ORDER BY cid", purpose: "read the columns of \(table)")
        statement.bind(1, text: table)
        var columns: [(String, String)] = []
        while try statement.step() { columns.append((statement.string(0) ?? "", statement.string(1) ?? "")) }
        return columns
    }

    /// The leading digits of a column's tail as a number, and what follows them.
    private static func numbered(_ tail: Substring) -> (number: Int64, rest: String)? {
        let digits = tail.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits) else { return nil }
        return (number, String(tail.dropFirst(digits.count)))
    }

    /// The name of a property whose column is `Z` and this; nil when no name gives the column.
    private static func propertyName(_ tail: String) -> String? {
        let name = tail.lowercased()
        if !name.isEmpty, name.uppercased() == tail.uppercased() { return name }
        return tail.isEmpty || tail.uppercased() != tail ? nil : tail
    }

    private func addColumns(
        of table: String, to entity: NSEntityDescription, kept: [Int64: NSEntityDescription], used: inout Set<String>
    ) throws {
        let columns = try columns(of: table)
        /// Destinations that columns `Z<number>_<NAME>` tell.
        var destinations: [String: NSEntityDescription] = [:]
        for (name, _) in columns where name.hasPrefix("Z") {
            guard let (number, rest) = Self.numbered(name.dropFirst()), rest.hasPrefix("_") else { continue }
            destinations[String(rest.dropFirst())] = kept[number]
        }
        for (name, type) in columns where name.hasPrefix("Z") && !["Z_PK", "Z_ENT", "Z_OPT"].contains(name) {
            if name.hasPrefix("Z_FOK_") { continue }
            if let (number, rest) = Self.numbered(name.dropFirst()) {
                // a number and an underscore belong to a to-one; without one a to-many without inverse is meant.
                guard !rest.hasPrefix("_"), let owner = kept[number], let property = Self.propertyName(rest) else {
                    continue
                }
                let isOrdered = columns.contains { $0.name == "Z_FOK_\(number)\(rest)" }
                addRelationship(property, to: owner, destination: entity, isToMany: true, isOrdered: isOrdered)
                continue
            }
            let tail = String(name.dropFirst())
            guard let property = Self.propertyName(tail), used.insert(property).inserted else { continue }
            // a collision suffix hides that two columns may have had one name; the column's own is unique.
            if let destination = destinations[tail], !destination.subentities.isEmpty {
                addRelationship(property, to: entity, destination: destination, isToMany: false, isOrdered: false)
                continue
            }
            let attribute = NSAttributeDescription()
            attribute.name = property
            attribute.attributeType = Self.attributeType(type)
            attribute.isOptional = true
            entity.properties.append(attribute)
        }
    }

    private func addRelationship(
        _ name: String, to owner: NSEntityDescription, destination: NSEntityDescription, isToMany: Bool,
        isOrdered: Bool
    ) {
        guard !owner.properties.contains(where: { $0.name == name }) else { return }
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.maxCount = isToMany ? 0 : 1
        relationship.isOrdered = isOrdered
        relationship.isOptional = true
        relationship.deleteRule = .nullifyDeleteRule
        owner.properties.append(relationship)
    }

    private static func attributeType(_ declared: String) -> NSAttributeType {
        let declared = declared.uppercased()
        if declared.contains("INT") { return .integer64AttributeType }
        if declared.contains("TIMESTAMP") { return .dateAttributeType }
        if declared.contains("DECIMAL") { return .decimalAttributeType }
        if declared.contains("FLOA") || declared.contains("DOUB") || declared.contains("REAL") {
            return .doubleAttributeType
        }
        if declared.contains("CHAR") || declared.contains("TEXT") || declared.contains("CLOB") {
            return .stringAttributeType
        }
        return .binaryDataAttributeType
    }

    /// Join tables name both entities and both relationships.
    private func addJoins(
        _ tables: Set<String>, kept: [Int64: NSEntityDescription], used: inout [Int64: Set<String>],
        roots: (Int64) -> Int64?
    ) throws {
        for table in tables.sorted() where table.hasPrefix("Z_") {
            guard let (number, rest) = Self.numbered(table.dropFirst(2)), let owner = kept[number],
                let name = Self.propertyName(rest)
            else { continue }
            let columns = try columns(of: table).map(\.name)
            guard columns.count >= 2, columns[0].hasPrefix("Z_"), columns[1].hasPrefix("Z_"),
                let (_, back) = Self.numbered(columns[0].dropFirst(2)), let inverseName = Self.propertyName(back),
                let (otherNumber, _) = Self.numbered(columns[1].dropFirst(2)), let other = kept[otherNumber],
                let root = roots(number), let otherRoot = roots(otherNumber),
                !(used[root]?.contains(name) ?? false), !(used[otherRoot]?.contains(inverseName) ?? false),
                !(root == otherRoot && name == inverseName)
            else { continue }
            used[root, default: []].insert(name)
            used[otherRoot, default: []].insert(inverseName)
            let orders = columns.dropFirst(2)
            let forward = NSRelationshipDescription()
            let backward = NSRelationshipDescription()
            for (relationship, name, destination, column) in [
                (forward, name, other, columns[1]), (backward, inverseName, owner, columns[0]),
            ] {
                relationship.name = name
                relationship.destinationEntity = destination
                relationship.maxCount = 0
                relationship.isOptional = true
                relationship.deleteRule = .nullifyDeleteRule
                relationship.isOrdered = orders.contains("Z_FOK_\(column.dropFirst(2))")
            }
            owner.properties.append(forward)
            other.properties.append(backward)
            forward.inverseRelationship = backward
            backward.inverseRelationship = forward
        }
    }
}
