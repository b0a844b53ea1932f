/// Recognises files that are text but no tables.
enum TextRecognition {
    /// The kind of a file by its first lines; nil for tables and for what is not known.
    static func format(of text: String) -> ImportFormat? {
        let head = text.prefix(4000)
        let start = String(head).trimmingBlanks
        let upper = start.prefix(600).uppercased()
        if upper.contains("OFXHEADER") || upper.contains("<OFX>") { return .ofx }
        if upper.hasPrefix("!TYPE:") || upper.hasPrefix("!ACCOUNT") || upper.hasPrefix("!OPTION") { return .qif }
        if head.contains("\n=========="), head.contains("\n- ") || head.contains("\n– ") { return .kindle }
        if head.contains("\n==========\r\n"), head.contains("\r\n- ") { return .kindle }
        if start.hasPrefix("{") || start.hasPrefix("[") {
            return head.contains("\"entries\"") || head.contains("\"documents\"") ? .koreader : .collectionJSON
        }
        if head.contains("return {"), head.contains("[\"") { return .koreader }
        return nil
    }
}
