/// Checks uniqueness constraints of a save against contents.
struct MemoryConstraints {
    let contents: MemoryContents
    let layout: ModelLayout

    private struct Constraint {
        var declaring: EntityLayout
        var names: [String]
    }

    /// What a row has for a constraint; equal claims collide.
    private struct Claim: Hashable {
        var declaring: Int
        var names: [String]
        var values: [AnyHashable]
    }

    func violations(of changes: StoreChanges) -> [ConstraintViolation] {
        var constraints: [Int: [Constraint]] = [:]
        func of(_ root: Int) -> [Constraint] {
            if let known = constraints[root] { return known }
            let found = layout.entities[root].family.flatMap { index -> [Constraint] in
                let declaring = layout.entities[index]
                return declaring.entity.uniquenessConstraints.map { tuple in
                    Constraint(
                        declaring: declaring,
                        names: tuple.compactMap { ($0 as? String) ?? ($0 as? NSPropertyDescription)?.name })
                }
            }
            constraints[root] = found
            return found
        }
        // rows after the save, of hierarchies that have constraints and are touched.
        var changed: [Int: [Int64: PackedRow?]] = [:]
        var written: [PackedRow] = []
        func note(_ root: Int, _ key: Int64, _ row: PackedRow?) {
            changed[root, default: [:]][key] = .some(row)
            if let row { written.append(row) }
        }
        for row in changes.deletes where !of(row.layout.rootIndex).isEmpty {
            note(row.layout.rootIndex, row.primaryKey, nil)
        }
        for row in changes.updates where !of(row.layout.rootIndex).isEmpty {
            guard let base = contents.row(row.layout.rootIndex, row.primaryKey) else { continue }
            note(
                row.layout.rootIndex, row.primaryKey,
                PackedRow.updated(
                    base, layout: base.layout, primaryKey: base.primaryKey, version: base.version, values: row.values))
        }
        for row in changes.inserts where !of(row.layout.rootIndex).isEmpty {
            note(
                row.layout.rootIndex, row.primaryKey,
                PackedRow.updated(
                    nil, layout: layout.entities[row.layout.index], primaryKey: row.primaryKey, version: 1,
                    values: row.values))
        }
        if written.isEmpty { return [] }
        var existing: [Claim: PackedRow] = [:]
        for root in Set(written.map(\.layout.rootIndex)) {
            for (key, row) in contents.rows[root] ?? [:] where changed[root]?[key] == nil {
                for constraint in of(root) {
                    if let claim = claim(row, constraint) { existing[claim] = row }
                }
            }
        }
        var claimed: [Claim: Int64] = [:]
        var found: [ConstraintViolation] = []
        for row in written {
            for constraint in of(row.layout.rootIndex) {
                guard let claim = claim(row, constraint) else { continue }
                let other = claimed[claim]
                if other == nil { claimed[claim] = row.primaryKey }
                if existing[claim] == nil, other == nil { continue }
                found.append(
                    ConstraintViolation(
                        layout: constraint.declaring, constraint: constraint.names, primaryKey: row.primaryKey,
                        existing: other == nil ? existing[claim] : nil, otherPrimaryKey: other))
            }
        }
        return found
    }

    /// Nil when the row has none of the properties, or NULL in one: NULLs never collide.
    private func claim(_ row: PackedRow, _ constraint: Constraint) -> Claim? {
        var values: [AnyHashable] = []
        for name in constraint.names {
            guard case .slot(let slot) = row.layout.code(name), !row.isNull(slot),
                MemoryContents.key(name, of: row.layout) == MemoryContents.key(name, of: constraint.declaring)
            else { return nil }
            switch row.value(row.layout.slots[slot]) {
            case .integer(let value): values.append(value)
            case .real(let value): values.append(value)
            case .string(let value): values.append(Array(value.utf8))
            case .data(let value): values.append(value)
            case .uuid(let value): values.append(value)
            case .decimal(let value): values.append(DecimalCodec.double(from: value))
            case .key(let reference): values.append(reference.primaryKey)
            case .unset, .null, .object, .destination: return nil
            }
        }
        return Claim(declaring: constraint.declaring.index, names: constraint.names, values: values)
    }
}
