import Foundation

/// What came of one file.
package struct PortedFile: Sendable {
    /// What the file is to the data layer.
    package enum Role: String, Sendable, CaseIterable {
        /// Imports or names Core Data or Combine.
        case dataLayer
        /// Is needed by such files.
        case needed
        /// Draws the interface; stays on Apple's platforms.
        case interface
        /// Has nothing to do with the data layer.
        case other
        /// Could not be read.
        case unread

        /// Whether the rules are run.
        package var isPorted: Bool { self == .dataLayer || self == .needed }
    }

    /// The path inside the folder.
    package let path: String
    package let role: Role
    /// In the order of the file.
    package let edits: [PortEdit]
    /// In the order of the file.
    package let findings: [PortFinding]
    /// The file as it is.
    package let original: [UInt8]
    /// The file with the edits.
    package let ported: [UInt8]
    /// The changed lines.
    package let hunks: [PortHunk]

    init(role: Role, _ pass: PortPass) {
        path = pass.source.path
        self.role = role
        // Insertions at one place stay in the order in which they were made.
        let sorted = pass.edits.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            return (one.range.lowerBound, one.isBehind ? 0 : 1, one.range.upperBound, left.offset)
                < (other.range.lowerBound, other.isBehind ? 0 : 1, other.range.upperBound, right.offset)
        }.map(\.element)
        var edits: [PortEdit] = []
        var result: [UInt8] = []
        var place = 0
        // What reaches into another edit waits for the next run.
        for edit in sorted where edit.range.lowerBound >= place {
            edits.append(edit)
            result += pass.source.bytes[place..<edit.range.lowerBound]
            result += Array(edit.text.utf8)
            place = edit.range.upperBound
        }
        result += pass.source.bytes[place...]
        ported = result
        self.edits = edits
        original = pass.source.bytes
        findings = pass.findings.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        hunks = PortHunk.all(edits, in: pass.source)
    }

    init(unreadable path: String, _ finding: PortFinding) {
        self.path = path
        role = .unread
        edits = []
        findings = [finding]
        original = []
        ported = []
        hunks = []
    }

    /// The number of places that are changed.
    package var changeCount: Int { Set(edits.map { "\($0.rule.rawValue) \($0.line)" }).count }

    /// Whether the file is expected to compile as it is.
    package var buildsBefore: Bool { role.isPorted && buildsAfter && edits.allSatisfy { $0.rule == .cast } }

    /// Whether the file is expected to compile with the edits.
    package var buildsAfter: Bool { role.isPorted && !findings.contains(where: \.stopsBuild) }
}
