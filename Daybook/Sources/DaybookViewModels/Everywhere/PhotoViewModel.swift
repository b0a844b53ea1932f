import Combine
import DaybookModel
import Foundation

/// A photo's files.
@MainActor
public final class PhotoViewModel: ScreenViewModel {
    /// The file of a rendition; nil when there is none, see `error`.
    public func file(of id: UUID, rendition: PhotoRendition) async -> PhotoFile? {
        await value(of: services.photos.file(of: id, rendition: rendition))
    }
}
