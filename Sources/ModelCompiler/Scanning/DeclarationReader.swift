/// Reads type declarations and `@NSManaged` members out of a file's tokens.
///
/// A reader of declarations, not of Swift: bodies of functions are skipped by counting braces, and what
/// the compiler would refuse may be read as anything.
struct DeclarationReader {
    private(set) var classes: [SourceScan.FoundClass] = []
    private(set) var otherTypes: [String: SourceScan.TypeKind] = [:]
    private(set) var managed: [SourceScan.ManagedDeclaration] = []
    private(set) var conformances: [String: Set<String>] = [:]

    private let tokens: [SwiftToken]
    private let file: String
    private var index = 0
    private var scopes: [Scope] = []
    private var modifiers: Set<String> = []
    /// For each open `#if`: whether the present branch is left out, and whether an earlier one was taken.
    private var conditions: [(isSkipped: Bool, wasTaken: Bool)] = []

    /// What a pair of braces encloses.
    private struct Scope {
        /// The qualified name of a type; nil for everything else.
        var type: String?
        var isPublic = true
        var isReachable = true
        /// What an extension says of its members' access; a `private` one leaves them no choice.
        var memberAccess = SourceScan.MemberAccess.internal
    }

    init(_ tokens: [SwiftToken], file: String) {
        self.tokens = tokens
        self.file = file
    }

    private var token: SwiftToken? { index < tokens.count ? tokens[index] : nil }

    mutating func run() {
        while let token {
            if token.kind == .condition {
                condition(token.text)
            } else if conditions.contains(where: \.isSkipped) {
                index += 1
            } else if token.isSign("{") {
                scopes.append(Scope())
                next()
            } else if token.isSign("}") {
                _ = scopes.popLast()
                next()
            } else if token.isSign("@") {
                attribute()
            } else if token.kind == .word {
                word(token)
            } else {
                next()
            }
        }
    }

    /// Goes on, forgetting the modifiers read so far.
    private mutating func next() {
        modifiers = []
        index += 1
    }

    private mutating func condition(_ text: String) {
        index += 1
        if text.hasPrefix("#if") {
            let value = CompilationCondition.evaluate(String(text.dropFirst(3)))
            conditions.append((isSkipped: value == false, wasTaken: value == true))
        } else if text.hasPrefix("#elseif"), let last = conditions.indices.last {
            let value = CompilationCondition.evaluate(String(text.dropFirst(7)))
            conditions[last].isSkipped = conditions[last].wasTaken || value == false
            if value == true { conditions[last].wasTaken = true }
        } else if text.hasPrefix("#else"), let last = conditions.indices.last {
            conditions[last].isSkipped = conditions[last].wasTaken
        } else if text.hasPrefix("#endif") {
            _ = conditions.popLast()
        }
    }

    private mutating func attribute() {
        index += 1
        guard let name = token, name.isName else { return }
        modifiers.insert("@" + name.text)
        index += 1
        // `@objc(Name)`: the parenthesis belongs to the attribute when it follows directly.
        if let token, token.isSign("("), !token.startsLine { skipGroup("(", ")") }
    }

    /// Skips a bracketed group; the index is at its opening sign.
    private mutating func skipGroup(_ open: String, _ close: String) {
        var depth = 0
        while let token {
            if token.isSign(open) { depth += 1 }
            if token.isSign(close) { depth -= 1 }
            index += 1
            if depth == 0 { return }
        }
    }

    /// Whether the present position is the file's top level or directly inside a type.
    private var isMemberLevel: Bool { scopes.last.map { $0.type != nil } ?? true }

    private mutating func word(_ token: SwiftToken) {
        let following = index + 1 < tokens.count ? tokens[index + 1] : nil
        if DeclarationWords.isModifier(token) {
            index += 1
            let isOfSetter =
                self.token?.isSign("(") == true && index + 1 < tokens.count && tokens[index + 1].isWord("set")
            modifiers.insert(isOfSetter ? token.text + "(set)" : token.text)
            if let token = self.token, token.isSign("("), isOfSetter || !token.startsLine { skipGroup("(", ")") }
            return
        }
        guard isMemberLevel, let following else { return next() }
        switch token.text {
        case "class":
            if ["func", "var", "let", "subscript"].contains(following.text), following.kind == .word {
                index += 1
            } else if following.isName {
                type(.none)
            } else {
                next()
            }
        case "struct": following.isName ? type(.structure) : next()
        case "enum": following.isName ? type(.enumeration) : next()
        case "protocol": following.isName ? type(.protocol) : next()
        case "actor": following.isName && following.text != "let" ? type(.actor) : next()
        case "extension": following.isName ? extensionOfType() : next()
        case "typealias": following.isName ? alias() : next()
        case "var": modifiers.contains("@NSManaged") ? managedProperties() : next()
        case "func": modifiers.contains("@NSManaged") ? managedFunction() : next()
        default: next()
        }
    }

    // MARK: - Types

    private var enclosing: Scope { scopes.last ?? Scope(type: nil) }

    private func qualified(_ name: String) -> String { enclosing.type.map { "\($0).\(name)" } ?? name }

    /// Reads a type's declaration up to its brace; nil stands for a class.
    private mutating func type(_ kind: SourceScan.TypeKind?) {
        let outer = enclosing
        let isPublic = (modifiers.contains("public") || modifiers.contains("open")) && outer.isPublic
        let isReachable =
            !modifiers.contains("private") && !modifiers.contains("fileprivate") && outer.isReachable
        modifiers = []
        index += 1
        let nameToken = tokens[index]
        let name = qualified(nameToken.text)
        index += 1
        var inherited: [String] = []
        if let sign = token, sign.isSign("<") { skipAngles() }
        if let sign = token, sign.isSign(":") {
            index += 1
            inherited = inheritedTypes()
        }
        skipToBrace()
        conformances[name, default: []].formUnion(inherited)
        if let kind {
            otherTypes[name] = kind
        } else {
            classes.append(
                SourceScan.FoundClass(
                    name: name, isPublic: isPublic, isReachable: isReachable,
                    superclass: inherited.first, file: file, line: nameToken.line))
        }
        enter(Scope(type: name, isPublic: isPublic, isReachable: isReachable))
    }

    private mutating func extensionOfType() {
        let access = statedAccess
        modifiers = []
        index += 1
        var name = tokens[index].text
        index += 1
        while let token, token.isSign("."), index + 1 < tokens.count, tokens[index + 1].isName {
            name += "." + tokens[index + 1].text
            index += 2
        }
        if let sign = token, sign.isSign(":") {
            index += 1
            conformances[name, default: []].formUnion(inheritedTypes())
        }
        skipToBrace()
        enter(Scope(type: name, memberAccess: access ?? .internal))
    }

    /// The types after a colon, compositions taken apart; attributes such as `@retroactive` are left out.
    private mutating func inheritedTypes() -> [String] {
        var result: [String] = []
        var name = ""
        while let token, !token.isSign("{"), !token.isSign("}"), !token.isWord("where") {
            if token.isSign(",") || token.isSign("&") {
                if !name.isEmpty { result.append(name) }
                name = ""
            } else if token.isSign("@") {
                index += 1
            } else if token.kind != .condition {
                name += token.text
            }
            index += 1
        }
        if !name.isEmpty { result.append(name) }
        return result
    }

    private mutating func alias() {
        modifiers = []
        index += 1
        let name = qualified(tokens[index].text)
        index += 1
        guard let token, token.isSign("=") else { return }
        index += 1
        otherTypes[name] = .alias(typeTokens())
    }

    private mutating func enter(_ scope: Scope) {
        guard let token, token.isSign("{") else { return }
        scopes.append(scope)
        index += 1
    }

    private mutating func skipToBrace() {
        while let token, !token.isSign("{"), !token.isSign("}") { index += 1 }
    }

    private mutating func skipAngles() {
        var depth = 0
        var previous = ""
        while let token {
            if token.isSign("<") { depth += 1 }
            if token.isSign(">"), previous != "-" { depth -= 1 }
            previous = token.text
            index += 1
            if depth == 0 { return }
        }
    }

    // MARK: - Members

    /// The access that the modifiers name, those in parentheses left aside; nil when there is none.
    private var statedAccess: SourceScan.MemberAccess? { access { $0 } }

    private func access(_ spelling: (String) -> String) -> SourceScan.MemberAccess? {
        func has(_ word: String) -> Bool { modifiers.contains(spelling(word)) }
        if has("private") || has("fileprivate") { return .private }
        if has("public") || has("open") { return .public }
        if has("package") { return .package }
        return has("internal") ? .internal : nil
    }

    /// Who may use the member that is being read, and who may set it.
    private var memberAccess: (access: SourceScan.MemberAccess, ofSetter: SourceScan.MemberAccess) {
        var access = statedAccess ?? enclosing.memberAccess
        if enclosing.memberAccess == .private { access = .private }
        return (access, min(access, self.access { "\($0)(set)" } ?? access))
    }

    /// Reads `var a: T`, `var a: T, b: U` and `var a, b: T`.
    private mutating func managedProperties() {
        let access = memberAccess
        modifiers = []
        index += 1
        guard let owner = enclosing.type else { return }
        var untyped: [SwiftToken] = []
        while let name = self.token, name.isName {
            index += 1
            guard let token = self.token else { return }
            if token.isSign(",") {
                untyped.append(name)
                index += 1
                continue
            }
            guard token.isSign(":") else { return }
            index += 1
            let type = typeTokens()
            for declared in untyped + [name] {
                managed.append(
                    SourceScan.ManagedDeclaration(
                        owner: owner, name: declared.text, kind: .property(type: type), access: access.access,
                        setterAccess: access.ofSetter, isOwnerReachable: enclosing.isReachable,
                        file: file, line: declared.line))
            }
            untyped = []
            guard let separator = self.token, separator.isSign(","), !separator.startsLine else { return }
            index += 1
        }
    }

    private mutating func managedFunction() {
        let access = memberAccess
        modifiers = []
        index += 1
        guard let owner = enclosing.type, let name = token, name.isName else { return }
        index += 1
        guard let token, token.isSign("(") else { return }
        index += 1
        var parameters: [SourceScan.ManagedDeclaration.Parameter] = []
        while let first = self.token, !first.isSign(")") {
            guard first.isName else { return }
            index += 1
            if let second = self.token, second.isName { index += 1 }
            guard let colon = self.token, colon.isSign(":") else { return }
            index += 1
            let type = typeTokens(inParameters: true)
            parameters.append(.init(label: first.text == "_" ? nil : first.text, type: type))
            if let separator = self.token, separator.isSign(",") { index += 1 }
        }
        index += 1
        var result: [String] = []
        if index + 1 < tokens.count, tokens[index].isSign("-"), tokens[index + 1].isSign(">") {
            index += 2
            result = typeTokens()
        }
        managed.append(
            SourceScan.ManagedDeclaration(
                owner: owner, name: name.text, kind: .function(parameters: parameters, result: result),
                access: access.access, setterAccess: access.access, isOwnerReachable: enclosing.isReachable,
                file: file, line: name.line))
    }

    /// The tokens of a type: to the end of the line, or to what cannot be part of it.
    private mutating func typeTokens(inParameters: Bool = false) -> [String] {
        var result: [String] = []
        var depth = 0
        while let token {
            if depth == 0 {
                if token.startsLine, !inParameters, !result.isEmpty { break }
                if token.isSign(",") || token.isSign(")") || token.isSign("}") || token.isSign("{") { break }
                if token.isSign("=") || token.isSign(";") || token.kind == .string || token.kind == .condition { break }
            }
            if ["(", "[", "<"].contains(where: token.isSign) { depth += 1 }
            if [")", "]"].contains(where: token.isSign) { depth -= 1 }
            if token.isSign(">"), result.last != "-" { depth -= 1 }
            result.append(token.text)
            index += 1
        }
        return result
    }
}
