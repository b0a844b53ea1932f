extension NSCompositeAttributeDescription {
    /// The attributes with values of their own that make this one up, by their paths from here, such as `size.width`.
    ///
    /// Sorted by the elements' names at each level.
    package final var leaves: [(path: String, attribute: NSAttributeDescription)] {
        elements.sortedByName().flatMap { element -> [(path: String, attribute: NSAttributeDescription)] in
            guard let inner = element as? NSCompositeAttributeDescription else { return [(element.name, element)] }
            return inner.leaves.map { ("\(element.name).\($0.path)", $0.attribute) }
        }
    }

    /// The element at a path from here, at whatever depth; nil when there is none.
    package final func element(at path: [Substring]) -> NSAttributeDescription? {
        guard let first = path.first, let element = elements.first(where: { $0.name == first }) else { return nil }
        if path.count == 1 { return element }
        return (element as? NSCompositeAttributeDescription)?.element(at: Array(path.dropFirst()))
    }
}

extension NSEntityDescription {
    /// The attribute called `path`, or the element of a composite attribute that the path leads to.
    package final func attribute(at path: String) -> NSAttributeDescription? {
        if let attribute = attributesByName[path] { return attribute }
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let composite = attributesByName[String(parts[0])] as? NSCompositeAttributeDescription
        else { return nil }
        return composite.element(at: Array(parts.dropFirst()))
    }

    /// Whether a history keeps what the attribute at a path had when its object is deleted.
    final func preservesAfterDeletion(_ path: String) -> Bool {
        guard let attribute = attribute(at: path) else { return false }
        if attribute.preservesValueInHistoryOnDeletion { return true }
        return path.lastIndex(of: ".").map { preservesAfterDeletion(String(path[..<$0])) } ?? false
    }
}

extension NSCompositeAttributeDescription {
    /// Checks what no composite can hold.
    ///
    /// Source: Apple's documentation of `NSAttributeType.compositeAttributeType`.
    ///
    /// - Throws: `ModelError` for elements without a type of their own, of the type object ID, derived, or with values in
    ///   files, for two of one name, for a name with a dot, and for defaults that do not fit or are the composite's own.
    final func checkElements() throws(ModelError) {
        guard defaultValue == nil else {
            throw ModelError(
                .badValue, "A composite attribute has no default value of its own.",
                remedy: "Set `defaultValue` of its elements.")
        }
        var names: Set<String> = []
        for element in elements {
            func fault(_ code: ModelError.Code, _ problem: String, _ remedy: String) -> ModelError {
                ModelError(code, "The element \"\(element.name)\" \(problem)", remedy: remedy)
            }
            guard !element.name.isEmpty, !element.name.contains(".") else {
                throw fault(.badPropertyName, "has no name, or one with a dot.", "Rename it.")
            }
            guard names.insert(element.name).inserted else {
                throw fault(.badPropertyName, "is there twice.", "Rename or remove one of them.")
            }
            guard ![.undefinedAttributeType, .objectIDAttributeType].contains(element.attributeType) else {
                throw fault(
                    .badAttributeType,
                    "is of the type \(element.attributeType.sourceName), which no composite can hold.",
                    "Give it another type.")
            }
            guard !(element is NSDerivedAttributeDescription) else {
                throw fault(.badAttributeType, "is derived, which no composite can hold.", "Make it an attribute.")
            }
            guard !element.allowsExternalBinaryDataStorage else {
                throw fault(
                    .badAttributeType, "allows external storage, which no composite can hold.",
                    "Switch that off, or make it an attribute of the entity.")
            }
            guard !element.isTransient else {
                throw fault(
                    .badAttributeType, "is transient; a composite is so as a whole or not at all.",
                    "Make the composite attribute transient, or this element not.")
            }
            guard element.hasFittingDefault else {
                throw fault(
                    .badValue, "has a default value that does not fit the type \(element.attributeType.sourceName).",
                    "Correct or remove it.")
            }
            if let composite = element as? NSCompositeAttributeDescription {
                do throws(ModelError) {
                    try composite.checkElements()
                } catch {
                    throw fault(error.code, "is a composite that cannot be used: \(error.problem)", error.remedy)
                }
            } else if element.attributeType == .compositeAttributeType {
                throw fault(
                    .badAttributeType, "is of the type Composite, but has no elements.",
                    "Use an NSCompositeAttributeDescription.")
            }
        }
    }
}
