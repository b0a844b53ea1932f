import Combine
import CoreData
import Foundation

extension TransactionCoreDataManager {
    func summary(of period: MonthPeriod, today: CalendarDay) -> AnyPublisher<PeriodSummary, DaybookError> {
        storage.read { context in
            LedgerMath.summary(
                of: period, rows: try context.ledgerSums(.living(in: period), by: [.day]),
                previous: try period.previous.map { try context.ledgerSums(.living(in: $0), by: [.day]) } ?? [],
                home: try SettingsCoreDataManager.settings(in: context).homeCurrency, today: today)
        }
    }

    func statistics(of period: MonthPeriod, currency: Currency) -> AnyPublisher<PeriodStatistics, DaybookError> {
        storage.read { context in
            var categories: [UUID: Category] = [:]
            for category in try context.all(CategoryEntity.self, with: ["parent"]) {
                let plain = try category.plain()
                categories[plain.id] = plain
            }
            let spent = NSPredicate(
                format: "kind == %@ AND currency == %@ AND memo != ''", TransactionKind.expense.rawValue, currency.code)
            return LedgerMath.statistics(
                of: period, currency: currency, rows: try context.ledgerSums(.living(in: period), by: [.category]),
                previous: try period.previous.map { try context.ledgerSums(.living(in: $0), by: [.category]) } ?? [],
                byMemo: try context.ledgerSums(.all([.living(in: period), spent]), by: [.memo]),
                categories: categories)
        }
    }

    func monthTotals(of periods: [MonthPeriod], currency: Currency) -> AnyPublisher<[MonthTotals], DaybookError> {
        storage.read { context in
            guard let first = periods.map(\.first).min(), let last = periods.map(\.last).max() else { return [] }
            let own = NSPredicate(format: "currency == %@", currency.code)
            let rows = try context.ledgerSums(.all([.living(from: first, through: last), own]), by: [.day])
            return periods.map { period in
                let within = rows.lazy.filter { period.contains($0.day) }
                return MonthTotals(period: period, totals: LedgerMath.totals(within, in: currency))
            }
        }
    }
}

extension NSPredicate {
    /// Entries of a span that are not in the trash; the order is that of the index which covers it.
    static func living(from first: CalendarDay, through last: CalendarDay) -> NSPredicate {
        NSPredicate(
            format: "trashedAt == nil AND day >= %d AND day <= %d", Int32(first.number), Int32(last.number))
    }

    static func living(in period: MonthPeriod) -> NSPredicate { living(from: period.first, through: period.last) }
}
