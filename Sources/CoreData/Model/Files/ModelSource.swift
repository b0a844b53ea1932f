/// A model as its source file describes it: plain values, nothing resolved.
///
/// The stage between XML and descriptions; code generation works from it too, since a compiled model
/// no longer knows which attributes are scalars and which classes are generated.
package struct ModelSource: Sendable {
    /// The file the model was read from.
    package var file: String
    package var versionIdentifier = ""
    package var sourceLanguage: String?
    package var usedWithCloudKit = false
    package var entities: [Entity] = []
    package var composites: [Composite] = []
    package var configurations: [Configuration] = []
    package var templates: [Template] = []

    /// An `<entity>`.
    package struct Entity: Sendable {
        package var name: String
        package var line: Int?
        /// As written: may be empty, may begin with a dot for "in the module that compiles the model".
        package var representedClassName: String?
        package var parentName: String?
        package var isAbstract = false
        package var codeGeneration = CodeGeneration.manual
        package var renamingIdentifier: String?
        package var versionHashModifier: String?
        package var spotlightExpression: String?
        package var attributes: [Attribute] = []
        package var relationships: [Relationship] = []
        package var fetchedProperties: [FetchedProperty] = []
        package var indexes: [Index] = []
        package var uniquenessConstraints: [[String]] = []
        package var compoundIndexes: [[String]] = []
        package var userInfo: [String: String] = [:]
    }

    /// What is generated for an entity.
    package enum CodeGeneration: String, Sendable {
        /// Nothing: class and properties are written by hand.
        case manual
        /// Class and properties.
        case `class`
        /// Only the extension with the properties.
        case category
    }

    /// An `<attribute>`.
    package struct Attribute: Sendable {
        package var name: String
        package var line: Int?
        /// As written; nil for an old attribute without a type.
        package var typeName: String?
        package var isOptional = false
        package var isTransient = false
        package var usesScalarValueType = false
        package var defaultText: String?
        package var defaultInterval: String?
        package var minText: String?
        package var maxText: String?
        package var minInterval: String?
        package var maxInterval: String?
        package var pattern: String?
        package var valueTransformerName: String?
        package var customClassName: String?
        package var allowsExternalStorage = false
        package var preservesAfterDeletion = false
        package var allowsCloudEncryption = false
        package var isSpotlightIndexed = false
        package var isStoredInTruthFile = false
        package var isIndexed = false
        package var isDerived = false
        package var derivationExpression: String?
        package var compositeName: String?
        package var renamingIdentifier: String?
        package var versionHashModifier: String?
        package var userInfo: [String: String] = [:]
    }

    /// A `<relationship>`.
    package struct Relationship: Sendable {
        package var name: String
        package var line: Int?
        package var isOptional = false
        package var isTransient = false
        package var isToMany = false
        package var isOrdered = false
        package var minCount: String?
        package var maxCount: String?
        package var deletionRule: String?
        package var destinationName: String?
        package var inverseName: String?
        package var inverseEntityName: String?
        package var isIndexed = false
        package var isStoredInTruthFile = false
        package var isSpotlightIndexed = false
        package var renamingIdentifier: String?
        package var versionHashModifier: String?
        package var userInfo: [String: String] = [:]
    }

    /// A `<fetchedProperty>`.
    package struct FetchedProperty: Sendable {
        package var name: String
        package var line: Int?
        package var isOptional = false
        package var template: Template?
        package var renamingIdentifier: String?
        package var versionHashModifier: String?
        package var userInfo: [String: String] = [:]
    }

    /// A `<fetchIndex>`.
    package struct Index: Sendable {
        package var name: String
        package var line: Int?
        package var elements: [IndexElement] = []
        package var partialPredicate: String?
    }

    /// A `<fetchIndexElement>`.
    package struct IndexElement: Sendable {
        package var property: String?
        package var expression: String?
        package var expressionType: String?
        package var type = "Binary"
        package var isAscending = true
    }

    /// A `<composite>`.
    package struct Composite: Sendable {
        package var name: String
        package var line: Int?
        package var attributes: [Attribute] = []
    }

    /// A `<configuration>`.
    package struct Configuration: Sendable {
        package var name: String
        package var line: Int?
        package var members: [String] = []
    }

    /// A `<fetchRequest>`.
    package struct Template: Sendable {
        package var name: String
        package var line: Int?
        package var entityName: String?
        package var predicateText: String?
        package var fetchLimit: String?
        package var fetchBatchSize: String?
        package var resultType: String?
        package var includesSubentities = false
        package var includesPropertyValues = false
        package var returnsObjectsAsFaults = false
        package var returnsDistinctResults = false
        package var includesPendingChanges = false
    }
}
