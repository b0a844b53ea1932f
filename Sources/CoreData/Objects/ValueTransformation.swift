/// Transformable attributes to and from bytes.
enum ValueTransformation {
    /// The live value behind `data`; nil when the transformer makes nothing of it.
    static func object(from data: Data, attribute: NSAttributeDescription?) -> AnyObject? {
        if let name = transformerName(of: attribute), let transformer = ValueTransformer(forName: name) {
            let value =
                isUnarchiving(name)
                ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
            return value.map { $0 as AnyObject }
        }
        // Values come from any class the app archives, as with Apple's default transformer.
        guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data) else { return nil }
        unarchiver.requiresSecureCoding = false
        return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey).map { $0 as AnyObject }
    }

    /// The bytes for a live value.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134030 when no transformer of that name is registered, or when it
    ///   makes no data of the value.
    static func data(from object: AnyObject, attribute: NSAttributeDescription) throws -> Data {
        if let name = transformerName(of: attribute) {
            guard let transformer = ValueTransformer(forName: name) else {
                throw CoreDataError.make(
                    NSPersistentStoreSaveError,
                    "No value transformer named \"\(name.rawValue)\" is registered for \(attribute.qualifiedName).",
                    suggestion: "Register it with ValueTransformer.setValueTransformer(_:forName:) before saving.")
            }
            let value =
                isUnarchiving(name)
                ? transformer.reverseTransformedValue(object) : transformer.transformedValue(object)
            guard let data = value as? Data else {
                throw CoreDataError.make(
                    NSPersistentStoreSaveError,
                    """
                    The value transformer "\(name.rawValue)" made no data of the \(type(of: object)) in \
                    \(attribute.qualifiedName).
                    """, suggestion: "Let the transformer return Data for every value the attribute may hold.")
            }
            return data
        }
        guard object is NSCoding else {
            throw CoreDataError.make(
                NSPersistentStoreSaveError,
                "The value of \(attribute.qualifiedName), a \(type(of: object)), cannot be archived.",
                suggestion: "Make its class adopt NSSecureCoding, or name a value transformer in the model.")
        }
        return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
    }

    private static func transformerName(of attribute: NSAttributeDescription?) -> NSValueTransformerName? {
        guard let name = attribute?.valueTransformerName, !name.isEmpty else { return nil }
        return NSValueTransformerName(name)
    }

    /// The framework's own transformers are named for the way back: their forward direction unarchives.
    private static func isUnarchiving(_ name: NSValueTransformerName) -> Bool {
        guard let transformer = ValueTransformer(forName: name) else { return false }
        return transformer is NSSecureUnarchiveFromDataTransformer || name.rawValue.hasSuffix("UnarchiveFromData")
    }
}
