import Combine
import DaybookModel
import Foundation

/// Figures of a month or a year.
@MainActor
public final class StatisticsViewModel: ScreenViewModel {
    /// The month or year.
    public let period: MonthPeriod
    /// The currency; nil for the home currency.
    public let wantedCurrency: Currency?
    /// The period's figures.
    @Published public private(set) var statistics: PeriodStatistics?
    /// Twelve months of sums, earliest first.
    @Published public private(set) var months: [MonthTotals] = []
    /// The home currency.
    @Published public private(set) var homeCurrency = Currency.krw

    /// Makes a model; `load` fetches.
    public init(services: DaybookServices, period: MonthPeriod, currency: Currency?) {
        self.period = period
        wantedCurrency = currency
        super.init(services: services)
    }

    /// Fetches the figures.
    public func load() async {
        guard let settings = await value(of: services.settings.settings()) else { return }
        homeCurrency = settings.homeCurrency
        let currency = wantedCurrency ?? homeCurrency
        statistics = await value(of: services.transactions.statistics(of: period, currency: currency))
        months = await value(of: services.transactions.monthTotals(of: period.twelveMonths, currency: currency)) ?? []
    }

    /// Fetches anew.
    public override func reload() async { await load() }
}
