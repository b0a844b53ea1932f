/// Collects generated source line by line, indented.
struct SourceWriter {
    private(set) var text = ""
    private var depth = 0

    /// Writes one line at the present depth; an empty one stays empty.
    mutating func line(_ content: String = "") {
        if !content.isEmpty { text += String(repeating: "    ", count: depth) + content }
        text += "\n"
    }

    /// Writes a block in braces.
    mutating func block(_ header: String, _ body: (inout SourceWriter) -> Void) {
        line(header + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }
}
