import CoreData

/// Writes a model's faults as compilers write theirs, so that editors and build logs can lead to them.
enum Diagnostic {
    static func line(_ error: ModelError, severity: String) -> String {
        var place = error.file ?? "ondol"
        if error.file != nil, let line = error.line { place += ":\(line)" }
        let subject = error.subject.map { "\($0): " } ?? ""
        return "\(place): \(severity): \(subject)\(error.problem) \(error.remedy)"
    }
}
