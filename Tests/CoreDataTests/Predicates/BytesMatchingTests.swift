import Testing

@testable import CoreData

/// Texts of ASCII are compared without strings; the result is that of strings.
@Suite struct BytesMatchingTests {
    private typealias Options = NSComparisonPredicate.Options

    private func compare(_ text: String, _ part: String, _ options: Options) -> [Bool?] {
        let (a, b) = (Array(text.utf8), Array(part.utf8))
        return a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
                [
                    BytesMatching.contains(a, b, options), BytesMatching.begins(a, with: b, options),
                    BytesMatching.ends(a, with: b, options),
                ]
            }
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5] as [UInt]) func ascii_sameAsStrings(options raw: UInt) {
        let options = NSComparisonPredicate.Options(rawValue: raw)
        var random = SplitMix(state: UInt64(raw) + 1)
        let letters = Array("aAbBzZ@[`{ 0\0\u{7f}")
        for _ in 0..<3000 {
            let text = String((0..<random.below(8)).map { _ in random.pick(letters) })
            let part = String((0..<random.below(4)).map { _ in random.pick(letters) })
            let expected = [
                StringMatching.contains(text, part, options), StringMatching.begins(text, with: part, options),
                StringMatching.ends(text, with: part, options),
            ]
            #expect(compare(text, part, options) == expected, "\(text.debugDescription) \(part.debugDescription)")
        }
    }

    @Test func others_areLeftToStrings() {
        #expect(compare("한강", "a", [.caseInsensitive]) == [nil, nil, nil])
        #expect(compare("kafka", "é", []) == [nil, nil, nil])
        #expect(compare("kafka", "K", .localeSensitive) == [nil, nil, nil])
    }
}
