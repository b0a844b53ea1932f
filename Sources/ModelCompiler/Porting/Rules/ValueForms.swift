/// Array literals for `NSSet`, and types whose names Foundation has twice.
enum ValueForms {
    static func apply(to pass: inout PortPass) {
        let source = pass.source
        var ambiguous: [Int] = []
        for index in source.tokens.indices where source.isActive[index] {
            let token = source.tokens[index]
            if token.isSign("="), source.isSign("[", at: index + 1) { assignment(at: index, &pass) }
            if token.isWord("NSExpression") || token.isWord("NSComparisonPredicate"), isTypePosition(index, source),
                !pass.project.declaredTypes.contains(token.text)
            {
                ambiguous.append(index)
            }
        }
        if let first = ambiguous.first { expressionType(first, &pass) }
    }

    // MARK: NSSet

    private static func assignment(at index: Int, _ pass: inout PortPass) {
        let source = pass.source
        guard let end = source.end(ofGroupAt: index + 1), !source.isSign("=", at: index - 1) else { return }
        var type = index - 1
        if source.isSign("?", at: type) || source.isSign("!", at: type) { type -= 1 }
        let isTyped = source.token(type)?.isWord("NSSet") == true && source.isSign(":", at: type - 1)
        // `object.items = […]`, or `items = […]` as a statement in a managed object class.
        let name = source.tokens[max(0, index - 1)]
        let isStatement =
            name.startsLine
            && (source.enclosingType(ofToken: index).map { pass.project.managedClasses.contains($0.name) } ?? false)
        let isProperty =
            name.isName && pass.project.setProperties.contains(name.text)
            && (source.isSign(".", at: index - 2) || isStatement)
        // `= [a].count` and `= [a] as Set` are something else.
        guard isTyped || isProperty, source.token(end + 1)?.startsLine ?? true || source.isSign("}", at: end + 1) else {
            return
        }
        let (open, close) = (source.tokens[index + 1].range, source.tokens[end].range)
        let line = source.tokens[index].line
        if end == index + 2 {
            pass.edit(.setLiteral, open.lowerBound..<close.upperBound, "NSSet()", line: line)
        } else {
            pass.edit(.setLiteral, open.lowerBound..<open.lowerBound, "NSSet(array: ", line: line)
            pass.edit(.setLiteral, close.upperBound..<close.upperBound, ")", line: line)
        }
    }

    // MARK: Expressions

    private static func isTypePosition(_ index: Int, _ source: PortSource) -> Bool {
        if source.isSign("(", at: index + 1) || source.isSign(".", at: index + 1) { return false }
        return !source.isSign(".", at: index - 1)
    }

    private static func expressionType(_ index: Int, _ pass: inout PortPass) {
        let source = pass.source
        let foundation = source.imports.filter { $0.isActive && $0.module == "Foundation" }
        let hasCoreData = pass.imports("CoreData") || pass.missingImports["CoreData"] != nil
        if foundation.isEmpty, !pass.imports("XCTest"), hasCoreData { return }
        let name = source.tokens[index].text
        guard foundation.count == 1, let statement = foundation.first, !pass.imports("XCTest"),
            source.isAlone(statement.tokens, on: source.firstLine(of: statement)...source.lastLine(of: statement)),
            source.isOutsideConditions(statement.tokens.lowerBound)
        else {
            return pass.find(
                .expressionType, at: index, name,
                "As a type the name is ambiguous where Foundation is imported besides CoreData.",
                "Write CoreData.\(name).")
        }
        let line = source.firstLine(of: statement)
        if hasCoreData {
            pass.edit(.import, source.textStart(ofLine: line)..<source.endOfLine(line), "", line: line)
        } else {
            let module = source.tokens[statement.tokens.upperBound - 1]
            pass.edit(.import, module.range, "CoreData", line: line)
        }
    }
}
