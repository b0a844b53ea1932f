import Foundation
import FoundationXML

/// One element of an XML file: name, attributes, children and line.
struct MarkupElement {
    var name: String
    var attributes: [String: String]
    var line: Int
    var children: [MarkupElement] = []

    /// The attribute called `name`; nil when it is absent.
    func text(_ name: String) -> String? { attributes[name] }

    /// The attribute called `name`; nil when it is absent or empty.
    func filledText(_ name: String) -> String? {
        guard let text = attributes[name], !text.isEmpty else { return nil }
        return text
    }

    /// Whether the attribute called `name` is `YES` (or `true`, as newer editors write).
    func flag(_ name: String) -> Bool {
        guard let text = attributes[name] else { return false }
        return text == "YES" || text.lowercased() == "true" || text == "1"
    }

    func children(named name: String) -> [MarkupElement] { children.filter { $0.name == name } }
}

/// Reads an XML file into a tree of elements.
enum MarkupTree {
    /// No model nests deeper than six levels; a file that does is hostile or no model.
    static let maximumDepth = 64

    /// The root element.
    ///
    /// - Throws: `ModelError` of code `malformed`, with the line where reading ended.
    static func parse(_ data: Data, file: String) throws(ModelError) -> MarkupElement {
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        let builder = Builder()
        parser.delegate = builder
        let succeeded = parser.parse()
        if builder.isTooDeep {
            throw ModelError(
                .malformed, "The elements nest deeper than \(maximumDepth) levels.",
                remedy: "Restore the file from version control, or save it again in Xcode.", file: file,
                line: parser.lineNumber)
        }
        guard succeeded, let root = builder.root else {
            let detail = builder.failure.map { fault($0) } ?? "no XML"
            throw ModelError(
                .malformed, "The file is not well-formed XML (\(detail)).",
                remedy: "Restore the file from version control, or save it again in Xcode.", file: file,
                line: parser.lineNumber > 0 ? parser.lineNumber : nil)
        }
        return root
    }

    /// What an error of the XML parser means.
    ///
    /// Source: the error codes of libxml2.
    private static func fault(_ code: Int) -> String {
        switch code {
        case 4: "it is empty"
        case 5: "something stands after the end of the root element"
        case 9, 81: "a character that XML does not have, or bytes that are no UTF-8"
        case 26: "an entity reference that is not defined"
        case 38...42, 65: "an attribute that is not written name=\"value\""
        case 68: "a name is missing after <"
        case 73: "a tag without its >"
        case 76: "an end tag that does not belong to the element it ends"
        case 77: "it ends inside an element"
        case 89: "entity references that lead round in a circle, or grow without end"
        default: "XML error \(code)"
        }
    }

    private final class Builder: NSObject, XMLParserDelegate {
        var root: MarkupElement?
        var failure: Int?
        var isTooDeep = false
        private var open: [MarkupElement] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            guard open.count < MarkupTree.maximumDepth else {
                isTooDeep = true
                parser.abortParsing()
                return
            }
            open.append(MarkupElement(name: name, attributes: attributes, line: parser.lineNumber))
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            guard let element = open.popLast() else { return }
            if open.isEmpty {
                if root == nil { root = element }
            } else {
                open[open.count - 1].children.append(element)
            }
        }

        func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
            if failure == nil { failure = (error as NSError).code }
        }
    }
}
