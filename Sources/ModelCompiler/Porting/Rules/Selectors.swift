/// `#selector`, observers by selector and timers by selector.
enum Selectors {
    /// The methods by which sort descriptors compare.
    private static let comparisons: Set<String> = [
        "compare", "caseInsensitiveCompare", "localizedCompare", "localizedCaseInsensitiveCompare",
        "localizedStandardCompare",
    ]

    static func apply(to pass: inout PortPass) {
        let source = pass.source
        for index in source.tokens.indices where source.isActive[index] && !pass.isSettled(index) {
            let token = source.tokens[index]
            if token.isSign("#selector"), source.isSign("(", at: index + 1) {
                selector(at: index, &pass)
            } else if token.kind == .word, source.isSign("(", at: index + 1) {
                call(at: index, &pass)
            }
        }
    }

    private static func selector(at index: Int, _ pass: inout PortPass) {
        let source = pass.source
        guard let end = source.end(ofGroupAt: index + 1) else { return }
        let names = source.tokens[index + 2..<end]
        let words = names.filter { $0.isName && $0.text != "_" }.map(\.text)
        let range = source.tokens[index].range.lowerBound..<source.tokens[end].range.upperBound
        if words.count == 2, ["NSString", "NSNumber", "NSDate"].contains(words[0]), comparisons.contains(words[1]) {
            pass.edit(
                .selector, range, "NSSelectorFromString(\"\(words[1]):\")", line: source.tokens[index].line)
            if !pass.imports("CoreData") { pass.needImport("CoreData") }
            return
        }
        pass.find(
            .selector, at: index, source.text(range), "There are no selectors without the Objective-C run time.",
            "Pass a closure, or call the method itself.")
    }

    private static let calls: Set<String> = [
        "addObserver", "removeObserver", "observeValue", "observe", "publisher", "scheduledTimer", "Timer",
        "willChangeValue", "didChangeValue", "notifications",
    ]

    private static func call(at index: Int, _ pass: inout PortPass) {
        let source = pass.source
        guard calls.contains(source.tokens[index].text), let end = source.end(ofGroupAt: index + 1) else { return }
        let labels = source.labels(inGroupAt: index + 1, to: end)
        let word = source.tokens[index].text
        switch word {
        case "addObserver" where labels.contains("selector"):
            pass.find(
                .observer, at: index, "addObserver(_:selector:name:object:)",
                "A notification centre cannot call a method by its selector here.",
                "Use addObserver(forName:object:queue:using:) and keep its token, or publisher(for:).sink.")
        case "addObserver" where labels.contains("forKeyPath"), "removeObserver" where labels.contains("forKeyPath"),
            "observeValue" where labels.contains("forKeyPath"):
            keyValueObserving(at: index, "\(word)(…forKeyPath:…)", &pass)
        case "observe" where source.isSign("\\", at: index + 2):
            keyValueObserving(at: index, "observe(\\…)", &pass)
        case "publisher" where labels.first == "for" && source.isSign("\\", at: index + 4):
            keyValueObserving(at: index, "publisher(for: \\…)", &pass)
        case "scheduledTimer" where labels.contains("selector"), "Timer" where labels.contains("selector"):
            pass.find(
                .selector, at: index, "\(word)(timeInterval:target:selector:…)",
                "A timer cannot call a method by its selector here.",
                "Use Timer.scheduledTimer(withTimeInterval:repeats:block:), or Timer.publish.")
        case "willChangeValue" where labels.first == "for", "didChangeValue" where labels.first == "for":
            return changeNotice(at: index, end: end, &pass)
        case "notifications" where labels.first == "named" && source.isSign(".", at: index - 1):
            pass.find(
                .notifications, at: index, "notifications(named:)",
                "Foundation has no asynchronous sequence of notifications here.",
                "Use NotificationCenter.default.publisher(for:).values; a buffer before it keeps notifications that "
                    + "come while nobody asks.")
        default: return
        }
        pass.settle(index...end)
    }

    private static func keyValueObserving(at index: Int, _ subject: String, _ pass: inout PortPass) {
        pass.find(
            .keyValueObserving, at: index, subject, "There is no key-value observing without the Objective-C run time.",
            "Use objectWillChange of the managed object, @Published, or the notification of the context's changes.")
    }

    /// `willChangeValue(for: \.name)` is `willChangeValue(forKey: "name")`.
    private static func changeNotice(at index: Int, end: Int, _ pass: inout PortPass) {
        let source = pass.source
        let path = source.tokens[index + 4..<max(index + 4, end)]
        let names = path.filter(\.isName).map(\.text)
        let isPlain = path.allSatisfy { $0.isName || $0.isSign(".") || $0.isSign("\\") }
        let properties = names.drop { $0.first?.isUppercase ?? false }
        guard source.isSign("\\", at: index + 4), isPlain, properties.count == 1, let property = properties.first else {
            return
        }
        let range = source.tokens[index + 2].range.lowerBound..<source.tokens[end].range.lowerBound
        pass.edit(.changeNotice, range, "forKey: \"\(property)\"", line: source.tokens[index].line)
    }
}

extension PortSource {
    /// The labels of a call's arguments.
    func labels(inGroupAt open: Int, to end: Int) -> [String] {
        var result: [String] = []
        var depth = 0
        // Calls do not have that many tokens; nested ones without a bound take time by the square.
        for index in open..<min(end, open + 2000) {
            let token = tokens[index]
            if ["(", "[", "{"].contains(where: token.isSign) { depth += 1 }
            if [")", "]", "}"].contains(where: token.isSign) { depth -= 1 }
            guard depth == 1, token.isName, let previous = self.token(index - 1) else { continue }
            guard previous.isSign("(") && index - 1 == open || previous.isSign(",") else { continue }
            // In a declaration a second name follows the label.
            let isDeclared = self.token(index + 1)?.isName == true && isSign(":", at: index + 2)
            if isSign(":", at: index + 1) || isDeclared { result.append(token.text) }
        }
        return result
    }
}
