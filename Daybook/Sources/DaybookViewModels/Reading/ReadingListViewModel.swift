import Combine
import DaybookModel
import Foundation

/// The reading plans in their groups, and memos that hold what is looked for.
@MainActor
public final class ReadingListViewModel: ScreenViewModel {
    /// Words looked for.
    @Published public var text = ""
    /// Plans being read.
    @Published public private(set) var current: [ReadingPlan] = []
    /// Plans not begun.
    @Published public private(set) var coming: [ReadingPlan] = []
    /// Plans done, by year, newest first; nil stands for plans without an end day.
    @Published public private(set) var done: [(year: Int?, plans: [ReadingPlan])] = []
    /// Plans given up.
    @Published public private(set) var stopped: [ReadingPlan] = []
    /// Memos of all plans that hold the words.
    @Published public private(set) var memos: [Memo] = []
    /// Memos found are shown up to this many.
    public static let memoLimit = 200

    /// Whether there is nothing to show.
    public var isEmpty: Bool {
        current.isEmpty && coming.isEmpty && done.isEmpty && stopped.isEmpty && memos.isEmpty
    }

    /// Fetches plans and, when something is looked for, memos.
    public func load() async {
        let wanted = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let plans = await value(of: services.plans.plans(matching: wanted)) else { return }
        current = plans.filter { $0.status == .reading }
        coming = plans.filter { $0.status == .planned }
        stopped = plans.filter { $0.status == .stopped }
        let years = Dictionary(grouping: plans.filter { $0.status == .done }) { $0.endDay?.year }
        done = years.sorted { ($0.key ?? 0) > ($1.key ?? 0) }.map { (year: $0.key, plans: $0.value) }
        memos =
            wanted.isEmpty ? [] : await value(of: services.memos.memos(matching: wanted, limit: Self.memoLimit)) ?? []
    }

    /// Fetches anew.
    public override func reload() async { await load() }
}
