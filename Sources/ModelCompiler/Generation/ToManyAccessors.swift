import CoreData

/// Writes `addToX`, `removeFromX` and, for ordered relationships, the methods by index.
struct ToManyAccessors {
    private let relationship: ModelSource.Relationship
    private let type: String
    private let access: String

    init(_ relationship: ModelSource.Relationship, classes: EntityClasses, access: String) {
        self.relationship = relationship
        let (type, isPublic) = classes.reference(to: relationship.destinationName)
        self.type = type
        self.access = isPublic ? access : ""
    }

    func write(to writer: inout SourceWriter) {
        let key = ClassGenerator.key(relationship.name)
        let name = SwiftNames.capitalized(relationship.name)
        var isFirst = true
        func method(_ signature: String, _ body: String...) {
            if !isFirst { writer.line() }
            isFirst = false
            writer.block("\(access)func \(signature)") { writer in body.forEach { writer.line($0) } }
        }
        if relationship.isOrdered {
            method("insertInto\(name)(_ value: \(type), at idx: Int)", "insertManaged(value, at: idx, in: \(key))")
            method("removeFrom\(name)(at idx: Int)", "removeManaged(at: idx, in: \(key))")
            method(
                "insertInto\(name)(_ values: [\(type)], at indexes: NSIndexSet)",
                "insertManaged(values, at: indexes, in: \(key))")
            method("removeFrom\(name)(at indexes: NSIndexSet)", "removeManaged(at: indexes, in: \(key))")
            method(
                "replace\(name)(at idx: Int, with value: \(type))", "replaceManaged(at: idx, with: value, in: \(key))")
            method(
                "replace\(name)(at indexes: NSIndexSet, with values: [\(type)])",
                "replaceManaged(at: indexes, with: values, in: \(key))")
        }
        method("addTo\(name)(_ value: \(type))", "addManagedObject(value, to: \(key))")
        method("removeFrom\(name)(_ value: \(type))", "removeManagedObject(value, from: \(key))")
        if relationship.isOrdered {
            // One by one, since the order of the values is to be kept.
            method(
                "addTo\(name)(_ values: NSOrderedSet)",
                "for case let value as NSManagedObject in values.array { addManagedObject(value, to: \(key)) }")
            method(
                "removeFrom\(name)(_ values: NSOrderedSet)", "removeManaged(NSSet(array: values.array), from: \(key))")
        } else {
            method("addTo\(name)(_ values: NSSet)", "addManaged(values, to: \(key))")
            method("removeFrom\(name)(_ values: NSSet)", "removeManaged(values, from: \(key))")
        }
    }
}
