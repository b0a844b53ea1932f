/// A reference to an entity that does not keep it alive, and is nil once the entity is gone.
///
/// Not a `weak` one, since each object that is made of the entity takes some reference counts.
struct EntityReference {
    private let anchor: Anchor<NSEntityDescription>?

    init(_ entity: NSEntityDescription?) { anchor = entity?.anchor }

    var entity: NSEntityDescription? { anchor?.object }
}
