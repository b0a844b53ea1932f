import Foundation

/// How a property of a destination object gets its value.
///
/// Threading: set up by one thread; only read during a migration.
open class NSPropertyMapping: NSObject {
    /// The name of the property in the destination entity.
    open var name: String?
    /// The value, in terms of the variables `$source`, `$destination`, `$manager`, `$entityMapping`,
    /// `$propertyMapping` and `$entityPolicy`; nil to leave the property as it is.
    open var valueExpression: NSExpression?
    /// Values for the app's own use.
    open var userInfo: [AnyHashable: Any]?

    /// Makes a mapping without name and value.
    public override init() { super.init() }
}
