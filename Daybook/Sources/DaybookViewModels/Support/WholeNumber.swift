import Foundation

/// Whole numbers as people type them: blanks around them, and digits of full width as some keyboards send them.
enum WholeNumber {
    /// The number; nil for anything else.
    static func read(_ typed: String) -> Int? {
        Int(plain(typed.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// The text with digits and signs of full width as those of the keyboard.
    static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.value {
                    case 0xFF10...0xFF19: Unicode.Scalar(scalar.value - 0xFF10 + 0x30) ?? scalar
                    case 0x2212, 0xFF0D: "-"
                    default: scalar
                    }
                }))
    }
}
