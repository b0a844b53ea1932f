import Combine
import CoreData
import Foundation
import Synchronization

/// The stack under all managers: one container, one writing context, the image folder, and news of changes.
///
/// Writes run one after another on one context, which is emptied after each of them; reads run beside them, each on
/// a context of its own that shows what was committed when it began.
///
/// Safe to share: the container and the store of photos are never replaced, the writing context is used on its own
/// queue only, and subjects guard themselves.
final class Storage: @unchecked Sendable {
    let container: NSPersistentContainer
    let photos: PhotoStore
    /// The moment now; handed in so that tests can choose it.
    let now: @Sendable () -> Date
    /// Makes the identity of a new thing.
    let makeID: @Sendable () -> UUID
    /// Changes that are on disk.
    let changes = PassthroughSubject<DataChange, Never>()
    private let writer: NSManagedObjectContext
    /// The hold on the folder; given up by `close()`, after which nothing is written.
    private let lock: Mutex<FolderLock?>

    init(
        container: NSPersistentContainer, photos: PhotoStore, lock: FolderLock,
        now: @escaping @Sendable () -> Date = { Date() }, makeID: @escaping @Sendable () -> UUID = { UUID() }
    ) {
        self.container = container
        self.photos = photos
        self.lock = Mutex(lock)
        self.now = now
        self.makeID = makeID
        writer = container.newBackgroundContext()
        writer.name = "writer"
    }

    /// Reads on a context of its own.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (NSManagedObjectContext) throws -> Value
    ) -> AnyPublisher<Value, DaybookError> {
        Future { promise in
            let context = self.container.newBackgroundContext()
            context.perform {
                promise(Result { try body(context) }.mapError(DaybookError.init(cause:)))
                // The stack and the folder's lock stay until the read is over, whoever lets go of them meanwhile.
                withExtendedLifetime(self) {}
            }
        }
        .eraseToAnyPublisher()
    }

    /// Changes things and saves; the value is delivered when everything is on disk, files included.
    ///
    /// Photos are checked and staged first, on another thread, so that a slow tool holds up no other write. When the
    /// body or the save fails, the context is rolled back and the staged files are removed.
    func write<Value: Sendable>(
        _ areas: Set<DataArea>, photos uploads: [PhotoUpload] = [],
        _ body: @escaping @Sendable (WriteSession) throws -> Value
    ) -> AnyPublisher<Value, DaybookError> {
        Future { promise in
            let promise = Kept(promise)
            guard !uploads.isEmpty else {
                self.write(areas, [], body, promise)
                return
            }
            DispatchQueue.global(qos: .userInitiated).async {
                do throws(DaybookError) {
                    self.write(areas, try self.photos.stage(uploads), body, promise)
                } catch {
                    promise.value(.failure(error))
                }
            }
        }
        .eraseToAnyPublisher()
    }

    /// Works on the files of the data folder between two writes: while it runs, nothing is written.
    func between<Value: Sendable>(_ body: @escaping @Sendable (URL) throws -> Value) -> AnyPublisher<
        Value, DaybookError
    > {
        Future { promise in
            let promise = Kept(promise)
            self.writer.perform {
                guard self.isOpen else {
                    promise.value(.failure(.storage("the data folder was closed")))
                    return
                }
                let folder = self.photos.folder.deletingLastPathComponent()
                promise.value(Result { try body(folder) }.mapError { self.told(DaybookError(cause: $0)) })
            }
        }
        .eraseToAnyPublisher()
    }

    private func write<Value: Sendable>(
        _ areas: Set<DataArea>, _ staged: [PhotoStore.Staged],
        _ body: @escaping @Sendable (WriteSession) throws -> Value,
        _ promise: Kept<Future<Value, DaybookError>.Promise>
    ) {
        writer.perform {
            guard self.isOpen else {
                self.photos.discard(staged)
                promise.value(.failure(.storage("the data folder was closed")))
                return
            }
            let session = WriteSession(context: self.writer, storage: self, staged: staged)
            let result: Result<Value, DaybookError>
            do {
                let value = try body(session)
                if self.writer.hasChanges { try self.writer.save() }
                // Files follow the database: published and removed only now that the rows are committed.
                self.photos.publish(session.usedPhotos)
                self.photos.discard(session.unusedPhotos)
                self.photos.remove(session.removedPhotos)
                result = .success(value)
            } catch {
                self.writer.rollback()
                self.photos.discard(staged)
                result = .failure(self.told(DaybookError(cause: error)))
            }
            let change = DataChange(areas: areas, ids: session.changedIDs.count > 200 ? [] : session.changedIDs)
            let isChanged = session.isChanged
            self.writer.reset()
            if case .success = result, isChanged { self.changes.send(change) }
            promise.value(result)
        }
    }

    /// A failure to write on a disk without room is that, whatever the layer below calls it.
    private func told(_ error: DaybookError) -> DaybookError {
        guard case .storage = error, DurableFile.isFull(photos.folder) else { return error }
        return .diskFull
    }

    private var isOpen: Bool { lock.withLock { $0 != nil } }

    /// Waits until writes that were asked for before are done, then gives the folder up; later writes fail.
    func close() {
        writer.performAndWait {}
        lock.withLock { $0 = nil }
    }
}

/// Carries a closure to the queue where it is called once.
///
/// A promise may be kept on any thread.
struct Kept<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
