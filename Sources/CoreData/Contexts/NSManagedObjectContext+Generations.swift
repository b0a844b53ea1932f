// Reading one state of the stores, whatever others commit meanwhile.

extension NSManagedObjectContext {
    /// Binds the context to a state of its stores: what it reads from now on does not show what others commit later.
    ///
    /// With `NSQueryGenerationToken.current` the state is that of the first read. A context moves on to the newest state,
    /// and is bound to it in turn, when it saves, is reset, or merges what others saved; batch requests do not move it.
    /// Objects whose values were read keep them, as ever. Child contexts read through their parent. SQLite stores in WAL
    /// mode only; others show the newest state always. While a context is bound, SQLite cannot empty the log past its
    /// state, so that the file `-wal` grows with every save: unbind contexts that are kept.
    ///
    /// - Parameter generation: `NSQueryGenerationToken.current`, the token of another context, or nil to show the newest
    ///   state always.
    /// - Throws: `NSCocoaErrorDomain` 134060 in a child context.
    public final func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
        confinement.check("setQueryGenerationFrom(_:)")
        guard parentContext == nil else {
            throw CoreDataError.make(
                NSCoreDataError, "A child context reads the generation of its parent; it cannot have one of its own.",
                suggestion: "Bind the topmost context.")
        }
        guard let generation else {
            snapshots = nil
            return
        }
        snapshots = generation === NSQueryGenerationToken.current ? GenerationSnapshots() : generation.snapshots
    }

    /// The state of the stores that the context is bound to; nil when it shows the newest always.
    ///
    /// Of a child context, its parent's.
    public final var queryGenerationToken: NSQueryGenerationToken? {
        parentContext?.queryGenerationToken ?? snapshots.map { NSQueryGenerationToken($0) }
    }

    /// Has a bound context take the newest state when it reads next.
    final func takeNewestGeneration() {
        if snapshots != nil { snapshots = GenerationSnapshots() }
    }
}
