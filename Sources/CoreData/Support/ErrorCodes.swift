// Error codes of Core Data in `NSCocoaErrorDomain`.

/// A value broke a rule of the model or of its class.
public let NSManagedObjectValidationError: Int = 1550
/// A uniqueness constraint was violated.
public let NSManagedObjectConstraintValidationError: Int = 1551
/// Several validation errors, listed under `NSDetailedErrorsKey`.
public let NSValidationMultipleErrorsError: Int = 1560
/// A required property is nil.
public let NSValidationMissingMandatoryPropertyError: Int = 1570
/// A to-many relationship has too few members.
public let NSValidationRelationshipLacksMinimumCountError: Int = 1580
/// A to-many relationship has too many members.
public let NSValidationRelationshipExceedsMaximumCountError: Int = 1590
/// A delete rule denies the deletion.
public let NSValidationRelationshipDeniedDeleteError: Int = 1600
/// A number is above its maximum.
public let NSValidationNumberTooLargeError: Int = 1610
/// A number is below its minimum.
public let NSValidationNumberTooSmallError: Int = 1620
/// A date is after its latest.
public let NSValidationDateTooLateError: Int = 1630
/// A date is before its earliest.
public let NSValidationDateTooSoonError: Int = 1640
/// A date is not valid.
public let NSValidationInvalidDateError: Int = 1650
/// A string is longer than allowed.
public let NSValidationStringTooLongError: Int = 1660
/// A string is shorter than allowed.
public let NSValidationStringTooShortError: Int = 1670
/// A string does not match its pattern.
public let NSValidationStringPatternMatchingError: Int = 1680
/// A URI is not valid.
public let NSValidationInvalidURIError: Int = 1690
/// A context could not be locked.
public let NSManagedObjectContextLockingError: Int = 132000
/// A coordinator could not be locked.
public let NSPersistentStoreCoordinatorLockingError: Int = 132010
/// An object does not exist in its store.
public let NSManagedObjectReferentialIntegrityError: Int = 133000
/// A relationship leads to an object of another store.
public let NSManagedObjectExternalRelationshipError: Int = 133010
/// Rows were changed by someone else since they were read.
public let NSManagedObjectMergeError: Int = 133020
/// A save would break a uniqueness constraint.
public let NSManagedObjectConstraintMergeError: Int = 133021
/// No such store type.
public let NSPersistentStoreInvalidTypeError: Int = 134000
/// The file is a store of another type.
public let NSPersistentStoreTypeMismatchError: Int = 134010
/// The store cannot do what was asked with its schema.
public let NSPersistentStoreIncompatibleSchemaError: Int = 134020
/// A save failed.
public let NSPersistentStoreSaveError: Int = 134030
/// Some stores saved, others failed.
public let NSPersistentStoreIncompleteSaveError: Int = 134040
/// Conflicts were left after merging.
public let NSPersistentStoreSaveConflictsError: Int = 134050
/// A general Core Data error.
public let NSCoreDataError: Int = 134060
/// A store operation failed.
public let NSPersistentStoreOperationError: Int = 134070
/// A store could not be opened.
public let NSPersistentStoreOpenError: Int = 134080
/// A store stayed locked for too long.
public let NSPersistentStoreTimeoutError: Int = 134090
/// A store cannot execute this kind of request.
public let NSPersistentStoreUnsupportedRequestTypeError: Int = 134091
/// The model is not the one that the store was made with.
public let NSPersistentStoreIncompatibleVersionHashError: Int = 134100
/// A migration failed.
public let NSMigrationError: Int = 134110
/// A migration would break a uniqueness constraint.
public let NSMigrationConstraintViolationError: Int = 134111
/// A migration was cancelled.
public let NSMigrationCancelledError: Int = 134120
/// The model that a store was made with was not found.
public let NSMigrationMissingSourceModelError: Int = 134130
/// No mapping leads from the old model to the new one.
public let NSMigrationMissingMappingModelError: Int = 134140
/// The source store of a migration failed.
public let NSMigrationManagerSourceStoreError: Int = 134150
/// The destination store of a migration failed.
public let NSMigrationManagerDestinationStoreError: Int = 134160
/// An entity migration policy failed.
public let NSEntityMigrationPolicyError: Int = 134170
/// SQLite reported an error; its code is under `NSSQLiteErrorDomain`.
public let NSSQLiteError: Int = 134180
/// A mapping model could not be inferred.
public let NSInferredMappingModelError: Int = 134190
/// An external record could not be imported.
public let NSExternalRecordImportError: Int = 134200
/// The history before a token has been deleted.
public let NSPersistentHistoryTokenExpiredError: Int = 134301
/// A model reference leads to no model.
public let NSManagedObjectModelReferenceNotFoundError: Int = 134504
/// A staged migration needs a newer framework.
public let NSStagedMigrationFrameworkVersionMismatchError: Int = 134505
/// A staged migration cannot go back to an earlier model.
public let NSStagedMigrationBackwardMigrationError: Int = 134506

// Keys of their user info.

/// The single errors behind `NSValidationMultipleErrorsError`.
public let NSDetailedErrorsKey: String = "NSDetailedErrors"
/// The object that failed validation.
public let NSValidationObjectErrorKey: String = "NSValidationErrorObject"
/// The property that failed validation.
public let NSValidationKeyErrorKey: String = "NSValidationErrorKey"
/// The predicate that a value failed.
public let NSValidationPredicateErrorKey: String = "NSValidationErrorPredicate"
/// The value that failed validation; absent for nil.
public let NSValidationValueErrorKey: String = "NSValidationErrorValue"
/// The stores that an error concerns.
public let NSAffectedStoresErrorKey: String = "NSAffectedStoresErrorKey"
/// The objects that an error concerns.
public let NSAffectedObjectsErrorKey: String = "NSAffectedObjectsErrorKey"
/// The conflicts of a failed save, as `NSMergeConflict` or `NSConstraintConflict`.
public let NSPersistentStoreSaveConflictsErrorKey: String = "conflictList"
