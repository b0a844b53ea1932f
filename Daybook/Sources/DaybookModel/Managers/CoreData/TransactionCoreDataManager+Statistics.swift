import Combine
import CoreData
import Foundation

extension TransactionCoreDataManager {
    func summary(of period: MonthPeriod, today: CalendarDay) -> AnyPublisher<PeriodSummary, DaybookError> {
        storage.read { context in
            LedgerMath.summary(
                of: period, rows: try Self.rows(of: period, in: context),
                previous: try period.previous.map { try Self.rows(of: $0, in: context) } ?? [],
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
            return LedgerMath.statistics(
                of: period, currency: currency, rows: try Self.rows(of: period, in: context),
                previous: try period.previous.map { try Self.rows(of: $0, in: context) } ?? [],
                categories: categories)
        }
    }

    func monthTotals(of periods: [MonthPeriod], currency: Currency) -> AnyPublisher<[MonthTotals], DaybookError> {
        storage.read { context in
            guard let first = periods.map(\.first).min(), let last = periods.map(\.last).max() else { return [] }
            let rows = try Self.rows(from: first, through: last, in: context)
            return periods.map { period in
                let own = rows.lazy.filter { period.contains($0.day) }
                return MonthTotals(period: period, totals: LedgerMath.totals(own, in: currency))
            }
        }
    }

    private static func rows(of period: MonthPeriod, in context: NSManagedObjectContext) throws -> [LedgerRow] {
        try rows(from: period.first, through: period.last, in: context)
    }

    private static func rows(
        from: CalendarDay, through: CalendarDay, in context: NSManagedObjectContext
    ) throws -> [LedgerRow] {
        let inRange = NSPredicate(format: "day >= %d AND day <= %d", Int32(from.number), Int32(through.number))
        return try context.all(TransactionEntity.self, .all([.living, inRange]), with: ["category"])
            .map { try $0.ledgerRow() }
    }
}
