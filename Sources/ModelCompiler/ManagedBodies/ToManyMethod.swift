/// One of the methods Xcode writes for a to-many relationship, recognised by its name and parameters.
struct ToManyMethod {
    private enum Kind {
        case addObject
        case removeObject
        case addSet
        case removeSet
        case addOrderedSet
        case removeOrderedSet
        case insertObject
        case insertObjects
        case removeIndex
        case removeIndexes
        case replaceObject
        case replaceObjects
    }

    private let kind: Kind
    /// The part of the name that stands for the property, with a capital.
    let suffix: String

    /// Nil when the method is none of them.
    init?(_ name: String, labels: [String?], types: [ResolvedType]) {
        func rest(_ prefix: String) -> String? {
            name.hasPrefix(prefix) && name.count > prefix.count ? String(name.dropFirst(prefix.count)) : nil
        }
        let kinds = types.map(Shape.init)
        switch (labels, kinds) {
        case ([nil], [.object]):
            if let suffix = rest("addTo") {
                self.init(.addObject, suffix)
            } else if let suffix = rest("removeFrom") {
                self.init(.removeObject, suffix)
            } else {
                return nil
            }
        case ([nil], [.set]):
            if let suffix = rest("addTo") {
                self.init(.addSet, suffix)
            } else if let suffix = rest("removeFrom") {
                self.init(.removeSet, suffix)
            } else {
                return nil
            }
        case ([nil], [.orderedSet]):
            if let suffix = rest("addTo") {
                self.init(.addOrderedSet, suffix)
            } else if let suffix = rest("removeFrom") {
                self.init(.removeOrderedSet, suffix)
            } else {
                return nil
            }
        case ([nil, "at"], [.object, .index]): self.init(.insertObject, rest("insertInto"))
        case ([nil, "at"], [.objects, .indexes]): self.init(.insertObjects, rest("insertInto"))
        case (["at"], [.index]): self.init(.removeIndex, rest("removeFrom"))
        case (["at"], [.indexes]): self.init(.removeIndexes, rest("removeFrom"))
        case (["at", "with"], [.index, .object]): self.init(.replaceObject, rest("replace"))
        case (["at", "with"], [.indexes, .objects]): self.init(.replaceObjects, rest("replace"))
        default: return nil
        }
    }

    private init?(_ kind: Kind, _ suffix: String?) {
        guard let suffix else { return nil }
        self.kind = kind
        self.suffix = suffix
    }

    /// What a parameter is.
    private enum Shape: Equatable {
        case object
        case objects
        case set
        case orderedSet
        case index
        case indexes
        case other

        init(_ type: ResolvedType) {
            switch type {
            case .array(.nominal(_, let path)) where path.last?.kind == "C": self = .objects
            case .set(.nominal(_, let path)) where path.last?.kind == "C": self = .set
            case .abbreviated("Int", _): self = .index
            case .nominal("Foundation", let path):
                switch path.last?.name {
                case "NSSet": self = .set
                case "NSOrderedSet": self = .orderedSet
                case "NSIndexSet": self = .indexes
                default: self = .other
                }
            case .nominal(_, let path) where path.last?.kind == "C": self = .object
            default: self = .other
            }
        }
    }

    /// The statement that does it; parameters are called `first` and `second`.
    func body(key: String) -> String {
        switch kind {
        case .addObject: "addManagedObject(first, to: \(key))"
        case .removeObject: "removeManagedObject(first, from: \(key))"
        case .addSet: "addManaged(first as NSSet, to: \(key))"
        case .removeSet: "removeManaged(first as NSSet, from: \(key))"
        case .addOrderedSet:
            "for case let value as NSManagedObject in first.array { addManagedObject(value, to: \(key)) }"
        case .removeOrderedSet: "removeManaged(NSSet(array: first.array), from: \(key))"
        case .insertObject: "insertManaged(first, at: second, in: \(key))"
        case .insertObjects: "insertManaged(first, at: second, in: \(key))"
        case .removeIndex: "removeManaged(at: first, in: \(key))"
        case .removeIndexes: "removeManaged(at: first, in: \(key))"
        case .replaceObject: "replaceManaged(at: first, with: second, in: \(key))"
        case .replaceObjects: "replaceManaged(at: first, with: second, in: \(key))"
        }
    }
}
