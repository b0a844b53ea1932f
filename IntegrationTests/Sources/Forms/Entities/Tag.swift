import CoreData

/// Class by hand, properties generated ("Category/Extension").
public class Tag: NSManagedObject {
    public convenience init(name: String, context: NSManagedObjectContext) {
        self.init(context: context)
        self.name = name
    }

    public var upperName: String { (name ?? "").uppercased() }
}
