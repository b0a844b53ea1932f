/// `@objc` and `@objcMembers` go under `#if canImport(ObjectiveC)`; the compiler refuses them elsewhere.
///
/// Enumerations may keep them, and `@nonobjc`, `dynamic`, `@IBAction` and their like are accepted everywhere.
enum ObjectiveCAttributes {
    /// The attributes and modifiers before a declaration.
    private struct Run {
        var tokens: Range<Int>
        /// The attributes of Objective-C among them.
        var attributes: [Range<Int>]
    }

    static func apply(to pass: inout PortPass) {
        let source = pass.source
        var index = 0
        while index < source.tokens.count {
            guard source.isActive[index], let run = run(at: index, in: source) else {
                index += 1
                continue
            }
            index = run.tokens.upperBound
            declaration(after: run, &pass)
            guard !run.attributes.isEmpty, source.token(index)?.isWord("enum") != true else { continue }
            move(run, &pass)
        }
    }

    /// Reads attributes and modifiers from `start` on; nil when there are none.
    private static func run(at start: Int, in source: PortSource) -> Run? {
        var run = Run(tokens: start..<start, attributes: [])
        var index = start
        var hasModifier = false
        while let token = source.token(index), source.isActive[index] {
            let first = index
            // Attributes come before modifiers.
            if token.isSign("@"), !hasModifier, let name = source.token(index + 1), name.isName {
                index += 2
                if source.isSign("(", at: index), source.tokens[index].startsLine == false,
                    let end = source.end(ofGroupAt: index)
                {
                    index = end + 1
                }
                if name.text == "objc" || name.text == "objcMembers" { run.attributes.append(first..<index) }
            } else if DeclarationWords.isModifier(token) {
                hasModifier = true
                index += 1
                if source.isSign("(", at: index), let end = source.end(ofGroupAt: index) { index = end + 1 }
            } else if token.isWord("class"), let next = source.token(index + 1),
                ["func", "var", "let", "subscript"].contains(next.text) || DeclarationWords.isModifier(next)
            {
                hasModifier = true
                index += 1
            } else {
                break
            }
        }
        run.tokens = start..<index
        return index == start ? nil : run
    }

    // MARK: Edits

    private static func move(_ run: Run, _ pass: inout PortPass) {
        let source = pass.source
        var rest = run.attributes[...]
        while let first = rest.first {
            // Attributes in a row, each on lines of its own.
            let lines = source.lines(of: first)
            let together = rest.prefix { source.lines(of: $0).lowerBound <= lines.upperBound }
            guard let last = together.last else { return }
            rest = rest.dropFirst(together.count)
            let span = lines.lowerBound...source.lines(of: last).upperBound
            let isAlone = !source.hasOthers(on: span, than: first.lowerBound..<last.upperBound, besides: together)
            if isAlone {
                wrap(span, &pass)
            } else {
                lift(Array(together), of: run, &pass)
            }
        }
    }

    /// Puts lines that hold nothing else between `#if` and `#endif`.
    private static func wrap(_ lines: ClosedRange<Int>, _ pass: inout PortPass) {
        let source = pass.source
        let indentation = source.indentation(ofLine: lines.lowerBound)
        let start = source.textStart(ofLine: lines.lowerBound)
        let end = source.endOfLine(lines.upperBound)
        let lineBreak = source.lineBreak
        pass.edit(
            .attribute, start..<start, "\(indentation)#if canImport(ObjectiveC)\(lineBreak)", line: lines.lowerBound)
        let isEnded = source.hasBreak(atEndOfLine: lines.upperBound)
        let closing = isEnded ? "\(indentation)#endif\(lineBreak)" : "\(lineBreak)\(indentation)#endif"
        pass.edit(.attribute, end..<end, closing, line: lines.lowerBound, isBehind: true)
    }

    /// Takes attributes out of their line, and puts them on lines of their own before the declaration.
    private static func lift(_ attributes: [Range<Int>], of run: Run, _ pass: inout PortPass) {
        let source = pass.source
        let line = source.tokens[attributes[0].lowerBound].line
        var anchor = attributes[0].lowerBound
        while anchor > run.tokens.lowerBound, source.tokens[anchor - 1].line == line { anchor -= 1 }
        let anchorLine = source.tokens[anchor].line
        let indentation = source.indentation(ofLine: anchorLine)
        let lineBreak = source.lineBreak
        let texts = attributes.map { indentation + source.text(source.bytes(of: $0)) + lineBreak }.joined()
        let block =
            "\(indentation)#if canImport(ObjectiveC)\(lineBreak)\(texts)\(indentation)#endif\(lineBreak)"
        let lineStart = source.textStart(ofLine: anchorLine)
        let place = source.tokens[anchor].range.lowerBound
        let isFirst = source.bytes[lineStart..<place].allSatisfy { $0 == 0x20 || $0 == 0x09 }
        // What is taken out goes with the white space behind it; on the anchor's place text follows.
        if isFirst {
            pass.edit(.attribute, lineStart..<lineStart, block, line: line)
        } else {
            var start = place
            while start > lineStart, source.bytes[start - 1] == 0x20 || source.bytes[start - 1] == 0x09 { start -= 1 }
            pass.edit(.attribute, start..<place, lineBreak + block + indentation, line: line)
        }
        for attribute in attributes {
            var (start, end) = (source.bytes(of: attribute).lowerBound, source.bytes(of: attribute).upperBound)
            while end < source.bytes.count, source.bytes[end] == 0x20 || source.bytes[end] == 0x09 { end += 1 }
            // An attribute that ends its line takes the white space before it along.
            if end == source.bytes.count || source.bytes[end] == 0x0A || source.bytes[end] == 0x0D {
                let previous = source.token(attribute.lowerBound - 1)?.range.upperBound ?? 0
                while start > previous, source.bytes[start - 1] == 0x20 || source.bytes[start - 1] == 0x09 {
                    start -= 1
                }
            }
            pass.edit(.attribute, start..<end, "", line: line)
        }
    }

    // MARK: What follows from the attribute

    private static func declaration(after run: Run, _ pass: inout PortPass) {
        let source = pass.source
        guard let keyword = source.token(run.tokens.upperBound) else { return }
        let scope = source.scopes[source.scopeOfToken[run.tokens.lowerBound]]
        if scope.word == "protocol" {
            for index in run.tokens where source.tokens[index].isWord("optional") {
                pass.find(
                    .attribute, at: index, "optional",
                    "Protocols with optional requirements exist with the Objective-C run time only.",
                    "Make it a requirement, and give it a default implementation in an extension of the protocol.")
            }
        }
        guard let attribute = run.attributes.first, let name = source.token(run.tokens.upperBound + 1) else { return }
        if keyword.isWord("protocol") { restrictToClasses(run.tokens.upperBound, &pass) }
        guard keyword.isWord("class"), attribute.count >= 4 else { return }
        let given = source.tokens[attribute.lowerBound + 3].text
        guard source.isSign("(", at: attribute.lowerBound + 2), given != name.text,
            pass.project.managedClasses.contains(name.text) || pass.project.entityClasses.contains(given)
        else { return }
        pass.find(
            .className, at: run.tokens.upperBound + 1, "@objc(\(given)) class \(name.text)",
            "Away from Apple the class is called \(name.text), and the model is looked up for that name, not for "
                + "\(given).",
            "Name the class in the model \(name.text), or call the class \(given).")
    }

    /// A protocol of Objective-C is for classes; without the attribute that has to be said.
    private static func restrictToClasses(_ keyword: Int, _ pass: inout PortPass) {
        let source = pass.source
        guard let scope = source.scope(named: keyword + 1), scope.isType else { return }
        let saying: Set<String> = ["AnyObject", "class", "NSObjectProtocol", "NSObject", "NSFetchRequestResult"]
        if scope.inherited.contains("class") || !saying.isDisjoint(with: scope.inherited) { return }
        let name = source.tokens[keyword + 1]
        if source.isSign(":", at: keyword + 2) {
            let place = source.tokens[keyword + 2].range.upperBound
            pass.edit(.delegateProtocol, place..<place, " AnyObject,", line: name.line)
        } else {
            let place = name.range.upperBound
            pass.edit(.delegateProtocol, place..<place, ": AnyObject", line: name.line)
        }
    }
}

extension PortSource {
    fileprivate func bytes(of tokens: Range<Int>) -> Range<Int> {
        self.tokens[tokens.lowerBound].range.lowerBound..<self.tokens[tokens.upperBound - 1].range.upperBound
    }

    fileprivate func lines(of tokens: Range<Int>) -> ClosedRange<Int> {
        self.tokens[tokens.lowerBound].line...self.tokens[tokens.upperBound - 1].line
    }

    /// Whether the lines hold tokens other than those of the attributes.
    fileprivate func hasOthers(
        on lines: ClosedRange<Int>, than span: Range<Int>, besides attributes: ArraySlice<Range<Int>>
    ) -> Bool {
        if attributes.reduce(0, { $0 + $1.count }) != span.count { return true }
        if let before = token(span.lowerBound - 1), line(of: before.range.upperBound - 1) >= lines.lowerBound {
            return true
        }
        if let after = token(span.upperBound), after.line <= lines.upperBound { return true }
        // A comment that goes on over several lines may begin or end here.
        let start = textStart(ofLine: lines.lowerBound)
        let first = tokens[span.lowerBound].range.lowerBound
        let end = tokens[span.upperBound - 1].range.upperBound
        let tail = text(end..<endOfLine(lines.upperBound))
        return bytes[start..<first].contains { $0 != 0x20 && $0 != 0x09 }
            || tail.contains("/*") && !tail.contains("*/")
    }
}
