import Foundation
import ModelCompiler

/// What `ondol port` says: the edits as a difference, what needs a person, and how much builds.
struct PortReport {
    let folder: String
    let result: PortProject.Result
    let isWritten: Bool
    /// What the compiler found, when it was asked.
    let build: PortBuild?

    private var ported: [PortedFile] { result.files.filter(\.role.isPorted) }

    /// The number of places that are changed.
    var changeCount: Int { result.files.reduce(0) { $0 + $1.changeCount } }

    var findingCount: Int { result.files.reduce(0) { $0 + $1.findings.count } }

    private func count(_ role: PortedFile.Role) -> Int { result.files.count { $0.role == role } }

    // MARK: Text

    func text(_ console: Console) -> String {
        var sections: [String] = []
        let changed = result.files.filter { !$0.edits.isEmpty }
        if !changed.isEmpty {
            sections.append(title(isWritten ? "EDITS, WRITTEN" : "EDITS", console))
            sections += changed.map { Self.difference($0, console) }
        }
        let found = result.files.filter { !$0.findings.isEmpty }
        if !found.isEmpty {
            sections.append(title("NEEDS A PERSON", console))
            sections += found.map { file in file.findings.map { Self.text($0, in: file) }.joined(separator: "\n") }
        }
        if let build, !build.faults.isEmpty {
            sections.append(title("THE COMPILER", console))
            sections.append(build.faults.prefix(Self.mostFaults).map(Self.text).joined(separator: "\n"))
            let more = build.faults.count - Self.mostFaults
            if more > 0 { sections.append("… and \(Self.amount(more, "error")) more") }
        }
        sections.append(title("SUMMARY", console))
        sections.append(summary.joined(separator: "\n"))
        return sections.joined(separator: "\n\n")
    }

    private func title(_ text: String, _ console: Console) -> String {
        console.hasColours ? "\u{1B}[1m\(text)\u{1B}[0m" : text
    }

    /// A file's edits in the form that `patch` reads.
    private static func difference(_ file: PortedFile, _ console: Console) -> String {
        var lines = ["--- \(name("a/" + file.path))", "+++ \(name("b/" + file.path))"]
        for hunk in file.hunks {
            let subjects = hunk.rules.map(\.title).joined(separator: "; ")
            lines.append(
                "@@ -\(place(hunk.oldLine, hunk.oldCount)) +\(place(hunk.newLine, hunk.newCount)) @@ \(subjects)")
            for line in hunk.lines {
                let text = "\(line.sign)\(plain(line.text))\(line.hasReturn ? "\r" : "")"
                let colour = line.sign == "+" ? "32" : line.sign == "-" ? "31" : nil
                lines.append(console.hasColours ? colour.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text : text)
                if !line.isEnded { lines.append("\\ No newline at end of file") }
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func place(_ line: Int, _ count: Int) -> String { count == 1 ? "\(line)" : "\(line),\(count)" }

    /// A file name as `patch` reads it: quoted where it holds quotes or what would move a terminal's cursor.
    private static func name(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy {
            $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        // The tab ends a name with spaces.
        if isPlain { return path.contains(" ") ? path + "\t" : path }
        let escaped = path.utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
            case 0x20..<0x7F: String(UnicodeScalar(byte))
            default:
                "\\" + String(repeating: "0", count: max(0, 3 - String(byte, radix: 8).count)) + String(byte, radix: 8)
            }
        }
        return "\"\(escaped.joined())\""
    }

    /// A source line without what would move a terminal's cursor; tabs stay.
    private static func plain(_ text: String) -> String {
        text.split(separator: "\t", omittingEmptySubsequences: false).map { TextTable.plain(String($0)) }
            .joined(separator: "\t")
    }

    private static func text(_ finding: PortFinding, in file: PortedFile) -> String {
        let place = finding.line > 0 ? ":\(finding.line):\(finding.column)" : ""
        let subject = TextTable.cell(finding.subject.split { $0.isWhitespace }.joined(separator: " "))
        return """
            \(TextTable.plain(file.path))\(place): \(subject)
                why  \(TextTable.plain(finding.reason))
                do   \(TextTable.plain(finding.suggestion))
            """
    }

    /// So many errors are listed as text; in JSON all are.
    private static let mostFaults = 50

    private static func text(_ fault: PortBuild.Fault) -> String {
        let place = "\(fault.line):\(fault.column): \(TextTable.plain(fault.message))"
        return fault.path.map { "\(TextTable.plain($0)):\(place)" } ?? "(generated):\(place)"
    }

    private var summary: [String] {
        let read = result.files.count { $0.role != .unread }
        var lines = [
            "read       \(Self.amount(read, "Swift file")), \(Self.amount(result.models.count, "model"))",
            "data layer \(Self.amount(count(.dataLayer), "file")) with Core Data or Combine, "
                + "\(count(.needed)) that they need",
        ]
        if count(.interface) > 0 {
            lines.append("interface  \(Self.amount(count(.interface), "file")), which stay on Apple's platforms")
        }
        if count(.other) > 0 { lines.append("others     \(Self.amount(count(.other), "file")), not looked at further") }
        if result.links > 0 { lines.append("links      \(Self.amount(result.links, "symbolic link")), not followed") }
        let edited = result.files.count { !$0.edits.isEmpty }
        lines.append(
            "edits      \(changeCount) in \(Self.amount(edited, "file"))"
                + (changeCount == 0 ? "" : isWritten ? ", written" : "; --write makes them"))
        let found = result.files.count { !$0.findings.isEmpty }
        lines.append("a person   \(Self.amount(findingCount, "finding")) in \(Self.amount(found, "file"))")
        let total = ported.count
        lines.append(
            "builds     by what stands in them, \(ported.count(where: \.buildsBefore)) of "
                + "\(Self.amount(total, "file")) as they were, \(ported.count(where: \.buildsAfter)) with the edits")
        if let build {
            lines.append(
                "compiler   no error in \(build.cleanCount) of \(Self.amount(build.paths.count, "file")) with the edits"
            )
        }
        if !result.otherModules.isEmpty {
            let modules = result.otherModules.sorted { $0.key < $1.key }
                .map { "\(TextTable.plain($0.key)) (\(Self.amount($0.value, "file")))" }
            lines.append("provided   that these modules are there: \(modules.joined(separator: ", "))")
        }
        return lines
    }

    private static func amount(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    // MARK: JSON

    var json: String {
        JSONText.lines([
            ("folder", JSONText.string(folder)), ("written", "\(isWritten)"),
            ("files", JSONText.list(result.files.filter(isOfInterest).map(Self.json))),
            (
                "summary",
                JSONText.lines([
                    ("read", "\(result.files.count { $0.role != .unread })"),
                    ("dataLayer", "\(count(.dataLayer))"), ("needed", "\(count(.needed))"),
                    ("interface", "\(count(.interface))"), ("other", "\(count(.other))"),
                    ("unread", "\(count(.unread))"), ("links", "\(result.links)"), ("edits", "\(changeCount)"),
                    ("findings", "\(findingCount)"), ("buildBefore", "\(ported.count(where: \.buildsBefore))"),
                    ("buildAfter", "\(ported.count(where: \.buildsAfter))"),
                    ("models", JSONText.array(result.models.map(JSONText.string))),
                    (
                        "otherModules",
                        JSONText.object(result.otherModules.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") })
                    ),
                ])
            ),
            ("compiler", build.map(Self.json) ?? "null"),
        ])
    }

    private static func json(_ build: PortBuild) -> String {
        let errors = build.faults.map { fault in
            JSONText.object([
                ("path", JSONText.string(fault.path)), ("line", "\(fault.line)"), ("column", "\(fault.column)"),
                ("message", JSONText.string(fault.message)),
            ])
        }
        return JSONText.lines([
            ("files", "\(build.paths.count)"), ("clean", "\(build.cleanCount)"), ("errors", JSONText.list(errors)),
        ])
    }

    private func isOfInterest(_ file: PortedFile) -> Bool { file.role.isPorted || !file.findings.isEmpty }

    private static func json(_ file: PortedFile) -> String {
        let edits = file.hunks.map { hunk in
            JSONText.object([
                ("line", "\(hunk.oldLine)"), ("kinds", JSONText.array(hunk.rules.map { JSONText.string($0.rawValue) })),
                ("before", JSONText.array(hunk.lines.filter { $0.sign != "+" }.map { JSONText.string($0.text) })),
                ("after", JSONText.array(hunk.lines.filter { $0.sign != "-" }.map { JSONText.string($0.text) })),
            ])
        }
        let findings = file.findings.map { finding in
            JSONText.object([
                ("line", "\(finding.line)"), ("column", "\(finding.column)"),
                ("kind", JSONText.string(finding.kind.rawValue)), ("subject", JSONText.string(finding.subject)),
                ("reason", JSONText.string(finding.reason)), ("suggestion", JSONText.string(finding.suggestion)),
                ("stopsBuild", "\(finding.stopsBuild)"),
            ])
        }
        return JSONText.lines([
            ("path", JSONText.string(file.path)), ("role", JSONText.string(file.role.rawValue)),
            ("buildsBefore", "\(file.buildsBefore)"), ("buildsAfter", "\(file.buildsAfter)"),
            ("edits", JSONText.list(edits)), ("findings", JSONText.list(findings)),
        ])
    }
}
