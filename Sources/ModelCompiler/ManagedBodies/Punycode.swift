/// Punycode as Swift's symbol names use it (RFC 3492 with other digits and `_` as the delimiter).
enum Punycode {
    /// The ASCII form of `text`; nil when the arithmetic would overflow.
    static func encoded(_ text: String) -> String? {
        let scalars = text.unicodeScalars.map { Int($0.value) }
        var output = text.unicodeScalars.filter(\.isASCII).map { Character($0) }
        let basicCount = output.count
        if basicCount > 0 { output.append("_") }
        var n = 128
        var delta = 0
        var bias = 72
        var handled = basicCount
        while handled < scalars.count {
            guard let next = scalars.filter({ $0 >= n }).min() else { return nil }
            let (step, overflow) = (next - n).multipliedReportingOverflow(by: handled + 1)
            guard !overflow else { return nil }
            delta += step
            n = next
            for scalar in scalars {
                if scalar < n { delta += 1 }
                guard scalar == n else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return String(output)
    }

    private static func append(_ delta: Int, _ bias: Int, to output: inout [Character]) {
        var rest = delta
        var position = 36
        while true {
            let threshold = position <= bias ? 1 : position >= bias + 26 ? 26 : position - bias
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            position += 36
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> Character {
        Character(UnicodeScalar(UInt8(value < 26 ? 97 + value : 65 + value - 26)))
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }
}
