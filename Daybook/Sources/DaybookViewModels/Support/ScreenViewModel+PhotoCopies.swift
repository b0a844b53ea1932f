import Combine
import DaybookModel
import Foundation

extension ScreenViewModel {
    /// The photos of a thing in the trash as uploads, for the new thing that takes its place.
    ///
    /// The copies go the way of every new photo, so that their files follow the database.
    ///
    /// - Returns: the copies in order, or `.notFound(.photo, _)` for the first whose files are gone.
    func copies(of photos: [Photo]) async -> Result<[PhotoUpload], DaybookError> {
        var uploads: [PhotoUpload] = []
        for photo in photos {
            switch await result(of: services.photos.file(of: photo.id, rendition: .original)) {
            case .success(let file):
                do {
                    uploads.append(PhotoUpload(data: try await Self.bytes(of: file.url)))
                } catch {
                    // The trash was emptied between the two steps.
                    return .failure(.notFound(.photo, photo.id))
                }
            case .failure(let error):
                return .failure(error)
            }
        }
        return .success(uploads)
    }

    /// Off the main actor, as photos are large.
    private nonisolated static func bytes(of url: URL) async throws -> Data {
        try await Task.detached { try Data(contentsOf: url) }.value
    }
}
