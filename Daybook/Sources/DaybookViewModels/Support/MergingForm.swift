import Foundation

/// A form of a thing that may be changed elsewhere while it is open.
///
/// After a conflict, what was not touched here takes the newer value; where both changed, what was typed stays and the
/// newer value is shown beside it, so that saving again loses nothing unseen.
@MainActor
public protocol MergingForm: AnyObject {
    /// What the form says now, by the names of its fields.
    var fields: [String: String] { get set }
    /// What the form said when it was opened, or renewed after a conflict; empty when that is not known.
    var base: [String: String] { get set }
    /// The newer values of fields that were changed here and elsewhere, to different ends.
    var theirs: [String: String] { get set }
}

extension MergingForm {
    /// Takes in a newer version.
    func merge(_ newer: [String: String]) {
        guard !base.isEmpty else { return }
        var merged = fields
        theirs = [:]
        for (name, value) in newer {
            let (typed, known) = (Self.plain(merged[name] ?? ""), Self.plain(base[name] ?? ""))
            let value = Self.plain(value)
            if typed == known {
                merged[name] = value
            } else if value != known, value != typed {
                theirs[name] = value
            }
        }
        fields = merged
        base = newer
    }

    /// Browsers send line ends in their own way.
    private static func plain(_ text: String) -> String { text.replacing("\r\n", with: "\n") }
}
