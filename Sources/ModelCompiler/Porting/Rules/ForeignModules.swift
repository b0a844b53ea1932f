/// Imports of modules that exist on Apple's platforms only, what is used of them, and imports that are missing.
enum ForeignModules {
    static func apply(to pass: inout PortPass) {
        names(&pass)
        suppliedNames(&pass)
        guardImports(&pass)
        addImports(&pass)
    }

    // MARK: What is used of such modules

    private static func names(_ pass: inout PortPass) {
        let source = pass.source
        for statement in source.imports { pass.settle(statement.tokens.lowerBound...statement.tokens.upperBound - 1) }
        var modules: [AppleModule] = []
        for name in Set(source.imports.map(\.module)).sorted() {
            if let module = AppleModule.all[name] { modules.append(module) }
        }
        for module in modules {
            var places: [(name: String, token: Int)] = []
            for index in source.tokens.indices where source.isActive[index] && !pass.isSettled(index) {
                let token = source.tokens[index]
                guard token.kind == .word, !source.isSign(".", at: index - 1), module.owns(token.text),
                    !pass.project.declaredTypes.contains(token.text), !source.isLabel(at: index)
                else { continue }
                places.append((token.text, index))
            }
            guard let first = places.first else { continue }
            for place in places { pass.settle(place.token...place.token) }
            let (shown, lines) = source.summary(of: places.map(\.token))
            let isDelegate = places.contains { place in
                let next = source.tokens[place.token...].prefix(5).map(\.text)
                return next == ["UIApplication", ".", "shared", ".", "delegate"]
            }
            pass.find(
                .module, at: first.token, shown,
                "\(module.name) exists on Apple's platforms only; used in \(lines).",
                isDelegate
                    ? "Hand the container or the context in, as a parameter or a property, instead of asking the "
                        + "application for it."
                    : suggestion(for: module))
        }
    }

    private static func suggestion(for module: AppleModule) -> String {
        switch module.name {
        case "os", "OSLog":
            return "Log through a type of your own, with #if canImport(os) in its one file."
        case "CryptoKit":
            return "swift-crypto has the same names: import Crypto under #if canImport(Crypto)."
        case _ where module.isInterface:
            return "Move it to an extension in a file of its own under #if canImport(\(module.name)), and keep plain "
                + "values in the data layer."
        default: return "Put the code that uses it under #if canImport(\(module.name)), best in a file of its own."
        }
    }

    // MARK: Imports

    /// Names of other modules which stand in for what Apple's Foundation has.
    private static let supplied: [(names: Set<String>, module: String, isGuarded: Bool, enough: Set<String>)] = [
        (
            [
                "NSManagedObject", "NSManagedObjectContext", "NSManagedObjectID", "NSManagedObjectModel",
                "NSPersistentContainer", "NSPersistentStoreCoordinator", "NSFetchRequest", "NSFetchRequestResult",
                "NSFetchedResultsController", "NSEntityDescription", "NSBatchDeleteRequest", "autoreleasepool",
                "UndoManager", "ValueTransformer", "NSValueTransformerName", "NSSecureUnarchiveFromDataTransformer",
                "NSSelectorFromString", "NSStringFromSelector",
            ], "CoreData", false, ["CoreData"]
        ),
        (
            [
                "Published", "ObservableObject", "AnyCancellable", "AnyPublisher", "PassthroughSubject",
                "CurrentValueSubject", "ObservableObjectPublisher",
            ], "Combine", false, ["Combine", "CoreData"]
        ),
        (["XMLParser", "XMLParserDelegate"], "FoundationXML", true, ["FoundationXML"]),
        (
            [
                "URLSession", "URLRequest", "URLResponse", "HTTPURLResponse", "URLSessionConfiguration",
                "URLSessionTask", "URLSessionDataTask", "HTTPCookieStorage", "URLCache", "NSMutableURLRequest",
            ], "FoundationNetworking", true, ["FoundationNetworking", "CoreData", "Combine"]
        ),
    ]

    private static func suppliedNames(_ pass: inout PortPass) {
        let source = pass.source
        let present = Set(source.imports.filter(\.isActive).map(\.module))
        for group in supplied where present.isDisjoint(with: group.enough) {
            let isNamed = source.tokens.indices.contains { index in
                let token = source.tokens[index]
                return source.isActive[index] && token.kind == .word && group.names.contains(token.text)
                    && !source.isSign(".", at: index - 1) && !pass.project.declaredTypes.contains(token.text)
                    && !source.isLabel(at: index)
            }
            if isNamed { pass.needImport(group.module, isGuarded: group.isGuarded) }
        }
    }

    private static func guardImports(_ pass: inout PortPass) {
        let source = pass.source
        let foreign = source.imports.filter { $0.isActive && AppleModule.isAppleOnly($0.module) }
        let staying = Set(source.imports.filter { $0.isActive }.map(\.module)).filter { !AppleModule.isAppleOnly($0) }
        // The modules which bring Foundation along on Apple's platforms.
        var needsFoundation =
            !foreign.isEmpty && staying.isDisjoint(with: ["Foundation", "CoreData", "XCTest"])
            && pass.missingImports["CoreData"] == nil
        var index = 0
        while index < foreign.count {
            // Imports on consecutive lines share a block.
            var group = [foreign[index]]
            while index + 1 < foreign.count,
                group[group.count - 1].tokens.upperBound == foreign[index + 1].tokens.lowerBound,
                source.lastLine(of: group[group.count - 1]) + 1 == source.firstLine(of: foreign[index + 1]),
                foreign[index + 1].module == group[0].module
            {
                index += 1
                group.append(foreign[index])
            }
            index += 1
            guard let first = group.first, let last = group.last else { continue }
            let lines = source.firstLine(of: first)...source.lastLine(of: last)
            guard source.isAlone(first.tokens.lowerBound..<last.tokens.upperBound, on: lines) else {
                pass.find(
                    .module, at: first.tokens.lowerBound, "import \(first.module)",
                    "\(first.module) exists on Apple's platforms only.",
                    "Give the import a line of its own, so that #if canImport(\(first.module)) can stand around it.")
                continue
            }
            let indentation = source.indentation(ofLine: lines.lowerBound)
            let lineBreak = source.lineBreak
            let start = source.textStart(ofLine: lines.lowerBound)
            let end = source.endOfLine(lines.upperBound)
            let closes = source.hasBreak(atEndOfLine: lines.upperBound)
            var closing = ["\(indentation)#endif"]
            if needsFoundation { closing = ["\(indentation)#else", "\(indentation)import Foundation"] + closing }
            needsFoundation = false
            pass.edit(
                .import, start..<start, "\(indentation)#if canImport(\(first.module))\(lineBreak)",
                line: lines.lowerBound)
            let text = closing.joined(separator: lineBreak)
            pass.edit(
                .import, end..<end, closes ? text + lineBreak : lineBreak + text, line: lines.lowerBound,
                isBehind: true)
        }
    }

    private static func addImports(_ pass: inout PortPass) {
        let source = pass.source
        guard !pass.missingImports.isEmpty else { return }
        // Behind the last import at the top that stands by itself; without one, before the first token.
        let free = source.imports.filter { $0.isActive && !AppleModule.isAppleOnly($0.module) }
        let outside = free.last { source.isOutsideConditions($0.tokens.lowerBound) }
        let place: Int
        let line: Int
        if let outside {
            line = source.lastLine(of: outside)
            place = source.endOfLine(line)
        } else {
            guard let first = source.tokens.first else { return }
            line = first.line
            place = source.textStart(ofLine: line)
        }
        var lines: [String] = []
        for (module, isGuarded) in pass.missingImports.sorted(by: { $0.key < $1.key }) {
            lines +=
                isGuarded
                ? ["#if canImport(\(module))", "import \(module)", "#endif"] : ["import \(module)"]
        }
        let text = lines.map { $0 + source.lineBreak }.joined()
        let needsBreak = outside != nil && !source.hasBreak(atEndOfLine: line)
        pass.edit(
            .import, place..<place, (needsBreak ? source.lineBreak : "") + text, line: line, isBehind: true)
    }
}

extension PortSource {
    /// The different words among tokens, and the lines on which they stand, for a message.
    func summary(of places: [Int]) -> (words: String, lines: String) {
        var words: [String] = []
        var lines: [Int] = []
        for place in places {
            if !words.contains(tokens[place].text) { words.append(tokens[place].text) }
            if lines.last != tokens[place].line { lines.append(tokens[place].line) }
        }
        func list(_ items: [String]) -> String {
            items.prefix(6).joined(separator: ", ") + (items.count > 6 ? ", …" : "")
        }
        return (list(words), "line\(lines.count == 1 ? "" : "s") " + list(lines.map(String.init)))
    }

    func firstLine(of statement: PortImport) -> Int { tokens[statement.tokens.lowerBound].line }

    func lastLine(of statement: PortImport) -> Int { tokens[statement.tokens.upperBound - 1].line }

    /// Whether nothing else stands on the lines of these tokens.
    func isAlone(_ range: Range<Int>, on lines: ClosedRange<Int>) -> Bool {
        if let before = token(range.lowerBound - 1), line(of: before.range.upperBound - 1) >= lines.lowerBound {
            return false
        }
        if let after = token(range.upperBound), after.line <= lines.upperBound { return false }
        return true
    }

    /// Whether a name is the label of an argument or of a parameter.
    func isLabel(at index: Int) -> Bool {
        isSign(":", at: index + 1) && (isSign("(", at: index - 1) || isSign(",", at: index - 1))
    }

    func isOutsideConditions(_ index: Int) -> Bool {
        var depth = 0
        for token in tokens[..<index] where token.kind == .condition {
            if token.text.hasPrefix("#if") { depth += 1 }
            if token.text.hasPrefix("#endif") { depth -= 1 }
        }
        return depth == 0
    }
}
