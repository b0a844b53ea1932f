/// One file on its way through the rules: what they see, and what they have to say.
struct PortPass {
    let source: PortSource
    let project: PortProject.Facts
    private(set) var edits: [PortEdit] = []
    private(set) var findings: [PortFinding] = []
    /// Modules that the file has to import besides; how they are guarded.
    private(set) var missingImports: [String: Bool] = [:]
    /// Tokens of which everything has been said.
    private var settled: Set<Int> = []

    init(_ source: PortSource, _ project: PortProject.Facts) {
        self.source = source
        self.project = project
    }

    mutating func edit(
        _ rule: PortEdit.Rule, _ range: Range<Int>, _ text: String, line: Int, isBehind: Bool = false
    ) {
        edits.append(PortEdit(rule: rule, range: range, text: text, line: line, isBehind: isBehind))
    }

    mutating func find(
        _ kind: PortFinding.Kind, at token: Int, _ subject: String, _ reason: String, _ suggestion: String
    ) {
        let start = source.tokens[token].range.lowerBound
        findings.append(
            PortFinding(
                line: source.tokens[token].line, column: source.column(of: start), kind: kind, subject: subject,
                reason: reason, suggestion: suggestion))
    }

    /// Marks tokens as spoken of.
    mutating func settle(_ tokens: ClosedRange<Int>) { settled.formUnion(tokens) }

    func isSettled(_ token: Int) -> Bool { settled.contains(token) }

    /// Sees to it that the file imports a module.
    ///
    /// - Parameter isGuarded: whether the import stands under `#if canImport`, since Apple has no such module.
    mutating func needImport(_ module: String, isGuarded: Bool = false) { missingImports[module] = isGuarded }

    /// Whether the file imports one of the modules as it stands.
    func imports(_ modules: String...) -> Bool {
        source.imports.contains { $0.isActive && modules.contains($0.module) }
    }
}
