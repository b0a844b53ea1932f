extension String {
    /// Whether this name comes before `other` by code point, the order in which a model's parts are
    /// hashed and a table's columns stand.
    ///
    /// `<` will not do: it compares canonically equivalent spellings as equal.
    func precedesByCodePoint(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension Sequence where Element: NSPropertyDescription {
    /// The properties in ascending order of their names, by code point.
    func sortedByName() -> [Element] { sorted { $0.name.precedesByCodePoint($1.name) } }
}

extension Sequence where Element == NSEntityDescription {
    /// The entities in ascending order of their names, by code point.
    func sortedByName() -> [NSEntityDescription] { sorted { $0.nameOrEmpty.precedesByCodePoint($1.nameOrEmpty) } }
}
