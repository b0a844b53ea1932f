/// A text encoding that files come in.
public enum TextEncoding: String, CaseIterable, Codable, Sendable {
    /// UTF-8, with or without byte order mark.
    case utf8 = "UTF-8"
    /// UTF-16 with byte order mark, or little-endian without.
    case utf16 = "UTF-16"
    /// CP949, which holds EUC-KR.
    case cp949 = "CP949"
}
