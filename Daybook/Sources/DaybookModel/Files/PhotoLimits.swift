/// How large photos may be and how many a thing may have.
public struct PhotoLimits: Hashable, Sendable {
    /// Bytes of one photo.
    public var byteCount: Int
    /// Pixels of one photo.
    public var pixelCount: Int
    /// Photos of one entry.
    public var photosPerEntry: Int
    /// Seconds a tool may take for one photo.
    public var toolSeconds: Double

    /// Makes limits; without arguments 20 MB, 50 megapixels, five photos and twenty seconds.
    public init(
        byteCount: Int = 20 << 20, pixelCount: Int = 50_000_000, photosPerEntry: Int = 5, toolSeconds: Double = 20
    ) {
        self.byteCount = byteCount
        self.pixelCount = pixelCount
        self.photosPerEntry = photosPerEntry
        self.toolSeconds = toolSeconds
    }
}
