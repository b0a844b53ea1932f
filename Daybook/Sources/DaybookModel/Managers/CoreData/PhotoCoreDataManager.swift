import Combine
import CoreData
import Foundation

/// Photos by identity: the row says what the files are.
final class PhotoCoreDataManager: PhotoManaging {
    private let storage: Storage

    init(storage: Storage) {
        self.storage = storage
    }

    func file(of id: UUID, rendition: PhotoRendition) -> AnyPublisher<PhotoFile, DaybookError> {
        let store = storage.photos
        return storage.read { context in
            guard let mediaType = try context.find(PhotoEntity.self, .photo, id).mediaType.flatMap(PhotoMediaType.init)
            else { throw DaybookError.storage("a photo's row is damaged") }
            return try store.file(id, mediaType, rendition: rendition)
        }
    }
}
