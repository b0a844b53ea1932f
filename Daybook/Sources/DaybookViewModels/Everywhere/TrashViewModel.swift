import Combine
import DaybookModel
import Foundation

/// What was deleted and can come back.
@MainActor
public final class TrashViewModel: ScreenViewModel {
    /// Days that things stay in the trash.
    public static let days = 30

    /// A kind of thing in the trash.
    public enum Kind: String, CaseIterable, Sendable {
        /// An entry of the account book.
        case entry
        /// A reading plan.
        case plan
        /// A memo.
        case memo
        /// A collection.
        case collection
        /// An item of a collection.
        case item
        /// A category of the account book.
        case category
    }

    /// Things of each kind on a page.
    public static let pageSize = 100

    /// The page, counted from 0.
    public var page = 0
    /// Whether a page follows.
    public var hasNextPage: Bool { (contents?.counts.largest ?? 0) > (page + 1) * Self.pageSize }
    /// What is in the trash, as far as it is on the page; nil before loading.
    @Published public private(set) var contents: TrashContents?

    /// Fetches what is in the trash.
    public func load() async {
        contents =
            await value(
                of: services.trash.contents(limit: Self.pageSize, offset: page * Self.pageSize)) ?? contents
    }

    /// Fetches anew.
    public override func reload() async { await load() }

    /// Takes a thing out of the trash.
    public func restore(_ kind: Kind, id: UUID, undo center: UndoCenter) async -> UUID? {
        let services = services
        let undo: UndoCenter.Undo?
        switch kind {
        case .entry:
            guard let seen = await value(of: services.transactions.restore(id: id)) else { return nil }
            undo = DaybookServices.undo { services.transactions.delete(asSeen: seen) }
        case .plan:
            guard let seen = await value(of: services.plans.restore(id: id)) else { return nil }
            undo = DaybookServices.undo { services.plans.delete(asSeen: seen) }
        case .memo:
            guard let seen = await value(of: services.memos.restore(id: id)) else { return nil }
            undo = DaybookServices.undo { services.memos.delete(asSeen: seen) }
        case .collection:
            guard let seen = await value(of: services.collections.restore(id: id)) else { return nil }
            undo = DaybookServices.undo { services.collections.delete(asSeen: seen) }
        case .item:
            guard let seen = await value(of: services.collections.restoreItem(id: id)) else { return nil }
            undo = DaybookServices.undo { services.collections.deleteItem(asSeen: seen) }
        case .category:
            guard await value(of: services.categories.restore(id: id)) != nil else { return nil }
            // Its entries came back with it, and would have to go somewhere again: the way back is the page's own.
            undo = nil
        }
        return center.record(.restored, undo: undo)
    }

    /// Removes everything in the trash for good, files included.
    public func empty(undo center: UndoCenter) async -> UUID? {
        guard let count = await value(of: services.trash.empty(trashedBefore: nil)) else { return nil }
        contents = TrashContents(transactions: [], plans: [], memos: [], collections: [])
        return center.record(.trashEmptied(count: count), undo: nil)
    }
}
