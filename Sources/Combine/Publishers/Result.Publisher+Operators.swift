extension Result.Publisher where Success: Equatable {
    /// Whether the value equals another, or the failure.
    ///
    /// Evaluated at once.
    @inlinable
    public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.Publisher(result.map { $0 == output })
    }

    /// The same, as one value has no duplicate.
    @inlinable
    public func removeDuplicates() -> Result<Success, Failure>.Publisher {
        self
    }
}

extension Result.Publisher where Success: Comparable {
    /// The same, as the least of one.
    @inlinable
    public func min() -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same, as the greatest of one.
    @inlinable
    public func max() -> Result<Success, Failure>.Publisher {
        self
    }
}

extension Result.Publisher {
    /// Whether a closure accepts the value, or the failure.
    ///
    /// Evaluated at once.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.Publisher(result.map(predicate))
    }

    /// Whether a closure accepts the value, or the failure or the error thrown.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// An array of the value, or the failure.
    ///
    /// Evaluated at once.
    @inlinable
    public func collect() -> Result<[Output], Failure>.Publisher {
        Result<[Output], Failure>.Publisher(result.map { [$0] })
    }

    /// The same, as the least of one.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same with any error, as the least of one.
    @inlinable
    public func tryMin(by areInIncreasingOrder: (Output, Output) throws -> Bool) -> Result<Output, any Error>.Publisher
    {
        // The closure is asked about the value and itself, as Apple's is, and may throw.
        tryMap { output in
            _ = try areInIncreasingOrder(output, output)
            return output
        }
    }

    /// The same, as the greatest of one.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same with any error, as the greatest of one.
    @inlinable
    public func tryMax(by areInIncreasingOrder: (Output, Output) throws -> Bool) -> Result<Output, any Error>.Publisher
    {
        // The closure is asked about the value and itself, as Apple's is, and may throw.
        tryMap { output in
            _ = try areInIncreasingOrder(output, output)
            return output
        }
    }

    /// Whether a closure accepts the value, or the failure.
    ///
    /// Evaluated at once.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.Publisher(result.map(predicate))
    }

    /// Whether a closure accepts the value, or the failure or the error thrown.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// The number of values: one, or the failure.
    ///
    /// Evaluated at once.
    @inlinable
    public func count() -> Result<Int, Failure>.Publisher {
        Result<Int, Failure>.Publisher(result.map { _ in 1 })
    }

    /// The same.
    @inlinable
    public func first() -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same.
    @inlinable
    public func last() -> Result<Success, Failure>.Publisher {
        self
    }

    /// Nothing but a completion.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Failure> {
        Empty()
    }

    /// The value turned into another, or the failure.
    ///
    /// Evaluated at once.
    @inlinable
    public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
        Result<T, Failure>.Publisher(result.map(transform))
    }

    /// The value turned into another, or the failure or the error thrown.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        switch result {
        case .success(let output): return Result<T, any Error>.Publisher(Result<T, any Error> { try transform(output) })
        case .failure(let error): return Result<T, any Error>.Publisher(error)
        }
    }

    /// The value, or the failure turned into another.
    ///
    /// Evaluated at once.
    @inlinable
    public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Output, E>.Publisher {
        Result<Output, E>.Publisher(result.mapError(transform))
    }

    /// One value made of an initial one and the value, or the failure.
    ///
    /// Evaluated at once.
    @inlinable
    public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Failure>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    /// One value made of an initial one and the value, or the failure or the error thrown.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
        -> Result<T, any Error>.Publisher
    {
        tryMap { try nextPartialResult(initialResult, $0) }
    }

    /// The same, as one value has no duplicate.
    @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same with any error, as one value has no duplicate.
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

    /// The value, or another in place of the failure.
    ///
    /// Evaluated at once.
    @inlinable
    public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
        switch result {
        case .success(let mine): return Result<Output, Never>.Publisher(mine)
        case .failure: return Result<Output, Never>.Publisher(output)
        }
    }

    /// The same, as there is a value or a failure.
    @inlinable
    public func replaceEmpty(with output: Output) -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same, as trying again gives the same result.
    @inlinable
    public func retry(_ times: Int) -> Result<Success, Failure>.Publisher {
        self
    }

    /// The first running result, or the failure.
    ///
    /// Evaluated at once.
    @inlinable
    public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Failure>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    /// The first running result, or the failure or the error thrown.
    ///
    /// Evaluated at once.
    @inlinable
    public func tryScan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
        -> Result<T, any Error>.Publisher
    {
        tryMap { try nextPartialResult(initialResult, $0) }
    }
}

extension Result.Publisher where Failure == Never {
    /// The value, with a kind of error that never comes.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
        switch result {
        case .success(let output): return Result<Output, E>.Publisher(output)
        }
    }
}
