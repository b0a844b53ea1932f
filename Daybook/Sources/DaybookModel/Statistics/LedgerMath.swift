import Foundation

/// Sums over entries.
///
/// Every figure is a plain sum of the rows given, so that shown rows and shown totals agree.
enum LedgerMath {
    /// Sums for each currency, `home` first and always there, the others by code.
    static func totals(_ rows: some Sequence<LedgerRow>, home: Currency) -> [Totals] {
        var sums: [Currency: (income: Int64, expense: Int64)] = [home: (0, 0)]
        for row in rows {
            switch row.kind {
            case .income: sums[row.currency, default: (0, 0)].income += row.minorUnits
            case .expense: sums[row.currency, default: (0, 0)].expense += row.minorUnits
            case .transfer: break
            }
        }
        return sums.map { Totals(currency: $0, incomeMinorUnits: $1.income, expenseMinorUnits: $1.expense) }
            .sorted { ($0.currency == home ? "" : $0.currency.code) < ($1.currency == home ? "" : $1.currency.code) }
    }

    /// Sums in one currency.
    static func totals(_ rows: some Sequence<LedgerRow>, in currency: Currency) -> Totals {
        totals(rows.lazy.filter { $0.currency == currency }, home: currency)[0]
    }

    /// The start page's figures.
    static func summary(
        of period: MonthPeriod, rows: [LedgerRow], previous: [LedgerRow], home: Currency, today: CalendarDay
    ) -> PeriodSummary {
        // The same day of the period before is the one as many days after its start.
        let lastShown = min(max(today, period.first), period.last)
        let offset = today < period.first ? 0 : period.first.days(until: lastShown)
        var comparedUntil = period.previous.map { min($0.first.adding(days: offset), $0.last) }
        if lastShown == period.last { comparedUntil = period.previous?.last }
        let days = Dictionary(grouping: rows, by: \.day).map { day, rows in
            DaySummary(day: day, totals: totals(rows, home: home), count: count(rows))
        }
        let expenseToDay = totals(rows.lazy.filter { $0.day <= lastShown }, in: home).expense
        let previousToDay = totals(
            previous.lazy.filter { row in comparedUntil.map { row.day <= $0 } ?? false }, in: home)
        return PeriodSummary(
            period: period, totals: totals(rows, home: home), days: days.sorted { $0.day > $1.day },
            previousExpenseToSameDay: previousToDay.expense, expenseToSameDay: expenseToDay, count: count(rows))
    }

    /// How many entries rows stand for.
    private static func count(_ rows: [LedgerRow]) -> Int { rows.reduce(0) { $0 + $1.count } }

    /// The figures of a period in one currency.
    ///
    /// - Parameter byMemo: rows that tell memos apart; nil when `rows` do.
    static func statistics(
        of period: MonthPeriod, currency: Currency, rows: [LedgerRow], previous: [LedgerRow],
        byMemo: [LedgerRow]? = nil, categories: [UUID: Category]
    ) -> PeriodStatistics {
        let own = rows.filter { $0.currency == currency }
        let before = previous.filter { $0.currency == currency }
        let others = Set(rows.lazy.filter { $0.kind != .transfer }.map(\.currency)).subtracting([currency])
        return PeriodStatistics(
            period: period, totals: totals(own, in: currency), previousTotals: totals(before, in: currency),
            expenses: shares(of: .expense, own, before, currency, categories),
            incomes: shares(of: .income, own, before, currency, categories),
            topMemos: topMemos((byMemo ?? rows).filter { $0.currency == currency }, currency),
            otherCurrencies: others.sorted { $0.code < $1.code })
    }

    private static func topMemos(_ rows: [LedgerRow], _ currency: Currency) -> [MemoTotal] {
        let memos = Dictionary(grouping: rows.lazy.filter { $0.kind == .expense && !$0.memo.isEmpty }, by: \.memo)
        return memos.map { memo, rows in
            MemoTotal(
                memo: memo, amount: Money(minorUnits: rows.reduce(0) { $0 + $1.minorUnits }, currency: currency),
                count: count(rows))
        }
        .sorted { ($0.amount.minorUnits, $1.memo) > ($1.amount.minorUnits, $0.memo) }
        .prefix(10).map { $0 }
    }

    /// A sum under a category of the first level (or none), with its parts by the second.
    private struct Node {
        var sum: Int64 = 0
        var previous: Int64 = 0
        var count = 0

        mutating func add(_ row: LedgerRow, isPrevious: Bool) {
            if isPrevious {
                previous += row.minorUnits
            } else {
                sum += row.minorUnits
                count += row.count
            }
        }
    }

    private static func shares(
        of kind: TransactionKind, _ rows: [LedgerRow], _ before: [LedgerRow], _ currency: Currency,
        _ categories: [UUID: Category]
    ) -> [CategoryShare] {
        var top: [UUID?: Node] = [:]
        var parts: [UUID?: [UUID?: Node]] = [:]
        for (list, isPrevious) in [(rows, false), (before, true)] {
            for row in list where row.kind == kind {
                let category = row.categoryID.flatMap { categories[$0] }
                let first = category?.parentID ?? category?.id
                top[first, default: Node()].add(row, isPrevious: isPrevious)
                parts[first, default: [:]][category?.id, default: Node()].add(row, isPrevious: isPrevious)
            }
        }
        let whole = top.values.reduce(0) { $0 + $1.sum }
        func share(_ id: UUID?, _ node: Node, of whole: Int64, _ children: [CategoryShare]) -> CategoryShare {
            CategoryShare(
                category: id.flatMap { categories[$0] }, amount: Money(minorUnits: node.sum, currency: currency),
                previousAmount: Money(minorUnits: node.previous, currency: currency),
                share: whole == 0 ? 0 : Double(node.sum) / Double(whole), count: node.count, children: children)
        }
        return sorted(
            top.map { id, node in
                let children = parts[id] ?? [:]
                // A single part that is the whole adds nothing.
                let isPlain = children.count == 1 && children.keys.first == .some(id)
                return share(
                    id, node, of: whole,
                    isPlain ? [] : sorted(children.map { share($0, $1, of: whole, []) }))
            })
    }

    private static func sorted(_ shares: [CategoryShare]) -> [CategoryShare] {
        shares.sorted { left, right in
            if left.amount.minorUnits != right.amount.minorUnits {
                return left.amount.minorUnits > right.amount.minorUnits
            }
            return (left.category?.name ?? "") < (right.category?.name ?? "")
        }
    }
}
