/// Whether a thing is what it was when it was last seen: what takes back its making must not take along what was put
/// into it since. When it was changed does not count: it may have been changed and changed back.
extension Transaction {
    /// Whether nothing was changed since.
    public func isStill(_ seen: Transaction) -> Bool {
        TransactionDraft(self) == TransactionDraft(seen) && photos.map(\.id) == seen.photos.map(\.id)
    }
}

extension ReadingPlan {
    /// Whether nothing was changed since, and no memo came.
    public func isStill(_ seen: ReadingPlan) -> Bool {
        ReadingPlanDraft(self) == ReadingPlanDraft(seen) && cover?.id == seen.cover?.id && memoCount <= seen.memoCount
    }
}

extension Memo {
    /// Whether nothing was changed since.
    public func isStill(_ seen: Memo) -> Bool {
        MemoDraft(self) == MemoDraft(seen) && photo?.id == seen.photo?.id
    }
}

extension Category {
    /// Whether nothing was changed since.
    public func isStill(_ seen: Category) -> Bool {
        name == seen.name && kind == seen.kind && icon == seen.icon && parentID == seen.parentID
    }
}

extension ItemCollection {
    /// Whether it was neither renamed nor got items or marks since.
    public func isStill(_ seen: ItemCollection) -> Bool {
        names == seen.names && progress.total <= seen.progress.total && progress.owned <= seen.progress.owned
    }
}

extension CollectionItem {
    /// Whether nothing was changed since, marks included.
    public func isStill(_ seen: CollectionItem) -> Bool {
        names == seen.names && group == seen.group && number == seen.number && variant == seen.variant
            && note == seen.note && quantity == seen.quantity && picture?.id == seen.picture?.id
            && isOwned == seen.isOwned && isWished == seen.isWished
    }
}
