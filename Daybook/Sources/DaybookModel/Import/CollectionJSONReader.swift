/// Reads lists of items as JSON: `name`, `translations`, `category` or `sourceSheet`, `num`, `variation`, `owned`.
struct CollectionJSONReader {
    /// Reads each member of the list.
    ///
    /// - Throws: `DaybookError.validation(.file, .unreadable)` when the text is no JSON, `.unknownFormat` when it holds
    ///   no list.
    func read(_ text: String, into file: inout ParsedFile) throws(DaybookError) {
        guard let root = DataValue(json: text) else { throw .validation(.file, .unreadable) }
        let lists = [root, root["items"] ?? .null, root["data"] ?? .null].compactMap(\.list)
        guard let list = lists.first else { throw .validation(.file, .unknownFormat) }
        file.header = ["name", "group", "number", "variant"]
        file.rows = list.enumerated().map { index, member in
            let translations = member["translations"]
            var names: [Language: String] = [:]
            let korean = translations?["korean"]?.text ?? translations?["KRko"]?.text ?? translations?["ko"]?.text
            let english = translations?["english"]?.text ?? translations?["USen"]?.text ?? translations?["en"]?.text
            if let korean = korean?.trimmingBlanks.nonEmpty { names[.korean] = korean }
            if let english = (english ?? member["name"]?.text)?.trimmingBlanks.nonEmpty { names[.english] = english }
            let group = (member["category"] ?? member["sourceSheet"] ?? member["group"])?.text?.nonEmpty
            let number = (member["num"] ?? member["number"])?.text?.nonEmpty
            let variant = (member["variation"] ?? member["variant"])?.text?.nonEmpty
            let cells = [names[.korean] ?? names[.english] ?? "", group ?? "", number ?? "", variant ?? ""]
            guard !names.isEmpty else {
                return ImportRow(line: index + 1, cells: cells, state: .unreadable, problem: .missingName)
            }
            var isOwned = false
            switch member["owned"] ?? member["isOwned"] {
            case .flag(let flag)?: isOwned = flag
            case let value?: isOwned = value.text.map(CollectionTableReader.isOwned) ?? false
            case nil: break
            }
            let item = ImportedItem(names: names, group: group, number: number, variant: variant, isOwned: isOwned)
            return ImportRow(line: index + 1, cells: cells, state: .new, item: item)
        }
    }
}
