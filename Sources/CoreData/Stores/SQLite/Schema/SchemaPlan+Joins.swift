/// The table between the two sides of a many-to-many pair.
///
/// Source: sqlite-format, section 5. The first column holds keys of the naming side's owner, the second
/// keys of its members.
struct JoinSchema {
    /// The side that names the table, and the other; equal for a relationship that is its own inverse.
    var naming: SchemaPlan.PropertyKey
    var other: SchemaPlan.PropertyKey
    var name: String
    var ownerColumn: String
    var memberColumn: String
    /// Position of the member among the members of the owner, when the naming side is ordered.
    var memberOrder: String?
    /// Position of the owner in the other side's list, when that is ordered.
    var ownerOrder: String?

    var creation: String {
        let q = SQLName.quoted
        var columns = "\(q(ownerColumn)) INTEGER, \(q(memberColumn)) INTEGER"
        if let ownerOrder { columns += ", \(q(ownerOrder)) INTEGER" }
        if let memberOrder { columns += ", \(q(memberOrder)) INTEGER" }
        return "CREATE TABLE \(q(name)) ( \(columns), PRIMARY KEY (\(q(ownerColumn)), \(q(memberColumn))) )"
    }

    var indexCreation: String {
        let q = SQLName.quoted
        return
            "CREATE INDEX \(q("\(name)_\(memberColumn)_INDEX")) ON \(q(name)) (\(q(memberColumn)), \(q(ownerColumn)))"
    }
}

extension SchemaPlan {
    /// One pair of many-to-many relationships, by the entities that declare them.
    struct JoinPair {
        var naming: PropertyKey
        var other: PropertyKey
        var namingIsOrdered: Bool
        var otherIsOrdered: Bool
    }

    /// All many-to-many pairs, each once, with Apple's choice of the naming side.
    var joinPairs: [JoinPair] {
        var pairs: [JoinPair] = []
        for entity in entities {
            for relationship in entity.toMany
            where relationship.isPersistent && relationship.inverseIsToMany && declares(entity, relationship.name) {
                guard let inverse = relationship.inverseName else { continue }
                let mine = PropertyKey(entity: entity.index, name: relationship.name)
                let destination = layout.entities[relationship.destination]
                let theirs = key(inverse, of: destination)
                let isOrdered = relationship.isOrdered
                let inverseIsOrdered = destination.relationship(named: inverse)?.isOrdered ?? false
                // The lower number names the table; of two in one entity the later name. Each pair is met
                // from both sides and taken from the naming one.
                let isNaming =
                    mine == theirs || numbers[mine.entity] < numbers[theirs.entity]
                    || (mine.entity == theirs.entity && theirs.name.precedesByCodePoint(mine.name))
                if isNaming {
                    pairs.append(
                        JoinPair(
                            naming: mine, other: theirs, namingIsOrdered: isOrdered, otherIsOrdered: inverseIsOrdered))
                }
            }
        }
        return pairs
    }

    func planJoins() {
        var uses: [String: Int] = [:]
        func claim(_ base: String) -> String {
            guard let count = uses[base] else {
                uses[base] = 0
                return base
            }
            uses[base] = count + 1
            return "\(base)\(count + 1)"
        }
        for pair in joinPairs {
            let table = "Z_\(numbers[pair.naming.entity])\(pair.naming.name.uppercased())"
            let isReflexive = pair.naming == pair.other
            let ownerTail = "\(numbers[pair.naming.entity])\(pair.other.name.uppercased())"
            let memberTail = "\(numbers[pair.other.entity])\(pair.naming.name.uppercased())"
            let owner = claim("Z_" + ownerTail)
            let member = isReflexive ? "REFLEXIVE" : claim("Z_" + memberTail)
            joins.append(
                JoinSchema(
                    naming: pair.naming, other: pair.other, name: table, ownerColumn: owner, memberColumn: member,
                    memberOrder: pair.namingIsOrdered ? Self.orderColumn(for: member) : nil,
                    ownerOrder: pair.otherIsOrdered && !isReflexive ? Self.orderColumn(for: owner) : nil))
        }
    }

    /// The column that keeps the positions of what `column` refers to.
    static func orderColumn(for column: String) -> String {
        column.hasPrefix("Z_") ? "Z_FOK_" + column.dropFirst(2) : "Z_FOK_" + column
    }
}
