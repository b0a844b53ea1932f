extension Publishers.Sequence where Failure == Never {
    /// The least element by a closure, if there is one.
    ///
    /// Evaluated at once.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher {
        Optional.Publisher(sequence.min(by: areInIncreasingOrder))
    }

    /// The greatest element by a closure, if there is one.
    ///
    /// Evaluated at once.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher {
        Optional.Publisher(sequence.max(by: areInIncreasingOrder))
    }

    /// The first element that a closure accepts, if there is one.
    ///
    /// Evaluated at once.
    @inlinable
    public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        Optional.Publisher(sequence.first(where: predicate))
    }
}

extension Publishers.Sequence {
    /// Whether a closure accepts all elements.
    ///
    /// Evaluated at once.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result.Publisher(sequence.allSatisfy(predicate))
    }

    /// Whether a closure accepts all elements, or the error thrown.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result.Publisher(Result { try sequence.allSatisfy(predicate) })
    }

    /// An array of all elements.
    ///
    /// Evaluated at once.
    @inlinable
    public func collect() -> Result<[Output], Failure>.Publisher {
        Result.Publisher(Array(sequence))
    }

    /// The elements turned into others, leaving out those for which there is none.
    ///
    /// Evaluated at once.
    @inlinable
    public func compactMap<T>(_ transform: (Output) -> T?) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence<[T], Failure>(sequence: sequence.compactMap(transform))
    }

    /// Whether there is an element that a closure accepts.
    ///
    /// Evaluated at once.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result.Publisher(sequence.contains(where: predicate))
    }

    /// Whether there is an element that a closure accepts, or the error thrown.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result.Publisher(Result { try sequence.contains(where: predicate) })
    }

    /// The elements from the first that a closure does not leave out.
    ///
    /// Evaluated at once.
    @inlinable
    public func drop(while predicate: (Elements.Element) -> Bool)
        -> Publishers.Sequence<DropWhileSequence<Elements>, Failure>
    {
        Publishers.Sequence<DropWhileSequence<Elements>, Failure>(sequence: sequence.drop(while: predicate))
    }

    /// The elements after the first ones.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
        Publishers.Sequence<DropFirstSequence<Elements>, Failure>(sequence: sequence.dropFirst(count))
    }

    /// The elements that a closure accepts.
    ///
    /// Evaluated at once.
    @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence<[Output], Failure>(sequence: sequence.filter(isIncluded))
    }

    /// Nothing but the completion.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Failure> {
        Empty()
    }

    /// The elements turned into others.
    ///
    /// Evaluated at once.
    @inlinable
    public func map<T>(_ transform: (Elements.Element) -> T) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence<[T], Failure>(sequence: sequence.map(transform))
    }

    /// The first elements.
    @inlinable
    public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
        Publishers.Sequence<PrefixSequence<Elements>, Failure>(sequence: sequence.prefix(maxLength))
    }

    /// The elements before the first that a closure does not accept.
    ///
    /// Evaluated at once.
    @inlinable
    public func prefix(while predicate: (Elements.Element) -> Bool) -> Publishers.Sequence<[Elements.Element], Failure>
    {
        Publishers.Sequence<[Elements.Element], Failure>(sequence: sequence.prefix(while: predicate))
    }

    /// One value made of all elements.
    ///
    /// Evaluated at once.
    @inlinable
    public func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
        -> Result<T, Failure>.Publisher
    {
        Result.Publisher(sequence.reduce(initialResult, nextPartialResult))
    }

    /// One value made of all elements, or the error thrown.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T)
        -> Result<T, any Error>.Publisher
    {
        Result.Publisher(Result { try sequence.reduce(initialResult, nextPartialResult) })
    }

    /// The elements, with a value in place of each nil.
    ///
    /// Evaluated at once.
    @inlinable
    public func replaceNil<T>(with output: T) -> Publishers.Sequence<[Output], Failure> where Elements.Element == T? {
        Publishers.Sequence<[Output], Failure>(sequence: sequence.map { $0 ?? output })
    }

    /// The running results.
    ///
    /// Evaluated at once.
    @inlinable
    public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
        -> Publishers.Sequence<[T], Failure>
    {
        var partial = initialResult
        let results = sequence.map { element -> T in
            partial = nextPartialResult(partial, element)
            return partial
        }
        return Publishers.Sequence<[T], Failure>(sequence: results)
    }

    /// The elements, with a kind of error that never comes.
    @inlinable
    public func setFailureType<E: Error>(to error: E.Type) -> Publishers.Sequence<Elements, E> {
        Publishers.Sequence<Elements, E>(sequence: sequence)
    }
}

extension Publishers.Sequence where Elements.Element: Equatable {
    /// The elements, leaving out each that equals the one before.
    ///
    /// Evaluated at once.
    @inlinable
    public func removeDuplicates() -> Publishers.Sequence<[Output], Failure> {
        var previous: Output?
        let kept = sequence.filter { element in
            defer { previous = element }
            return element != previous
        }
        return Publishers.Sequence<[Output], Failure>(sequence: kept)
    }

    /// Whether there is an element that equals another.
    ///
    /// Evaluated at once.
    @inlinable
    public func contains(_ output: Elements.Element) -> Result<Bool, Failure>.Publisher {
        Result.Publisher(sequence.contains(output))
    }
}

extension Publishers.Sequence where Failure == Never, Elements.Element: Comparable {
    /// The least element, if there is one.
    ///
    /// Evaluated at once.
    @inlinable
    public func min() -> Optional<Output>.Publisher {
        Optional.Publisher(sequence.min())
    }

    /// The greatest element, if there is one.
    ///
    /// Evaluated at once.
    @inlinable
    public func max() -> Optional<Output>.Publisher {
        Optional.Publisher(sequence.max())
    }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
    /// The first element, if there is one.
    ///
    /// Evaluated at once.
    @inlinable
    public func first() -> Optional<Output>.Publisher {
        Optional.Publisher(sequence.first)
    }

    /// The element at an index, if there is one.
    ///
    /// Evaluated at once.
    @inlinable
    public func output(at index: Elements.Index) -> Optional<Output>.Publisher {
        Optional.Publisher(sequence.indices.contains(index) ? sequence[index] : nil)
    }
}

extension Publishers.Sequence where Elements: Collection {
    /// The number of elements.
    ///
    /// Evaluated at once.
    @inlinable
    public func count() -> Result<Int, Failure>.Publisher {
        Result.Publisher(sequence.count)
    }

    /// The elements in a range of indexes.
    ///
    /// Evaluated at once.
    @inlinable
    public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence<[Output], Failure>(sequence: Array(sequence[range]))
    }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
    /// The last element, if there is one.
    ///
    /// Evaluated at once.
    @inlinable
    public func last() -> Optional<Output>.Publisher {
        Optional.Publisher(sequence.last)
    }

    /// The last element that a closure accepts, if there is one.
    ///
    /// Evaluated at once.
    @inlinable
    public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        Optional.Publisher(sequence.last(where: predicate))
    }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
    /// The element at an index, if there is one.
    ///
    /// Evaluated at once.
    @inlinable
    public func output(at index: Elements.Index) -> Optional<Output>.Publisher {
        Optional.Publisher(sequence.indices.contains(index) ? sequence[index] : nil)
    }

    /// The elements in a range of indexes.
    ///
    /// Evaluated at once.
    @inlinable
    public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence<[Output], Failure>(sequence: Array(sequence[range]))
    }

    /// The number of elements.
    ///
    /// Evaluated at once.
    @inlinable
    public func count() -> Just<Int> {
        Just(sequence.count)
    }
}

extension Publishers.Sequence where Elements: RandomAccessCollection {
    /// The number of elements.
    ///
    /// Evaluated at once.
    @inlinable
    public func count() -> Result<Int, Failure>.Publisher {
        Result.Publisher(sequence.count)
    }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
    /// The elements after some others.
    ///
    /// Evaluated at once.
    @inlinable
    public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
        prepend(elements)
    }

    /// The elements after those of a sequence.
    ///
    /// Evaluated at once.
    @inlinable
    public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
    where Elements.Element == S.Element {
        Publishers.Sequence(sequence: elements + sequence)
    }

    /// The elements after those of another publisher of a sequence.
    ///
    /// Evaluated at once.
    @inlinable
    public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
        Publishers.Sequence(sequence: publisher.sequence + sequence)
    }

    /// The elements before some others.
    ///
    /// Evaluated at once.
    @inlinable
    public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
        append(elements)
    }

    /// The elements before those of a sequence.
    ///
    /// Evaluated at once.
    @inlinable
    public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
    where Elements.Element == S.Element {
        Publishers.Sequence(sequence: sequence + elements)
    }

    /// The elements before those of another publisher of a sequence.
    ///
    /// Evaluated at once.
    @inlinable
    public func append(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
        Publishers.Sequence(sequence: sequence + publisher.sequence)
    }
}
