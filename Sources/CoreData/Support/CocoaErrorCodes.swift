// Core Data's error codes as cases of `CocoaError`, for `catch CocoaError.managedObjectValidation` and the like.

extension CocoaError.Code {
    /// A save would break a uniqueness constraint.
    public static var managedObjectConstraintMerge: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectConstraintMergeError)
    }
    /// Rows were changed by someone else since they were read.
    public static var managedObjectMerge: CocoaError.Code { CocoaError.Code(rawValue: NSManagedObjectMergeError) }
    /// A value broke a rule of the model or of its class.
    public static var managedObjectValidation: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectValidationError)
    }
    /// An object does not exist in its store.
    public static var managedObjectReferentialIntegrity: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectReferentialIntegrityError)
    }
    /// The model is not the one that the store was made with.
    public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreIncompatibleVersionHashError)
    }
    /// A store could not be opened.
    public static var persistentStoreOpen: CocoaError.Code { CocoaError.Code(rawValue: NSPersistentStoreOpenError) }
    /// A save failed.
    public static var persistentStoreSave: CocoaError.Code { CocoaError.Code(rawValue: NSPersistentStoreSaveError) }
    /// Conflicts were left after merging.
    public static var persistentStoreSaveConflicts: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreSaveConflictsError)
    }
    /// SQLite reported an error; its code is under `NSSQLiteErrorDomain`.
    public static var sqlite: CocoaError.Code { CocoaError.Code(rawValue: NSSQLiteError) }
    /// A general Core Data error.
    public static var coreData: CocoaError.Code { CocoaError.Code(rawValue: NSCoreDataError) }
    /// No mapping leads from the old model to the new one.
    public static var migrationMissingMappingModel: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationMissingMappingModelError)
    }
    /// The model that a store was made with was not found.
    public static var migrationMissingSourceModel: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationMissingSourceModelError)
    }
    /// A date is after its latest.
    public static var validationDateTooLate: CocoaError.Code { CocoaError.Code(rawValue: NSValidationDateTooLateError) }
    /// A date is before its earliest.
    public static var validationDateTooSoon: CocoaError.Code { CocoaError.Code(rawValue: NSValidationDateTooSoonError) }
    /// A date is not valid.
    public static var validationInvalidDate: CocoaError.Code { CocoaError.Code(rawValue: NSValidationInvalidDateError) }
    /// A required property is nil.
    public static var validationMissingMandatoryProperty: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationMissingMandatoryPropertyError)
    }
    /// Several validation errors, listed under `NSDetailedErrorsKey`.
    public static var validationMultipleErrors: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationMultipleErrorsError)
    }
    /// A number is above its maximum.
    public static var validationNumberTooLarge: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationNumberTooLargeError)
    }
    /// A number is below its minimum.
    public static var validationNumberTooSmall: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationNumberTooSmallError)
    }
    /// A delete rule denies the deletion.
    public static var validationRelationshipDeniedDelete: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationRelationshipDeniedDeleteError)
    }
    /// A to-many relationship has too many members.
    public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationRelationshipExceedsMaximumCountError)
    }
    /// A to-many relationship has too few members.
    public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationRelationshipLacksMinimumCountError)
    }
    /// A string does not match its pattern.
    public static var validationStringPatternMatching: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationStringPatternMatchingError)
    }
    /// A string is longer than allowed.
    public static var validationStringTooLong: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationStringTooLongError)
    }
    /// A string is shorter than allowed.
    public static var validationStringTooShort: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationStringTooShortError)
    }
    /// An entity migration policy failed.
    public static var entityMigrationPolicy: CocoaError.Code { CocoaError.Code(rawValue: NSEntityMigrationPolicyError) }
    /// An external record could not be imported.
    public static var externalRecordImport: CocoaError.Code { CocoaError.Code(rawValue: NSExternalRecordImportError) }
    /// A mapping model could not be inferred.
    public static var inferredMappingModel: CocoaError.Code { CocoaError.Code(rawValue: NSInferredMappingModelError) }
    /// A context could not be locked.
    public static var managedObjectContextLocking: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectContextLockingError)
    }
    /// A relationship leads to an object of another store.
    public static var managedObjectExternalRelationship: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectExternalRelationshipError)
    }
    /// A migration failed.
    public static var migration: CocoaError.Code { CocoaError.Code(rawValue: NSMigrationError) }
    /// A migration was cancelled.
    public static var migrationCancelled: CocoaError.Code { CocoaError.Code(rawValue: NSMigrationCancelledError) }
    /// The destination store of a migration failed.
    public static var migrationManagerDestinationStore: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationManagerDestinationStoreError)
    }
    /// The source store of a migration failed.
    public static var migrationManagerSourceStore: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationManagerSourceStoreError)
    }
    /// A coordinator could not be locked.
    public static var persistentStoreCoordinatorLocking: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreCoordinatorLockingError)
    }
    /// The store cannot do what was asked with its schema.
    public static var persistentStoreIncompatibleSchema: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreIncompatibleSchemaError)
    }
    /// Some stores saved, others failed.
    public static var persistentStoreIncompleteSave: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreIncompleteSaveError)
    }
    /// No such store type.
    public static var persistentStoreInvalidType: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreInvalidTypeError)
    }
    /// A store operation failed.
    public static var persistentStoreOperation: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreOperationError)
    }
    /// A store stayed locked for too long.
    public static var persistentStoreTimeout: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreTimeoutError)
    }
    /// The file is a store of another type.
    public static var persistentStoreTypeMismatch: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreTypeMismatchError)
    }
    /// A store cannot execute this kind of request.
    public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreUnsupportedRequestTypeError)
    }
}

extension CocoaError {
    /// A save would break a uniqueness constraint.
    public static var managedObjectConstraintMerge: CocoaError.Code { .managedObjectConstraintMerge }
    /// Rows were changed by someone else since they were read.
    public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }
    /// A value broke a rule of the model or of its class.
    public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }
    /// An object does not exist in its store.
    public static var managedObjectReferentialIntegrity: CocoaError.Code { .managedObjectReferentialIntegrity }
    /// The model is not the one that the store was made with.
    public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
        .persistentStoreIncompatibleVersionHash
    }
    /// A store could not be opened.
    public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }
    /// A save failed.
    public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }
    /// Conflicts were left after merging.
    public static var persistentStoreSaveConflicts: CocoaError.Code { .persistentStoreSaveConflicts }
    /// SQLite reported an error; its code is under `NSSQLiteErrorDomain`.
    public static var sqlite: CocoaError.Code { .sqlite }
    /// A general Core Data error.
    public static var coreData: CocoaError.Code { .coreData }
    /// No mapping leads from the old model to the new one.
    public static var migrationMissingMappingModel: CocoaError.Code { .migrationMissingMappingModel }
    /// The model that a store was made with was not found.
    public static var migrationMissingSourceModel: CocoaError.Code { .migrationMissingSourceModel }
    /// A date is after its latest.
    public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }
    /// A date is before its earliest.
    public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }
    /// A date is not valid.
    public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }
    /// A required property is nil.
    public static var validationMissingMandatoryProperty: CocoaError.Code { .validationMissingMandatoryProperty }
    /// Several validation errors, listed under `NSDetailedErrorsKey`.
    public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }
    /// A number is above its maximum.
    public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }
    /// A number is below its minimum.
    public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }
    /// A delete rule denies the deletion.
    public static var validationRelationshipDeniedDelete: CocoaError.Code { .validationRelationshipDeniedDelete }
    /// A to-many relationship has too many members.
    public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
        .validationRelationshipExceedsMaximumCount
    }
    /// A to-many relationship has too few members.
    public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
        .validationRelationshipLacksMinimumCount
    }
    /// A string does not match its pattern.
    public static var validationStringPatternMatching: CocoaError.Code { .validationStringPatternMatching }
    /// A string is longer than allowed.
    public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }
    /// A string is shorter than allowed.
    public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }
    /// An entity migration policy failed.
    public static var entityMigrationPolicy: CocoaError.Code { .entityMigrationPolicy }
    /// An external record could not be imported.
    public static var externalRecordImport: CocoaError.Code { .externalRecordImport }
    /// A mapping model could not be inferred.
    public static var inferredMappingModel: CocoaError.Code { .inferredMappingModel }
    /// A context could not be locked.
    public static var managedObjectContextLocking: CocoaError.Code { .managedObjectContextLocking }
    /// A relationship leads to an object of another store.
    public static var managedObjectExternalRelationship: CocoaError.Code { .managedObjectExternalRelationship }
    /// A migration failed.
    public static var migration: CocoaError.Code { .migration }
    /// A migration was cancelled.
    public static var migrationCancelled: CocoaError.Code { .migrationCancelled }
    /// The destination store of a migration failed.
    public static var migrationManagerDestinationStore: CocoaError.Code { .migrationManagerDestinationStore }
    /// The source store of a migration failed.
    public static var migrationManagerSourceStore: CocoaError.Code { .migrationManagerSourceStore }
    /// A coordinator could not be locked.
    public static var persistentStoreCoordinatorLocking: CocoaError.Code { .persistentStoreCoordinatorLocking }
    /// The store cannot do what was asked with its schema.
    public static var persistentStoreIncompatibleSchema: CocoaError.Code { .persistentStoreIncompatibleSchema }
    /// Some stores saved, others failed.
    public static var persistentStoreIncompleteSave: CocoaError.Code { .persistentStoreIncompleteSave }
    /// No such store type.
    public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }
    /// A store operation failed.
    public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }
    /// A store stayed locked for too long.
    public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }
    /// The file is a store of another type.
    public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }
    /// A store cannot execute this kind of request.
    public static var persistentStoreUnsupportedRequestType: CocoaError.Code { .persistentStoreUnsupportedRequestType }
}
