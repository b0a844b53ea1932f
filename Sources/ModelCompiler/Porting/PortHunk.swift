/// Changed lines that belong together, with the lines around them.
package struct PortHunk: Sendable {
    /// A line with its sign: space, `-` or `+`.
    package struct Line: Sendable, Equatable {
        package let sign: Character
        package let text: String
        /// False for the last line of a file that does not end with a line break.
        package let isEnded: Bool
        /// Whether it ends with a carriage return before the line feed.
        package var hasReturn = false
    }

    /// What was changed.
    package let rules: [PortEdit.Rule]
    package let oldLine: Int
    package let newLine: Int
    package let lines: [Line]

    package var oldCount: Int { lines.filter { $0.sign != "+" }.count }
    package var newCount: Int { lines.filter { $0.sign != "-" }.count }

    private static let context = 1

    /// Edits that touch the same lines.
    private struct Cluster {
        var lines: ClosedRange<Int>
        var edits: [PortEdit]
    }

    static func all(_ edits: [PortEdit], in source: PortSource) -> [PortHunk] {
        var clusters: [Cluster] = []
        for edit in edits {
            let span = lines(of: edit, in: source)
            if let last = clusters.last, span.lowerBound <= last.lines.upperBound {
                clusters[clusters.count - 1].lines =
                    last.lines.lowerBound...max(last.lines.upperBound, span.upperBound)
                clusters[clusters.count - 1].edits.append(edit)
            } else {
                clusters.append(Cluster(lines: span, edits: [edit]))
            }
        }
        var result: [PortHunk] = []
        var shift = 0
        var rest = clusters[...]
        while let first = rest.first {
            var group = [first]
            // What stands so close that the lines around would be shown twice.
            while group.count < rest.count, let last = group.last {
                let next = rest[rest.startIndex + group.count]
                guard next.lines.lowerBound <= last.lines.upperBound + 2 * context + 1 else { break }
                group.append(next)
            }
            rest = rest.dropFirst(group.count)
            let hunk = hunk(of: group, shift: shift, in: source)
            shift += hunk.newCount - hunk.oldCount
            result.append(hunk)
        }
        return result
    }

    private static func hunk(of group: [Cluster], shift: Int, in source: PortSource) -> PortHunk {
        let first = max(1, group[0].lines.lowerBound - context)
        let last = min(lastLine(of: source), group[group.count - 1].lines.upperBound + context)
        var lines: [Line] = []
        var rules: [PortEdit.Rule] = []
        var line = first
        func unchanged(upTo end: Int) -> [Line] {
            line < end ? split(Array(source.bytes[source.startOfLine(line)..<source.endOfLine(end - 1)])) : []
        }
        for cluster in group {
            lines += unchanged(upTo: cluster.lines.lowerBound)
            let range = source.startOfLine(cluster.lines.lowerBound)..<source.endOfLine(cluster.lines.upperBound)
            var bytes: [UInt8] = []
            var place = range.lowerBound
            for edit in cluster.edits {
                bytes += source.bytes[place..<edit.range.lowerBound] + Array(edit.text.utf8)
                place = edit.range.upperBound
                if !rules.contains(edit.rule) { rules.append(edit.rule) }
            }
            bytes += source.bytes[place..<range.upperBound]
            lines += difference(split(Array(source.bytes[range])), split(bytes))
            line = cluster.lines.upperBound + 1
        }
        lines += unchanged(upTo: last + 1)
        return PortHunk(rules: rules, oldLine: first, newLine: first + shift, lines: lines)
    }

    /// The lines that an edit touches; an insertion between lines touches the one behind.
    private static func lines(of edit: PortEdit, in source: PortSource) -> ClosedRange<Int> {
        let limit = lastLine(of: source)
        let first = min(limit, source.line(of: edit.range.lowerBound))
        let last = edit.range.isEmpty ? first : min(limit, source.line(of: edit.range.upperBound - 1))
        return first...last
    }

    private static func lastLine(of source: PortSource) -> Int {
        let count = source.lineStarts.count
        return count > 1 && source.lineStarts[count - 1] == source.bytes.count ? count - 1 : count
    }

    private static func split(_ bytes: [UInt8]) -> [Line] {
        var result: [Line] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            let isFeed = bytes[index] == 0x0A
            let isReturn = bytes[index] == 0x0D
            guard isFeed || isReturn else {
                index += 1
                continue
            }
            let end = index
            index += isReturn && index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
            result.append(
                Line(
                    sign: " ", text: String(decoding: bytes[start..<end], as: UTF8.self), isEnded: true,
                    hasReturn: isReturn && index - end == 2))
            start = index
        }
        if start < bytes.count {
            result.append(Line(sign: " ", text: String(decoding: bytes[start...], as: UTF8.self), isEnded: false))
        }
        return result
    }

    /// Lines that stay, go and come.
    private static func difference(_ old: [Line], _ new: [Line]) -> [Line] {
        // The shortest difference takes time by the square; so much is replaced as a whole.
        if old.count + new.count > 400 {
            return old.map { Line(sign: "-", text: $0.text, isEnded: $0.isEnded, hasReturn: $0.hasReturn) }
                + new.map { Line(sign: "+", text: $0.text, isEnded: $0.isEnded, hasReturn: $0.hasReturn) }
        }
        let changes = new.difference(from: old)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in changes {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var result: [Line] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if left < old.count, removed.contains(left) {
                result.append(
                    Line(sign: "-", text: old[left].text, isEnded: old[left].isEnded, hasReturn: old[left].hasReturn))
                left += 1
            } else if right < new.count, inserted.contains(right) {
                result.append(
                    Line(sign: "+", text: new[right].text, isEnded: new[right].isEnded, hasReturn: new[right].hasReturn)
                )
                right += 1
            } else {
                result.append(old[left])
                left += 1
                right += 1
            }
        }
        return result
    }
}
