/// Elements of composite attributes: found by renaming identifiers and names as properties are.
extension ModelComparison {
    /// An element of a composite of the destination, and what goes on as it; nil when it is new.
    struct ElementPair {
        let new: NSAttributeDescription
        let old: NSAttributeDescription?
    }

    /// The elements of `new`, with what of `old` goes on as each.
    static func elementPairs(
        from old: NSCompositeAttributeDescription, to new: NSCompositeAttributeDescription
    ) -> [ElementPair] {
        let (before, after) = (old.elements.sortedByName(), new.elements.sortedByName())
        func items(_ list: [NSAttributeDescription]) -> [RenamingMatch.Item] {
            list.map {
                RenamingMatch.Item(
                    name: $0.name, identifier: $0.explicitRenamingIdentifier,
                    kind: $0 is NSCompositeAttributeDescription ? 1 : 0)
            }
        }
        var sources = [Int?](repeating: nil, count: after.count)
        for (from, to) in RenamingMatch.pairs(from: items(before), to: items(after)) { sources[to] = from }
        return zip(after, sources).map { ElementPair(new: $0, old: $1.map { before[$0] }) }
    }

    /// The name of the property, or the path of the composite attribute's element, that goes on at a path of an entity of
    /// the destination; nil when it is new there.
    package func sourcePath(_ path: String, of entity: NSEntityDescription) -> String? {
        if let property = sourceProperty(path, of: entity) { return property.name }
        let names = path.split(separator: ".").map(String.init)
        guard names.count > 1, let origin = sourceProperty(names[0], of: entity) else { return nil }
        var new = entity.propertiesByName[names[0]]
        var old: NSPropertyDescription = origin
        var result = [old.name]
        for name in names.dropFirst() {
            guard let after = new as? NSCompositeAttributeDescription,
                let before = old as? NSCompositeAttributeDescription,
                let pair = Self.elementPairs(from: before, to: after).first(where: { $0.new.name == name }),
                let source = pair.old
            else { return nil }
            result.append(source.name)
            new = pair.new
            old = source
        }
        return result.joined(separator: ".")
    }
}
