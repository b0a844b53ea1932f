@_spi(Reflection) import Swift

/// An object with a publisher which sends before the object changes.
///
/// By default the publisher sends before each assignment to a `@Published` property of the class or of a superclass;
/// it is one and the same as long as the object lives.
public protocol ObservableObject: AnyObject {
    /// The kind of publisher.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Sends before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Sends before each assignment to a `@Published` property, on the assigning thread.
    public var objectWillChange: ObservableObjectPublisher {
        let fields = PublishedFields.of(type(of: self))
        // The first property keeps the publisher for the object.
        guard let first = fields.first else { return PublisherlessObjects.publisher(of: self) }
        if let publisher = first.property(of: self).announcer { return publisher }
        return PublishedFields.install(in: self, fields)
    }
}

/// Where the `@Published` properties of a class lie in its objects.
struct PublishedField {
    let offset: Int
    let type: any PublishedProperty.Type

    func property(of object: AnyObject) -> any PublishedProperty {
        // Unmanaged: only the address is used, while the caller holds the object.
        type.read(at: Unmanaged.passUnretained(object).toOpaque() + offset)
    }
}

extension PublishedProperty {
    /// The property whose storage lies at an address.
    fileprivate static func read(at address: UnsafeMutableRawPointer) -> any PublishedProperty {
        // The run time says that a value of this type lies there, and a stored property is initialised as long as the
        // object can be reached.
        address.assumingMemoryBound(to: Self.self).pointee
    }
}

enum PublishedFields {
    // The fields of each class seen so far; a class has the same for good.
    private static let known = Locked<[ObjectIdentifier: [PublishedField]]>([:])

    /// One object at a time gets its publisher, so that two threads that ask at once get the same.
    private static let installing = Locked(())

    static func of(_ type: any AnyObject.Type) -> [PublishedField] {
        let key = ObjectIdentifier(type)
        if let fields = known.withLock({ $0[key] }) { return fields }
        var fields: [PublishedField] = []
        // Option 1: the type is a class. Superclasses are included.
        _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { _, offset, type, _ in
            if let type = type as? any PublishedProperty.Type {
                fields.append(PublishedField(offset: offset, type: type))
            }
            return true
        }
        let found = fields
        known.withLock { $0[key] = found }
        return found
    }

    static func install(in object: AnyObject, _ fields: [PublishedField]) -> ObservableObjectPublisher {
        let properties = fields.map { $0.property(of: object) }
        let new = ObservableObjectPublisher()
        // Under the lock only our own code runs: the properties just note the publisher.
        return installing.withLock { _ in
            if let publisher = properties[0].announcer { return publisher }
            for property in properties.dropFirst() { property.announce(through: new) }
            properties[0].announce(through: new)
            return new
        }
    }
}

/// The publishers of objects that have no `@Published` property to keep one.
enum PublisherlessObjects {
    private static let table = SideTable<AnyObject, ObservableObjectPublisher>()

    static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        table.value(of: object, make: { ObservableObjectPublisher() }).value
    }
}
