// What Core Data's errors carry, for code that catches `CocoaError`.

extension CocoaError {
    /// The objects that an error of several objects is about.
    public var affectedObjects: [Any]? { userInfo[NSAffectedObjectsErrorKey] as? [Any] }
    /// The stores that the error is about.
    public var affectedStores: [AnyObject]? { userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] }
    /// The conflicts of a failed save.
    public var persistentStoreSaveConflicts: [NSMergeConflict]? {
        userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    }
    /// The property that failed validation.
    public var validationKey: String? { userInfo[NSValidationKeyErrorKey] as? String }
    /// The object that failed validation.
    public var validationObject: Any? { userInfo[NSValidationObjectErrorKey] }
    /// The rule that a value failed.
    public var validationPredicate: NSPredicate? { userInfo[NSValidationPredicateErrorKey] as? NSPredicate }
    /// The value that failed validation.
    public var validationValue: Any? { userInfo[NSValidationValueErrorKey] }
}
