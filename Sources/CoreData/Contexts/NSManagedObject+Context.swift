extension NSManagedObject {
    /// The context the object belongs to; nil when it has none, after its delete was saved, and once the
    /// context is gone.
    public var managedObjectContext: NSManagedObjectContext? {
        state.contains(.invalid) ? nil : link.context?.asAnyObject as? NSManagedObjectContext
    }
}
