import Foundation

/// A fetch whose rows are read while the context's queue goes on with other work.
///
/// Give it to `NSManagedObjectContext.execute(_:)` on the context's queue. That returns an
/// `NSAsynchronousFetchResult` at once; when the objects are there, they are in its `finalResult`, and the
/// completion block runs on the context's queue.
///
/// What is read beside the queue are the rows of managed objects fetched whole from stores. Fetches of IDs,
/// dictionaries or counts, with `fetchBatchSize`, or of a context with a parent run on the queue, later.
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
    /// What to fetch; copied when the request is executed.
    public let fetchRequest: NSFetchRequest<ResultType>
    /// Called on the context's queue at the end, also after a failure or a cancellation.
    public let completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
    /// How many results are expected, for the result's progress; 0 when nobody knows.
    open var estimatedResultCount = 0

    /// Makes a request that calls `blk` when it is done.
    public init(
        fetchRequest: NSFetchRequest<ResultType>,
        completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        self.fetchRequest = fetchRequest
        completionBlock = blk
        super.init()
    }

    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSAsynchronousFetchRequest(
            fetchRequest: NSFetchRequest<ResultType>(core: fetchRequest.core.copy()), completionBlock: completionBlock)
        copy.estimatedResultCount = estimatedResultCount
        copy.affectedStores = affectedStores
        return copy
    }
}

/// The result of a request that is carried out beside the context's queue; the base class of such results.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    /// The context that executed the request.
    public let managedObjectContext: NSManagedObjectContext
    /// Why there is no result: what the request's own kind throws, or 3072 (`userCancelled`) after `cancel()`.
    ///
    /// Read it in the completion block or later, on the context's queue.
    open fileprivate(set) var operationError: (any Error)?
    /// How far the request has come.
    ///
    /// A child of the progress that was current when the request was executed.
    /// Cancelling it is cancelling the request.
    public let progress: Progress?

    fileprivate init(_ context: NSManagedObjectContext, expecting count: Int) {
        managedObjectContext = context
        let progress = Progress(parent: Progress.current(), userInfo: nil)
        progress.totalUnitCount = count > 0 ? Int64(count) : -1
        self.progress = progress
    }

    /// Gives the request up: it ends without a result, unless it has one already.
    ///
    /// From any thread.
    open func cancel() { progress?.cancel() }
}

/// What executing an `NSAsynchronousFetchRequest` returns.
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
    /// The request.
    public let fetchRequest: NSAsynchronousFetchRequest<ResultType>
    /// The results; nil until they are there, and after a failure.
    ///
    /// Read it in the completion block or later, on the context's queue.
    open fileprivate(set) var finalResult: [ResultType]?

    fileprivate init(_ request: NSAsynchronousFetchRequest<ResultType>, _ context: NSManagedObjectContext) {
        fetchRequest = request
        super.init(context, expecting: request.estimatedResultCount)
    }

    /// Ends the request; on the context's queue.
    fileprivate final func end(_ body: () throws -> [ResultType]) {
        do {
            if progress?.isCancelled ?? false { throw CocoaError(.userCancelled) }
            let objects = try body()
            finalResult = objects
            progress?.totalUnitCount = Int64(objects.count)
            progress?.completedUnitCount = Int64(objects.count)
        } catch {
            operationError = error
        }
        fetchRequest.completionBlock?(self)
    }
}

extension NSAsynchronousFetchRequest: ExecutableRequest {
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let result = NSAsynchronousFetchResult(self, context)
        // The caller may change the request meanwhile.
        let core = fetchRequest.core.copy()
        let stores = affectedStores ?? fetchRequest.affectedStores
        let work = AsynchronousFetch(result, core, stores, try context.rowReading(core, stores: stores))
        if work.reading == nil {
            context.perform { work.end() }
        } else {
            DispatchQueue.global().async {
                work.read()
                context.perform { work.end() }
            }
        }
        return result
    }
}

/// One execution: goes from the context's queue to a reader's thread and back.
private final class AsynchronousFetch<ResultType>: @unchecked Sendable {
    // @unchecked: used by one thread at a time; who has it hands it on through a queue.

    private let result: NSAsynchronousFetchResult<ResultType>
    private let core: FetchRequestCore
    private let stores: [NSPersistentStore]?
    let reading: (() throws -> [UInt32: RowList])?
    /// What `reading` brought.
    private var rows: Result<[UInt32: RowList], any Error>?

    init(
        _ result: NSAsynchronousFetchResult<ResultType>, _ core: FetchRequestCore, _ stores: [NSPersistentStore]?,
        _ reading: (() throws -> [UInt32: RowList])?
    ) {
        self.result = result
        self.core = core
        self.stores = stores
        self.reading = reading
    }

    /// Reads the rows, on any thread.
    func read() {
        guard let reading, !(result.progress?.isCancelled ?? false) else { return }
        rows = Result(catching: reading)
    }

    /// Makes the objects, on the context's queue.
    func end() {
        result.end { [self] in
            try result.managedObjectContext.results(
                of: core, stores: stores, as: ResultType.self, rows: rows?.get())
        }
    }
}
