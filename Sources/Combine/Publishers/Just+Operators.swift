extension Just where Output: Comparable {
    /// The value itself, as the least of one.
    @inlinable
    public func min() -> Just<Output> {
        self
    }

    /// The value itself, as the greatest of one.
    @inlinable
    public func max() -> Just<Output> {
        self
    }
}

extension Just where Output: Equatable {
    /// Whether the value equals another.
    ///
    /// Evaluated at once.
    @inlinable
    public func contains(_ output: Output) -> Just<Bool> {
        Just<Bool>(self.output == output)
    }

    /// The value itself, as one value has no duplicate.
    @inlinable
    public func removeDuplicates() -> Just<Output> {
        self
    }
}

extension Just {
    /// Whether a closure accepts the value.
    ///
    /// Evaluated at once.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
        Just<Bool>(predicate(output))
    }

    /// Whether a closure accepts the value, or its error.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result.Publisher(Result { try predicate(output) })
    }

    /// An array of the value.
    ///
    /// Evaluated at once.
    @inlinable
    public func collect() -> Just<[Output]> {
        Just<[Output]>([output])
    }

    /// The value turned into another, or nothing.
    ///
    /// Evaluated at once.
    @inlinable
    public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
        Optional<T>.Publisher(transform(output))
    }

    /// The value itself, as the least of one.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
        self
    }

    /// The value itself, as the greatest of one.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
        self
    }

    /// The value after some others.
    ///
    /// Evaluated at once.
    @inlinable
    public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
        prepend(elements)
    }

    /// The value after the elements of a sequence.
    ///
    /// Evaluated at once.
    @inlinable
    public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never> where Output == S.Element {
        Publishers.Sequence(sequence: elements + [output])
    }

    /// The value before some others.
    ///
    /// Evaluated at once.
    @inlinable
    public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
        append(elements)
    }

    /// The value before the elements of a sequence.
    ///
    /// Evaluated at once.
    @inlinable
    public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never> where Output == S.Element {
        Publishers.Sequence(sequence: [output] + elements)
    }

    /// Whether a closure accepts the value.
    ///
    /// Evaluated at once.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
        Just<Bool>(predicate(output))
    }

    /// Whether a closure accepts the value, or its error.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result.Publisher(Result { try predicate(output) })
    }

    /// The number of values: one.
    @inlinable
    public func count() -> Just<Int> {
        Just<Int>(1)
    }

    /// The value, unless it is left out; stops the program when the count is negative.
    ///
    /// Evaluated at once.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
        insist(count >= 0, "dropFirst(_:): the number of values to leave out cannot be negative")
        return Optional.Publisher(count > 0 ? nil : output)
    }

    /// The value, unless a closure leaves it out.
    ///
    /// Evaluated at once.
    @inlinable
    public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        Optional.Publisher(predicate(output) ? nil : output)
    }

    /// The value itself.
    @inlinable
    public func first() -> Just<Output> {
        self
    }

    /// The value, if a closure accepts it.
    ///
    /// Evaluated at once.
    @inlinable
    public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        Optional.Publisher(predicate(output) ? output : nil)
    }

    /// The value itself.
    @inlinable
    public func last() -> Just<Output> {
        self
    }

    /// The value, if a closure accepts it.
    ///
    /// Evaluated at once.
    @inlinable
    public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        Optional.Publisher(predicate(output) ? output : nil)
    }

    /// The value, if a closure accepts it.
    ///
    /// Evaluated at once.
    @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
        Optional.Publisher(isIncluded(output) ? output : nil)
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
    public func map<T>(_ transform: (Output) -> T) -> Just<T> {
        Just<T>(transform(output))
    }

    /// The value turned into another, or the error thrown.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result.Publisher(Result { try transform(output) })
    }

    /// The value, with a kind of error that never comes.
    @inlinable
    public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
        Result.Publisher(output)
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
        Optional.Publisher(predicate(output) ? output : nil)
    }

    /// One value made of an initial one and the value.
    ///
    /// Evaluated at once.
    @inlinable
    public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Never>.Publisher {
        Result.Publisher(nextPartialResult(initialResult, output))
    }

    /// One value made of an initial one and the value, or the error thrown.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
        -> Result<T, any Error>.Publisher
    {
        Result.Publisher(Result { try nextPartialResult(initialResult, output) })
    }

    /// The value itself, as one value has no duplicate.
    @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> {
        self
    }

    /// The value itself, as one value has no duplicate.
    @inlinable
    public func tryRemoveDuplicates(by predicate: (Output, Output) throws -> Bool)
        -> Result<Output, any Error>.Publisher
    {
        // The closure is asked about the value and itself, as Apple's is, and may throw.
        tryMap { output in
            _ = try predicate(output, output)
            return output
        }
    }

    /// The value itself, as there is no failure to replace.
    @inlinable
    public func replaceError(with output: Output) -> Just<Output> {
        self
    }

    /// The value itself, as there is one.
    @inlinable
    public func replaceEmpty(with output: Output) -> Just<Output> {
        self
    }

    /// The value itself, as there is no failure to recover from.
    @inlinable
    public func retry(_ times: Int) -> Just<Output> {
        self
    }

    /// The first running result.
    ///
    /// Evaluated at once.
    @inlinable
    public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Never>.Publisher {
        Result.Publisher(nextPartialResult(initialResult, output))
    }

    /// The first running result, or the error thrown.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryScan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
        -> Result<T, any Error>.Publisher
    {
        Result.Publisher(Result { try nextPartialResult(initialResult, output) })
    }

    /// The value, with a kind of error that never comes.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
        Result.Publisher(output)
    }
}
