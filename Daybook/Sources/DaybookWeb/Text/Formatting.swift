import DaybookModel
import Foundation

extension Money {
    private var magnitude: Money { minorUnits < 0 ? negated : self }

    /// The amount with a sign that says the direction: `+` for what came in, a true minus for what went out.
    func signed(as kind: TransactionKind, in language: Language) -> String {
        let digits = magnitude.formatted(in: language)
        // Nothing goes neither in nor out.
        guard minorUnits != 0 else { return digits }
        switch kind {
        case .income: return "+" + digits
        case .expense: return "−" + digits
        case .transfer: return digits
        }
    }

    /// A sum that may be negative, with a true minus.
    func readable(in language: Language) -> String {
        (minorUnits < 0 ? "−" : "") + magnitude.formatted(in: language)
    }

    /// Few characters for a calendar's cell: `1.2만` or `12K` from ten thousand on, rounded half up.
    ///
    /// An amount in another currency than the home one carries its mark.
    func short(in language: Language, home: Currency) -> String {
        (currency == home ? "" : mark == currency.code ? mark + " " : mark) + shortDigits(language)
    }

    private func shortDigits(_ language: Language) -> String {
        let minor = Int64(clamping: minorUnits.magnitude)
        let perUnit = currency.minorUnitsPerUnit
        func rounded(_ divisor: Int64) -> Int { Int(minor / divisor + (minor % divisor >= (divisor + 1) / 2 ? 1 : 0)) }
        let plain = rounded(perUnit)
        guard plain >= 10_000 else { return plain.formattedWithCommas }
        let steps = Self.steps(language)
        for (index, step) in steps.enumerated() {
            let whole = rounded(step.unit * perUnit)
            // What rounds up to the next unit is told in that one.
            if index + 1 < steps.count, whole >= steps[index + 1].unit / step.unit { continue }
            let tenths = rounded(step.unit * perUnit / 10)
            guard tenths < 1000, tenths % 10 != 0 else { return whole.formattedWithCommas + step.suffix }
            return "\(tenths / 10).\(tenths % 10)\(step.suffix)"
        }
        return plain.formattedWithCommas
    }

    private static func steps(_ language: Language) -> [(unit: Int64, suffix: String)] {
        switch language {
        case .korean: [(10_000, "만"), (100_000_000, "억"), (1_000_000_000_000, "조")]
        case .english: [(1000, "K"), (1_000_000, "M"), (1_000_000_000, "B"), (1_000_000_000_000, "T")]
        }
    }
}

extension CalendarDay {
    /// Without the year: `3월 31일 (화)` or `Tue, Mar 31`.
    func short(in language: Language) -> String {
        let full = formatted(in: language)
        switch language {
        case .korean: return String(full.drop { $0 != " " }.dropFirst())
        case .english: return full.lastIndex(of: ",").map { String(full[..<$0]) } ?? full
        }
    }
}

extension Date {
    /// Day and time in a zone.
    func readable(in language: Language, timeZone: TimeZone = .current) -> String {
        let day = CalendarDay(self, in: timeZone).formatted(in: language)
        let seconds = timeIntervalSinceReferenceDate + Double(timeZone.secondsFromGMT(for: self))
        let minutes = Int((seconds - (seconds / 86_400).rounded(.down) * 86_400) / 60)
        let minute = minutes % 60
        return "\(day) \(minutes / 60):\(minute < 10 ? "0" : "")\(minute)"
    }
}

extension Language {
    /// What a browser asks for in `Accept-Language`: the better of the two languages, else English.
    init(acceptLanguage header: String?) {
        var best: (language: Language, weight: Double)?
        for item in (header ?? "").split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            guard let tag = parts.first, let language = Language(rawValue: String(tag.prefix { $0 != "-" })) else {
                continue
            }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if weight > best?.weight ?? 0 { best = (language, weight) }
        }
        self = best?.language ?? .english
    }

    /// The language's own name.
    var ownName: String {
        switch self {
        case .korean: "한국어"
        case .english: "English"
        }
    }
}

extension Transaction {
    /// The entry in one line: what it was for, how much, when.
    func named(in language: Language) -> String {
        let what = memo.isEmpty ? category?.path(in: language) ?? Phrase.noCategory.text(in: language) : memo
        return [what.shortened(to: 60), amount.signed(as: kind, in: language), day.formatted(in: language)].joined(
            separator: " · ")
    }
}
