/// What a person chose for the whole app.
public struct DaybookSettings: Hashable, Sendable {
    /// The first day of a week on the calendar.
    public enum WeekStart: String, CaseIterable, Codable, Sendable {
        /// Sunday.
        case sunday
        /// Monday.
        case monday
    }

    /// The language; nil until chosen, then the browser's is used.
    public var language: Language?
    /// The currency of new entries and of the totals on the start page.
    public var homeCurrency: Currency
    /// The day on which a month starts, from 1 to 31.
    public var monthStartDay: Int
    /// The first day of a week.
    public var weekStart: WeekStart
    /// Whether single keys act outside fields.
    public var singleKeyShortcuts: Bool
    /// Whether the first start's questions were answered or skipped.
    public var isFirstStartDone: Bool

    /// Makes settings; without arguments those of a fresh install.
    public init(
        language: Language? = nil, homeCurrency: Currency = .krw, monthStartDay: Int = 1,
        weekStart: WeekStart = .sunday, singleKeyShortcuts: Bool = true, isFirstStartDone: Bool = false
    ) {
        self.language = language
        self.homeCurrency = homeCurrency
        self.monthStartDay = monthStartDay
        self.weekStart = weekStart
        self.singleKeyShortcuts = singleKeyShortcuts
        self.isFirstStartDone = isFirstStartDone
    }
}

extension DaybookSettings {
    /// These settings with a step taken back: what it changed is as before, unless that was changed again since.
    ///
    /// No setting hangs on another, and none is lost by being chosen again: what was chosen last stays.
    public func takingBack(from before: DaybookSettings, to after: DaybookSettings) -> DaybookSettings {
        var settings = self
        func back<Value: Equatable>(_ path: WritableKeyPath<DaybookSettings, Value>) {
            if before[keyPath: path] != after[keyPath: path], self[keyPath: path] == after[keyPath: path] {
                settings[keyPath: path] = before[keyPath: path]
            }
        }
        back(\.language)
        back(\.homeCurrency)
        back(\.monthStartDay)
        back(\.weekStart)
        back(\.singleKeyShortcuts)
        back(\.isFirstStartDone)
        return settings
    }
}
