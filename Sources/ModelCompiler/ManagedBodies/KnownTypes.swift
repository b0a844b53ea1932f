/// Types of the standard library, Foundation and CoreData that managed properties have: where they live
/// and what kind they are, which their symbol names must say.
enum KnownTypes {
    /// Types with an abbreviation of their own.
    static let abbreviations: [String: String] = [
        "String": "SS", "Int": "Si", "UInt": "Su", "Bool": "Sb", "Double": "Sd", "Float": "Sf", "Any": "yp",
        "AnyObject": "yXl",
    ]

    /// Structures of the standard library without one.
    static let standardStructures: Set<String> = [
        "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64",
    ]

    static let aliases: [String: String] = ["TimeInterval": "Double"]

    /// Module and kind (`C` class, `V` structure) by name.
    static func place(of name: String) -> (module: String, kind: String)? {
        if essentials.contains(name) { return (essentialsModule, "V") }
        if foundationStructures.contains(name) { return ("Foundation", "V") }
        if foundationClasses.contains(name) { return ("Foundation", "C") }
        if coreDataClasses.contains(name) { return ("CoreData", "C") }
        return nil
    }

    /// Where Foundation keeps its value types.
    private static let essentialsModule = "FoundationEssentials"

    private static let essentials: Set<String> = [
        "Date", "Data", "UUID", "URL", "Decimal", "DateComponents", "DateInterval", "IndexPath", "IndexSet", "Locale",
        "TimeZone", "Calendar", "AttributedString", "URLComponents",
    ]

    private static let foundationStructures: Set<String> = [
        "CGFloat", "CGPoint", "CGRect", "CGSize", "PersonNameComponents", "CharacterSet", "URLRequest",
    ]

    private static let foundationClasses: Set<String> = [
        "NSObject", "NSString", "NSNumber", "NSDecimalNumber", "NSDate", "NSData", "NSUUID", "NSURL", "NSArray",
        "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSSet", "NSMutableSet", "NSOrderedSet",
        "NSMutableOrderedSet", "NSAttributedString", "NSMutableAttributedString", "NSError", "NSValue", "NSNull",
        "NSIndexSet", "NSMutableString", "NSMutableData", "NSDateComponents", "NSLocale", "NSTimeZone", "NSIndexPath",
    ]

    private static let coreDataClasses: Set<String> = [
        "NSManagedObject", "NSManagedObjectID", "NSManagedObjectContext",
    ]
}
