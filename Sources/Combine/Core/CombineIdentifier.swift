import Synchronization

/// The number that the next identifier without an object takes.
private let nextIdentifier = Atomic<UInt64>(1)

/// A value that tells one stream, subscription or subscriber from the others in this process.
///
/// An identifier made for an object is equal to every other one made for that object while it lives. One made
/// without an object is unique. Prints as a hexadecimal number.
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
    private let number: UInt64

    /// Makes an identifier that nobody else has.
    public init() {
        number = nextIdentifier.wrappingAdd(1, ordering: .relaxed).oldValue
    }

    /// Makes the identifier of an object.
    ///
    /// - Parameter obj: Is not held.
    public init(_ obj: AnyObject) {
        number = UInt64(UInt(bitPattern: ObjectIdentifier(obj)))
    }

    /// The number in hexadecimal, such as `0x1f`.
    public var description: String {
        "0x" + String(number, radix: 16)
    }
}

/// A type whose values carry an identifier, so that streams can be told apart.
public protocol CustomCombineIdentifierConvertible {
    /// Identifies this value; stays the same as long as the value lives.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The identifier of an object: its identity.
    public var combineIdentifier: CombineIdentifier {
        CombineIdentifier(self)
    }
}
