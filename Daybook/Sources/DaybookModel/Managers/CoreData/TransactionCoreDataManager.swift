import Combine
import CoreData
import Foundation

/// Entries in Core Data.
final class TransactionCoreDataManager: TransactionManaging {
    let storage: Storage
    private let limits: PhotoLimits

    init(storage: Storage, limits: PhotoLimits) {
        self.storage = storage
        self.limits = limits
    }

    // MARK: Reading

    func transactions(
        matching filter: TransactionFilter, limit: Int?, offset: Int
    ) -> AnyPublisher<TransactionList, DaybookError> {
        storage.read { context in try Self.list(filter, limit: limit, offset: offset, in: context) }
    }

    func transactions(
        in period: MonthPeriod, matching filter: TransactionFilter, limit: Int?, offset: Int
    ) -> AnyPublisher<TransactionList, DaybookError> {
        var filter = filter
        filter.from = max(period.first, filter.from ?? period.first)
        filter.through = min(period.last, filter.through ?? period.last)
        return transactions(matching: filter, limit: limit, offset: offset)
    }

    func transaction(id: UUID) -> AnyPublisher<Transaction, DaybookError> {
        storage.read { context in try context.find(TransactionEntity.self, .transaction, id).plain() }
    }

    func suggestedCategory(forMemo memo: String, kind: TransactionKind) -> AnyPublisher<Category?, DaybookError> {
        storage.read { context in
            let request = NSFetchRequest<TransactionEntity>(entityName: "TransactionEntity")
            request.predicate = .all([
                .living, NSPredicate(format: "memo == %@", memo.trimmingBlanks),
                NSPredicate(format: "kind == %@ AND category != nil", kind.rawValue),
            ])
            request.sortDescriptors = [NSSortDescriptor(key: "updatedAt", ascending: false)]
            request.fetchLimit = 1
            return try context.fetch(request).first?.category?.plain()
        }
    }

    private static func list(
        _ filter: TransactionFilter, limit: Int?, offset: Int, in context: NSManagedObjectContext
    ) throws -> TransactionList {
        let request = NSFetchRequest<TransactionEntity>(entityName: "TransactionEntity")
        request.predicate = try predicate(filter, in: context)
        request.sortDescriptors = newestFirst
        let home = try SettingsCoreDataManager.settings(in: context).homeCurrency
        // The sums are of everything that passes, the entries only those of the window.
        let sums = try context.ledgerSums(request.predicate ?? .living, by: [])
        request.fetchOffset = max(0, offset)
        request.fetchLimit = max(0, limit ?? 0)
        request.relationshipKeyPathsForPrefetching = TransactionEntity.shownRelationships
        let window = limit == 0 ? [] : try context.fetch(request)
        return TransactionList(
            transactions: try window.map { try $0.plain() }, count: sums.reduce(0) { $0 + $1.count },
            totals: LedgerMath.totals(sums, home: home))
    }

    /// A total order, so that pages neither repeat nor skip an entry.
    private static var newestFirst: [NSSortDescriptor] {
        [
            NSSortDescriptor(key: "day", ascending: false), NSSortDescriptor(key: "createdAt", ascending: false),
            NSSortDescriptor(key: "id", ascending: true),
        ]
    }

    func placeInDay(of id: UUID) -> AnyPublisher<Int, DaybookError> {
        storage.read { context in
            let entry = try context.find(TransactionEntity.self, .transaction, id)
            guard let createdAt = entry.createdAt else { throw DaybookError.storage("an entry's row is damaged") }
            return try context.count(
                TransactionEntity.self,
                .all([.living, NSPredicate(format: "day == %d AND createdAt > %@", entry.day, createdAt as NSDate)]))
        }
    }

    private static func predicate(_ filter: TransactionFilter, in context: NSManagedObjectContext) throws -> NSPredicate
    {
        var parts: [NSPredicate] = [.living]
        if !filter.kinds.isEmpty { parts.append(NSPredicate(format: "kind IN %@", filter.kinds.map(\.rawValue))) }
        if filter.withoutCategory { parts.append(NSPredicate(format: "category == nil")) }
        if let id = filter.categoryID {
            parts.append(
                NSPredicate(format: "category.id == %@ OR category.parent.id == %@", id as CVarArg, id as CVarArg))
        }
        if let least = filter.minimumAmount { parts.append(NSPredicate(format: "amountMinor >= %lld", least)) }
        if let most = filter.maximumAmount { parts.append(NSPredicate(format: "amountMinor <= %lld", most)) }
        if let currency = filter.currency { parts.append(NSPredicate(format: "currency == %@", currency.code)) }
        if let from = filter.from { parts.append(NSPredicate(format: "day >= %d", Int32(from.number))) }
        if let through = filter.through { parts.append(NSPredicate(format: "day <= %d", Int32(through.number))) }
        if let id = filter.importBatchID { parts.append(NSPredicate(format: "batch.id == %@", id as CVarArg)) }
        let words = SearchText.words(filter.text)
        if !words.isEmpty {
            let categories = try context.all(CategoryEntity.self, .living, with: ["parent"])
            parts += words.map { word in
                let named = categories.filter { $0.matches(word) }
                var ways = [NSPredicate.searching(word)]
                if !named.isEmpty { ways.append(NSPredicate(format: "category IN %@", named)) }
                if let amount = amount(word) { ways.append(amount) }
                return ways.count == 1 ? ways[0] : NSCompoundPredicate(orPredicateWithSubpredicates: ways)
            }
        }
        return .all(parts)
    }

    /// A word that is a number finds the amount too: `17700` and `17,700` that of 17,700 won, `53.92` that of 53.92 dollars.
    private static func amount(_ word: SearchText.Word) -> NSPredicate? {
        guard case .text(let text) = word, let cell = AmountCell(text), let number = cell.number(.point) else {
            return nil
        }
        let ways = Currency.byFractionDigits.compactMap { digits, codes -> NSPredicate? in
            guard let units = try? number.trimmed.rescaled(to: digits), units.scale == digits else { return nil }
            return NSPredicate(format: "amountMinor == %lld AND currency IN %@", units.units, codes)
        }
        return ways.isEmpty ? nil : NSCompoundPredicate(orPredicateWithSubpredicates: ways)
    }

    // MARK: Writing

    func add(_ draft: TransactionDraft, photos: [PhotoUpload]) -> AnyPublisher<Transaction, DaybookError> {
        let limit = limits.photosPerEntry
        if let error = Self.problem(of: draft) ?? Self.problem(ofPhotoCount: photos.count, limit: limit) {
            return Fail(error: error).eraseToAnyPublisher()
        }
        return storage.write([.account], photos: photos) { session in
            let category = try Self.category(of: draft, in: session.context)
            let entry = TransactionEntity(context: session.context)
            entry.id = session.makeID()
            entry.createdAt = session.now
            entry.take(draft, now: session.now)
            entry.category = category
            for photo in session.takePhotos(after: 0) { photo.transaction = entry }
            return try entry.plain()
        }
    }

    func update(
        id: UUID, with draft: TransactionDraft, photos: PhotoEdits, ifUnchangedSince: Date?
    ) -> AnyPublisher<Transaction, DaybookError> {
        let limit = limits.photosPerEntry
        if let error = Self.problem(of: draft) ?? Self.problem(ofPhotoCount: photos.adding.count, limit: limit) {
            return Fail(error: error).eraseToAnyPublisher()
        }
        return storage.write([.account], photos: photos.adding) { session in
            let entry = try Self.living(id, in: session.context)
            if let seen = ifUnchangedSince, entry.updatedAt != seen { throw DaybookError.conflict(.transaction, id) }
            let category = try Self.category(of: draft, in: session.context)
            session.changedIDs.insert(id)
            entry.take(draft, now: session.now)
            // A category chosen by hand stays, whichever comes back from the trash.
            if entry.category !== category { entry.formerCategory = nil }
            entry.category = category
            try entry.apply(photos, limit: limit, in: session) { $0.transaction = entry }
            return try entry.plain()
        }
    }

    func duplicate(id: UUID, on day: CalendarDay) -> AnyPublisher<Transaction, DaybookError> {
        storage.write([.account]) { session in
            let original = try session.context.find(TransactionEntity.self, .transaction, id)
            var draft = TransactionDraft(try original.plain())
            draft.day = day
            let copy = TransactionEntity(context: session.context)
            copy.id = session.makeID()
            copy.createdAt = session.now
            copy.take(draft, now: session.now)
            copy.category = original.category
            return try copy.plain()
        }
    }

    func delete(id: UUID) -> AnyPublisher<Transaction, DaybookError> {
        storage.write([.account]) { session in
            let entry = try Self.living(id, in: session.context)
            session.changedIDs.insert(id)
            entry.trashedAt = session.now
            return try entry.plain()
        }
    }

    func delete(asSeen seen: Transaction) -> AnyPublisher<Transaction, DaybookError> {
        storage.write([.account]) { session in
            let entry = try Self.living(seen.id, in: session.context)
            guard try entry.plain().isStill(seen) else { throw DaybookError.conflict(.transaction, seen.id) }
            session.changedIDs.insert(seen.id)
            entry.trashedAt = session.now
            return try entry.plain()
        }
    }

    func undo(_ revision: Revision<Transaction>) -> AnyPublisher<Transaction, DaybookError> {
        let limit = limits.photosPerEntry
        return storage.write([.account]) { session in
            let entry = try Self.living(revision.id, in: session.context)
            let draft = try revision.draft(now: try entry.plain())
            // An imported entry may have had no category before it was given one.
            let category = draft.categoryID == nil ? nil : try Self.category(of: draft, in: session.context)
            session.changedIDs.insert(revision.id)
            entry.take(draft, now: session.now)
            if entry.category !== category { entry.formerCategory = nil }
            entry.category = category
            try entry.takeBack(
                from: revision.before.photos, to: revision.after.photos, limit: limit,
                else: .conflict(.transaction, revision.id), in: session)
            return try entry.plain()
        }
    }

    func restore(id: UUID) -> AnyPublisher<Transaction, DaybookError> {
        storage.write([.account]) { session in
            let entry = try session.context.find(TransactionEntity.self, .transaction, id)
            session.isChanged = entry.trashedAt != nil
            session.changedIDs.insert(id)
            if entry.trashedAt != nil { entry.trashedAt = nil }
            return try entry.plain()
        }
    }

    /// The entry, unless it is in the trash.
    private static func living(_ id: UUID, in context: NSManagedObjectContext) throws -> TransactionEntity {
        let entry = try context.find(TransactionEntity.self, .transaction, id)
        guard entry.trashedAt == nil else { throw DaybookError.notFound(.transaction, id) }
        return entry
    }

    private static func problem(of draft: TransactionDraft) -> DaybookError? {
        if draft.amount.minorUnits <= 0 { return .validation(.amount, .notPositive) }
        if draft.amount.minorUnits > Money.largestMinorUnits {
            return .validation(
                .amount,
                .tooLarge(
                    limit: Money(minorUnits: Money.largestMinorUnits, currency: draft.amount.currency).groupedText))
        }
        if !draft.amount.currency.isKnown { return .validation(.currency, .notAvailable) }
        if !draft.day.isKept {
            let years = CalendarDay.keptYears
            return .validation(.day, .yearOutOfRange(first: years.lowerBound, last: years.upperBound))
        }
        if draft.categoryID == nil { return .validation(.category, .missing) }
        return TextLimits.problem([(draft.memo, .memo), (draft.payment, .payment)])
    }

    private static func problem(ofPhotoCount count: Int, limit: Int) -> DaybookError? {
        count > limit ? .validation(.photos, .tooManyPhotos(limit: limit)) : nil
    }

    /// The draft's category, which must be there and be meant for the draft's kind.
    private static func category(of draft: TransactionDraft, in context: NSManagedObjectContext) throws
        -> CategoryEntity
    {
        guard let id = draft.categoryID else { throw DaybookError.validation(.category, .missing) }
        guard
            let category = try context.first(
                CategoryEntity.self, .all([.living, NSPredicate(format: "id == %@", id as CVarArg)])),
            category.kind == draft.kind.rawValue
        else { throw DaybookError.validation(.category, .notAvailable) }
        return category
    }
}

extension CategoryEntity {
    /// Whether a word of a search is in the category's name or its parent's, in either language.
    func matches(_ word: SearchText.Word) -> Bool {
        var names: [String] = []
        for category in [self, parent].compactMap({ $0 }) {
            names.append(category.name ?? "")
            guard let key = category.builtInKey else { continue }
            names += Language.allCases.compactMap { BuiltInCategories.name(key, in: $0) }
        }
        return names.contains { name in
            switch word {
            case .text(let text): SearchText.folded(name).contains(text)
            case .initials(let text): SearchText.initials(name).contains(text)
            }
        }
    }
}
