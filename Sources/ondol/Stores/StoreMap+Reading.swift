import CoreData

extension StoreMap.Entity {
    /// True when the table holds no other entity's rows.
    func isAlone(in map: StoreMap) -> Bool { root == index && familyNumbers.count == 1 }

    /// The condition for rows of just this entity; in a table that one entity has alone all rows are its own, as they
    /// are to a fetch.
    func ownCondition(in map: StoreMap) -> String { isAlone(in: map) ? "1" : "Z_ENT = \(number)" }

    // MARK: As a check sees rows

    /// The only entity of the table that has objects, which a repair makes all rows of; nil when there are several.
    private func soleNumber(in map: StoreMap) -> Int64? {
        let concrete = map.entities.filter { $0.root == root && !$0.isAbstract }
        return concrete.count == 1 ? concrete[0].number : nil
    }

    /// The condition for rows of this entity and its sub-entities.
    func familyCondition(_ alias: String? = nil, in map: StoreMap) -> String {
        if let sole = soleNumber(in: map), familyNumbers.contains(sole) { return "1" }
        let list = familyNumbers.map(String.init).joined(separator: ", ")
        return "\(alias.map { "\($0)." } ?? "")Z_ENT IN (\(list))"
    }

    /// The condition for rows of this entity without its sub-entities.
    func checkedCondition(in map: StoreMap) -> String {
        soleNumber(in: map).map { $0 == number ? "1" : "0" } ?? "Z_ENT = \(number)"
    }

    /// The number of the entity of a row, as SQL.
    func numberExpression(_ alias: String? = nil, in map: StoreMap) -> String {
        soleNumber(in: map).map(String.init) ?? "\(alias.map { "\($0)." } ?? "")Z_ENT"
    }
}
