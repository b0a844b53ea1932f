import Foundation

/// The forms in which text is compared when someone searches.
enum SearchText {
    /// The text without case, width and accents, Hangul in whole syllables.
    ///
    /// - Complexity: O(n): long text is folded a piece at a time, as Foundation takes more than linear time for Hangul.
    static func folded(_ text: String) -> String {
        guard text.utf8.count > 1024 else { return foldedWhole(text) }
        var result = ""
        var rest = text[...]
        while !rest.isEmpty {
            let piece = rest.prefix(256)
            result += foldedWhole(String(piece))
            rest = rest[piece.endIndex...]
        }
        return result
    }

    private static func foldedWhole(_ text: String) -> String {
        let kept = text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        return String(String.UnicodeScalarView(kept)).lowercased().precomposedStringWithCanonicalMapping
    }

    /// The folded text with each Hangul syllable replaced by its initial, so that `점심` becomes `ㅈㅅ`.
    static func initials(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in folded(text).unicodeScalars {
            if (0xAC00...0xD7A3).contains(scalar.value) {
                result.append(letters[Int(scalar.value - 0xAC00) / 588])
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// A word of a search.
    enum Word: Equatable {
        /// To be found in the folded text.
        case text(String)
        /// To be found among the initials.
        case initials(String)
    }

    /// The words of a search; all of them must be found.
    static func words(_ query: String) -> [Word] {
        query.split(whereSeparator: \.isWhitespace).map { word in
            let isInitials = word.unicodeScalars.allSatisfy { letters.contains($0) }
            return isInitials ? .initials(String(word)) : .text(folded(String(word)))
        }
    }

    /// The nineteen initial consonants in the order of the syllable block.
    private static let letters: [Unicode.Scalar] = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
}
