// Files that import CoreData and nothing else use Foundation and Combine names freely on Apple's
// platforms; both are therefore part of what this module exports.
@_exported import Combine
@_exported import Foundation
