import CoreData
import Foundation

extension PhotoEntity {
    /// The plain photo.
    ///
    /// - Throws: `DaybookError.storage` when the row lacks what every photo has.
    func plain() throws -> Photo {
        guard let id, let mediaType = mediaType.flatMap(PhotoMediaType.init), let createdAt else {
            throw DaybookError.storage("a photo's row is damaged")
        }
        return Photo(
            id: id, mediaType: mediaType, width: Int(width), height: Int(height), byteCount: Int(byteCount),
            position: Int(position), createdAt: createdAt)
    }
}

extension NSSet {
    /// The members of a relationship.
    func members<Entity: NSManagedObject>(_ type: Entity.Type) -> [Entity] {
        allObjects.compactMap { $0 as? Entity }
    }
}

/// A row that has photos.
protocol PhotoOwner: NSManagedObject {
    var photos: NSSet? { get }
}

extension TransactionEntity: PhotoOwner {}
extension ReadingPlanEntity: PhotoOwner {}
extension MemoEntity: PhotoOwner {}
extension CollectionEntity: PhotoOwner {}
extension CollectionItemEntity: PhotoOwner {}

extension PhotoOwner {
    /// All photo rows, those in the trash too.
    var allPhotoRows: [PhotoEntity] { photos?.members(PhotoEntity.self) ?? [] }

    /// The photo rows that are not in the trash, in order.
    var livingPhotoRows: [PhotoEntity] {
        allPhotoRows.filter { $0.trashedAt == nil }.sorted { $0.position < $1.position }
    }

    /// The plain photos in order.
    func plainPhotos() throws -> [Photo] { try livingPhotoRows.map { try $0.plain() } }

    /// Takes back what a step did to the photos; those that came or went since stay as they are.
    ///
    /// - Throws: `conflict` where one photo has its place and both changed it, `.notFound` for one that is gone for good.
    func takeBack(
        from before: [Photo], to after: [Photo], limit: Int, else conflict: DaybookError, in session: WriteSession
    ) throws {
        let now = Set(livingPhotoRows.compactMap(\.id))
        let edits = try PhotoReturn(from: before, to: after).edits(now: now, limit: limit, else: conflict)
        if !edits.isEmpty { try apply(edits, limit: limit, in: session) { _ in } }
    }

    /// Applies edits; photos that came with the write go behind the others.
    ///
    /// - Throws: `DaybookError.notFound` for a photo that is not this thing's, `.validation` for too many.
    func apply(_ edits: PhotoEdits, limit: Int, in session: WriteSession, join: (PhotoEntity) -> Void) throws {
        let rows = allPhotoRows
        for id in edits.removing.union(edits.restoring) {
            guard let row = rows.first(where: { $0.id == id }) else { throw DaybookError.notFound(.photo, id) }
            row.trashedAt = edits.removing.contains(id) ? session.now : nil
        }
        let living = rows.filter { $0.trashedAt == nil }
        let added = session.takePhotos(after: Int(living.map(\.position).max() ?? -1) + 1)
        guard living.count + added.count <= limit else {
            throw DaybookError.validation(.photos, .tooManyPhotos(limit: limit))
        }
        for photo in added { join(photo) }
    }
}
