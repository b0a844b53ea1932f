// Validation by the rules of the model; class overrides build on it.

extension NSManagedObject {
    /// Checks one value against the rules of a property.
    ///
    /// - Throws: `NSCocoaErrorDomain` 1550 and 1570 to 1690, with object, key and value in `userInfo`.
    final func validate(_ value: Any?, forKey key: String) throws {
        guard let property = layout.entity.propertiesByName[key] else {
            CoreDataError.misuse("validateValue(_:forKey:): \(layout.name) has no property \"\(key)\".")
        }
        let errors = propertyErrors(property, at: property.name, value: value)
        if let error = Self.combined(errors) { throw error }
    }

    /// Checks every property that has a rule.
    final func validateProperties() throws {
        let plan = validationPlan
        var errors: [NSError] = []
        for slot in plan.required where isNull(slot) {
            let name = layout.slots[slot].name
            errors.append(
                error(
                    NSValidationMissingMandatoryPropertyError, key: name, value: nil,
                    "\(layout.name).\(name) is a required value and is nil. Set it before saving."))
        }
        for composite in plan.composites {
            for path in missingPaths(of: composite, isNull: { isNull($0) }) {
                errors.append(
                    error(
                        NSValidationMissingMandatoryPropertyError, key: path, value: nil,
                        "\(layout.name).\(path) is a required value and is nil. Set it before saving."))
            }
        }
        for (slot, range) in plan.ranged {
            guard hasValues, case .integer(let value) = values[slot], !range.contains(value) else { continue }
            let name = layout.slots[slot].name
            errors.append(
                error(
                    value > 0 ? NSValidationNumberTooLargeError : NSValidationNumberTooSmallError, key: name,
                    value: NSNumber(value: value),
                    "\(layout.name).\(name) cannot hold \(value): its type ranges from \(range.lowerBound) to "
                        + "\(range.upperBound)."))
        }
        for slot in plan.checked {
            let name = layout.slots[slot].name
            guard let property = layout.entity.attribute(at: name) ?? layout.entity.propertiesByName[name],
                let value = anyValue(slot)
            else { continue }
            errors += propertyErrors(property, at: name, value: value)
        }
        for index in plan.counted {
            let relationship = layout.toMany[index]
            errors += countErrors(relationship.relationship, count: loadedToMany(relationship).members.count)
        }
        if let error = Self.combined(errors) { throw error }
    }

    private final var validationPlan: ValidationPlan {
        if let known = layout.validationPlan.get() { return known }
        var required: [Int] = []
        var checked: [Int] = []
        var counted: [Int] = []
        var ranged: [(slot: Int, range: ClosedRange<Int64>)] = []
        for slot in layout.slots where slot.kind != .destinationEntity && !slot.isDerived {
            guard let property = layout.entity.attribute(at: slot.name) ?? layout.entity.propertiesByName[slot.name]
            else { continue }
            if !property.isOptional, slot.composite == nil { required.append(slot.index) }
            if !property.validationPredicates.isEmpty { checked.append(slot.index) }
            switch NSAttributeType(rawValue: slot.attributeType) {
            case .integer16AttributeType: ranged.append((slot.index, Int64(Int16.min)...Int64(Int16.max)))
            case .integer32AttributeType: ranged.append((slot.index, Int64(Int32.min)...Int64(Int32.max)))
            default: break
            }
        }
        for relationship in layout.toMany {
            let rule = relationship.relationship
            if rule.minCount > 0 || rule.maxCount > 0 {
                counted.append(relationship.toManyIndex)
            }
        }
        let composites = layout.composites.filter { $0.enclosing == nil }
        let plan = ValidationPlan(
            required: required, checked: checked, ranged: ranged, composites: composites, counted: counted)
        layout.validationPlan.set(plan)
        return plan
    }

    /// Whether a slot reads as nil.
    private final func isNull(_ slot: Int) -> Bool {
        realize()
        if hasValues {
            switch values[slot] {
            case .unset: break
            case .null: return true
            default: return false
            }
        }
        return rowSlots?.isNull(slot) ?? true
    }

    /// Checks the deny rules.
    final func validateDeletion() throws {
        var errors: [NSError] = []
        for relationship in layout.relationships where relationship.deleteRule == .denyDeleteRule {
            let destinations =
                relationship.isToMany
                ? loadedToMany(relationship).members : readDestination(relationship).map { [$0] } ?? []
            if destinations.contains(where: { !$0.isDeleted && !$0.state.contains(.inaccessible) }) {
                errors.append(
                    error(
                        NSValidationRelationshipDeniedDeleteError, key: relationship.name, value: nil,
                        "Items cannot be deleted from \(layout.name): \"\(relationship.name)\" still leads to objects, "
                            + "and its delete rule denies that. Delete those first."))
            }
        }
        if let error = Self.combined(errors) { throw error }
    }

    /// One error for all; nil for none.
    static func combined(_ errors: [NSError]) -> NSError? {
        if errors.count < 2 { return errors.first }
        let flat = errors.flatMap { error in
            error.domain == NSCocoaErrorDomain && error.code == NSValidationMultipleErrorsError
                ? error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error] : [error]
        }
        return CoreDataError.make(
            NSValidationMultipleErrorsError,
            "Multiple validation errors occurred: " + flat.prefix(3).map(\.localizedDescription).joined(separator: " ")
                + (flat.count > 3 ? " And \(flat.count - 3) more." : ""),
            userInfo: [NSDetailedErrorsKey: flat])
    }

    /// - Parameter name: the property's name, or the path of a composite attribute's element.
    private final func propertyErrors(
        _ property: NSPropertyDescription, at name: String, value: Any?
    ) -> [NSError] {
        if let relationship = property as? NSRelationshipDescription, relationship.isToMany {
            return countErrors(relationship, count: (value as? NSSet)?.count ?? (value as? NSOrderedSet)?.count ?? 0)
        }
        guard let value = SlotValue.unwrapped(value) else {
            if property.isOptional { return [] }
            return [
                error(
                    NSValidationMissingMandatoryPropertyError, key: name, value: nil,
                    "\(layout.name).\(name) is a required value and is nil. Set it before saving.")
            ]
        }
        let warnings = property.validationWarnings
        var errors: [NSError] = []
        for (index, predicate) in property.validationPredicates.enumerated() where !predicate.evaluate(with: value) {
            let warning = index < warnings.count ? warnings[index] : nil
            if let code = (warning as? NSNumber)?.intValue {
                errors.append(
                    error(code, key: name, value: value, standardText(code, name, value), predicate))
            } else {
                errors.append(
                    error(
                        NSManagedObjectValidationError, key: name, value: value,
                        warning as? String
                            ?? "\(layout.name).\(name) does not fit \(predicate.formatDescription).",
                        predicate))
            }
        }
        return errors
    }

    private final func countErrors(_ relationship: NSRelationshipDescription, count: Int) -> [NSError] {
        if count == 0 && relationship.isOptional { return [] }
        // without a minimum a relationship may be empty, optional or not: stores that Apple's framework saved have
        // such objects.
        let least = relationship.minCount
        if count < least {
            return [
                error(
                    NSValidationRelationshipLacksMinimumCountError, key: relationship.name, value: nil,
                    "\(layout.name).\(relationship.name) has \(count) members; at least \(least) are required.")
            ]
        }
        if relationship.maxCount > 0 && count > relationship.maxCount {
            return [
                error(
                    NSValidationRelationshipExceedsMaximumCountError, key: relationship.name, value: nil,
                    "\(layout.name).\(relationship.name) has \(count) members; at most \(relationship.maxCount) are allowed."
                )
            ]
        }
        return []
    }

    private final func standardText(_ code: Int, _ name: String, _ value: Any) -> String {
        let reason =
            switch code {
            case NSValidationNumberTooLargeError: "is too large"
            case NSValidationNumberTooSmallError: "is too small"
            case NSValidationDateTooLateError: "is too late"
            case NSValidationDateTooSoonError: "is too soon"
            case NSValidationStringTooLongError: "is too long"
            case NSValidationStringTooShortError: "is too short"
            case NSValidationStringPatternMatchingError: "does not match its pattern"
            default: "is not valid"
            }
        return "\(layout.name).\(name) \(reason): \(String(describing: value).prefix(80))"
    }

    private final func error(
        _ code: Int, key: String, value: Any?, _ text: String, _ predicate: NSPredicate? = nil
    ) -> NSError {
        var info: [String: Any] = [NSValidationObjectErrorKey: self, NSValidationKeyErrorKey: key]
        if let value { info[NSValidationValueErrorKey] = value }
        if let predicate { info[NSValidationPredicateErrorKey] = predicate }
        return CoreDataError.make(code, text, userInfo: info)
    }
}
