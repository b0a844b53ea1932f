import DaybookModel

/// A text of the pages in every language.
struct Phrase: Sendable, Equatable {
    let korean: String
    let english: String

    init(_ korean: String, _ english: String) {
        self.korean = korean
        self.english = english
    }

    func text(in language: Language) -> String {
        switch language {
        case .korean: korean
        case .english: english
        }
    }

    /// Picks the English singular for one, the plural otherwise; `#` becomes the number.
    static func counted(_ count: Int, _ korean: String, _ singular: String, _ plural: String) -> Phrase {
        let number = count.formattedWithCommas
        return Phrase(
            korean.replacing("#", with: number), (count == 1 ? singular : plural).replacing("#", with: number))
    }
}

extension Int {
    /// Digits in groups of three, as both languages write them.
    var formattedWithCommas: String {
        var result = ""
        let digits = Array(String(magnitude))
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
            result.append(digit)
        }
        return (self < 0 ? "−" : "") + result
    }
}
