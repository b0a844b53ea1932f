import Foundation
import Testing

@testable import DaybookModel

/// Small images, written by hand so that tests need no files.
enum TestImages {
    /// A PNG of one colour.
    static func png(width: Int, height: Int, gray: UInt8 = 200) -> Data {
        PlainPNG.data(width: width, height: height) { _, _ in gray }
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only where libvips' tools are.
    static var needsVips: Self {
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/vipsthumbnail"), "libvips-tools is not installed"
        )
    }
}
