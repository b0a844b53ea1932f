extension NSManagedObjectContext {
    /// When an asynchronous `perform` starts.
    public enum ScheduledTaskType: Sendable {
        /// At once when already on the context's queue, else like `enqueued`.
        case immediate
        /// After what is waiting already.
        case enqueued
    }

    /// Runs `block` on the context's queue, later; returns at once.
    public final func perform(_ block: @escaping () -> Void) {
        confinement.async { [self] in
            block()
            processPendingChanges()
        }
    }

    /// Runs `block` on the context's queue and waits.
    ///
    /// May be called from inside itself.
    ///
    /// - Throws: what `block` throws.
    public final func performAndWait<T, E: Error>(_ block: () throws(E) -> T) throws(E) -> T {
        var outcome: Result<T, E>?
        confinement.sync {
            do throws(E) {
                outcome = .success(try block())
            } catch {
                outcome = .failure(error)
            }
        }
        guard let outcome else { fatalError("performAndWait: the block was not run.") }
        return try outcome.get()
    }

    /// Runs `block` on the context's queue and suspends until it is done.
    ///
    /// - Throws: what `block` throws.
    public nonisolated(nonsending) final func perform<T, E: Error>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws(E) -> T
    ) async throws(E) -> T {
        if schedule == .immediate && confinement.isCurrent { return try block() }
        let result: Carried<Result<T, E>> = await withUnsafeContinuation { continuation in
            confinement.async { [self] in
                let result: Result<T, E>
                do throws(E) {
                    result = .success(try block())
                } catch {
                    result = .failure(error)
                }
                processPendingChanges()
                continuation.resume(returning: Carried(result))
            }
        }
        return try result.value.get()
    }
}
