import Foundation

@testable import CoreData

/// Makes models, and later versions of them, at random; the seed tells which.
struct SketchGenerator {
    var numbers: SplitMix
    private var nextID = 1
    /// What was done to make the later version.
    private(set) var changes: [String] = []

    init(seed: UInt64) { numbers = SplitMix(state: seed) }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < percent }
    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &numbers) }

    private mutating func id() -> Int {
        defer { nextID += 1 }
        return nextID
    }

    static let types: [NSAttributeType] = [
        .integer32AttributeType, .doubleAttributeType, .stringAttributeType, .booleanAttributeType, .dateAttributeType,
        .UUIDAttributeType, .binaryDataAttributeType, .decimalAttributeType,
    ]

    /// A value for an attribute.
    mutating func value(_ type: NSAttributeType) -> Any {
        switch type {
        case .integer32AttributeType: return below(100_000)
        case .doubleAttributeType: return Double(below(10_000)) / 8
        case .stringAttributeType: return ["", "한글", "it's", "plain \(below(1000))"][below(4)]
        case .booleanAttributeType: return chance(50)
        case .dateAttributeType: return Date(timeIntervalSinceReferenceDate: Double(below(1_000_000)) + 0.5)
        case .UUIDAttributeType:
            return UUID(uuidString: "0A5A51E7-0000-4000-8000-\(String(format: "%012d", below(1_000_000)))") ?? UUID()
        case .decimalAttributeType: return NSDecimalNumber(value: Double(below(1000)) / 4)
        default: return Data((0..<below(6)).map { _ in UInt8(below(256)) } + [0, 255])
        }
    }

    private mutating func attribute(named name: String? = nil) -> ModelSketch.Attribute {
        let id = id()
        let type = Self.types[below(Self.types.count)]
        var made = ModelSketch.Attribute(id: id, name: name ?? "a\(id)", type: type)
        if chance(40) { made.defaultValue = value(type) }
        if made.defaultValue != nil, chance(40) { made.isOptional = false }
        made.isExternal = type == .binaryDataAttributeType && chance(50)
        return made
    }

    // MARK: First versions

    mutating func first() -> ModelSketch {
        var sketch = ModelSketch()
        for _ in 0..<(2 + below(4)) {
            let id = id()
            var entity = ModelSketch.Entity(id: id, name: "\(["Bee", "Fox", "Owl", "cat"][below(4)])\(id)")
            if chance(45), let parent = sketch.entities.randomElement(using: &numbers) { entity.parent = parent.id }
            if entity.parent == nil, chance(20) { entity.isAbstract = true }
            for _ in 0..<(1 + below(3)) { entity.attributes.append(attribute()) }
            // siblings with a name in common share a column name, with a number behind.
            if entity.parent != nil,
                !sketch.line(of: entity.parent ?? 0).contains(where: {
                    !$0.attributes.filter { $0.name == "same" }.isEmpty
                })
            {
                entity.attributes.append(attribute(named: "same"))
            }
            sketch.entities.append(entity)
        }
        // a parent made after its child's "same" cannot be: parents come first.
        for _ in 0..<(1 + below(4)) { addRelationship(to: &sketch) }
        return sketch
    }

    private mutating func addRelationship(to sketch: inout ModelSketch) {
        let (from, to) = (below(sketch.entities.count), below(sketch.entities.count))
        let (first, second) = (id(), id())
        let hasInverse = chance(85)
        var here = ModelSketch.Relationship(
            id: first, name: "r\(first)", destination: sketch.entities[to].id, inverse: hasInverse ? second : nil,
            isToMany: chance(50))
        here.isOrdered = here.isToMany && chance(30)
        sketch.entities[from].relationships.append(here)
        guard hasInverse else { return }
        var there = ModelSketch.Relationship(
            id: second, name: "r\(second)", destination: sketch.entities[from].id, inverse: first, isToMany: chance(50))
        there.isOrdered = there.isToMany && chance(30)
        sketch.entities[to].relationships.append(there)
    }

    // MARK: Later versions

    /// The next version: a few changes that a lightweight migration can carry.
    mutating func next(_ sketch: ModelSketch) -> ModelSketch {
        var sketch = sketch
        changes = []
        for _ in 0..<(1 + below(5)) { change(&sketch) }
        return sketch
    }

    private mutating func change(_ sketch: inout ModelSketch) {
        let index = below(sketch.entities.count)
        switch below(21) {
        case 0, 1:
            let made = attribute()
            if made.isOptional || made.defaultValue != nil {
                sketch.entities[index].attributes.append(made)
                changes.append("add \(sketch.entities[index].name).\(made.name)")
            }
        case 2: removeAttribute(&sketch, index)
        case 3: renameAttribute(&sketch, index)
        case 4: toggleOptional(&sketch, index)
        case 5:
            let id = id()
            sketch.entities.append(
                .init(id: id, name: "\(chance(50) ? "Ant" : "Zebra")\(id)", attributes: [attribute()]))
            changes.append("add an entity \(id)")
        case 6: removeEntity(&sketch, index)
        case 7:
            let old = sketch.entities[index].name
            sketch.entities[index].renamedFrom = sketch.entities[index].renamedFrom ?? old
            sketch.entities[index].name = "\(chance(50) ? "Bat" : "Yak")\(id())"
            changes.append("rename \(old) to \(sketch.entities[index].name)")
        case 8:
            addRelationship(to: &sketch)
            changes.append("add a relationship")
        case 9: removeRelationship(&sketch, index)
        case 10: renameRelationship(&sketch, index)
        case 11, 12: changeCount(&sketch, index)
        case 13: changeOrder(&sketch, index)
        case 14: addParent(&sketch, index)
        case 15: moveUp(&sketch, index)
        case 16: moveDown(&sketch, index)
        case 17: detach(&sketch, index)
        case 18: retarget(&sketch, index)
        case 19: dropInverse(&sketch, index)
        default: addInverse(&sketch, index)
        }
    }

    private mutating func removeAttribute(_ sketch: inout ModelSketch, _ index: Int) {
        guard !sketch.entities[index].attributes.isEmpty else { return }
        let removed = sketch.entities[index].attributes.remove(at: below(sketch.entities[index].attributes.count))
        changes.append("remove \(sketch.entities[index].name).\(removed.name)")
    }

    private mutating func renameAttribute(_ sketch: inout ModelSketch, _ index: Int) {
        guard !sketch.entities[index].attributes.isEmpty else { return }
        let place = below(sketch.entities[index].attributes.count)
        var attribute = sketch.entities[index].attributes[place]
        attribute.renamedFrom = attribute.renamedFrom ?? attribute.name
        attribute.name = "b\(id())"
        sketch.entities[index].attributes[place] = attribute
        changes.append("rename \(attribute.renamedFrom ?? "") to \(attribute.name)")
    }

    private mutating func toggleOptional(_ sketch: inout ModelSketch, _ index: Int) {
        guard !sketch.entities[index].attributes.isEmpty else { return }
        let place = below(sketch.entities[index].attributes.count)
        var attribute = sketch.entities[index].attributes[place]
        if attribute.type == .binaryDataAttributeType, chance(50) {
            attribute.isExternal.toggle()
        } else if attribute.isOptional {
            attribute.isOptional = false
            attribute.defaultValue = attribute.defaultValue ?? value(attribute.type)
        } else {
            attribute.isOptional = true
        }
        sketch.entities[index].attributes[place] = attribute
        changes.append("make \(attribute.name) optional, required or external")
    }

    private mutating func removeEntity(_ sketch: inout ModelSketch, _ index: Int) {
        let entity = sketch.entities[index]
        guard sketch.entities.count > 2, !sketch.entities.contains(where: { $0.parent == entity.id }) else { return }
        let gone = Set(
            sketch.entities.flatMap(\.relationships).filter { $0.destination == entity.id }.map(\.id)
                + entity.relationships.map(\.id))
        sketch.entities.remove(at: index)
        for place in sketch.entities.indices {
            sketch.entities[place].relationships.removeAll { gone.contains($0.id) || gone.contains($0.inverse ?? -1) }
        }
        changes.append("remove the entity \(entity.name)")
    }

    private mutating func removeRelationship(_ sketch: inout ModelSketch, _ index: Int) {
        guard let removed = sketch.entities[index].relationships.randomElement(using: &numbers) else { return }
        for place in sketch.entities.indices {
            sketch.entities[place].relationships.removeAll { $0.id == removed.id || $0.inverse == removed.id }
        }
        changes.append("remove \(sketch.entities[index].name).\(removed.name)")
    }

    private mutating func renameRelationship(_ sketch: inout ModelSketch, _ index: Int) {
        guard !sketch.entities[index].relationships.isEmpty else { return }
        let place = below(sketch.entities[index].relationships.count)
        var relationship = sketch.entities[index].relationships[place]
        relationship.renamedFrom = relationship.renamedFrom ?? relationship.name
        relationship.name = "s\(id())"
        sketch.entities[index].relationships[place] = relationship
        changes.append("rename \(relationship.renamedFrom ?? "") to \(relationship.name)")
    }

    private mutating func changeCount(_ sketch: inout ModelSketch, _ index: Int) {
        guard !sketch.entities[index].relationships.isEmpty else { return }
        let place = below(sketch.entities[index].relationships.count)
        sketch.entities[index].relationships[place].isToMany.toggle()
        sketch.entities[index].relationships[place].isOrdered = false
        let changed = sketch.entities[index].relationships[place]
        changes.append("make \(changed.name) \(changed.isToMany ? "to-many" : "to-one")")
    }

    private mutating func changeOrder(_ sketch: inout ModelSketch, _ index: Int) {
        let places = sketch.entities[index].relationships.indices.filter {
            sketch.entities[index].relationships[$0].isToMany
        }
        guard let place = places.randomElement(using: &numbers) else { return }
        sketch.entities[index].relationships[place].isOrdered.toggle()
        changes.append("order or unorder \(sketch.entities[index].relationships[place].name)")
    }

    private mutating func addParent(_ sketch: inout ModelSketch, _ index: Int) {
        let id = id()
        var parent = ModelSketch.Entity(id: id, name: "Kin\(id)", isAbstract: chance(50))
        parent.parent = sketch.entities[index].parent
        parent.attributes = [attribute()]
        sketch.entities[index].parent = id
        sketch.entities.append(parent)
        changes.append("put \(parent.name) above \(sketch.entities[index].name)")
    }

    private mutating func moveUp(_ sketch: inout ModelSketch, _ index: Int) {
        guard let parent = sketch.entities[index].parent,
            let target = sketch.entities.firstIndex(where: { $0.id == parent }),
            let place = sketch.entities[index].attributes.indices.randomElement(using: &numbers)
        else { return }
        let attribute = sketch.entities[index].attributes[place]
        let family = sketch.family(of: parent).subtracting([sketch.entities[index].id])
        guard
            !sketch.entities.contains(where: { entity in
                family.contains(entity.id) && entity.attributes.contains { $0.name == attribute.name }
            })
        else { return }
        sketch.entities[index].attributes.remove(at: place)
        sketch.entities[target].attributes.append(attribute)
        changes.append("move \(attribute.name) up to \(sketch.entities[target].name)")
    }

    private mutating func moveDown(_ sketch: inout ModelSketch, _ index: Int) {
        let children = sketch.entities.indices.filter { sketch.entities[$0].parent == sketch.entities[index].id }
        guard !children.isEmpty, let place = sketch.entities[index].attributes.indices.randomElement(using: &numbers)
        else { return }
        let attribute = sketch.entities[index].attributes.remove(at: place)
        for child in children { sketch.entities[child].attributes.append(attribute) }
        changes.append("move \(attribute.name) down from \(sketch.entities[index].name)")
    }

    /// Makes an entity a root; what it inherited it has itself from now on.
    private mutating func detach(_ sketch: inout ModelSketch, _ index: Int) {
        let entity = sketch.entities[index]
        let above = sketch.line(of: entity.id).dropLast()
        guard !above.isEmpty, above.allSatisfy({ $0.relationships.isEmpty }) else { return }
        sketch.entities[index].attributes += above.flatMap(\.attributes)
        sketch.entities[index].parent = nil
        changes.append("detach \(entity.name)")
    }

    /// Lets a relationship without inverse lead to the parent or a child of its destination.
    private mutating func retarget(_ sketch: inout ModelSketch, _ index: Int) {
        guard
            let place = sketch.entities[index].relationships.firstIndex(where: { $0.inverse == nil }),
            let target = sketch.entity(sketch.entities[index].relationships[place].destination)
        else { return }
        let children = sketch.entities.filter { $0.parent == target.id }.map(\.id)
        guard let new = ([target.parent].compactMap { $0 } + children).randomElement(using: &numbers) else { return }
        sketch.entities[index].relationships[place].destination = new
        changes.append("lead \(sketch.entities[index].relationships[place].name) to \(sketch.entity(new)?.name ?? "")")
    }

    private mutating func dropInverse(_ sketch: inout ModelSketch, _ index: Int) {
        guard let place = sketch.entities[index].relationships.firstIndex(where: { $0.inverse != nil }),
            let inverse = sketch.entities[index].relationships[place].inverse,
            inverse != sketch.entities[index].relationships[place].id
        else { return }
        sketch.entities[index].relationships[place].inverse = nil
        let name = sketch.entities[index].relationships[place].name
        for other in sketch.entities.indices { sketch.entities[other].relationships.removeAll { $0.id == inverse } }
        changes.append("drop the inverse of \(name)")
    }

    private mutating func addInverse(_ sketch: inout ModelSketch, _ index: Int) {
        guard let place = sketch.entities[index].relationships.firstIndex(where: { $0.inverse == nil }) else { return }
        let relationship = sketch.entities[index].relationships[place]
        guard let target = sketch.entities.firstIndex(where: { $0.id == relationship.destination }) else { return }
        let id = id()
        var inverse = ModelSketch.Relationship(
            id: id, name: "v\(id)", destination: sketch.entities[index].id, inverse: relationship.id,
            isToMany: chance(50))
        inverse.isOrdered = inverse.isToMany && chance(30)
        sketch.entities[index].relationships[place].inverse = id
        sketch.entities[target].relationships.append(inverse)
        changes.append("give \(relationship.name) an inverse")
    }
}
