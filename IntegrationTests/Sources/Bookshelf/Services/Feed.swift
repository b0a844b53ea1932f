// swift-format-ignore-file
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Needed by the data layer; has nothing of Core Data in it.
public struct Feed: Decodable {
    public let titles: [String]

    public static func request(_ url: URL) -> URLRequest {
        URLRequest(url: url)
    }
}
