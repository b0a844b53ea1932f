import CoreData

/// What a column of a query's result shows: the object's ID, an attribute, a relationship, or any of these of
/// an object that relationships to one lead to.
struct FieldPath {
    enum End {
        case objectID
        case attribute(String)
        case toOne(String)
        case toMany(String)
        case count(String)
    }

    /// As it was written; the column's title.
    let text: String
    private let steps: [String]
    private let end: End
    /// Where the last name is in an entity, by entity: found once, not for each row.
    private let places = Places()

    private final class Places {
        private var known: [Int: Int] = [:]

        func place(in entity: Int, _ find: () -> Int?) -> Int? {
            if let place = known[entity] { return place }
            let place = find()
            if let place { known[entity] = place }
            return place
        }
    }

    /// The name under which the object's own ID is asked for.
    static let objectID = "objectID"

    /// - Throws: `UsageError` that names the key that does not exist, and those that do.
    init(_ text: String, of entity: StoreMap.Entity, in map: StoreMap) throws(UsageError) {
        self.text = text
        var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isCount = names.last == "@count"
        if isCount { names.removeLast() }
        guard var last = names.popLast() else { throw UsageError("The field \"\(text)\" is empty.") }
        var place = entity
        for (index, name) in names.enumerated() {
            // The elements of a composite attribute have names with dots.
            let path = (names[index...] + [last]).joined(separator: ".")
            if place.attributes.contains(where: { $0.name == path }) {
                last = path
                names.removeSubrange(index...)
                break
            }
            guard let step = place.toOne.first(where: { $0.name == name }) else {
                if place.attributes.contains(where: { $0.name.hasPrefix(name + ".") }) {
                    throw UsageError(
                        "\(place.name) has no stored property \"\(path)\" (in \(text)). \(Self.propertyList(of: place))"
                    )
                }
                throw UsageError(
                    "\(place.name) has no relationship to one named \"\(name)\" (in \(text)). "
                        + "It has: \(place.toOne.map(\.name).joined(separator: ", ")).")
            }
            place = map.entities[step.destination]
        }
        steps = names
        if isCount {
            guard place.toMany.contains(where: { $0.name == last }) else {
                throw UsageError("\(place.name) has no relationship to many named \"\(last)\" (in \(text)).")
            }
            end = .count(last)
        } else if last == Self.objectID {
            end = .objectID
        } else if place.attributes.contains(where: { $0.name == last }) {
            end = .attribute(last)
        } else if place.toOne.contains(where: { $0.name == last }) {
            end = .toOne(last)
        } else if place.toMany.contains(where: { $0.name == last }) {
            end = .toMany(last)
        } else {
            throw UsageError(
                "\(place.name) has no stored property \"\(last)\" (in \(text)). \(Self.propertyList(of: place))")
        }
    }

    static func propertyList(of entity: StoreMap.Entity) -> String {
        let names = entity.attributes.map(\.name) + entity.toOne.map(\.name) + entity.toMany.map(\.name)
        return "It has: \(names.joined(separator: ", "))."
    }

    /// All attributes and relationships to one of an entity, after the object's ID.
    static func all(of entity: StoreMap.Entity, in map: StoreMap) throws(UsageError) -> [FieldPath] {
        var fields: [FieldPath] = []
        for name in [objectID] + entity.attributes.map(\.name) + entity.toOne.map(\.name) {
            fields.append(try FieldPath(name, of: entity, in: map))
        }
        return fields
    }

    /// True when the column holds numbers, which are read from the right.
    func isNumeric(of entity: StoreMap.Entity, in store: OpenedStore) throws -> Bool {
        if case .count = end { return true }
        guard steps.isEmpty, case .attribute(let name) = end,
            let attribute = try store.description(of: entity).attribute(at: name)
        else { return false }
        switch attribute.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
            .floatAttributeType, .decimalAttributeType:
            return true
        default: return false
        }
    }

    /// The value for an object; null where the way there leads to nothing.
    func value(for row: StoredRow, reader: StoreReader) throws -> FieldValue {
        var row = row
        for step in steps {
            guard let next = try Self.destination(step, of: row, reader), let found = try reader.row(next) else {
                return .value(.null)
            }
            row = found
        }
        let entity = reader.map.entities[row.reference.entity]
        switch end {
        case .objectID: return .reference(row.reference)
        case .attribute(let name):
            let place = places.place(in: entity.index) { entity.attributes.firstIndex { $0.name == name } }
            guard let index = place else { return .value(.null) }
            if case .file(let file) = row.values[index] { return .file(file) }
            return .value(row.values[index])
        case .toOne(let name):
            // the entity that the row really has, where it has one.
            let reference = try Self.destination(name, of: row, reader)
            return try reference.map { .reference(try reader.resolved($0) ?? $0) } ?? .value(.null)
        case .toMany(let name):
            guard let relationship = entity.toMany.first(where: { $0.name == name }) else { return .references([]) }
            return .references(try reader.members(relationship, of: row.reference))
        case .count(let name):
            guard let relationship = entity.toMany.first(where: { $0.name == name }) else { return .value(.null) }
            return .value(.integer(Int64(try reader.count(relationship, of: row.reference))))
        }
    }

    private static func destination(
        _ name: String, of row: StoredRow, _ reader: StoreReader
    ) throws -> ObjectReference? {
        let entity = reader.map.entities[row.reference.entity]
        return entity.toOne.firstIndex { $0.name == name }.flatMap { row.destinations[$0] }
    }
}

/// What a field shows for one object.
enum FieldValue {
    case value(StoredValue)
    case reference(ObjectReference)
    case references([ObjectReference])
    /// A value that lies in an external file.
    case file(String)

    /// For people.
    func display(_ reader: StoreReader) -> String {
        switch self {
        case .value(let value): value.display
        case .reference(let reference): reference.short(in: reader.map)
        case .references(let references): "\(references.count) object\(references.count == 1 ? "" : "s")"
        case .file(let name): StoredValue.file(name).display
        }
    }

    func json(_ reader: StoreReader) -> String {
        switch self {
        case .value(let value): value.json
        case .reference(let reference):
            JSONText.string(reference.uri(in: reader.map, store: reader.store.uuid))
        case .references(let references):
            JSONText.array(
                references.map { JSONText.string($0.uri(in: reader.map, store: reader.store.uuid)) })
        case .file(let name): (reader.store.externalData(name).map(StoredValue.data) ?? .null).json
        }
    }

    /// nil stands for no value.
    func csv(_ reader: StoreReader) -> String? {
        switch self {
        case .value(let value): value.text
        case .reference(let reference): reference.uri(in: reader.map, store: reader.store.uuid)
        case .references(let references):
            references.map { $0.uri(in: reader.map, store: reader.store.uuid) }.joined(separator: " ")
        case .file(let name): (reader.store.externalData(name).map(StoredValue.data) ?? .null).text
        }
    }
}
