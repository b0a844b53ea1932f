import Foundation

/// The files that pages load: style, script and icons, compiled into the program.
enum Assets {
    private static let files: [String: (type: String, bytes: [UInt8])] = [
        "app.css": ("text/css; charset=utf-8", PackageResources.app_css),
        "app.js": ("text/javascript; charset=utf-8", PackageResources.app_js),
        "icons.svg": ("image/svg+xml", PackageResources.icons_svg),
        "favicon.svg": ("image/svg+xml", PackageResources.favicon_svg),
        "manifest.json": ("application/manifest+json", PackageResources.manifest_json),
    ]

    /// A file's address carries a mark of its contents, so that a browser may keep it for good.
    static func address(_ name: String) -> String {
        "/assets/\(name)?v=\(marks[name] ?? "")"
    }

    /// FNV-1a, 64 bits: tells versions apart, and needs to do no more.
    private static let marks = files.mapValues { file in
        String(file.bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 36)
    }

    static func response(for name: String) -> Response? {
        guard let file = files[name] else { return nil }
        return Response(
            contentType: file.type, body: .bytes(file.bytes),
            headers: [FormField(name: "Cache-Control", value: "max-age=31536000, immutable")])
    }
}
