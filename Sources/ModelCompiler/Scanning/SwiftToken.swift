/// A token of Swift source, as far as declarations need telling apart.
struct SwiftToken: Equatable {
    /// What kind of token it is.
    enum Kind: Equatable {
        /// A name or keyword.
        case word
        /// A name in backticks.
        case quotedWord
        /// One punctuation or operator character.
        case sign
        /// A string literal, whole; its text is not kept.
        case string
        /// A line that begins with `#if`, `#elseif`, `#else` or `#endif`, whole.
        case condition
    }

    let kind: Kind
    /// The text, without backticks.
    let text: String
    let line: Int
    /// Whether a line break stands before it.
    let startsLine: Bool
    /// The bytes of the source that it takes, with backticks and quotes.
    let range: Range<Int>

    /// Whether this is the punctuation character `text`.
    func isSign(_ text: String) -> Bool { kind == .sign && self.text == text }

    /// Whether this is the keyword or name `text`, not in backticks.
    func isWord(_ text: String) -> Bool { kind == .word && self.text == text }

    /// Whether this can be a declaration's name.
    var isName: Bool { kind == .word || kind == .quotedWord }
}
