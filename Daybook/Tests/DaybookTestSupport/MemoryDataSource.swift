import Combine
import DaybookModel
import Foundation
import Synchronization

/// All managers on dictionaries in memory, for tests of view models and pages.
///
/// Values are delivered on a background queue as the real managers do, or when the test says so.
public final class MemoryDataSource: DaybookDataSource {
    /// Everything that is kept.
    ///
    /// Guarded by `state`.
    public struct State: Sendable {
        /// Entries.
        public var transactions: [Transaction] = []
        /// Categories.
        public var categories: [DaybookModel.Category] = []
        /// Entries that were moved out of deleted categories, with those.
        public var moved: [UUID: UUID] = [:]
        /// Plans.
        public var plans: [ReadingPlan] = []
        /// Memos.
        public var memos: [Memo] = []
        /// Collections.
        public var collections: [ItemCollection] = []
        /// Items.
        public var items: [CollectionItem] = []
        /// Settings.
        public var settings = DaybookSettings(isFirstStartDone: true)
        /// Bytes of photos.
        public var photos: [UUID: Data] = [:]
        /// Files kept for importing.
        public var previews: [UUID: ImportPreview] = [:]
        /// Backups that were made.
        public var backups: [DailyBackup] = []
        /// Imports done.
        public var batches: [ImportBatch] = []
        /// The next writing calls fail with these, in order.
        public var failures: [DaybookError] = []
        /// A clock of whole seconds, one further with each write.
        public var clock = Date(timeIntervalSinceReferenceDate: 800_000_000)

        mutating func now() -> Date {
            clock += 1
            return clock
        }
    }

    /// Everything that is kept.
    public let state = Mutex(State())
    /// Safe to share: sending to a subject is allowed from any thread.
    private nonisolated(unsafe) let subject = PassthroughSubject<DataChange, Never>()
    /// Values wait here while it is set, until `release` is called.
    private let held = Mutex<[@Sendable () -> Void]?>(nil)
    private let photoFolder: URL

    /// Starts with nothing.
    public init() {
        photoFolder = FileManager.default.temporaryDirectory.appendingPathComponent("daybook-fake-\(UUID().uuidString)")
    }

    deinit {
        try? FileManager.default.removeItem(at: photoFolder)
    }

    /// The managers and news of the source: `transactions`.
    public var transactions: any TransactionManaging { MemoryTransactions(source: self) }
    /// The managers and news of the source: `categories`.
    public var categories: any CategoryManaging { MemoryCategories(source: self) }
    /// The managers and news of the source: `plans`.
    public var plans: any ReadingPlanManaging { MemoryPlans(source: self) }
    /// The managers and news of the source: `memos`.
    public var memos: any MemoManaging { MemoryMemos(source: self) }
    /// The managers and news of the source: `collections`.
    public var collections: any CollectionManaging { MemoryCollections(source: self) }
    /// The managers and news of the source: `settings`.
    public var settings: any SettingsManaging { MemorySettings(source: self) }
    /// The managers and news of the source: `photos`.
    public var photos: any PhotoManaging { MemoryPhotos(source: self) }
    /// The managers and news of the source: `trash`.
    public var trash: any TrashManaging { MemoryTrash(source: self) }
    /// The managers and news of the source: `imports`.
    public var imports: any ImportManaging { MemoryImports(source: self) }
    /// The managers and news of the source: `exports`.
    public var exports: any ExportManaging { MemoryExports(source: self) }
    /// The managers and news of the source: `dataDidChange`.
    public var dataDidChange: AnyPublisher<DataChange, Never> { subject.eraseToAnyPublisher() }

    /// Says that something changed, as another tab's write would.
    public func announce(_ areas: Set<DataArea>, ids: Set<UUID> = []) {
        subject.send(DataChange(areas: areas, ids: ids))
    }

    /// Keeps back every value from now on.
    public func hold() { held.withLock { $0 = $0 ?? [] } }

    /// Delivers what was kept back, and no longer keeps anything back.
    public func release() {
        let waiting = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        for deliver in waiting { deliver() }
    }

    func read<Value: Sendable>(
        _ body: (inout State) throws(DaybookError) -> Value
    ) -> AnyPublisher<Value, DaybookError> {
        publish(run(body))
    }

    func write<Value: Sendable>(
        _ area: DataArea, _ body: (inout State) throws(DaybookError) -> Value
    ) -> AnyPublisher<Value, DaybookError> {
        let result = run { (state: inout State) throws(DaybookError) in
            if !state.failures.isEmpty { throw state.failures.removeFirst() }
            return try body(&state)
        }
        if case .success = result { announce([area]) }
        return publish(result)
    }

    private func run<Value: Sendable>(
        _ body: (inout State) throws(DaybookError) -> Value
    ) -> Result<Value, DaybookError> {
        state.withLock { state in
            do throws(DaybookError) {
                return .success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
    }

    private func publish<Value: Sendable>(_ result: Result<Value, DaybookError>) -> AnyPublisher<Value, DaybookError> {
        Future { promise in
            // Safe to send: a promise may be kept on any thread, once.
            nonisolated(unsafe) let promise = promise
            let deliver: @Sendable () -> Void = { promise(result) }
            let isHeld = self.held.withLock { held in
                held?.append(deliver)
                return held != nil
            }
            if !isHeld { DispatchQueue.global().async(execute: deliver) }
        }.eraseToAnyPublisher()
    }

    // MARK: - Photos

    /// The photos that uploads become; the first bytes say whether they are images.
    static func photos(
        _ uploads: [PhotoUpload], after count: Int, in state: inout State
    ) throws(DaybookError) -> [Photo] {
        guard count + uploads.count <= 5 else { throw .validation(.photos, .tooManyPhotos(limit: 5)) }
        var photos: [Photo] = []
        for upload in uploads {
            guard upload.data.starts(with: [0xFF, 0xD8]) || upload.data.starts(with: [0x89, 0x50]) else {
                throw .validation(.photos, .photoNotRecognised(fileName: upload.fileName))
            }
            let photo = Photo(
                id: UUID(), mediaType: upload.data.starts(with: [0xFF]) ? .jpeg : .png, width: 600, height: 800,
                byteCount: upload.data.count, position: count + photos.count, createdAt: state.now())
            state.photos[photo.id] = upload.data
            photos.append(photo)
        }
        return photos
    }

    static func edited(
        _ photos: [Photo], _ edits: PhotoEdits, in state: inout State
    ) throws(DaybookError) -> [Photo] {
        let kept = photos.filter { !edits.removing.contains($0.id) }
        return kept + (try Self.photos(edits.adding, after: kept.count, in: &state))
    }

    /// The photos there are after a step was taken back.
    static func takenBack(
        _ now: [Photo], from before: [Photo], to after: [Photo], limit: Int, else conflict: DaybookError
    ) throws(DaybookError) -> [Photo] {
        let edits = try PhotoReturn(from: before, to: after).edits(
            now: Set(now.map(\.id)), limit: limit, else: conflict)
        return before.filter { edits.restoring.contains($0.id) } + now.filter { !edits.removing.contains($0.id) }
    }

    func file(of id: UUID) throws -> URL? {
        guard let data = state.withLock({ $0.photos[id] }) else { return nil }
        try FileManager.default.createDirectory(at: photoFolder, withIntermediateDirectories: true)
        let url = photoFolder.appendingPathComponent(id.uuidString)
        if !FileManager.default.fileExists(atPath: url.path) { try data.write(to: url) }
        return url
    }
}
