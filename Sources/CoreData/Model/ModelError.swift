import Foundation

/// What is wrong with a model, where, and what to do about it.
///
/// As an `NSError` it is one of `NSCocoaErrorDomain`: `NSFileReadNoSuchFileError` when there is nothing to
/// read, `NSFileReadCorruptFileError` when what was read is no good, `NSCoreDataError` for a model built in code.
public struct ModelError: Error, Hashable, Sendable {
    /// The kinds of things that can be wrong.
    public enum Code: String, Hashable, Sendable {
        /// The file or folder is missing or cannot be read.
        case unreadable
        /// The file's form is broken.
        case malformed
        /// The file is of a kind or age that is not supported.
        case unsupportedFormat
        /// A package names a version that it does not contain.
        case missingVersion
        /// An entity has no name, or two have the same.
        case badEntityName
        /// A property has no name, two have the same, or one hides an inherited one.
        case badPropertyName
        /// An entity's parent does not exist.
        case missingParent
        /// Entities inherit from one another in a circle.
        case inheritanceCycle
        /// An attribute's type is unknown, missing or not allowed there.
        case badAttributeType
        /// A default value, a bound or a pattern cannot be read or does not fit.
        case badValue
        /// A relationship has no destination, or one that does not exist.
        case badDestination
        /// A relationship's inverse does not exist or does not lead back.
        case badInverse
        /// A relationship's counts or delete rule are impossible.
        case badRelationship
        /// A uniqueness constraint or index names what does not exist or cannot be used.
        case badConstraint
        /// A configuration, template or fetched property names an entity that does not exist.
        case badReference
        /// A predicate or expression cannot be read.
        case badExpression
        /// Two models that are to be merged define the same entity differently.
        case mergeConflict
    }

    /// The kind of thing that is wrong.
    public var code: Code
    /// The file or folder; nil for a model built in code.
    public var file: String?
    /// The line in the file, when known.
    public var line: Int?
    /// The entity concerned.
    public var entity: String?
    /// The property concerned.
    public var property: String?
    /// What is wrong, one sentence.
    public var problem: String
    /// What to do about it, one sentence.
    public var remedy: String

    /// Makes an error; the places are filled in where they are known.
    public init(
        _ code: Code, _ problem: String, remedy: String, file: String? = nil, line: Int? = nil, entity: String? = nil,
        property: String? = nil
    ) {
        self.code = code
        self.problem = problem
        self.remedy = remedy
        self.file = file
        self.line = line
        self.entity = entity
        self.property = property
    }

    /// The error with the places that are not known yet.
    func located(file: String? = nil, line: Int? = nil, entity: String? = nil, property: String? = nil) -> ModelError {
        var copy = self
        copy.file = self.file ?? file
        copy.line = self.line ?? line
        copy.entity = self.entity ?? entity
        copy.property = self.property ?? property
        return copy
    }

    /// The entity and property concerned: `Entity`, `Entity.property` or nothing.
    public var subject: String? {
        switch (entity, property) {
        case (let entity?, let property?): "\(entity).\(property)"
        case (let entity?, nil): entity
        case (nil, let property?): property
        case (nil, nil): nil
        }
    }
}

extension ModelError: CustomStringConvertible, LocalizedError, CustomNSError {
    /// File, line, subject, problem and remedy in one line.
    public var description: String {
        var text = ""
        if let file { text += line.map { "\(file):\($0): " } ?? "\(file): " }
        if let subject { text += "\(subject): " }
        return text + "\(problem) \(remedy)"
    }

    /// Where and what is wrong.
    public var errorDescription: String? { description }

    /// What to do about it.
    public var recoverySuggestion: String? { remedy }

    /// `NSCocoaErrorDomain`.
    public static var errorDomain: String { NSCocoaErrorDomain }

    /// Apple's code for such a failure.
    public var errorCode: Int {
        switch code {
        case .unreadable, .missingVersion: CocoaError.Code.fileReadNoSuchFile.rawValue
        case .mergeConflict: 134060
        default: file == nil ? 134060 : CocoaError.Code.fileReadCorruptFile.rawValue
        }
    }

    /// The texts and the file under Foundation's keys.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: description, NSLocalizedRecoverySuggestionErrorKey: remedy,
        ]
        if let file { info[NSFilePathErrorKey] = file }
        return info
    }
}
