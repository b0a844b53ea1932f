/// Calls a closure; objects are released as soon as nothing refers to them, so there is no pool.
///
/// - Throws: What `body` throws.
public func autoreleasepool<Result: ~Copyable, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}
