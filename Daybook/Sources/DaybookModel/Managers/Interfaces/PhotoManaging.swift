import Combine
import Foundation

/// Photos as files.
public protocol PhotoManaging: Sendable {
    /// A rendition's file; thumbnails and display forms are made when first asked for.
    func file(of id: UUID, rendition: PhotoRendition) -> AnyPublisher<PhotoFile, DaybookError>
}
