/// Collects generated source line by line, indented.
struct SourceWriter {
    private(set) var text = ""
    private var depth: Int

    init(depth: Int = 0) { self.depth = depth }

    /// Writes one line at the present depth; an empty one stays empty.
    mutating func line(_ content: String = "") {
        if !content.isEmpty { text += String(repeating: "    ", count: depth) + content }
        text += "\n"
    }

    /// Adds text that is indented already.
    mutating func verbatim(_ lines: String) { text += lines }

    /// Writes a block in braces.
    mutating func block(_ header: String, _ body: (inout SourceWriter) -> Void) {
        line(header + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }
}
