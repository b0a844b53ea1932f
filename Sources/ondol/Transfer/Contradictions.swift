import CoreData

/// The relationships of an object as a file states them.
struct StatedRelationships {
    let object: NSManagedObject
    /// Its ID in the file; nil in CSV without such a column.
    let id: String?
    /// Where it stands, for messages.
    let place: String
    let relationships: [(name: String, ids: [String])]
}

/// Looks for relationships whose two sides, as files state them, cannot both be true.
///
/// A side that no file states follows the other one.
struct Contradictions {
    private let stated: [StatedRelationships]
    /// Places in `stated` by ID.
    private let places: [String: Int]

    init(_ stated: [StatedRelationships]) {
        self.stated = stated
        places = Dictionary(
            stated.enumerated().compactMap { index, one in one.id.map { ($0, index) } }
        ) { first, _ in first }
    }

    private struct Side: Hashable {
        let id: String
        let name: String
    }

    /// - Parameter entity: the entity of the object with an ID; nil for IDs that no file describes, which are
    ///   passed over.
    /// - Throws: `ImportError` that names both objects.
    func check(_ entity: (String) -> NSEntityDescription?) throws {
        // IDs of long lists, made once each.
        var lists: [Side: Set<String>] = [:]
        // who leads to an object whose own side, to one, is not stated.
        var claims: [Side: Int] = [:]
        for (index, one) in stated.enumerated() {
            for (name, ids) in one.relationships {
                guard let relationship = one.object.entity.relationshipsByName[name] else { continue }
                if ids.count > 1, let twice = Self.firstTwice(ids) {
                    throw ImportError(
                        place: one.place, problem: "\(name) leads to \(twice) twice. Leave one of them out.")
                }
                guard let inverse = relationship.inverseRelationship else { continue }
                for id in ids where entity(id) != nil {
                    let side = Side(id: id, name: inverse.name)
                    guard let list = list(side, &lists) else {
                        guard !inverse.isToMany else { continue }
                        if let other = claims.updateValue(index, forKey: side), other != index {
                            throw ImportError(
                                place: one.place,
                                problem: "\(name) leads to \(id), and so does \(name) of \(stated[other].place); "
                                    + "\(inverse.name) of \(id) can lead to one of the two only. Decide for one.")
                        }
                        continue
                    }
                    if let own = one.id, list.contains(own) { continue }
                    throw ImportError(
                        place: one.place,
                        problem:
                            "\(name) leads to \(id), but \(inverse.name) of \(id) does not lead back. Let both say "
                            + "the same, or leave one of the two out: it follows the other.")
                }
            }
        }
    }

    /// What the file says of a side; nil when it says nothing.
    private func list(_ side: Side, _ lists: inout [Side: Set<String>]) -> Set<String>? {
        if let known = lists[side] { return known }
        guard let place = places[side.id],
            let ids = stated[place].relationships.first(where: { $0.name == side.name })?.ids
        else { return nil }
        let list = Set(ids)
        lists[side] = list
        return list
    }

    private static func firstTwice(_ ids: [String]) -> String? {
        var seen: Set<String> = []
        return ids.first { !seen.insert($0).inserted }
    }
}
