import Combine
import DaybookModel
import Foundation

/// Figures about reading in a year.
@MainActor
public final class ReadingStatisticsViewModel: ScreenViewModel {
    /// The year.
    public let year: Int
    /// The figures.
    @Published public private(set) var statistics: ReadingStatistics?

    /// Makes a model; `load` fetches.
    public init(services: DaybookServices, year: Int) {
        self.year = year
        super.init(services: services)
    }

    /// Fetches the figures.
    public func load() async {
        statistics = await value(of: services.plans.statistics(year: year))
    }

    /// Fetches anew.
    public override func reload() async { await load() }
}
