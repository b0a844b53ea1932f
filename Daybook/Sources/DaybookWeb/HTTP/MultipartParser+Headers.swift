import Foundation

extension MultipartParser {
    /// Reads a part's headers; a part without a name is refused, as no form control sends one.
    static func part(fromHeaders bytes: ArraySlice<UInt8>) throws(Failure) -> Part {
        var part: Part?
        var contentType: String?
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else {
                throw Failure(message: "a part's header has no colon")
            }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            switch line[..<colon].trimmingCharacters(in: .whitespaces).lowercased() {
            case "content-disposition":
                let parsed = parameters(ofHeader: value)
                guard parsed.value == "form-data", let name = parsed.parameters["name"] else {
                    throw Failure(message: "a part is not a form field with a name")
                }
                part = Part(name: unescape(name), fileName: parsed.parameters["filename"].map(safeFileName))
            case "content-type":
                contentType = value
            default:
                continue
            }
        }
        guard var part else { throw Failure(message: "a part has no Content-Disposition") }
        part.contentType = contentType
        return part
    }

    /// Splits `form-data; name="a"; filename="b"`; semicolons and escaped quotes within quotes are text.
    static func parameters(ofHeader header: String) -> (value: String, parameters: [String: String]) {
        var pieces: [String] = []
        var piece = ""
        var quoted = false
        var escaped = false
        for character in header {
            if escaped {
                // Browsers send a backslash in a file name as it is; only \" and \\ are escapes.
                if character != "\"", character != "\\" { piece.append("\\") }
                piece.append(character == "\"" ? "\u{FFFE}" : character)
                escaped = false
            } else if quoted, character == "\\" {
                escaped = true
            } else if character == "\"" {
                quoted.toggle()
                piece.append(character)
            } else if character == ";", !quoted {
                pieces.append(piece)
                piece = ""
            } else {
                piece.append(character)
            }
        }
        if escaped { piece.append("\\") }
        pieces.append(piece)
        var result: [String: String] = [:]
        for piece in pieces.dropFirst() {
            let parts = piece.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            var value = parts[1].trimmingCharacters(in: .whitespaces)
            if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
                value = String(value.dropFirst().dropLast())
            }
            // The first of a repeated parameter counts.
            let name = parts[0].trimmingCharacters(in: .whitespaces).lowercased()
            result[name] = result[name] ?? value.replacingOccurrences(of: "\u{FFFE}", with: "\"")
        }
        return (pieces[0].trimmingCharacters(in: .whitespaces).lowercased(), result)
    }

    /// The HTML standard's escapes in names: quote, carriage return and line feed.
    private static func unescape(_ name: String) -> String {
        name.replacingOccurrences(of: "%22", with: "\"").replacingOccurrences(of: "%0D", with: "\r")
            .replacingOccurrences(of: "%0A", with: "\n")
    }

    /// The last component without control characters, at most 120 characters; it is shown, never opened.
    static func safeFileName(_ name: String) -> String {
        let last = unescape(name).split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        let visible = last.unicodeScalars.filter { $0.properties.generalCategory != .control }
        let text = String(String.UnicodeScalarView(visible)).trimmingCharacters(in: .whitespaces)
        return text == "." || text == ".." ? "" : String(text.prefix(120))
    }
}
