import CoreData

/// What a check found and a repair did, as text and as JSON.
struct CheckReport {
    let store: OpenedStore
    let check: StoreCheck
    /// The repaired copy: where it is, what was done, and what is wrong with it still.
    var repair: (path: String, done: [StoreRepair.Done], remaining: StoreCheck)?

    private var map: StoreMap? { try? store.map() }

    func text(console: Console) -> String {
        var lines: [String] = []
        if !check.findings.isEmpty { lines += [table(check, console), ""] }
        if check.omitted > 0 { lines.append("\(check.omitted) more like these; --limit shows more of each kind.") }
        lines.append(Self.sum(check))
        if let repair {
            lines += ["", "repaired copy: \(TextTable.plain(repair.path))"]
            if repair.done.isEmpty { lines.append("  nothing could be repaired") }
            for done in repair.done {
                lines.append("  \(subject(done.action)): \(done.action.description) (\(done.count))")
            }
            if !repair.remaining.findings.isEmpty {
                lines += ["", "what remains in the copy:", table(repair.remaining, console), ""]
            }
            lines.append("the copy: " + Self.sum(repair.remaining))
        }
        return lines.joined(separator: "\n")
    }

    private func table(_ check: StoreCheck, _ console: Console) -> String {
        let map = map
        return check.findings.map { finding in
            let word = finding.severity.rawValue
            let shown =
                console.hasColours
                ? "\u{1B}[\(finding.severity == .error ? "31" : "33")m\(word)\u{1B}[0m" : word
            var place = ""
            if let map, let object = finding.object {
                place = object.short(in: map)
            } else {
                place = finding.entity ?? ""
            }
            if let property = finding.property { place += ".\(property)" }
            let subject = place.isEmpty ? "" : " \(TextTable.plain(place)):"
            return "\(shown) [\(finding.kind.rawValue)]\(subject) \(TextTable.plain(finding.message))"
        }.joined(separator: "\n")
    }

    private func subject(_ action: RepairAction) -> String {
        let place = [action.entity, action.property].compactMap { $0 }.joined(separator: ".")
        return place.isEmpty ? action.kind.rawValue : "\(action.kind.rawValue), \(TextTable.plain(place))"
    }

    private static func sum(_ check: StoreCheck) -> String {
        func amount(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
        return "\(amount(check.errors, "error")), \(amount(check.warnings, "warning"))"
    }

    // MARK: JSON

    var json: String {
        var members = [
            ("store", JSONText.string(store.path)), ("model", JSONText.string(store.chosen.origin.word)),
            ("errors", "\(check.errors)"), ("warnings", "\(check.warnings)"), ("omitted", "\(check.omitted)"),
            ("findings", findings(check)),
        ]
        if let repair {
            let done = repair.done.map { done in
                JSONText.object([
                    ("kind", JSONText.string(done.action.kind.rawValue)),
                    ("entity", JSONText.string(done.action.entity)),
                    ("property", JSONText.string(done.action.property)),
                    ("description", JSONText.string(done.action.description)), ("count", "\(done.count)"),
                ])
            }
            members.append(
                (
                    "repair",
                    JSONText.lines([
                        ("path", JSONText.string(repair.path)), ("done", JSONText.list(done)),
                        ("errors", "\(repair.remaining.errors)"), ("warnings", "\(repair.remaining.warnings)"),
                        ("findings", findings(repair.remaining)),
                    ])
                ))
        }
        return JSONText.lines(members)
    }

    private func findings(_ check: StoreCheck) -> String {
        let map = map
        return JSONText.list(
            check.findings.map { finding in
                let object = finding.object.flatMap { object in map.map { object.uri(in: $0, store: store.uuid) } }
                return JSONText.object([
                    ("severity", JSONText.string(finding.severity.rawValue)),
                    ("kind", JSONText.string(finding.kind.rawValue)), ("entity", JSONText.string(finding.entity)),
                    ("objectID", JSONText.string(object)), ("property", JSONText.string(finding.property)),
                    ("message", JSONText.string(finding.message)),
                ])
            })
    }
}
