import Foundation
import Testing

@testable import DaybookModel

@Suite(.needsVips) struct PhotoStoreTests {
    let folder = try? TemporaryFolder()

    private func store(_ limits: PhotoLimits = PhotoLimits()) throws -> PhotoStore {
        try PhotoStore(folder: #require(folder).url.appendingPathComponent("images"), limits: limits)
    }

    private func names() throws -> [String] { try #require(folder).names(in: "images") }

    @Test func stage_thenPublish_givesRealNames() throws {
        let store = try store()
        let staged = try store.stage([PhotoUpload(data: TestImages.png(width: 30, height: 20))])
        let photo = try #require(staged.first)
        #expect(photo.mediaType == .png && photo.width == 30 && photo.height == 20)
        let staging = try names()
        #expect(staging.count == 2 && staging.allSatisfy { $0.hasSuffix(".new") })
        // Between commit and publishing the files are found already.
        #expect(try store.file(photo.id, .png, rendition: .original).byteCount == photo.byteCount)
        store.publish(staged)
        #expect(try names() == ["\(photo.id).png", "\(photo.id).thumb.jpg"])
        let thumbnail = try store.file(photo.id, .png, rendition: .thumbnail)
        #expect(thumbnail.contentType == "image/jpeg")
        #expect(ImageInspection.mediaType(of: try Data(contentsOf: thumbnail.url)) == .jpeg)
        store.remove([(photo.id, .png)])
        #expect(try names().isEmpty)
        #expect(throws: DaybookError.notFound(.photo, photo.id)) {
            try store.file(photo.id, .png, rendition: .original)
        }
    }

    @Test func stage_oneBadOfTwo_leavesNothing() throws {
        let store = try store()
        let good = PhotoUpload(data: TestImages.png(width: 10, height: 10))
        let bad = PhotoUpload(data: Data("GIF89a not a photo".utf8), fileName: "cat.jpg")
        #expect(throws: DaybookError.validation(.photos, .photoNotRecognised(fileName: "cat.jpg"))) {
            try store.stage([good, bad])
        }
        #expect(try names().isEmpty)
    }

    @Test func stage_damaged_isRefusedWithTheReason() throws {
        let store = try store()
        for data in [
            Data(TestImages.png(width: 300, height: 300).prefix(40)),
            Data(TestImages.png(width: 4, height: 4).prefix(8)),
        ] {
            #expect(throws: DaybookError.validation(.photos, .photoDamaged(fileName: "a.png"))) {
                try store.stage([PhotoUpload(data: data, fileName: "a.png")])
            }
        }
        #expect(try names().isEmpty)
    }

    @Test(.needsSamples, arguments: [0.3, 0.6, 0.95])
    func stage_cutOff_isRefused(part: Double) throws {
        let whole = try Samples.data("image/receipt-exif-6.jpg")
        let store = try store()
        #expect(throws: DaybookError.validation(.photos, .photoDamaged(fileName: "a.jpg"))) {
            try store.stage([PhotoUpload(data: whole.prefix(Int(Double(whole.count) * part)), fileName: "a.jpg")])
        }
        #expect(try names().isEmpty)
        #expect(try store.stage([PhotoUpload(data: whole, fileName: "a.jpg")]).count == 1)
    }

    @Test func stage_beyondLimits_isRefused() throws {
        let store = try store(PhotoLimits(byteCount: 1 << 20, pixelCount: 1_000_000))
        #expect(throws: DaybookError.validation(.photos, .photoTooLarge(megabytes: 1, fileName: nil))) {
            try store.stage([PhotoUpload(data: Data(count: 1 << 20 + 1))])
        }
        #expect(throws: DaybookError.validation(.photos, .photoTooManyPixels(megapixels: 1, fileName: nil))) {
            try store.stage([PhotoUpload(data: TestImages.png(width: 1001, height: 1000))])
        }
        #expect(try names().isEmpty)
    }

    @Test func lostThumbnail_isMadeAgain() throws {
        let store = try store()
        let staged = try store.stage([PhotoUpload(data: TestImages.png(width: 900, height: 600))])
        store.publish(staged)
        let photo = try #require(staged.first)
        let url = try store.file(photo.id, .png, rendition: .thumbnail).url
        try FileManager.default.removeItem(at: url)
        #expect(try store.file(photo.id, .png, rendition: .thumbnail).url == url)
        #expect(try names().count == 2)
    }

    @Test func sweep_finishesAndUndoesWhatACrashLeft() throws {
        let store = try store()
        let committed = try store.stage([PhotoUpload(data: TestImages.png(width: 10, height: 10))])
        _ = try store.stage([PhotoUpload(data: TestImages.png(width: 11, height: 10))])
        let removed = try store.stage([PhotoUpload(data: TestImages.png(width: 12, height: 10))])
        store.publish(removed)
        try Data("x".utf8).write(to: store.url("\(UUID()).thumb.jpg.new.jpg"))
        try Data("mine".utf8).write(to: store.url("notes.txt"))
        let id = try #require(committed.first).id
        let lost = UUID()
        let result = try store.sweep(rows: [id: .png, lost: .jpeg])
        #expect(result == PhotoStore.SweepResult(published: 2, removed: 5, missing: [lost]))
        #expect(try names() == ["\(id).png", "\(id).thumb.jpg", "notes.txt"].sorted())
        #expect(try store.sweep(rows: [id: .png]) == PhotoStore.SweepResult())
    }

    @Test func sweep_photosLaterThanTheDatabase_areSetAside_andComeBackWithTheirRows() throws {
        let store = try store()
        let staged = try store.stage([PhotoUpload(data: TestImages.png(width: 10, height: 10))])
        store.publish(staged)
        let id = try #require(staged.first).id
        // An earlier copy of the database was put in place: its newest row is older than the photo.
        _ = try store.sweep(rows: [:], newest: Date(timeIntervalSinceNow: -3600))
        #expect(try #require(folder).names(in: "images/\(PhotoStore.asideName)") == ["\(id).png"])
        // And the later one again.
        #expect(try store.sweep(rows: [id: .png], newest: Date()).missing.isEmpty)
        #expect(try names().contains("\(id).png"))
        // A photo that the database has outlived was removed by it.
        #expect(try store.sweep(rows: [:], newest: Date(timeIntervalSinceNow: 3600)).removed == 1)
        #expect(try #require(folder).names(in: "images/\(PhotoStore.asideName)").isEmpty)
    }

    @Test func sweep_beforeANewDatabase_setsFilesAside() throws {
        let store = try store()
        let staged = try store.stage([PhotoUpload(data: TestImages.png(width: 10, height: 10))])
        store.publish(staged)
        #expect(try store.sweep(rows: [:], settingAside: true).removed == 2)
        #expect(try names() == [PhotoStore.asideName])
        #expect(try #require(folder).names(in: "images/\(PhotoStore.asideName)").count == 2)
    }

    @Test(
        .needsSamples,
        arguments: [
            ("receipt-exif-6.jpg", 300, 450), ("receipt-exif-3.jpg", 450, 300), ("photo.heic", 600, 900),
            ("tiny.heif", 128, 128),
        ])
    func samples_areUprightAndCleanOfMetadata(name: String, width: Int, height: Int) throws {
        let store = try store()
        let staged = try store.stage([PhotoUpload(data: try Samples.data("image/\(name)"), fileName: name)])
        store.publish(staged)
        let photo = try #require(staged.first)
        #expect(photo.width == width && photo.height == height)
        for rendition in [PhotoRendition.thumbnail, .display] where rendition == .thumbnail || photo.mediaType == .heic
        {
            let file = try store.file(photo.id, photo.mediaType, rendition: rendition)
            #expect(file.contentType == "image/jpeg")
            let header = try ChildProcess(tool: "vipsheader", arguments: ["-a", file.url.path]).run().output
            let size = try #require(ImageInspection.uprightSize(in: header))
            #expect((size.width < size.height) == (width < height))
            #expect(!header.contains("exif") && !header.contains("orientation: 6"))
        }
    }
}
