import Foundation

/// A thing before and after a step, from which the step can be taken back.
///
/// Taking back touches only what the step changed: what was changed elsewhere since then stays, and where both changed
/// one value, nothing is taken back at all.
public struct Revision<Thing: Identifiable & Sendable>: Sendable where Thing.ID == UUID {
    /// What the thing was.
    public let before: Thing
    /// What the step made of it.
    public let after: Thing

    /// Makes a value; both are of one identity.
    public init(before: Thing, after: Thing) {
        self.before = before
        self.after = after
    }

    /// The thing's identity.
    public var id: UUID { after.id }

    /// A value as it is when the step is taken back.
    ///
    /// - Throws: `conflict` when the step changed the value and somebody else changed it again since.
    public func back<Value: Equatable>(
        _ value: (Thing) -> Value, now: Thing, else conflict: DaybookError
    ) throws(DaybookError) -> Value {
        let (was, became, current) = (value(before), value(after), value(now))
        if was == became || current == was { return current }
        guard current == became else { throw conflict }
        return was
    }
}

extension Revision where Thing == Transaction {
    /// The values of the entry with the step taken back.
    ///
    /// - Throws: `DaybookError.conflict` when a value was changed again since.
    public func draft(now: Transaction) throws(DaybookError) -> TransactionDraft {
        let conflict = DaybookError.conflict(.transaction, id)
        return TransactionDraft(
            kind: try back(\.kind, now: now, else: conflict), amount: try back(\.amount, now: now, else: conflict),
            categoryID: try back({ $0.category?.id }, now: now, else: conflict),
            day: try back(\.day, now: now, else: conflict), memo: try back(\.memo, now: now, else: conflict),
            payment: try back(\.payment, now: now, else: conflict))
    }
}

extension Revision where Thing == ReadingPlan {
    /// The values of the plan with the step taken back.
    ///
    /// - Throws: `DaybookError.conflict` when a value was changed again since.
    public func draft(now: ReadingPlan) throws(DaybookError) -> ReadingPlanDraft {
        let conflict = DaybookError.conflict(.plan, id)
        return ReadingPlanDraft(
            title: try back(\.title, now: now, else: conflict), author: try back(\.author, now: now, else: conflict),
            startDay: try back(\.startDay, now: now, else: conflict),
            endDay: try back(\.endDay, now: now, else: conflict),
            totalPages: try back(\.totalPages, now: now, else: conflict),
            currentPage: try back(\.currentPage, now: now, else: conflict),
            status: try back(\.status, now: now, else: conflict))
    }
}

extension Revision where Thing == Memo {
    /// The values of the memo with the step taken back.
    ///
    /// - Throws: `DaybookError.conflict` when a value was changed again since.
    public func draft(now: Memo) throws(DaybookError) -> MemoDraft {
        let conflict = DaybookError.conflict(.memo, id)
        return MemoDraft(
            text: try back(\.text, now: now, else: conflict), page: try back(\.page, now: now, else: conflict),
            kind: try back(\.kind, now: now, else: conflict), day: try back(\.day, now: now, else: conflict))
    }
}

extension Revision where Thing == Category {
    /// The values of the category with the step taken back.
    ///
    /// - Throws: `DaybookError.conflict` when a value was changed again since.
    public func draft(now: Category) throws(DaybookError) -> CategoryDraft {
        let conflict = DaybookError.conflict(.category, id)
        return CategoryDraft(
            name: try back(\.name, now: now, else: conflict), kind: try back(\.kind, now: now, else: conflict),
            icon: try back(\.icon, now: now, else: conflict),
            parentID: try back(\.parentID, now: now, else: conflict))
    }

    /// The key of a category that came with the app, which renaming took away.
    ///
    /// - Throws: `DaybookError.conflict` when it was changed again since.
    public func builtInKey(now: Category) throws(DaybookError) -> String? {
        try back(\.builtInKey, now: now, else: .conflict(.category, id))
    }
}

extension Revision where Thing == ItemCollection {
    /// The collection's names with the step taken back.
    ///
    /// - Throws: `DaybookError.conflict` when one of them was changed again since.
    public func names(now: ItemCollection) throws(DaybookError) -> [Language: String] {
        var names = now.names
        for language in Language.allCases {
            names[language] = try back({ $0.names[language] }, now: now, else: .conflict(.collection, id))
        }
        return names
    }
}

extension Revision where Thing == CollectionItem {
    /// The values of the item with the step taken back.
    ///
    /// - Throws: `DaybookError.conflict` when a value was changed again since.
    public func draft(now: CollectionItem) throws(DaybookError) -> CollectionItemDraft {
        let conflict = DaybookError.conflict(.item, id)
        var names = now.names
        for language in Language.allCases {
            names[language] = try back({ $0.names[language] }, now: now, else: conflict)
        }
        return CollectionItemDraft(
            names: names, group: try back(\.group, now: now, else: conflict),
            number: try back(\.number, now: now, else: conflict),
            variant: try back(\.variant, now: now, else: conflict), note: try back(\.note, now: now, else: conflict),
            quantity: try back(\.quantity, now: now, else: conflict))
    }
}
