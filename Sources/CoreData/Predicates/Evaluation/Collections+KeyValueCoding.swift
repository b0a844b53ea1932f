import Foundation

/// Reads a key path and stops the program where that is not possible, as the methods cannot throw.
private func read(_ keyPath: String, of object: Any, _ call: String) -> Any? {
    do {
        return try KeyPathReading.value(at: keyPath.split(separator: ".").map(String.init)[...], of: object)
    } catch {
        fatalError("\(call): \(error)")
    }
}

/// A list of values as Foundation collections hold it.
private func elementList(_ values: Any?) -> [Any] {
    (Operand(values).elements ?? []).map { unwrapped($0) ?? NSNull() }
}

/// Sets a property of every element of a collection.
private func assign(_ value: Any?, forKey key: String, of elements: some Sequence, _ call: String) {
    for element in elements {
        guard let element = element as? any MutableKeyValueCoding else {
            fatalError("\(call): \(type(of: element as Any)) has no properties that can be set by name.")
        }
        element.setValue(value, forKey: key)
    }
}

extension NSArray {
    /// Returns an `NSArray` of the elements' values for a key; `NSNull` stands for nil.
    ///
    /// Stops the program when an element has no such property.
    public func value(forKey key: String) -> Any? {
        NSArray(array: elementList(read(key, of: self, "NSArray.value(forKey:)")))
    }

    /// Returns the value at a key path: collection operators, or an `NSArray` of the elements' values.
    ///
    /// Stops the program when an element has no such property.
    public func value(forKeyPath keyPath: String) -> Any? {
        let value = read(keyPath, of: self, "NSArray.value(forKeyPath:)")
        return Operand(value).elements == nil ? value : NSArray(array: elementList(value))
    }

    /// Sets a property of every element.
    ///
    /// Stops the program when an element's properties cannot be set by name.
    public func setValue(_ value: Any?, forKey key: String) {
        assign(value, forKey: key, of: self, "NSArray.setValue(_:forKey:)")
    }
}

extension NSSet {
    /// Returns an `NSSet` of the elements' values for a key; nil is left out.
    ///
    /// Stops the program when an element has no such property.
    public func value(forKey key: String) -> Any? {
        NSSet(array: elementList(read(key, of: self, "NSSet.value(forKey:)")).filter { !($0 is NSNull) })
    }

    /// Returns the value at a key path: collection operators, or an `NSSet` of the elements' values.
    ///
    /// Stops the program when an element has no such property.
    public func value(forKeyPath keyPath: String) -> Any? {
        let value = read(keyPath, of: self, "NSSet.value(forKeyPath:)")
        return Operand(value).elements == nil ? value : NSSet(array: elementList(value).filter { !($0 is NSNull) })
    }

    /// Sets a property of every element.
    ///
    /// Stops the program when an element's properties cannot be set by name.
    public func setValue(_ value: Any?, forKey key: String) {
        assign(value, forKey: key, of: self, "NSSet.setValue(_:forKey:)")
    }
}

extension NSOrderedSet {
    /// Returns an `NSOrderedSet` of the elements' values for a key; nil is left out.
    ///
    /// Stops the program when an element has no such property.
    public func value(forKey key: String) -> Any? {
        NSOrderedSet(array: elementList(read(key, of: self, "NSOrderedSet.value(forKey:)")).filter { !($0 is NSNull) })
    }

    /// Returns the value at a key path: collection operators, or an `NSOrderedSet` of the elements' values.
    ///
    /// Stops the program when an element has no such property.
    public func value(forKeyPath keyPath: String) -> Any? {
        let value = read(keyPath, of: self, "NSOrderedSet.value(forKeyPath:)")
        return Operand(value).elements == nil
            ? value : NSOrderedSet(array: elementList(value).filter { !($0 is NSNull) })
    }

    /// Sets a property of every element.
    ///
    /// Stops the program when an element's properties cannot be set by name.
    public func setValue(_ value: Any?, forKey key: String) {
        assign(value, forKey: key, of: self, "NSOrderedSet.setValue(_:forKey:)")
    }
}

extension NSDictionary {
    /// Returns the value at a key path.
    ///
    /// Stops the program when a value on the way has no such property.
    public func value(forKeyPath keyPath: String) -> Any? {
        read(keyPath, of: self, "NSDictionary.value(forKeyPath:)")
    }
}

extension NSMutableDictionary {
    /// Sets the value for a key; nil removes it.
    public func setValue(_ value: Any?, forKey key: String) {
        if let value { self[key] = value } else { removeObject(forKey: key) }
    }
}
