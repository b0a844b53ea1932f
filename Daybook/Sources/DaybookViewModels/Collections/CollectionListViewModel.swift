import Combine
import DaybookModel
import Foundation

/// All collections with their progress.
@MainActor
public final class CollectionListViewModel: ScreenViewModel {
    /// The collections.
    @Published public private(set) var collections: [ItemCollection] = []
    /// The new collection's name as typed.
    @Published public var newName = ""
    /// What is wrong with it.
    @Published public private(set) var errors = FormErrors()

    /// Fetches the collections.
    public func load() async {
        collections = await value(of: services.collections.collections()) ?? collections
    }

    /// Fetches anew.
    public override func reload() async { await load() }

    /// Adds an empty collection.
    public func add(language: Language, undo center: UndoCenter) async -> (id: UUID, step: UUID)? {
        let name = newName.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty else {
            errors.add(.validation(.name, .missing))
            return nil
        }
        let manager = services.collections
        switch await result(of: manager.add(name: name, language: language)) {
        case .success(let added):
            let step = center.record(
                .collectionAdded, undo: DaybookServices.undo { manager.delete(asSeen: added) })
            return (added.id, step)
        case .failure(let failure):
            errors.add(failure)
            return nil
        }
    }
}
