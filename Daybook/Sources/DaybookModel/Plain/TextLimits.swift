import Foundation

/// How long texts may be, by field of a form.
///
/// The limits are far above what people write and far below what makes a page slow.
public enum TextLimits {
    /// The most characters, as a person counts them; nil for fields without a limit.
    public static func limit(of field: DaybookError.Field) -> Int? {
        switch field {
        case .name, .group, .number, .variant: 200
        case .title, .author: 300
        case .payment: 100
        case .memo: 1000
        case .text: 100_000
        case .note: 10_000
        case .page: 32
        default: nil
        }
    }

    /// What is wrong with a text's length; nil when nothing is.
    ///
    /// - Complexity: O(n) for texts near the limit, else O(1).
    public static func problem(_ text: String?, _ field: DaybookError.Field) -> DaybookError? {
        guard let text, let limit = limit(of: field), text.utf8.count > limit else { return nil }
        // No character has fewer bytes than one, and hardly any more than 64: what is far too long is not counted.
        guard text.utf8.count > limit * 64 || text.count > limit else { return nil }
        return .validation(field, .tooLong(limit: limit))
    }

    /// What is wrong with several fields; nil when nothing is.
    static func problem(_ texts: [(text: String?, field: DaybookError.Field)]) -> DaybookError? {
        for (text, field) in texts {
            if let problem = problem(text, field) { return problem }
        }
        return nil
    }

    /// What is wrong with an icon, which is one emoji or nothing; nil when nothing is.
    public static func problem(ofIcon icon: String?) -> DaybookError? {
        guard let icon = icon?.trimmingBlanks, !icon.isEmpty else { return nil }
        return icon.utf8.count <= 128 && icon.count == 1 && isEmoji(icon) ? nil : .validation(.icon, .notOneEmoji)
    }

    /// Whether a character is shown as a picture: by itself, or because the selector behind it says so.
    private static func isEmoji(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
            || text.unicodeScalars.first.map { $0.properties.isEmoji && $0.value > 0xFF } ?? false
    }
}
