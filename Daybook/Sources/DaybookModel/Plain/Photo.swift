import Foundation

/// An image that belongs to an entry, a memo, a plan or an item.
///
/// The bytes are in the photo store.
public struct Photo: Identifiable, Hashable, Codable, Sendable {
    /// The photo's identity; its files carry it as their name.
    public let id: UUID
    /// What the original's bytes are.
    public let mediaType: PhotoMediaType
    /// Width in pixels, upright.
    public let width: Int
    /// Height in pixels, upright.
    public let height: Int
    /// Bytes of the original.
    public let byteCount: Int
    /// The place among its siblings, from 0.
    public let position: Int
    /// When it was added.
    public let createdAt: Date

    /// Makes a photo value; nothing is stored.
    public init(
        id: UUID, mediaType: PhotoMediaType, width: Int, height: Int, byteCount: Int, position: Int,
        createdAt: Date
    ) {
        self.id = id
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.byteCount = byteCount
        self.position = position
        self.createdAt = createdAt
    }
}

/// An image format that Daybook accepts.
public enum PhotoMediaType: String, CaseIterable, Codable, Sendable {
    /// JPEG.
    case jpeg = "image/jpeg"
    /// PNG.
    case png = "image/png"
    /// WebP.
    case webp = "image/webp"
    /// HEIC or another HEIF image.
    case heic = "image/heic"

    /// The ending of file names, without the dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .webp: "webp"
        case .heic: "heic"
        }
    }
}

/// A file of a photo that a page can show or offer.
public enum PhotoRendition: String, CaseIterable, Codable, Sendable {
    /// The bytes as they were given.
    case original
    /// What a browser can show, upright: the original, or a JPEG made from it.
    case display
    /// A small JPEG without metadata, upright.
    case thumbnail
}

/// Where a rendition's bytes are and what they are.
public struct PhotoFile: Hashable, Sendable {
    /// The file.
    public let url: URL
    /// The value for `Content-Type`.
    public let contentType: String
    /// The number of bytes.
    public let byteCount: Int

    /// Makes a value; no file is touched.
    public init(url: URL, contentType: String, byteCount: Int) {
        self.url = url
        self.contentType = contentType
        self.byteCount = byteCount
    }
}

/// Bytes that a person offers as a photo.
///
/// The name is shown in messages and never used as a path.
public struct PhotoUpload: Hashable, Sendable {
    /// The bytes.
    public var data: Data
    /// The file name given by the browser.
    public var fileName: String?

    /// Makes an upload.
    public init(data: Data, fileName: String? = nil) {
        self.data = data
        self.fileName = fileName
    }
}

/// What an edit does to the photos of a thing; photos that are not named stay.
public struct PhotoEdits: Hashable, Sendable {
    /// Photos to take away; they stay in the trash until it is emptied.
    public var removing: Set<UUID>
    /// Photos taken away earlier, to bring back.
    public var restoring: Set<UUID>
    /// Photos to add after the others.
    public var adding: [PhotoUpload]

    /// Makes edits; without arguments none.
    public init(removing: Set<UUID> = [], restoring: Set<UUID> = [], adding: [PhotoUpload] = []) {
        self.removing = removing
        self.restoring = restoring
        self.adding = adding
    }

    /// Whether nothing is to be done.
    public var isEmpty: Bool { removing.isEmpty && restoring.isEmpty && adding.isEmpty }
}
