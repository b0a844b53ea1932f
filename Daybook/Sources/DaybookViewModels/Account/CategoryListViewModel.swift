import Combine
import DaybookModel
import Foundation

/// The categories, with adding, renaming and deleting.
@MainActor
public final class CategoryListViewModel: ScreenViewModel {
    /// All categories: each of the first level followed by its own.
    @Published public private(set) var categories: [DaybookModel.Category] = []
    /// What is wrong with the last change.
    @Published public private(set) var errors = FormErrors()
    /// What was changed elsewhere to another end than here, by field.
    @Published public private(set) var theirs: [String: String] = [:]
    /// How many entries still use the category whose deletion was refused.
    @Published public private(set) var usedBy: Int?

    /// Fetches the categories.
    public func load() async {
        categories = await value(of: services.categories.categories()) ?? categories
    }

    /// Fetches anew.
    public override func reload() async { await load() }

    /// Adds a category.
    public func add(_ draft: CategoryDraft, undo center: UndoCenter) async -> UUID? {
        let manager = services.categories
        switch await result(of: manager.add(draft)) {
        case .success(let added):
            return center.record(
                .categoryAdded, undo: DaybookServices.undo { manager.delete(asSeen: added) })
        case .failure(let failure):
            errors.add(failure)
            return nil
        }
    }

    /// Changes a category's name and icon.
    ///
    /// A built-in category's name in the page's language counts as unchanged, so that it still follows the language.
    ///
    /// - Parameter base: what the form said when it was opened; a field that was not touched since keeps what others
    ///   made of it, and one that both changed is a conflict.
    public func rename(
        id: UUID, name: String, icon: String?, language: Language, base: [String: String] = [:],
        undo center: UndoCenter
    ) async -> UUID? {
        await load()
        guard let before = categories.first(where: { $0.id == id }) else {
            errors.add(.notFound(.category, id))
            return nil
        }
        let manager = services.categories
        var draft = CategoryDraft(name: before.name, kind: before.kind, icon: before.icon, parentID: before.parentID)
        let shown = Set(Language.allCases.map { before.name(in: $0) })
        draft.name = shown.contains(name) || name == base["name"] ? before.name : name
        draft.icon = base["icon"] == icon ?? "" ? before.icon : icon
        if let known = base["name"], draft.name != before.name, !shown.contains(known) { theirs["name"] = before.name }
        if let known = base["icon"], draft.icon != before.icon, known != before.icon ?? "" {
            theirs["icon"] = before.icon ?? ""
        }
        if !theirs.isEmpty {
            errors.add(.conflict(.category, id))
            return nil
        }
        switch await result(of: manager.update(id: id, with: draft)) {
        case .success(let after):
            let revision = Revision(before: before, after: after)
            return center.record(.categoryChanged, undo: DaybookServices.undo { manager.undo(revision) })
        case .failure(let failure):
            errors.add(failure)
            return nil
        }
    }

    /// Moves a category to the trash; its entries move to the replacement, and come back with it.
    public func delete(id: UUID, movingEntriesTo replacement: UUID?, undo center: UndoCenter) async -> UUID? {
        let manager = services.categories
        switch await result(of: manager.delete(id: id, movingEntriesTo: replacement)) {
        case .success:
            categories.removeAll { $0.id == id || $0.parentID == id }
            return center.record(.categoryDeleted, undo: DaybookServices.undo { manager.restore(id: id) })
        case .failure(let failure):
            if case .validation(_, .inUse(let count)) = failure { usedBy = count }
            errors.add(failure)
            return nil
        }
    }
}
