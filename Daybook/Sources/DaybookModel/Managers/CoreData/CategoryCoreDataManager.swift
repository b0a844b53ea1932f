import Combine
import CoreData
import Foundation

/// Categories in Core Data.
final class CategoryCoreDataManager: CategoryManaging {
    private let storage: Storage

    init(storage: Storage) {
        self.storage = storage
    }

    func categories() -> AnyPublisher<[Category], DaybookError> {
        storage.read { context in
            let rows = try context.all(
                CategoryEntity.self, sortedBy: [NSSortDescriptor(key: "position", ascending: true)], with: ["parent"])
            let plain = try rows.map { try $0.plain() }
            let kinds = TransactionKind.allCases
            return plain.filter { $0.parentID == nil }
                .sorted {
                    (kinds.firstIndex(of: $0.kind) ?? 0, $0.position) < (
                        kinds.firstIndex(of: $1.kind) ?? 0, $1.position
                    )
                }
                .flatMap { top in [top] + plain.filter { $0.parentID == top.id } }
        }
    }

    func add(_ draft: CategoryDraft) -> AnyPublisher<Category, DaybookError> {
        storage.write([.account]) { session in
            let category = CategoryEntity(context: session.context)
            category.id = session.makeID()
            category.createdAt = session.now
            category.position = Int32(clamping: try session.context.count(CategoryEntity.self))
            try Self.take(draft, category, in: session.context)
            return try category.plain()
        }
    }

    func update(id: UUID, with draft: CategoryDraft) -> AnyPublisher<Category, DaybookError> {
        storage.write([.account]) { session in
            let category = try session.context.find(CategoryEntity.self, .category, id)
            session.changedIDs.insert(id)
            // A category that came with the app keeps both its names until it gets another.
            if !category.isNamed(draft.name) { category.builtInKey = nil }
            if category.kind != draft.kind.rawValue {
                let used = try session.context.count(
                    TransactionEntity.self, NSPredicate(format: "category == %@", category))
                guard used == 0 else { throw DaybookError.validation(.category, .inUse(count: used)) }
            }
            try Self.take(draft, category, in: session.context)
            return try category.plain()
        }
    }

    func delete(id: UUID, movingEntriesTo replacement: UUID?) -> AnyPublisher<Category, DaybookError> {
        storage.write([.account]) { session in
            let context = session.context
            let category = try context.find(CategoryEntity.self, .category, id)
            let plain = try category.plain()
            let going = [category] + (category.children?.members(CategoryEntity.self) ?? [])
            let entries = try context.all(TransactionEntity.self, NSPredicate(format: "category IN %@", going))
            if !entries.isEmpty {
                guard let replacement else { throw DaybookError.validation(.category, .inUse(count: entries.count)) }
                let target = try context.find(CategoryEntity.self, .category, replacement)
                guard target.kind == category.kind, !going.contains(target) else {
                    throw DaybookError.validation(.category, .notAvailable)
                }
                for entry in entries { entry.category = target }
            }
            session.changedIDs.insert(id)
            context.delete(category)
            return plain
        }
    }

    private static func take(
        _ draft: CategoryDraft, _ category: CategoryEntity, in context: NSManagedObjectContext
    ) throws {
        let name = draft.name.trimmingBlanks
        guard !name.isEmpty else { throw DaybookError.validation(.name, .missing) }
        var parent: CategoryEntity?
        if let parentID = draft.parentID {
            parent = try context.first(CategoryEntity.self, NSPredicate(format: "id == %@", parentID as CVarArg))
            let hasChildren = (category.children?.count ?? 0) > 0
            guard let parent, parent.parent == nil, parent !== category, parent.kind == draft.kind.rawValue,
                !hasChildren
            else { throw DaybookError.validation(.category, .notAvailable) }
        }
        let siblings = try context.all(CategoryEntity.self, NSPredicate(format: "kind == %@", draft.kind.rawValue))
        guard !siblings.contains(where: { $0 !== category && $0.parent === parent && $0.isNamed(name) }) else {
            throw DaybookError.validation(.name, .duplicate)
        }
        if category.builtInKey == nil { category.name = name }
        category.kind = draft.kind.rawValue
        category.icon = draft.icon?.trimmingBlanks.nonEmpty
        category.parent = parent
    }
}
