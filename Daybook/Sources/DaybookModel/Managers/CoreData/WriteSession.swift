import CoreData
import Foundation

/// One write: the context, the moment, the photos that came with it and the files to remove after it.
///
/// Lives on the writing context's queue, for as long as the body runs.
final class WriteSession {
    let context: NSManagedObjectContext
    /// The moment that everything of this write carries.
    let now: Date
    private let storage: Storage
    private var staged: [PhotoStore.Staged]
    /// Photos that got a row.
    private(set) var usedPhotos: [PhotoStore.Staged] = []
    /// Photos whose rows go.
    private(set) var removedPhotos: [(id: UUID, mediaType: PhotoMediaType)] = []
    /// What was made, changed or removed.
    var changedIDs: Set<UUID> = []
    /// Whether other tabs are to hear of it.
    var isChanged = true

    init(context: NSManagedObjectContext, storage: Storage, staged: [PhotoStore.Staged]) {
        self.context = context
        self.storage = storage
        self.staged = staged
        now = storage.now()
    }

    /// An identity for a new thing.
    func makeID() -> UUID {
        let id = storage.makeID()
        changedIDs.insert(id)
        return id
    }

    /// Photos that came with the write and are not used.
    var unusedPhotos: [PhotoStore.Staged] { staged }

    /// Makes rows for all photos that came with the write; the caller joins them to their owner.
    func takePhotos(after position: Int) -> [PhotoEntity] {
        defer { staged = [] }
        usedPhotos += staged
        return staged.enumerated().map { index, photo in
            let row = PhotoEntity(context: context)
            row.id = photo.id
            row.mediaType = photo.mediaType.rawValue
            row.width = Int32(clamping: photo.width)
            row.height = Int32(clamping: photo.height)
            row.byteCount = Int64(photo.byteCount)
            row.position = Int32(clamping: position + index)
            row.createdAt = now
            return row
        }
    }

    /// Notes that a photo's row goes with this save, so that its files go after it.
    func removeFiles(of photo: PhotoEntity) {
        guard let id = photo.id, let mediaType = photo.mediaType.flatMap(PhotoMediaType.init) else { return }
        removedPhotos.append((id, mediaType))
    }
}
