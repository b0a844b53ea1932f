import DaybookModel
import Foundation

/// A photo that came with a form which was refused for another reason.
struct StagedUpload: Sendable, Equatable {
    let id: UUID
    let fileName: String
    let data: Data
}

/// Keeps photos of refused forms for a while, so that they need not be chosen again.
@MainActor
final class StagedUploads {
    /// All kept photos together; the oldest go first.
    private static let byteLimit = 200 * 1024 * 1024
    private static let lifetime: TimeInterval = 60 * 60

    private var uploads: [(upload: StagedUpload, since: Date)] = []
    private let now: () -> Date

    init(now: @escaping () -> Date = Date.init) {
        self.now = now
    }

    func keep(_ photos: [PhotoUpload]) -> [StagedUpload] {
        let moment = now()
        uploads.removeAll { moment.timeIntervalSince($0.since) > Self.lifetime }
        let kept = photos.map { StagedUpload(id: UUID(), fileName: $0.fileName ?? "", data: $0.data) }
        uploads += kept.map { ($0, moment) }
        var total = uploads.reduce(0) { $0 + $1.upload.data.count }
        while total > Self.byteLimit, uploads.count > 1 { total -= uploads.removeFirst().upload.data.count }
        return kept
    }

    /// The photos that a form names again; each can be taken any number of times until it is dropped.
    func find(_ ids: [String]) -> [StagedUpload] {
        let wanted = Set(ids.compactMap { UUID(uuidString: $0) })
        return uploads.map(\.upload).filter { wanted.contains($0.id) }
    }

    func drop(_ ids: [String]) {
        let unwanted = Set(ids.compactMap { UUID(uuidString: $0) })
        uploads.removeAll { unwanted.contains($0.upload.id) }
    }
}
