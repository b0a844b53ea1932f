/// A language Daybook speaks.
public enum Language: String, CaseIterable, Codable, Sendable {
    /// Korean.
    case korean = "ko"
    /// English.
    case english = "en"

    /// The one of two texts that belongs to this language.
    func choose(_ korean: String, _ english: String) -> String {
        self == .korean ? korean : english
    }
}
