import CoreData
import Foundation

/// Makes objects of what files describe, and saves them all at once.
///
/// Threading: used on the context's queue.
final class StoreImport {
    private let context: NSManagedObjectContext
    private let entities: [String: NSEntityDescription]
    private let leavesOutMissing: Bool
    private var made: [String: NSManagedObject] = [:]
    /// Where objects stand in the files.
    private var places: [ObjectIdentifier: String] = [:]
    private var pending: [StatedRelationships] = []
    private(set) var count = 0
    /// References to objects that no file describes.
    private(set) var missing = 0

    init(_ context: NSManagedObjectContext, model: NSManagedObjectModel, leavesOutMissing: Bool) {
        self.context = context
        self.entities = model.entitiesByName
        self.leavesOutMissing = leavesOutMissing
    }

    /// Makes an object with its attributes; its relationships follow when all objects are there.
    ///
    /// - Throws: `ImportError` that names place, property and value.
    func add(_ record: ImportRecord) throws {
        guard let entity = entities[record.entity] else {
            throw ImportError(
                place: record.place,
                problem: "The model has no entity \"\(record.entity)\". It has: "
                    + "\(entities.keys.sorted().joined(separator: ", ")).")
        }
        guard !entity.isAbstract else {
            throw ImportError(place: record.place, problem: "The entity \(record.entity) is abstract.")
        }
        let object = NSEntityDescription.insertNewObject(forEntityName: record.entity, into: context)
        // what the file leaves out is nil, not the default value.
        for attribute in entity.attributesByName.values
        where !attribute.isTransient && (attribute.defaultValue != nil || attribute is NSCompositeAttributeDescription)
            && !(attribute is NSDerivedAttributeDescription)
        {
            object.setValue(nil, forKey: attribute.name)
        }
        var relationships = record.relationships
        for (name, value) in record.attributes {
            if let composite = entity.attribute(at: name) as? NSCompositeAttributeDescription {
                let elements = composite.leaves.map { "\(name).\($0.path)" }.joined(separator: ", ")
                throw ImportError(
                    place: record.place,
                    problem: "\(record.entity).\(name) is a composite attribute; give its elements: \(elements).")
            } else if let attribute = entity.attribute(at: name) {
                let isTransient = name.split(separator: ".").first.flatMap { entity.attributesByName[String($0)] }?
                    .isTransient
                if isTransient == true { continue }
                try set(attribute, at: name, to: value, of: object, record.place)
            } else if entity.relationshipsByName[name] != nil, case .emptyField = value {
                continue
            } else if entity.relationshipsByName[name] != nil, case .text(let field) = value {
                relationships.append((name, ImportFile.ids(field)))
            } else {
                throw ImportError(place: record.place, problem: "\(record.entity) has no property \"\(name)\".")
            }
        }
        for (name, _) in relationships {
            guard let relationship = entity.relationshipsByName[name], !relationship.isTransient else {
                throw ImportError(place: record.place, problem: "\(record.entity) has no relationship \"\(name)\".")
            }
        }
        places[ObjectIdentifier(object)] = record.place
        if let id = record.id, made.updateValue(object, forKey: id) != nil {
            throw ImportError(place: record.place, problem: "Another object has the same ID.")
        }
        if !relationships.isEmpty {
            pending.append(
                StatedRelationships(
                    object: object, id: record.id, place: record.place, relationships: relationships))
        }
        count += 1
    }

    /// - Parameter name: the attribute's name, or the path of a composite attribute's element.
    private func set(
        _ attribute: NSAttributeDescription, at name: String, to value: ImportRecord.Value, of object: NSManagedObject,
        _ place: String
    ) throws {
        if attribute.isTransient || attribute is NSDerivedAttributeDescription { return }
        guard let converted = ImportedValue.value(value, of: attribute.attributeType) else {
            if case .emptyField = value { return }
            throw ImportError(
                place: place,
                problem: "\(name): \"\(TextTable.cell(value.text))\" is no "
                    + "\(SchemaSummary.typeName(attribute.attributeType)).")
        }
        let type = attribute.attributeType
        if type == .floatAttributeType || type == .doubleAttributeType,
            let kept = ImportedValue.roundedReal(value, asFloat: type == .floatAttributeType)
        {
            throw ImportError(
                place: place,
                problem: "\(name): \(value.text) has digits that a \(SchemaSummary.typeName(type)) does not "
                    + "hold; \(kept) would be stored.")
        }
        if attribute.attributeType == .decimalAttributeType, let kept = ImportedValue.rounded(value) {
            throw ImportError(
                place: place,
                problem: "\(name): a store keeps decimals as doubles, and this one as \(kept). Give it with "
                    + "15 digits at most.")
        }
        if attribute.attributeType == .URIAttributeType, let text = converted as? String {
            object.setManagedURIText(text, ManagedProperty(name))
        } else {
            object.setValue(converted, forKeyPath: name)
        }
    }

    /// Saves everything.
    ///
    /// - Throws: `ImportError` that names the place of an object that breaks a rule of the model; else what the store
    ///   says.
    func save() throws {
        do {
            try context.save()
        } catch let error as NSError {
            throw refusal(error) ?? error
        }
    }

    /// What the model does not allow, as somebody with files can mend it; nil for other errors.
    private func refusal(_ error: NSError) -> ImportError? {
        let all = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
        let others = all.count > 1 ? " \(all.count - 1) more of the kind." : ""
        if let first = all.first, let object = first.userInfo[NSValidationObjectErrorKey] as? NSManagedObject,
            let place = places[ObjectIdentifier(object)]
        {
            return ImportError(
                place: place,
                problem: "\(SpokenError.description(of: first))\(others) Correct the value, or give --no-validation.")
        }
        let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [Any] ?? []
        guard let conflict = conflicts.lazy.compactMap({ $0 as? NSConstraintConflict }).first else { return nil }
        let colliding = conflict.conflictingObjects.compactMap { places[ObjectIdentifier($0)] }
        guard let place = colliding.first else { return nil }
        let values = conflict.constraint.map { name in
            "\(name) \(conflict.constraintValues[name].map { TextTable.cell("\($0)") } ?? "nil")"
        }
        let other = colliding.dropFirst().first.map { "the object at \($0)" } ?? "an object of the store"
        let more = conflicts.count > 1 ? " \(conflicts.count - 1) more of the kind." : ""
        return ImportError(
            place: place,
            problem: "\(values.joined(separator: ", ")) must be unique, and \(other) has it too.\(more)")
    }

    /// Connects the objects: relationships to one first, so that of those to many only order and members that
    /// the other side does not tell are left.
    ///
    /// - Throws: `ImportError` for IDs that no file describes, and for sides that contradict each other.
    func connect() throws {
        try Contradictions(pending).check { made[$0]?.entity }
        for isToMany in [false, true] {
            for stated in pending {
                let (object, place) = (stated.object, stated.place)
                for (name, ids) in stated.relationships {
                    guard let relationship = object.entity.relationshipsByName[name],
                        relationship.isToMany == isToMany
                    else { continue }
                    let members = try members(ids, of: relationship, place)
                    if !isToMany {
                        guard members.count <= 1 else {
                            throw ImportError(place: place, problem: "\(name) leads to one object, not \(ids.count).")
                        }
                        if let member = members.first { object.setValue(member, forKey: name) }
                    } else if relationship.isOrdered {
                        object.setValue(NSOrderedSet(array: members), forKey: name)
                    } else {
                        let present = object.value(forKey: name) as? Set<NSManagedObject>
                        let wanted = Set(members)
                        if present != wanted { object.setValue(wanted, forKey: name) }
                    }
                }
            }
        }
        pending = []
    }

    private func members(
        _ ids: [String], of relationship: NSRelationshipDescription, _ place: String
    ) throws -> [NSManagedObject] {
        try ids.compactMap { id in
            guard let member = made[id] else {
                if leavesOutMissing {
                    missing += 1
                    return nil
                }
                throw ImportError(
                    place: place,
                    problem:
                        "\(relationship.name) leads to \(id), which is in none of the files. Import them together, "
                        + "or give --leave-out-missing.")
            }
            guard let destination = relationship.destinationEntity, member.entity.isKindOf(entity: destination) else {
                throw ImportError(
                    place: place,
                    problem: "\(relationship.name) leads to \(id), which is no "
                        + "\(relationship.destinationEntity?.name ?? "object").")
            }
            return member
        }
    }
}
