import CoreData
import Foundation

/// The pages of `ondol browse`.
struct BrowsePages: Sendable {
    private let source: BrowseStore
    /// Rows on a page.
    private static let pageLength = 50

    init(_ source: BrowseStore) { self.source = source }

    func respond(to request: WebRequest) -> WebResponse {
        do {
            return try source.use { store in
                switch request.path {
                case "/": try overview(store)
                case "/entity": try entity(store, request.query)
                case "/object": try object(store, request.query)
                case "/members": try members(store, request.query)
                case "/value": try value(store, request.query)
                case "/style.css": WebResponse(body: Data(Self.style.utf8), type: "text/css; charset=utf-8")
                default: problem("There is no such page.", status: 404)
                }
            }
        } catch let error as UsageError {
            return problem(error.message, status: 400)
        } catch {
            return problem(Failure.text(error), status: 500)
        }
    }

    // MARK: Pages

    private func overview(_ store: OpenedStore) throws -> WebResponse {
        let facts = try StoreFacts(store)
        let rows = facts.entities.map { entity -> HTML in
            let parent: HTML = entity.parent.map { " : \($0)" } ?? ""
            let mark: HTML = entity.isAbstract ? " <small>abstract</small>" : ""
            return """
                <tr><td>\(link("/entity", ["name": entity.name], entity.name))\(parent)\(mark)</td>
                <td class="number">\(entity.count)</td></tr>
                """
        }
        let history: HTML = facts.history.map { "\($0.transactions) transactions, \($0.changes) changes" } ?? "none"
        return page(
            store, title: URL(fileURLWithPath: store.path).lastPathComponent,
            """
            <dl><dt>File</dt><dd>\(store.path)</dd><dt>UUID</dt><dd>\(store.uuid)</dd>
            <dt>Size</dt><dd>\(facts.fileSize) bytes</dd><dt>Journal</dt><dd>\(facts.journalMode)</dd>
            <dt>Model</dt><dd>\(store.chosen.origin.description)</dd><dt>History</dt><dd>\(history)</dd></dl>
            <table><thead><tr><th>Entity</th><th class="number">Rows</th></tr></thead>
            <tbody>\(HTML.joined(rows))</tbody></table>
            """)
    }

    private func entity(_ store: OpenedStore, _ query: [String: String]) throws -> WebResponse {
        let entity = try store.entity(named: query["name"] ?? "")
        let format = query["where"] ?? ""
        let sort = query["sort"] ?? ""
        let page = max(0, min(Int(query["page"] ?? "") ?? 0, 1_000_000_000))
        var search = StoreQuery(entity: entity)
        var body: HTML = form(entity, format: format, sort: sort)
        do {
            if !format.trimmed.isEmpty { search.predicate = try StoreQuery.predicate(format) }
            search.sorts = try StoreQuery.sorts(sort.isEmpty ? [] : [sort])
            let count = try search.count(in: store)
            search.limit = Self.pageLength
            search.offset = page * Self.pageLength
            let references = try search.references(in: store)
            let parameters = ["name": entity.name, "where": format, "sort": sort]
            body = """
                \(body)<p>\(count) objects</p>\(try table(references, of: entity, store, parameters))
                \(pager("/entity", parameters, page: page, count: count))
                """
        } catch {
            let message = (error as? UsageError)?.message ?? Failure.text(error)
            body = "\(body)<pre class=\"problem\">\(message)</pre>"
            return self.page(store, title: entity.name, body, status: 400)
        }
        return self.page(store, title: entity.name, body)
    }

    private func form(_ entity: StoreMap.Entity, format: String, sort: String) -> HTML {
        """
        <form action="/entity"><input type="hidden" name="name" value="\(entity.name)">
        <label>Predicate <input name="where" size="50" value="\(format)" placeholder="name CONTAINS[cd] &quot;…&quot;">
        </label> <label>Sort <input name="sort" size="20" value="\(sort)" placeholder="name, -year"></label>
        <button>Show</button></form>
        """
    }

    private func table(
        _ references: [ObjectReference], of entity: StoreMap.Entity, _ store: OpenedStore,
        _ parameters: [String: String]
    ) throws -> HTML {
        let reader = try StoreReader(store)
        let names = entity.attributes.map(\.name) + entity.toOne.map(\.name)
        let titles = names.enumerated().map { index, name -> HTML in
            guard index < entity.attributes.count else { return "<th>\(name)</th>" }
            var sorted = parameters
            sorted["sort"] = parameters["sort"] == name ? "-\(name)" : name
            return "<th>\(link("/entity", sorted, name))</th>"
        }
        let rows = try references.compactMap { reference -> HTML? in
            guard let row = try reader.row(reference) else { return nil }
            let own = reader.map.entities[row.reference.entity]
            let cells = try names.map { name -> HTML in
                if let index = own.attributes.firstIndex(where: { $0.name == name }) {
                    return "<td>\(cell(row.values[index], name, row.reference, store, reader))</td>"
                }
                let index = own.toOne.firstIndex { $0.name == name }
                guard let target = index.flatMap({ row.destinations[$0] }) else { return "<td></td>" }
                return "<td>\(try objectLink(target, reader))</td>"
            }
            let id = row.reference.short(in: reader.map)
            return "<tr><td>\(link("/object", ["id": id], id))</td>\(HTML.joined(cells))</tr>"
        }
        return """
            <table><thead><tr><th>ID</th>\(HTML.joined(titles))</tr></thead><tbody>\(HTML.joined(rows))</tbody></table>
            """
    }

    private func object(_ store: OpenedStore, _ query: [String: String]) throws -> WebResponse {
        let reader = try StoreReader(store)
        let wanted = try ObjectReference(query["id"] ?? "", in: reader.map, store: store.uuid)
        guard let row = try reader.row(wanted) else { return problem("There is no such object.", status: 404) }
        let entity = reader.map.entities[row.reference.entity]
        let id = row.reference.short(in: reader.map)
        let attributes = zip(entity.attributes, row.values).map { attribute, value -> HTML in
            "<tr><th>\(attribute.name)</th><td>\(whole(value, attribute.name, row.reference, store, reader))</td></tr>"
        }
        let toOne = try zip(entity.toOne, row.destinations).map { relationship, target -> HTML in
            let shown: HTML = try target.map { try objectLink($0, reader) } ?? "<i>nil</i>"
            return "<tr><th>\(relationship.name)</th><td>\(shown)</td></tr>"
        }
        let toMany = try entity.toMany.map { relationship -> HTML in
            let count = try reader.count(relationship, of: row.reference)
            let first = try reader.members(relationship, of: row.reference, limit: 10).map { member -> HTML in
                "<li>\(try objectLink(member, reader))</li>"
            }
            let all: HTML =
                count > 10 ? "\(link("/members", ["id": id, "name": relationship.name], "all of them"))" : ""
            return "<h2>\(relationship.name) (\(count))</h2><ul>\(HTML.joined(first))</ul>\(all)"
        }
        return page(
            store, title: id,
            """
            <p>\(link("/entity", ["name": entity.name], entity.name)) · saved \(Int(row.version)) × ·
            <code>\(row.reference.uri(in: reader.map, store: store.uuid))</code></p>
            <table>\(HTML.joined(attributes))\(HTML.joined(toOne))</table>\(HTML.joined(toMany))
            """)
    }

    private func members(_ store: OpenedStore, _ query: [String: String]) throws -> WebResponse {
        let reader = try StoreReader(store)
        let wanted = try ObjectReference(query["id"] ?? "", in: reader.map, store: store.uuid)
        guard let owner = try reader.resolved(wanted),
            let relationship = reader.map.entities[owner.entity].toMany.first(where: { $0.name == query["name"] })
        else { return problem("There is no such object or relationship.", status: 404) }
        let page = max(0, min(Int(query["page"] ?? "") ?? 0, 1_000_000_000))
        let members = try reader.members(relationship, of: owner)
        let shown = try members.dropFirst(page * Self.pageLength).prefix(Self.pageLength).map { member -> HTML in
            "<li>\(try objectLink(member, reader))</li>"
        }
        let id = owner.short(in: reader.map)
        return self.page(
            store, title: "\(id).\(relationship.name)",
            """
            <p>of \(link("/object", ["id": id], id))</p><ol start="\(page * Self.pageLength + 1)">\(HTML.joined(shown))</ol>
            \(pager("/members", ["id": id, "name": relationship.name], page: page, count: members.count))
            """)
    }

    /// The bytes of a value: shown when they are a picture, otherwise saved.
    private func value(_ store: OpenedStore, _ query: [String: String]) throws -> WebResponse {
        let reader = try StoreReader(store)
        let wanted = try ObjectReference(query["id"] ?? "", in: reader.map, store: store.uuid)
        guard let row = try reader.row(wanted),
            let index = reader.map.entities[row.reference.entity].attributes.firstIndex(where: {
                $0.name == query["name"]
            }),
            let data = bytes(row.values[index], store)
        else { return problem("There is no such value.", status: 404) }
        guard let type = Self.imageType(data) else {
            return WebResponse(body: data, type: "application/octet-stream", attachment: "value.bin")
        }
        return WebResponse(body: data, type: type)
    }

    // MARK: Parts

    private func bytes(_ value: StoredValue, _ store: OpenedStore) -> Data? {
        switch value {
        case .data(let data): data
        case .file(let name): store.externalData(name)
        default: nil
        }
    }

    /// Told by the first bytes; a picture in a form that may hold scripts is none.
    private static func imageType(_ data: Data) -> String? {
        let start = [UInt8](data.prefix(12))
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if start.starts(with: "GIF8".utf8) { return "image/gif" }
        if start.starts(with: "RIFF".utf8), start.dropFirst(8).elementsEqual("WEBP".utf8) { return "image/webp" }
        return nil
    }

    private func cell(
        _ value: StoredValue, _ name: String, _ reference: ObjectReference, _ store: OpenedStore, _ reader: StoreReader
    ) -> HTML {
        switch value {
        case .null: return "<i>nil</i>"
        case .data, .file: return whole(value, name, reference, store, reader)
        default:
            let text = value.display
            return HTML(text: text.count > 120 ? text.prefix(119) + "…" : text)
        }
    }

    private func whole(
        _ value: StoredValue, _ name: String, _ reference: ObjectReference, _ store: OpenedStore, _ reader: StoreReader
    ) -> HTML {
        guard let data = bytes(value, store) else {
            if case .file = value { return "<i>external file missing</i>" }
            return value == .null ? "<i>nil</i>" : "<span class=\"text\">\(value.display)</span>"
        }
        let address = Self.address("/value", ["id": reference.short(in: reader.map), "name": name])
        let words = StoredValue.data(data).display
        guard Self.imageType(data) != nil else { return "<a href=\"\(address)\">\(words)</a>" }
        return "<a href=\"\(address)\"><img src=\"\(address)\" alt=\"\(words)\" loading=\"lazy\"></a>"
    }

    private func objectLink(_ reference: ObjectReference, _ reader: StoreReader) throws -> HTML {
        guard let row = try reader.row(reference) else {
            return "\(reference.short(in: reader.map)) <i>does not exist</i>"
        }
        let id = row.reference.short(in: reader.map)
        let label: HTML = reader.label(of: row).map { " \(String($0.prefix(60)))" } ?? ""
        return "\(link("/object", ["id": id], id))\(label)"
    }

    private func pager(_ path: String, _ parameters: [String: String], page: Int, count: Int) -> HTML {
        let last = max(0, (count - 1) / Self.pageLength)
        func step(_ target: Int, _ text: String) -> HTML {
            link(path, parameters.merging(["page": "\(target)"]) { $1 }, text)
        }
        let back: HTML = page > 0 ? step(page - 1, "back") : ""
        let on: HTML = page < last ? step(page + 1, "on") : ""
        return "<nav>\(back) page \(page + 1) of \(last + 1) \(on)</nav>"
    }

    private func link(_ path: String, _ parameters: [String: String], _ text: String) -> HTML {
        "<a href=\"\(Self.address(path, parameters))\">\(text)</a>"
    }

    private static func address(_ path: String, _ parameters: [String: String]) -> String {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~/")
        let pairs = parameters.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map {
            "\($0.key)=\($0.value.addingPercentEncoding(withAllowedCharacters: plain) ?? "")"
        }
        return "\(path)?\(pairs.joined(separator: "&"))"
    }

    private func page(_ store: OpenedStore, title: String, _ body: HTML, status: Int = 200) -> WebResponse {
        let notes = store.chosen.notes.map { note -> HTML in "<p class=\"problem\">\(note)</p>" }
        return WebResponse(
            html: """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
                <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"></head>
                <body><header><a href="/">\(URL(fileURLWithPath: store.path).lastPathComponent)</a></header>
                <main><h1>\(title)</h1>\(HTML.joined(notes))\(body)</main></body></html>

                """, status: status)
    }

    private func problem(_ message: String, status: Int) -> WebResponse {
        WebResponse(
            html: """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>Problem</title>
                <link rel="stylesheet" href="/style.css"></head>
                <body><main><pre class="problem">\(message)</pre><p><a href="/">To the start</a></p></main></body></html>

                """, status: status)
    }

    private static let style = """
        :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
        body { margin: 0; }
        header { padding: .6rem 1rem; border-bottom: 1px solid #8884; font-weight: 600; }
        main { padding: 1rem; overflow-x: auto; }
        h1 { font-size: 1.4rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
        h2 { font-size: 1.1rem; }
        table { border-collapse: collapse; }
        th, td { border-bottom: 1px solid #8884; padding: .25rem .6rem; text-align: left; vertical-align: top; }
        .number { text-align: right; font-variant-numeric: tabular-nums; }
        .text { white-space: pre-wrap; overflow-wrap: anywhere; }
        .problem { color: #c33; white-space: pre-wrap; }
        img { max-width: 12rem; max-height: 12rem; }
        dl { display: grid; grid-template-columns: max-content auto; gap: .1rem 1rem; }
        dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
        input, button { font: inherit; }

        """
}
