import Foundation

/// The running thread, as something that can be compared.
enum CurrentThread {
    /// An object that belongs to the running thread alone.
    static var marker: AnyObject { Thread.current }
}
