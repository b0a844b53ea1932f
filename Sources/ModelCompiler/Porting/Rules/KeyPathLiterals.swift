/// `#keyPath(A.b.c)` becomes the string `"b.c"`, where the properties can be told from the types.
enum KeyPathLiterals {
    static func apply(to pass: inout PortPass) {
        let source = pass.source
        for index in source.tokens.indices
        where source.isActive[index] && source.tokens[index].isSign("#keyPath") && source.isSign("(", at: index + 1) {
            guard let end = source.end(ofGroupAt: index + 1) else { continue }
            switch path(Array(source.tokens[index + 2..<end]), pass.project) {
            case .success(let path): replace(index...end, with: path, &pass)
            case .failure(let problem):
                pass.find(
                    .keyPath, at: index,
                    source.text(source.tokens[index].range.lowerBound..<source.tokens[end].range.upperBound),
                    problem.reason, "Write the key path as a string.")
            }
        }
    }

    private struct Problem: Error {
        let reason: String
    }

    /// The properties of a path; its first components are types where they are written with a capital.
    private static func path(_ tokens: [SwiftToken], _ project: PortProject.Facts) -> Result<String, Problem> {
        var names: [String] = []
        for (position, token) in tokens.enumerated() {
            let isPlain = position % 2 == 0 ? token.isName : token.isSign(".")
            guard isPlain else {
                return .failure(Problem(reason: "The path is not a chain of names, so its string is not known."))
            }
            if position % 2 == 0 { names.append(token.text) }
        }
        let types = names.prefix { name in name.first?.isUppercase ?? false }
        let properties = names.dropFirst(types.count)
        guard !properties.isEmpty else {
            return .failure(Problem(reason: "Types cannot be told from properties in the path."))
        }
        for property in properties {
            if let other = project.objectiveCNames[property] {
                return .failure(
                    Problem(
                        reason:
                            "A property \(property) is called \(other) in Objective-C, and #keyPath gives that name."))
            }
            let isGetterName = property.hasPrefix("is") && property.dropFirst(2).first?.isUppercase == true
            if isGetterName, !project.properties.contains(property) {
                return .failure(
                    Problem(
                        reason: "\(property) is not declared here; of Apple's classes #keyPath gives the name without "
                            + "\"is\"."))
            }
        }
        return .success(properties.joined(separator: "."))
    }

    private static func replace(_ tokens: ClosedRange<Int>, with path: String, _ pass: inout PortPass) {
        let source = pass.source
        let line = source.tokens[tokens.lowerBound].line
        let range =
            source.tokens[tokens.lowerBound].range.lowerBound..<source.tokens[tokens.upperBound].range.upperBound
        // An interpolation of nothing but the path is a part of the string around it.
        let interpolation = source.interpolations.last { $0.content.contains(range.lowerBound) }
        if let interpolation {
            let before = source.bytes[interpolation.content.lowerBound..<range.lowerBound]
            let after = source.bytes[range.upperBound..<interpolation.content.upperBound]
            if (before + after).allSatisfy({ $0 == 0x20 }) {
                return pass.edit(.keyPath, interpolation.whole, path, line: line)
            }
        }
        pass.edit(.keyPath, range, "\"\(path)\"", line: line)
    }
}
