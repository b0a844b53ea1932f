import CoreData
import Foundation

extension Memo {
    // The primitive accessors that Core Data supplies for each attribute.
    @NSManaged fileprivate var primitiveText: String?
    @NSManaged fileprivate var primitivePage: Int32
    @NSManaged internal var primitiveWritten: Date?

    /// A text without spaces at its ends, whoever sets it.
    public var trimmedText: String? {
        get {
            willAccessValue(forKey: "text")
            defer { didAccessValue(forKey: "text") }
            return primitiveText
        }
        set {
            willChangeValue(forKey: "text")
            primitiveText = newValue?.trimmingCharacters(in: .whitespaces)
            didChangeValue(forKey: "text")
        }
    }

    /// Sets the page without a word to the context.
    public func setPageQuietly(_ page: Int32) { primitivePage = page }

    public enum State: Int16 {
        case draft = 0
        case kept = 1
    }

    /// An enumeration over a raw attribute, with the accessors by hand.
    public var state: State {
        get {
            willAccessValue(forKey: "stateRaw")
            defer { didAccessValue(forKey: "stateRaw") }
            guard let raw = primitiveValue(forKey: "stateRaw") as? NSNumber else { return .draft }
            return State(rawValue: raw.int16Value) ?? .draft
        }
        set {
            willChangeValue(forKey: "stateRaw")
            setPrimitiveValue(newValue.rawValue, forKey: "stateRaw")
            didChangeValue(forKey: "stateRaw")
        }
    }
}
