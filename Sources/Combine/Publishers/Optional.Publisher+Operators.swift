extension Optional.Publisher where Wrapped: Equatable {
    /// Whether the value equals another; no answer without a value.
    ///
    /// Evaluated at once.
    @inlinable
    public func contains(_ output: Output) -> Optional<Bool>.Publisher {
        Optional<Bool>.Publisher(self.output.map { $0 == output })
    }

    /// The same, as one value has no duplicate.
    @inlinable
    public func removeDuplicates() -> Optional<Wrapped>.Publisher {
        self
    }
}

extension Optional.Publisher where Wrapped: Comparable {
    /// The same, as the least of at most one.
    @inlinable
    public func min() -> Optional<Wrapped>.Publisher {
        self
    }

    /// The same, as the greatest of at most one.
    @inlinable
    public func max() -> Optional<Wrapped>.Publisher {
        self
    }
}

extension Optional.Publisher {
    /// Whether a closure accepts the value; no answer without one.
    ///
    /// Evaluated at once.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Optional<Bool>.Publisher {
        Optional<Bool>.Publisher(output.map(predicate))
    }

    /// An array of the value, if there is one.
    ///
    /// Evaluated at once.
    @inlinable
    public func collect() -> Optional<[Output]>.Publisher {
        Optional<[Output]>.Publisher(output.map { [$0] } ?? [])
    }

    /// The value turned into another, or nothing.
    ///
    /// Evaluated at once.
    @inlinable
    public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
        Optional<T>.Publisher(output.flatMap(transform))
    }

    /// The same, as the least of at most one.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Wrapped>.Publisher {
        self
    }

    /// The same, as the greatest of at most one.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Wrapped>.Publisher {
        self
    }

    /// Whether a closure accepts the value; no answer without one.
    ///
    /// Evaluated at once.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Optional<Bool>.Publisher {
        Optional<Bool>.Publisher(output.map(predicate))
    }

    /// One, the number of values; no answer without a value.
    ///
    /// Evaluated at once.
    @inlinable
    public func count() -> Optional<Int>.Publisher {
        Optional<Int>.Publisher(output.map { _ in 1 })
    }

    /// The value, unless it is left out; stops the program when the count is negative.
    ///
    /// Evaluated at once.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Optional<Wrapped>.Publisher {
        insist(count >= 0, "dropFirst(_:): the number of values to leave out cannot be negative")
        return Optional.Publisher(count > 0 ? nil : output)
    }

    /// The value, unless a closure leaves it out.
    ///
    /// Evaluated at once.
    @inlinable
    public func drop(while predicate: (Output) -> Bool) -> Optional<Wrapped>.Publisher {
        Optional.Publisher(output.flatMap { predicate($0) ? nil : $0 })
    }

    /// The same.
    @inlinable
    public func first() -> Optional<Wrapped>.Publisher {
        self
    }

    /// The value, if a closure accepts it.
    ///
    /// Evaluated at once.
    @inlinable
    public func first(where predicate: (Output) -> Bool) -> Optional<Wrapped>.Publisher {
        Optional.Publisher(output.flatMap { predicate($0) ? $0 : nil })
    }

    /// The same.
    @inlinable
    public func last() -> Optional<Wrapped>.Publisher {
        self
    }

    /// The value, if a closure accepts it.
    ///
    /// Evaluated at once.
    @inlinable
    public func last(where predicate: (Output) -> Bool) -> Optional<Wrapped>.Publisher {
        Optional.Publisher(output.flatMap { predicate($0) ? $0 : nil })
    }

    /// The value, if a closure accepts it.
    ///
    /// Evaluated at once.
    @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Wrapped>.Publisher {
        Optional.Publisher(output.flatMap { isIncluded($0) ? $0 : nil })
    }

    /// Nothing but the completion.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Never> {
        Empty()
    }

    /// The value turned into another.
    ///
    /// Evaluated at once.
    @inlinable
    public func map<T>(_ transform: (Output) -> T) -> Optional<T>.Publisher {
        Optional<T>.Publisher(output.map(transform))
    }

    /// The value, if its position is asked for; stops the program when it is negative.
    ///
    /// Evaluated at once.
    @inlinable
    public func output(at index: Int) -> Optional<Output>.Publisher {
        insist(index >= 0, "output(at:): the position cannot be negative")
        return Optional.Publisher(index == 0 ? output : nil)
    }

    /// The value, if its position lies in a range; stops the program when one is negative.
    ///
    /// Evaluated at once.
    @inlinable
    public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        insist(range.lowerBound >= 0, "output(in:): the range cannot start below 0")
        return Optional.Publisher(range.contains(0) ? output : nil)
    }

    /// The value, unless none is wanted; stops the program when the number is negative.
    ///
    /// Evaluated at once.
    @inlinable
    public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
        insist(maxLength >= 0, "prefix(_:): the number of values cannot be negative")
        return Optional.Publisher(maxLength > 0 ? output : nil)
    }

    /// The value, if a closure accepts it.
    ///
    /// Evaluated at once.
    @inlinable
    public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        Optional.Publisher(output.flatMap { predicate($0) ? $0 : nil })
    }

    /// One value made of an initial one and the value; nothing without a value.
    ///
    /// Evaluated at once.
    @inlinable
    public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Optional<T>.Publisher {
        Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) })
    }

    /// The same, as one value has no duplicate.
    @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Optional<Wrapped>.Publisher {
        self
    }

    /// The same, as there is no failure to replace.
    @inlinable
    public func replaceError(with output: Output) -> Optional<Wrapped>.Publisher {
        self
    }

    /// The value, or another if there is none.
    ///
    /// Evaluated at once.
    @inlinable
    public func replaceEmpty(with output: Output) -> Just<Output> {
        Just(self.output ?? output)
    }

    /// The same, as there is no failure to recover from.
    @inlinable
    public func retry(_ times: Int) -> Optional<Wrapped>.Publisher {
        self
    }

    /// The first running result, if there is a value.
    ///
    /// Evaluated at once.
    @inlinable
    public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Optional<T>.Publisher {
        Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) })
    }
}
