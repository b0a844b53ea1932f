import Foundation

/// The hashes by which a store recognises the model it was made with.
///
/// Source: model-format, sections 3 and 4. Transient properties, fetched properties, default values,
/// validation, user info, indexes, delete rules, class names and renaming identifiers play no part.
enum VersionHash {
    /// The part that attributes and relationships have in common.
    static func base(of property: NSPropertyDescription) -> [UInt8] {
        var hasher = SHA2.Hasher256()
        hasher.update(property.name.utf8)
        hasher.update([property.isOptional ? 1 : 0, 0])
        if let modifier = property.versionHashModifier { hasher.update(modifier.utf8) }
        return hasher.finalize()
    }

    static func attribute(_ attribute: NSAttributeDescription) -> [UInt8] {
        var hasher = SHA2.Hasher256()
        hasher.update(base(of: attribute))
        hasher.update(littleEndian(Int(attribute.attributeType.rawValue)))
        if attribute.preservesValueInHistoryOnDeletion { hasher.update([1]) }
        if attribute.allowsExternalBinaryDataStorage { hasher.update([1]) }
        if let composite = attribute as? NSCompositeAttributeDescription {
            // Unverified: no compiled model with a composite was at hand. What it is made of has to count, since a
            // store's columns depend on it.
            for element in composite.elements.sortedByName() { hasher.update(self.attribute(element)) }
        }
        return hasher.finalize()
    }

    /// Only the expression's text counts, not even the attribute's name.
    static func derived(_ attribute: NSDerivedAttributeDescription) -> [UInt8] {
        let expression = attribute.derivationExpression.map(ModelExpressions.derivation)
        return SHA2.sha256((expression?.description ?? "").utf8)
    }

    static func relationship(_ relationship: NSRelationshipDescription) -> [UInt8] {
        var hasher = SHA2.Hasher256()
        hasher.update(base(of: relationship))
        hasher.update((relationship.destinationEntity?.name ?? "").utf8)
        hasher.update((relationship.inverseRelationship?.name ?? "").utf8)
        hasher.update(littleEndian(relationship.maxCount))
        hasher.update(littleEndian(relationship.minCount))
        if relationship.isOrdered { hasher.update([1, 0]) }
        return hasher.finalize()
    }

    static func entity(_ entity: NSEntityDescription) -> [UInt8] {
        var hasher = SHA2.Hasher256()
        hasher.update(entity.nameOrEmpty.utf8)
        hasher.update([entity.isAbstract ? 1 : 0])
        if let parent = entity.superentity { hasher.update(parent.versionHash) }
        for property in entity.table.properties
        where !property.isTransient && !(property is NSFetchedPropertyDescription) {
            hasher.update(property.versionHash)
        }
        if let modifier = entity.versionHashModifier { hasher.update(modifier.utf8) }
        let tuples = entity.constraintNames.map { $0.joined(separator: ".") }
        for tuple in tuples.sorted(by: { $0.precedesByCodePoint($1) }) { hasher.update(tuple.utf8) }
        return hasher.finalize()
    }

    /// `NSStoreModelVersionHashesDigest` of a store's metadata.
    static func digest(of hashes: [String: Data]) -> String {
        var hasher = SHA2.Hasher512()
        for (name, hash) in inNameOrder(hashes) {
            hasher.update(name.utf8)
            hasher.update(hash)
        }
        return Data(hasher.finalize()).base64EncodedString()
    }

    /// `NSManagedObjectModel.versionChecksum`, `NSStoreModelVersionChecksumKey` of a store's metadata.
    static func checksum(of hashes: [String: Data]) -> String {
        var hasher = SHA2.Hasher256()
        for (_, hash) in inNameOrder(hashes) { hasher.update(hash) }
        return Data(hasher.finalize()).base64EncodedString()
    }

    private static func inNameOrder(_ hashes: [String: Data]) -> [(key: String, value: Data)] {
        hashes.sorted { $0.key.precedesByCodePoint($1.key) }
    }

    private static func littleEndian(_ value: Int) -> [UInt8] {
        let bits = UInt32(truncatingIfNeeded: value)
        return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bits >> $0) }
    }
}
