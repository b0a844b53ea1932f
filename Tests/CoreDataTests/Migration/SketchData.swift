import Foundation

@testable import CoreData

/// All that a store holds, by the identities of a sketch.
struct SketchData: Equatable {
    struct Key: Hashable, Comparable, CustomStringConvertible {
        var entity: Int
        var key: Int
        var description: String { "\(entity)/p\(key)" }
        static func < (a: Key, b: Key) -> Bool { (a.entity, a.key) < (b.entity, b.key) }
    }

    struct Object: Equatable {
        /// Values by attribute, as text.
        var values: [Int: String] = [:]
        /// Members by relationship; sorted unless ordered.
        var members: [Int: [Key]] = [:]
    }

    var objects: [Key: Object] = [:]

    /// Reads everything.
    init(_ context: NSManagedObjectContext, _ sketch: ModelSketch) throws {
        let byName = Dictionary(uniqueKeysWithValues: sketch.entities.map { ($0.name, $0.id) })
        func key(_ object: NSManagedObject) -> Key {
            Key(entity: byName[object.entity.name ?? ""] ?? -1, key: MigrationBench.key(object))
        }
        for entity in sketch.entities where entity.parent == nil {
            for object in try MigrationBench.objects(entity.name, in: context) {
                var read = Object()
                let own = key(object)
                for attribute in sketch.attributes(of: own.entity) {
                    read.values[attribute.id] = Self.text(object.value(forKey: attribute.name))
                }
                for relationship in sketch.relationships(of: own.entity) {
                    let value = object.value(forKey: relationship.name)
                    switch value {
                    case let one as NSManagedObject: read.members[relationship.id] = [key(one)]
                    case let many as NSOrderedSet:
                        read.members[relationship.id] = many.array.compactMap { ($0 as? NSManagedObject).map(key) }
                    case let many as Set<NSManagedObject>: read.members[relationship.id] = many.map(key).sorted()
                    default: read.members[relationship.id] = []
                    }
                }
                objects[own] = read
            }
        }
    }

    static func text(_ value: Any?) -> String {
        switch value {
        case nil: "nil"
        case let data as Data: data.base64EncodedString()
        case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
        case let number as NSNumber: "\(number.doubleValue)"
        case let value?: "\(value)"
        }
    }

    /// Fills a store at random.
    static func fill(
        _ context: NSManagedObjectContext, _ sketch: ModelSketch, _ generator: inout SketchGenerator
    ) throws {
        var made: [Int: [NSManagedObject]] = [:]
        for entity in sketch.entities where !entity.isAbstract {
            for _ in 0..<(1 + generator.below(5)) {
                let object = MigrationBench.insert(entity.name, [:], into: context)
                for attribute in sketch.attributes(of: entity.id) {
                    if !attribute.isOptional || generator.chance(70) {
                        object.setValue(generator.value(attribute.type), forKey: attribute.name)
                    } else {
                        object.setValue(nil, forKey: attribute.name)
                    }
                }
                made[entity.id, default: []].append(object)
            }
        }
        for entity in sketch.entities {
            for object in made[entity.id] ?? [] {
                for relationship in sketch.relationships(of: entity.id) where generator.chance(60) {
                    let family = sketch.family(of: relationship.destination).sorted()
                    let candidates = family.flatMap { made[$0] ?? [] }
                    guard !candidates.isEmpty else { continue }
                    if relationship.isToMany {
                        let chosen = candidates.filter { _ in generator.chance(40) }.shuffled(using: &generator.numbers)
                        let value: NSObject =
                            relationship.isOrdered ? NSOrderedSet(array: chosen) : NSSet(array: chosen)
                        object.setValue(value, forKey: relationship.name)
                    } else {
                        object.setValue(candidates[generator.below(candidates.count)], forKey: relationship.name)
                    }
                }
            }
        }
        try context.save()
    }

    // MARK: What a migration must make of it

    /// Compares what a migrated store holds with what it must; nil when all is well.
    func fault(after: SketchData, from old: ModelSketch, to new: ModelSketch) -> String? {
        let expected = objects.filter { new.entity($0.key.entity) != nil }
        let (gone, extra) = (
            Set(expected.keys).subtracting(after.objects.keys), Set(after.objects.keys).subtracting(expected.keys)
        )
        if !gone.isEmpty || !extra.isEmpty { return "lost \(gone.sorted()), came up \(extra.sorted())" }
        for (key, before) in expected.sorted(by: { $0.key < $1.key }) {
            guard let now = after.objects[key] else { continue }
            let known = Set(old.attributes(of: key.entity).map(\.id))
            for attribute in new.attributes(of: key.entity) {
                var value = known.contains(attribute.id) ? before.values[attribute.id] ?? "nil" : nil
                if value == nil || (value == "nil" && !attribute.isOptional) {
                    value = Self.text(attribute.defaultValue)
                }
                if now.values[attribute.id] != value {
                    return "\(key).\(attribute.name) is \(now.values[attribute.id] ?? "-"), not \(value ?? "-")"
                }
            }
            for relationship in new.relationships(of: key.entity) {
                if let fault = fault(of: relationship, key, before, now, from: old, to: new) { return fault }
            }
        }
        return nil
    }

    private func fault(
        of relationship: ModelSketch.Relationship, _ key: Key, _ before: Object, _ now: Object, from old: ModelSketch,
        to new: ModelSketch
    ) -> String? {
        let found = now.members[relationship.id] ?? []
        let inverse = relationship.inverse.flatMap { new.relationship($0) }
        guard let origin = old.relationships(of: key.entity).first(where: { $0.id == relationship.id }) else {
            // what a new inverse leads to follows from the side that was there, which is looked at by itself.
            if let inverse, old.relationship(inverse.id) != nil { return nil }
            return found.isEmpty ? nil : "\(key).\(relationship.name) is new and has \(found)"
        }
        let family = new.family(of: relationship.destination)
        let expected = (before.members[relationship.id] ?? []).filter { family.contains($0.entity) }
        let oldInverse = origin.inverse.flatMap { old.relationship($0) }
        // several owners of one member: one stays where the member's row has the only place for it.
        let hadOneOwner = oldInverse.map { !$0.isToMany } ?? origin.isToMany
        let hasOneOwner = inverse.map { !$0.isToMany } ?? relationship.isToMany
        if (origin.isToMany && !relationship.isToMany) || (hasOneOwner && !hadOneOwner) {
            return Set(found).isSubset(of: expected)
                ? nil : "\(key).\(relationship.name): \(found) not among \(expected)"
        }
        let same =
            origin.isOrdered && relationship.isOrdered ? found == expected : found.sorted() == expected.sorted()
        return same ? nil : "\(key).\(relationship.name) has \(found), not \(expected)"
    }
}
