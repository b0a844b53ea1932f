import Combine
import DaybookModel
import Foundation

extension MemoryDataSource.State {
    /// Index of a thing, or `.notFound`.
    static func index<Thing: Identifiable>(
        _ things: [Thing], _ id: UUID, _ subject: DaybookError.Subject
    ) throws(DaybookError) -> Int where Thing.ID == UUID {
        guard let index = things.firstIndex(where: { $0.id == id }) else { throw .notFound(subject, id) }
        return index
    }

    fileprivate func living(_ filter: TransactionFilter) -> [Transaction] {
        transactions.filter { transaction in
            guard transaction.trashedAt == nil else { return false }
            let text = filter.text.lowercased()
            let haystack = "\(transaction.memo) \(transaction.payment ?? "") \(transaction.category?.name ?? "")"
            let category = transaction.category
            return (text.isEmpty || haystack.lowercased().contains(text))
                && (filter.kinds.isEmpty || filter.kinds.contains(transaction.kind))
                && (filter.categoryID == nil || filter.categoryID == category?.id
                    || filter.categoryID == category?.parentID)
                && (!filter.withoutCategory || category == nil)
                && (filter.minimumAmount.map { transaction.amount.minorUnits >= $0 } ?? true)
                && (filter.maximumAmount.map { transaction.amount.minorUnits <= $0 } ?? true)
                && (filter.currency.map { transaction.amount.currency == $0 } ?? true)
                && (filter.from.map { transaction.day >= $0 } ?? true)
                && (filter.through.map { transaction.day <= $0 } ?? true)
                && (filter.importBatchID == nil || filter.importBatchID == transaction.importBatchID)
        }.sorted { ($0.day, $0.createdAt) > ($1.day, $1.createdAt) }
    }

    fileprivate func totals(_ transactions: [Transaction]) -> [Totals] {
        let home = settings.homeCurrency
        let currencies = Set(transactions.filter { $0.kind != .transfer }.map(\.amount.currency)).subtracting([home])
        return ([home] + currencies.sorted { $0.code < $1.code }).map { currency in
            let own = transactions.filter { $0.amount.currency == currency }
            func sum(_ kind: TransactionKind) -> Int64 {
                own.filter { $0.kind == kind }.reduce(0) { $0 + $1.amount.minorUnits }
            }
            return Totals(
                currency: currency, incomeMinorUnits: sum(.income), expenseMinorUnits: sum(.expense))
        }
    }

    fileprivate func list(_ all: [Transaction], limit: Int?, offset: Int) -> TransactionList {
        let page = all.dropFirst(offset)
        return TransactionList(
            transactions: limit.map { Array(page.prefix($0)) } ?? Array(page), count: all.count, totals: totals(all))
    }

    fileprivate func filter(_ period: MonthPeriod) -> TransactionFilter {
        TransactionFilter(from: period.first, through: period.last)
    }
}

struct MemoryTransactions: TransactionManaging {
    let source: MemoryDataSource

    func transactions(matching filter: TransactionFilter, limit: Int?, offset: Int) -> AnyPublisher<
        TransactionList, DaybookError
    > {
        source.read { state in state.list(state.living(filter), limit: limit, offset: offset) }
    }

    func transactions(
        in period: MonthPeriod, matching filter: TransactionFilter, limit: Int?, offset: Int
    ) -> AnyPublisher<TransactionList, DaybookError> {
        var filter = filter
        filter.from = period.first
        filter.through = period.last
        return transactions(matching: filter, limit: limit, offset: offset)
    }

    func placeInDay(of id: UUID) -> AnyPublisher<Int, DaybookError> {
        source.read { (state) throws(DaybookError) in
            let entry = state.transactions[try MemoryDataSource.State.index(state.transactions, id, .transaction)]
            return state.living(TransactionFilter(from: entry.day, through: entry.day))
                .count { $0.createdAt > entry.createdAt }
        }
    }

    func transaction(id: UUID) -> AnyPublisher<Transaction, DaybookError> {
        source.read { (state) throws(DaybookError) in
            state.transactions[try MemoryDataSource.State.index(state.transactions, id, .transaction)]
        }
    }

    func summary(of period: MonthPeriod, today: CalendarDay) -> AnyPublisher<PeriodSummary, DaybookError> {
        source.read { state in
            let all = state.living(state.filter(period))
            let before = period.previous.map { state.living(state.filter($0)) } ?? []
            let days = Dictionary(grouping: all, by: \.day).map { day, entries in
                DaySummary(day: day, totals: state.totals(entries), count: entries.count)
            }
            return PeriodSummary(
                period: period, totals: state.totals(all), days: days.sorted { $0.day > $1.day },
                previousExpenseToSameDay: state.totals(before.filter { $0.day.day <= today.day })[0].expense,
                expenseToSameDay: state.totals(all.filter { $0.day <= today })[0].expense, count: all.count)
        }
    }

    func statistics(of period: MonthPeriod, currency: Currency) -> AnyPublisher<PeriodStatistics, DaybookError> {
        source.read { state in
            func own(_ period: MonthPeriod?) -> [Transaction] {
                period.map { state.living(state.filter($0)).filter { $0.amount.currency == currency } } ?? []
            }
            func sum(_ entries: [Transaction]) -> Money {
                Money(minorUnits: entries.reduce(0) { $0 + $1.amount.minorUnits }, currency: currency)
            }
            let (now, before) = (own(period), own(period.previous))
            func shares(_ kind: TransactionKind) -> [CategoryShare] {
                let entries = now.filter { $0.kind == kind }
                let whole = max(1, sum(entries).minorUnits)
                let groups = Dictionary(grouping: entries) { $0.category?.parentID ?? $0.category?.id }
                return groups.map { id, group in
                    let old = before.filter { $0.kind == kind && ($0.category?.parentID ?? $0.category?.id) == id }
                    return CategoryShare(
                        category: state.categories.first { $0.id == id }, amount: sum(group),
                        previousAmount: sum(old), share: Double(sum(group).minorUnits) / Double(whole),
                        count: group.count)
                }.sorted { $0.amount.minorUnits > $1.amount.minorUnits }
            }
            let memos = Dictionary(grouping: now.filter { $0.kind == .expense && !$0.memo.isEmpty }, by: \.memo)
                .map { MemoTotal(memo: $0, amount: sum($1), count: $1.count) }
                .sorted { $0.amount.minorUnits > $1.amount.minorUnits }
            let others = Set(state.living(state.filter(period)).map(\.amount.currency)).subtracting([currency])
            return PeriodStatistics(
                period: period, totals: state.totals(now).first { $0.currency == currency } ?? state.totals([])[0],
                previousTotals: state.totals(before).first { $0.currency == currency } ?? state.totals([])[0],
                expenses: shares(.expense), incomes: shares(.income), topMemos: Array(memos.prefix(10)),
                otherCurrencies: others.sorted { $0.code < $1.code })
        }
    }

    func monthTotals(of periods: [MonthPeriod], currency: Currency) -> AnyPublisher<[MonthTotals], DaybookError> {
        source.read { state in
            periods.map { period in
                let entries = state.living(state.filter(period))
                let own = state.totals(entries).first { $0.currency == currency }
                return MonthTotals(
                    period: period,
                    totals: own ?? Totals(currency: currency, incomeMinorUnits: 0, expenseMinorUnits: 0))
            }
        }
    }

    func suggestedCategory(forMemo memo: String, kind: TransactionKind) -> AnyPublisher<
        DaybookModel.Category?, DaybookError
    > {
        source.read { state in
            state.living(TransactionFilter(kinds: [kind])).first { $0.memo == memo }?.category
        }
    }

    func add(_ draft: TransactionDraft, photos: [PhotoUpload]) -> AnyPublisher<Transaction, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            let moment = state.now()
            let added = Transaction(
                id: UUID(), kind: draft.kind, amount: draft.amount,
                category: try Self.category(draft, state), day: draft.day, memo: draft.memo, payment: draft.payment,
                photos: try MemoryDataSource.photos(photos, after: 0, in: &state), createdAt: moment,
                updatedAt: moment)
            state.transactions.append(added)
            return added
        }
    }

    private static func category(
        _ draft: TransactionDraft, _ state: MemoryDataSource.State
    ) throws(DaybookError) -> DaybookModel.Category {
        guard let category = state.categories.first(where: { $0.id == draft.categoryID && $0.kind == draft.kind })
        else { throw .validation(.category, .notAvailable) }
        return category
    }

    func update(id: UUID, with draft: TransactionDraft, photos: PhotoEdits, ifUnchangedSince: Date?) -> AnyPublisher<
        Transaction, DaybookError
    > {
        source.write(.account) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.transactions, id, .transaction)
            guard state.transactions[index].trashedAt == nil else { throw .notFound(.transaction, id) }
            if let since = ifUnchangedSince, since != state.transactions[index].updatedAt {
                throw .conflict(.transaction, id)
            }
            let category = try Self.category(draft, state)
            let kept = try MemoryDataSource.edited(state.transactions[index].photos, photos, in: &state)
            state.transactions[index].kind = draft.kind
            state.transactions[index].amount = draft.amount
            state.transactions[index].category = category
            state.transactions[index].day = draft.day
            state.transactions[index].memo = draft.memo
            state.transactions[index].payment = draft.payment
            state.transactions[index].photos = kept
            state.transactions[index].updatedAt = state.now()
            return state.transactions[index]
        }
    }

    func duplicate(id: UUID, on day: CalendarDay) -> AnyPublisher<Transaction, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            let original = state.transactions[
                try MemoryDataSource.State.index(state.transactions, id, .transaction)]
            let moment = state.now()
            let copy = Transaction(
                id: UUID(), kind: original.kind, amount: original.amount, category: original.category, day: day,
                memo: original.memo, payment: original.payment, createdAt: moment, updatedAt: moment)
            state.transactions.append(copy)
            return copy
        }
    }

    func delete(id: UUID) -> AnyPublisher<Transaction, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.transactions, id, .transaction)
            guard state.transactions[index].trashedAt == nil else { throw .notFound(.transaction, id) }
            state.transactions[index].trashedAt = state.now()
            return state.transactions[index]
        }
    }

    func delete(asSeen seen: Transaction) -> AnyPublisher<Transaction, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.transactions, seen.id, .transaction)
            guard state.transactions[index].trashedAt == nil else { throw .notFound(.transaction, seen.id) }
            guard state.transactions[index].isStill(seen) else { throw .conflict(.transaction, seen.id) }
            state.transactions[index].trashedAt = state.now()
            return state.transactions[index]
        }
    }

    func undo(_ revision: Revision<Transaction>) -> AnyPublisher<Transaction, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.transactions, revision.id, .transaction)
            let now = state.transactions[index]
            guard now.trashedAt == nil else { throw .notFound(.transaction, revision.id) }
            let draft = try revision.draft(now: now)
            let category = draft.categoryID == nil ? nil : try Self.category(draft, state)
            state.transactions[index] = Transaction(
                id: now.id, kind: draft.kind, amount: draft.amount, category: category, day: draft.day,
                memo: draft.memo, payment: draft.payment,
                photos: try MemoryDataSource.takenBack(
                    now.photos, from: revision.before.photos, to: revision.after.photos, limit: 5,
                    else: .conflict(.transaction, now.id)),
                createdAt: now.createdAt, updatedAt: state.now(), importBatchID: now.importBatchID)
            return state.transactions[index]
        }
    }

    func restore(id: UUID) -> AnyPublisher<Transaction, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.transactions, id, .transaction)
            state.transactions[index].trashedAt = nil
            return state.transactions[index]
        }
    }
}

struct MemoryCategories: CategoryManaging {
    let source: MemoryDataSource

    func categories() -> AnyPublisher<[DaybookModel.Category], DaybookError> {
        source.read { state in
            let living = state.categories.filter { $0.trashedAt == nil }
            return living.filter { $0.parentID == nil }.flatMap { top in
                [top] + living.filter { $0.parentID == top.id }
            }
        }
    }

    func add(_ draft: CategoryDraft) -> AnyPublisher<DaybookModel.Category, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            guard !draft.name.isEmpty else { throw .validation(.name, .missing) }
            guard
                !state.categories.contains(where: {
                    $0.name == draft.name && $0.kind == draft.kind && $0.trashedAt == nil
                })
            else { throw .validation(.name, .duplicate) }
            if let problem = TextLimits.problem(draft.name, .name) ?? TextLimits.problem(ofIcon: draft.icon) {
                throw problem
            }
            let parent = state.categories.first { $0.id == draft.parentID }
            let added = DaybookModel.Category(
                id: UUID(), name: draft.name, kind: draft.kind, icon: draft.icon, parentID: parent?.id,
                parentName: parent?.name, position: state.categories.count)
            state.categories.append(added)
            return added
        }
    }

    func update(id: UUID, with draft: CategoryDraft) -> AnyPublisher<DaybookModel.Category, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            guard !draft.name.isEmpty else { throw .validation(.name, .missing) }
            let index = try MemoryDataSource.State.index(state.categories, id, .category)
            state.categories[index].name = draft.name
            state.categories[index].icon = draft.icon
            let changed = state.categories[index]
            for entry in state.transactions.indices where state.transactions[entry].category?.id == id {
                state.transactions[entry].category = changed
            }
            return changed
        }
    }

    func undo(_ revision: Revision<DaybookModel.Category>) -> AnyPublisher<DaybookModel.Category, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.categories, revision.id, .category)
            let draft = try revision.draft(now: state.categories[index])
            state.categories[index].name = draft.name
            state.categories[index].icon = draft.icon
            return state.categories[index]
        }
    }

    func delete(asSeen seen: DaybookModel.Category) -> AnyPublisher<DaybookModel.Category, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.categories, seen.id, .category)
            guard state.categories[index].isStill(seen),
                !state.transactions.contains(where: { $0.category?.id == seen.id })
            else { throw .conflict(.category, seen.id) }
            state.categories[index].trashedAt = state.now()
            return state.categories[index]
        }
    }

    func delete(id: UUID, movingEntriesTo replacement: UUID?) -> AnyPublisher<DaybookModel.Category, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.categories, id, .category)
            let users = state.transactions.indices.filter { state.transactions[$0].category?.id == id }
            let target = state.categories.first { $0.id == replacement }
            guard users.isEmpty || target != nil else {
                throw .validation(.category, .inUse(count: users.count))
            }
            for user in users {
                state.moved[state.transactions[user].id] = id
                state.transactions[user].category = target
            }
            state.categories[index].trashedAt = state.now()
            return state.categories[index]
        }
    }

    func restore(id: UUID) -> AnyPublisher<DaybookModel.Category, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.categories, id, .category)
            state.categories[index].trashedAt = nil
            let category = state.categories[index]
            for entry in state.transactions.indices where state.moved[state.transactions[entry].id] == id {
                state.transactions[entry].category = category
            }
            return category
        }
    }
}
