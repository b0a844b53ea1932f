import Foundation

/// Income and expense in one currency; transfers are in neither.
public struct Totals: Hashable, Sendable {
    /// The currency of both.
    public let currency: Currency
    /// The sum of incomes.
    public let income: Money
    /// The sum of expenses, not negative.
    public let expense: Money

    /// Makes a value of two sums in one currency.
    public init(currency: Currency, incomeMinorUnits: Int64, expenseMinorUnits: Int64) {
        self.currency = currency
        income = Money(minorUnits: incomeMinorUnits, currency: currency)
        expense = Money(minorUnits: expenseMinorUnits, currency: currency)
    }

    /// Income less expense.
    public var balance: Money {
        Money(minorUnits: income.minorUnits - expense.minorUnits, currency: currency)
    }
}

/// One day of a period: what came in and went out.
public struct DaySummary: Hashable, Sendable {
    /// The day.
    public let day: CalendarDay
    /// The sums, one for each currency, the home currency first.
    public let totals: [Totals]
    /// How many entries the day has, transfers included.
    public let count: Int

    /// Makes a value.
    public init(day: CalendarDay, totals: [Totals], count: Int) {
        self.day = day
        self.totals = totals
        self.count = count
    }
}

/// What the start page tells of a month.
public struct PeriodSummary: Hashable, Sendable {
    /// The period.
    public let period: MonthPeriod
    /// The sums, one for each currency; the home currency is always there and first.
    public let totals: [Totals]
    /// The days that have entries, newest first.
    public let days: [DaySummary]
    /// The home currency's expense up to the same day of the period before.
    public let previousExpenseToSameDay: Money
    /// The home currency's expense of this period up to the same day.
    public let expenseToSameDay: Money
    /// How many entries there are, transfers included.
    public let count: Int

    /// Makes a value.
    public init(
        period: MonthPeriod, totals: [Totals], days: [DaySummary], previousExpenseToSameDay: Money,
        expenseToSameDay: Money, count: Int
    ) {
        self.period = period
        self.totals = totals
        self.days = days
        self.previousExpenseToSameDay = previousExpenseToSameDay
        self.expenseToSameDay = expenseToSameDay
        self.count = count
    }
}

/// A category's part of a sum.
public struct CategoryShare: Hashable, Sendable {
    /// The category of the first level; nil stands for entries without one.
    public let category: Category?
    /// The sum.
    public let amount: Money
    /// The sum of the period before.
    public let previousAmount: Money
    /// The share of the whole, from 0 to 1.
    public let share: Double
    /// How many entries make it up.
    public let count: Int
    /// The parts by category of the second level; empty when there are none.
    public let children: [CategoryShare]

    /// Makes a value.
    public init(
        category: Category?, amount: Money, previousAmount: Money, share: Double, count: Int,
        children: [CategoryShare] = []
    ) {
        self.category = category
        self.amount = amount
        self.previousAmount = previousAmount
        self.share = share
        self.count = count
        self.children = children
    }
}

/// A memo and what was spent under it.
public struct MemoTotal: Hashable, Sendable {
    /// The memo.
    public let memo: String
    /// The sum.
    public let amount: Money
    /// How many entries.
    public let count: Int

    /// Makes a value.
    public init(memo: String, amount: Money, count: Int) {
        self.memo = memo
        self.amount = amount
        self.count = count
    }
}

/// The figures of a period in one currency; each total equals the list behind it.
public struct PeriodStatistics: Hashable, Sendable {
    /// The period: a month, or a year when it spans one.
    public let period: MonthPeriod
    /// The sums.
    public let totals: Totals
    /// The sums of the period before.
    public let previousTotals: Totals
    /// Expenses by category, largest first.
    public let expenses: [CategoryShare]
    /// Incomes by category, largest first.
    public let incomes: [CategoryShare]
    /// Expenses by memo, largest first, ten at most.
    public let topMemos: [MemoTotal]
    /// Other currencies that have entries in the period.
    public let otherCurrencies: [Currency]

    /// Makes a value.
    public init(
        period: MonthPeriod, totals: Totals, previousTotals: Totals, expenses: [CategoryShare],
        incomes: [CategoryShare], topMemos: [MemoTotal], otherCurrencies: [Currency]
    ) {
        self.period = period
        self.totals = totals
        self.previousTotals = previousTotals
        self.expenses = expenses
        self.incomes = incomes
        self.topMemos = topMemos
        self.otherCurrencies = otherCurrencies
    }
}

/// A month's column in the twelve-month chart.
public struct MonthTotals: Hashable, Sendable {
    /// The month.
    public let period: MonthPeriod
    /// Its sums in the currency asked for.
    public let totals: Totals

    /// Makes a value.
    public init(period: MonthPeriod, totals: Totals) {
        self.period = period
        self.totals = totals
    }
}
