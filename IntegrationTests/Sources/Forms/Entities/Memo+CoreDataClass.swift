import CoreData

// A class by hand, as Xcode's "Create NSManagedObject Subclass" writes it. The one edit a team makes:
// `@objc` stands in `#if canImport(ObjectiveC)`.
#if canImport(ObjectiveC)
    @objc(Memo)
#endif
public class Memo: NSManagedObject {
    /// What the life cycle called, in order.
    public internal(set) var calls: [String] = []

    public override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        super.init(entity: entity, insertInto: context)
    }

    public override func awakeFromInsert() {
        super.awakeFromInsert()
        setPrimitiveValue(Date(timeIntervalSinceReferenceDate: 1), forKey: "written")
        calls.append("awakeFromInsert")
    }

    public override func awakeFromFetch() {
        super.awakeFromFetch()
        calls.append("awakeFromFetch")
    }

    public override func willSave() {
        super.willSave()
        calls.append("willSave")
        // The usual guard: a change in willSave calls willSave again.
        if page < 0 { setPrimitiveValue(0, forKey: "page") }
    }

    public override func didSave() {
        super.didSave()
        calls.append("didSave")
    }

    public override func prepareForDeletion() {
        super.prepareForDeletion()
        calls.append("prepareForDeletion")
    }

    public override func validateForInsert() throws {
        try super.validateForInsert()
        if text == "forbidden" { throw MemoError.forbiddenText }
    }
}

public enum MemoError: Error {
    case forbiddenText
}
