/// A property of a class whose changes are published.
///
/// Write `@Published var name = ""` in a class; `$name` is then a publisher of the present value and of each one
/// assigned. Subscribers get a value *before* reading the property gives it. Assigning an equal value publishes again;
/// changing a value in place counts as one assignment. In an `ObservableObject` each assignment first makes the
/// object's `objectWillChange` send. Values arrive on the assigning thread.
@propertyWrapper
public struct Published<Value> {
    @usableFromInline
    let owner: PublishedOwner<Value>

    @inlinable
    var box: PublishedBox<Value> { owner.box }

    /// Makes the property with its first value.
    @inlinable
    public init(wrappedValue: Value) {
        owner = PublishedOwner(wrappedValue)
    }

    /// Makes the property with its first value.
    @inlinable
    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// A publisher of the property: the present value at the first demand, then each one assigned.
    ///
    /// It never completes.
    public struct Publisher: Combine.Publisher {
        /// The kind of value of the property.
        public typealias Output = Value
        /// It cannot fail.
        public typealias Failure = Never

        @usableFromInline
        let subject: PublishedSubject<Value>

        // The storage, not its owner: assigning to a property does not keep it alive.
        let box: PublishedBox<Value>

        @usableFromInline
        init(box: PublishedBox<Value>) {
            subject = box.subject
            self.box = box
        }

        /// Attaches a subscriber, which gets the present value when it first asks, then those assigned.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Value == S.Input, S.Failure == Never {
            subject.hub.admit(subscriber, owner: subject, mode: .current, name: "PublishedSubject")
        }
    }

    /// The publisher of the property.
    ///
    /// Setting it has no effect; it is there for `assign(to: &$property)`.
    public var projectedValue: Publisher {
        mutating get { Publisher(box: box) }
        set { _ = newValue }
    }

    /// Stops the compiler from using this wrapper outside classes.
    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { fatalError("@Published is only available on properties of classes") }
        // swift-format-ignore
        set { fatalError("@Published is only available on properties of classes") }
    }

    /// Reads and writes the property in its object.
    ///
    /// - Parameters:
    ///   - object: The object that has the property.
    ///   - wrappedKeyPath: The property.
    ///   - storageKeyPath: Its storage.
    @inlinable
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value {
        @inline(__always) get { object[keyPath: storageKeyPath].box.value }
        @inline(__always) set { object[keyPath: storageKeyPath].box.set(newValue) }
    }
}

extension Published: PublishedProperty {
    var announcer: ObservableObjectPublisher? { box.announcer }

    func announce(through publisher: ObservableObjectPublisher) {
        box.announce(through: publisher)
    }
}

extension Publisher where Failure == Never {
    /// Assigns each value to a published property, as long as the property lives.
    ///
    /// The object of the property is not held. The completion of this publisher is ignored.
    ///
    /// - Parameter published: The property, as in `assign(to: &$name)`.
    public func assign(to published: inout Published<Output>.Publisher) {
        let box = published.box
        // The sink and the storage hold one another until the property goes away and cancels it.
        let sink = Subscribers.Sink<Output, Never>(receiveCompletion: { _ in }, receiveValue: { box.set($0) })
        if box.keep(AnyCancellable(sink)) { subscribe(sink) }
    }
}
