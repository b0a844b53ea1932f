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
                CategoryEntity.self, .living, sortedBy: [NSSortDescriptor(key: "position", ascending: true)],
                with: ["parent"])
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
            let category = try Self.living(id, in: session.context)
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

    func undo(_ revision: Revision<Category>) -> AnyPublisher<Category, DaybookError> {
        storage.write([.account]) { session in
            let category = try Self.living(revision.id, in: session.context)
            let now = try category.plain()
            let draft = try revision.draft(now: now)
            category.builtInKey = try revision.builtInKey(now: now)
            session.changedIDs.insert(revision.id)
            try Self.take(draft, category, in: session.context)
            category.name = draft.name
            return try category.plain()
        }
    }

    func delete(asSeen seen: Category) -> AnyPublisher<Category, DaybookError> {
        storage.write([.account]) { session in
            let category = try Self.living(seen.id, in: session.context)
            let children = category.children?.members(CategoryEntity.self) ?? []
            guard try category.plain().isStill(seen), !children.contains(where: { $0.trashedAt == nil }) else {
                throw DaybookError.conflict(.category, seen.id)
            }
            let users = try session.context.count(
                TransactionEntity.self, NSPredicate(format: "category == %@", category))
            guard users == 0 else { throw DaybookError.conflict(.category, seen.id) }
            session.changedIDs.insert(seen.id)
            category.trashedAt = session.now
            return try category.plain()
        }
    }

    // MARK: Deleting and restoring

    /// Entries remember where they were, so that restoring the category brings them back to it.
    func delete(id: UUID, movingEntriesTo replacement: UUID?) -> AnyPublisher<Category, DaybookError> {
        storage.write([.account]) { session in
            let context = session.context
            let category = try Self.living(id, in: context)
            let children = category.children?.members(CategoryEntity.self) ?? []
            let going = [category] + children.filter { $0.trashedAt == nil }
            let entries = try context.all(TransactionEntity.self, NSPredicate(format: "category IN %@", going))
            var target: CategoryEntity?
            if let replacement {
                let found = try Self.living(replacement, in: context)
                guard found.kind == category.kind, !going.contains(found) else {
                    throw DaybookError.validation(.category, .notAvailable)
                }
                target = found
            } else {
                let living = entries.count { $0.trashedAt == nil }
                guard living == 0 else { throw DaybookError.validation(.category, .inUse(count: living)) }
            }
            for entry in entries {
                entry.formerCategory = entry.category
                entry.category = target
            }
            session.changedIDs.insert(id)
            for gone in going { gone.trashedAt = session.now }
            return try category.plain()
        }
    }

    func restore(id: UUID) -> AnyPublisher<Category, DaybookError> {
        storage.write([.account]) { session in
            let context = session.context
            let category = try context.find(CategoryEntity.self, .category, id)
            session.isChanged = category.trashedAt != nil
            session.changedIDs.insert(id)
            guard let moment = category.trashedAt else { return try category.plain() }
            // What went with it comes with it, and so does the one above, without which it has no place.
            var coming =
                [category]
                + (category.children?.members(CategoryEntity.self) ?? [])
                .filter { $0.trashedAt == moment }
            if let parent = category.parent, parent.trashedAt != nil { coming.append(parent) }
            for one in coming { one.trashedAt = nil }
            for one in coming { try Self.checkName(one.name ?? "", of: one, under: one.parent, in: context) }
            for entry in try context.all(TransactionEntity.self, NSPredicate(format: "formerCategory IN %@", coming)) {
                entry.category = entry.formerCategory
                entry.formerCategory = nil
            }
            return try category.plain()
        }
    }

    // MARK: Parts

    private static func living(_ id: UUID, in context: NSManagedObjectContext) throws -> CategoryEntity {
        let category = try context.find(CategoryEntity.self, .category, id)
        guard category.trashedAt == nil else { throw DaybookError.notFound(.category, id) }
        return category
    }

    private static func take(
        _ draft: CategoryDraft, _ category: CategoryEntity, in context: NSManagedObjectContext
    ) throws {
        let name = draft.name.trimmingBlanks
        guard !name.isEmpty else { throw DaybookError.validation(.name, .missing) }
        if let problem = TextLimits.problem(name, .name) ?? TextLimits.problem(ofIcon: draft.icon) { throw problem }
        var parent: CategoryEntity?
        if let parentID = draft.parentID {
            parent = try context.first(
                CategoryEntity.self, .all([.living, NSPredicate(format: "id == %@", parentID as CVarArg)]))
            let children = category.children?.members(CategoryEntity.self) ?? []
            guard let parent, parent.parent == nil, parent !== category, parent.kind == draft.kind.rawValue,
                children.isEmpty
            else { throw DaybookError.validation(.category, .notAvailable) }
        }
        if category.builtInKey == nil { category.name = name }
        category.kind = draft.kind.rawValue
        category.icon = draft.icon?.trimmingBlanks.nonEmpty
        category.parent = parent
        try checkName(name, of: category, under: parent, in: context)
    }

    /// No two living categories of a kind have one name at one place.
    private static func checkName(
        _ name: String, of category: CategoryEntity, under parent: CategoryEntity?, in context: NSManagedObjectContext
    ) throws {
        let siblings = try context.all(
            CategoryEntity.self, NSPredicate(format: "kind == %@", category.kind ?? ""))
        let isTaken = siblings.contains {
            $0 !== category && $0.trashedAt == nil && $0.parent === parent && $0.isNamed(name)
        }
        guard !isTaken else { throw DaybookError.validation(.name, .duplicate) }
    }
}
