import Foundation

// Apple's Foundation lets every object, collection and value type that stands for an object be an
// argument of a format. Predicate formats match arguments by position and look at the values
// themselves; the encoding below serves only C functions, which receive a pointer to an object.

/// Words for the address of an object that a C variable argument list is to carry.
///
/// The list does not own what it points to, and nothing tells when it has been read; an object made
/// for the purpose is therefore never released.
private func wordsOfImmortal(_ object: AnyObject) -> [Int] {
    [Int(bitPattern: Unmanaged.passRetained(object).toOpaque())]
}

extension NSObject: @retroactive CVarArg {
    /// The address of the object, as C variable arguments carry it.
    public var _cVarArgEncoding: [Int] {
        // The caller holds the object while the list is read.
        [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())]
    }
}

extension Array: @retroactive CVarArg {
    /// The address of an `NSArray` of the elements; it stays allocated.
    public var _cVarArgEncoding: [Int] { wordsOfImmortal(NSArray(array: self)) }
}

extension Dictionary: @retroactive CVarArg {
    /// The address of an `NSDictionary` of the entries; it stays allocated.
    public var _cVarArgEncoding: [Int] { wordsOfImmortal(NSDictionary(dictionary: self)) }
}

extension Set: @retroactive CVarArg {
    /// The address of an `NSSet` of the elements; it stays allocated.
    public var _cVarArgEncoding: [Int] { wordsOfImmortal(NSSet(set: self)) }
}

extension Date: @retroactive CVarArg {
    /// The address of an `NSDate`; it stays allocated.
    public var _cVarArgEncoding: [Int] { wordsOfImmortal(self as NSDate) }
}

extension Data: @retroactive CVarArg {
    /// The address of an `NSData`; it stays allocated.
    public var _cVarArgEncoding: [Int] { wordsOfImmortal(self as NSData) }
}

extension UUID: @retroactive CVarArg {
    /// The address of an `NSUUID`; it stays allocated.
    public var _cVarArgEncoding: [Int] { wordsOfImmortal(self as NSUUID) }
}

extension URL: @retroactive CVarArg {
    /// The address of an `NSURL`; it stays allocated.
    public var _cVarArgEncoding: [Int] { wordsOfImmortal(self as NSURL) }
}

extension Decimal: @retroactive CVarArg {
    /// The address of an `NSDecimalNumber`; it stays allocated.
    public var _cVarArgEncoding: [Int] { wordsOfImmortal(self as NSDecimalNumber) }
}

extension IndexPath: @retroactive CVarArg {
    /// The address of an `NSIndexPath`; it stays allocated.
    public var _cVarArgEncoding: [Int] { wordsOfImmortal(self as NSIndexPath) }
}
