/// What classes of Objective-C may do and classes of Swift may not.
enum ClassRules {
    static func apply(to pass: inout PortPass) {
        let source = pass.source
        let generics = genericNames(in: source)
        for index in source.tokens.indices where source.isActive[index] {
            let token = source.tokens[index]
            if token.isWord("override") {
                override(at: index, &pass)
            } else if token.kind == .word, source.isSign("(", at: index + 1),
                token.isWord("Self") || token.isWord("init") && source.isSign(".", at: index - 1)
                    || generics.contains(token.text)
            {
                creation(at: index, generics, &pass)
            }
        }
    }

    private static func override(at index: Int, _ pass: inout PortPass) {
        let source = pass.source
        let scope = source.scopes[source.scopeOfToken[index]]
        var next = index + 1
        while let token = source.token(next), DeclarationWords.isModifier(token) || token.isWord("class") { next += 1 }
        guard let keyword = source.token(next), let name = source.token(next + 1),
            ["func", "var", "init", "subscript"].contains(keyword.text)
        else { return }
        if scope.word == "extension" {
            pass.find(
                .override, at: index, "override \(keyword.text) \(name.text) in an extension of \(scope.name)",
                "Without the Objective-C run time an extension cannot override.",
                "Move the override into the class.")
        } else if keyword.isWord("func"), ["entity", "fetchRequest"].contains(name.text) {
            pass.find(
                .override, at: index, "override class func \(name.text)()",
                "\(name.text)() belongs to every managed object and cannot be overridden here.",
                "Put the override under #if canImport(ObjectiveC), or give it another name.")
        }
    }

    /// `T(entity:insertInto:)` for a type that is not known.
    private static func creation(at index: Int, _ generics: Set<String>, _ pass: inout PortPass) {
        let source = pass.source
        let word = source.tokens[index].text
        if word == "init" {
            // `type.init(…)` of a variable or a parameter; `super.init`, `Book.init` and `.init` name a class.
            let base = source.token(index - 2)
            let isVariable = base.map { $0.kind == .word && $0.text.first?.isLowercase == true } ?? false
            guard isVariable || base?.isSign(")") == true || generics.contains(base?.text ?? ""),
                base?.isWord("super") != true, base?.isWord("self") != true
            else { return }
        }
        guard let end = source.end(ofGroupAt: index + 1) else { return }
        let labels = source.labels(inGroupAt: index + 1, to: end)
        let reason = "Swift makes objects of a class that is not known by required initialisers only."
        if labels.prefix(2) == ["entity", "insertInto"] {
            pass.find(
                .creation, at: index, "\(word)(entity:insertInto:)", reason,
                "Use \(word)(context:), or NSEntityDescription.insertNewObject(forEntityName:into:).")
        } else if labels.contains("managedObjectModel") {
            pass.find(
                .creation, at: index, "\(word)(\(labels.map { "\($0):" }.joined()))", reason,
                "Make the object where its class is known, and hand in a closure that does.")
        }
    }

    /// Names of type parameters and associated types.
    private static func genericNames(in source: PortSource) -> Set<String> {
        var result: Set<String> = []
        let declaring: Set<String> = ["func", "class", "struct", "enum", "protocol"]
        for index in source.tokens.indices where source.tokens[index].kind == .word {
            if source.tokens[index].isWord("associatedtype"), let name = source.token(index + 1) {
                result.insert(name.text)
            }
            let isDeclaration = declaring.contains(source.tokens[index].text) && source.isSign("<", at: index + 2)
            guard isDeclaration || source.tokens[index].isWord("init") && source.isSign("<", at: index + 1) else {
                continue
            }
            var next = index + (isDeclaration ? 2 : 1)
            var depth = 0
            while let token = source.token(next), next < index + 200 {
                if token.isSign("<") { depth += 1 }
                if token.isSign(">") { depth -= 1 }
                if depth == 0 { break }
                let previous = source.tokens[next - 1]
                if depth == 1, token.isName, previous.isSign("<") || previous.isSign(",") { result.insert(token.text) }
                next += 1
            }
        }
        return result
    }
}
