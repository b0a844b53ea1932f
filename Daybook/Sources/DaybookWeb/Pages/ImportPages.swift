import DaybookModel
import DaybookViewModels
import Foundation

/// The import wizard: choosing a file, looking at what it would bring, and the result.
@MainActor
struct ImportPages {
    let model: ImportViewModel
    let context: PageContext

    /// Rows that a preview shows at most.
    static let rowLimit = 300
    /// Characters that a preview shows of one text at most.
    static let textLimit = 300

    func renderStart() -> HTML {
        Layout(
            context: context, title: context.text(.importFile), place: nil, areas: [.account, .reading, .collections])()
        {
            Tag.div(.class("page-head")) { Tag.h1(text: context.text(.importFile)) }
            Tag.div(.class("stack")) {
                steps(0)
                Tag.form(
                    .class("form"), Attribute("method", "post"), .action("/import"),
                    Attribute("enctype", "multipart/form-data"), .flag("novalidate")
                ) {
                    Fields.hidden(context)
                    Tag.p(text: context.text(.importIntro))
                    Tag.div(.class("drop"), Attribute("data-drop", "true")) {
                        Fields.field(context, id: "file", label: .chooseFile, hint: .fileHint, error: model.error) {
                            attributes in
                            Tag.input(
                                attributes + [
                                    .type("file"), .name("file"), Attribute("data-send", "true"),
                                    Attribute(
                                        "accept",
                                        ".csv,.tsv,.txt,.xlsx,.ofx,.qfx,.qif,.json,.lua,.bookmory,.zip,text/csv,text/plain"
                                    ),
                                ])
                        }
                    }
                    Tag.div(.class("form-end")) {
                        Tag.button(.type("submit"), .class("button primary"), text: context.text(.readFile))
                    }
                    busy(.readingFile)
                }
                Tag.div(.id("batches"), Attribute("data-live", "true")) { batches }
            }
        }
    }

    /// Shown by the script while a long step is under way.
    private func busy(_ phrase: Phrase) -> HTML {
        Tag.p(
            .class("notice"), .role("status"), Attribute("data-busy", "true"), .flag("hidden"),
            text: context.text(phrase))
    }

    private func steps(_ current: Int) -> HTML {
        Tag.ol(.class("steps")) {
            for (index, label) in [Phrase.stepFile, .stepPreview, .stepResult].enumerated() {
                Tag.li(.current(index == current, as: "step"), text: context.text(label))
            }
        }
    }

    @HTMLBuilder private var batches: HTML {
        if !model.batches.isEmpty {
            Tag.section(.class("card"), .labelledBy("earlier")) {
                Tag.h2(.id("earlier"), text: context.text(.earlierImports))
                Tag.ul(.class("list-plain")) {
                    for batch in model.batches {
                        Tag.li {
                            Tag.div {
                                Tag.p { Tag.strong(text: batch.fileName) }
                                Tag.p(
                                    .class("small muted"),
                                    text: [
                                        context.text(.format(batch.format)),
                                        batch.importedAt.readable(in: context.language),
                                        context.text(.event(.imported(count: batch.addedCount))),
                                    ].joined(separator: " · "))
                            }
                            if batch.undoneAt != nil {
                                Tag.span(.class("mark"), text: context.text(.undoneMark))
                            } else {
                                Components.post(
                                    context, to: "/import/batches/\(batch.id.uuidString)/undo",
                                    label: context.text(.undoImport), icon: "undo", back: "/import")
                            }
                        }
                    }
                }
            }
        }
    }

    /// The preview with its choices.
    func renderPreview(_ preview: ImportPreview) -> HTML {
        let address = Address.make(["import", preview.id.uuidString])
        let wanted = preview.wantedCount
        return Layout(context: context, title: context.text(.previewTitle), place: nil)() {
            Tag.div(.class("page-head")) {
                Tag.div {
                    Components.back(context, to: "/import", .chooseFile)
                    Tag.h1(text: context.text(.previewTitle))
                }
            }
            Tag.div(.class("stack")) {
                steps(1)
                Components.error(model.error, context)
                Tag.p { Tag.strong(text: preview.fileName) }
                questions(preview)
                choices(preview, address)
                counts(preview)
                Tag.form(.class("stack"), Attribute("method", "post"), .action(address + "/run")) {
                    Fields.hidden(context)
                    ImportChoices(preview: preview, options: model.options).hiddenFields()
                    rows(preview)
                    if wanted == 0 { Components.notice(context.text(.nothingNew)) }
                    Tag.div(.class("form-end sticky")) {
                        Tag.button(
                            .type("submit"), .class("button primary"),
                            .flag("disabled", !preview.questions.isEmpty || !preview.rows.contains(where: canChoose)),
                            text: context.text(wanted == 0 ? .importChosen : .importCount(wanted)))
                        Tag.a(.class("button quiet"), .href("/import"), text: context.text(.cancel))
                    }
                    busy(.importing)
                }
            }
        }
    }

    @HTMLBuilder private func questions(_ preview: ImportPreview) -> HTML {
        if !preview.questions.isEmpty {
            Tag.div(.class("notice")) {
                Icon.named("alert")
                Tag.div {
                    Tag.p { Tag.strong(text: context.text(.questionsFirst)) }
                    for question in preview.questions {
                        Tag.p(text: context.text(.question(question)))
                    }
                }
            }
        }
    }

    private func choices(_ preview: ImportPreview, _ address: String) -> HTML {
        Tag.details(.class("card"), .id("choices"), .flag("open", !preview.questions.isEmpty || preview.rows.isEmpty)) {
            Tag.summary(
                text:
                    "\(context.text(.recognised)): \(context.text(.format(preview.format))) · \(preview.encoding.rawValue)"
            )
            Tag.form(.class("form"), Attribute("method", "get"), .action(address)) {
                Tag.div(.class("row two")) {
                    Fields.select(
                        context, name: "format", label: .fileKind, selected: preview.format.rawValue,
                        options: ImportFormat.allCases.map { ($0.rawValue, context.text(.format($0))) })
                    Fields.select(
                        context, name: "encoding", label: .encoding, selected: preview.encoding.rawValue,
                        options: TextEncoding.allCases.map { ($0.rawValue, $0.rawValue) })
                }
                if preview.format.area == .account, preview.format != .ofx {
                    Tag.div(.class("row two")) {
                        Fields.select(
                            context, name: "dates", label: .dateOrder,
                            selected: preview.questions.contains(.dateOrder) ? "" : preview.dateOrder.rawValue,
                            options: (preview.questions.contains(.dateOrder) ? [("", "–")] : [])
                                + DateOrder.allCases.map { ($0.rawValue, context.text(.dateOrder($0))) })
                        Fields.select(
                            context, name: "decimals", label: .decimalMark,
                            selected: preview.questions.contains(.decimalMark) ? "" : preview.decimalMark.rawValue,
                            options: (preview.questions.contains(.decimalMark) ? [("", "–")] : [])
                                + DecimalMark.allCases.map { ($0.rawValue, context.text(.decimalMark($0))) })
                    }
                }
                if preview.format.area == .account {
                    Fields.select(
                        context, name: "currency", label: .currency,
                        selected: preview.questions.contains(.currency) ? "" : preview.currency.code,
                        options: (preview.questions.contains(.currency) ? [("", "–")] : []) + currencies(preview))
                }
                if preview.format.area == .collections { collectionChoice(preview) }
                if preview.format == .transactionTable || preview.format == .collectionTable { columns(preview) }
                Tag.div(.class("form-end")) {
                    Tag.button(.type("submit"), .class("button"), text: context.text(.apply))
                }
            }
        }
    }

    private func currencies(_ preview: ImportPreview) -> [(value: String, text: String)] {
        let codes = Currency.offered.map(\.code)
        return (codes.contains(preview.currency.code) ? codes : [preview.currency.code] + codes).map { ($0, $0) }
    }

    @HTMLBuilder private func collectionChoice(_ preview: ImportPreview) -> HTML {
        Fields.select(
            context, name: "collection", label: .goesTo, selected: preview.collectionID?.uuidString ?? "",
            options: [("", context.text(.newCollectionNamed))]
                + model.collections.map { ($0.id.uuidString, $0.name(in: context.language)) })
        Fields.text(
            context, name: "collection-name", value: model.options.collectionName ?? "", label: .collectionName,
            optional: true)
    }

    private func columns(_ preview: ImportPreview) -> HTML {
        let roles: [ColumnRole] =
            preview.format == .collectionTable
            ? [.name, .englishName, .group, .number, .variant, .owned, .quantity, .note, .ignored]
            : [
                .date, .time, .amount, .outgoing, .incoming, .kind, .category, .subcategory, .text, .note, .currency,
                .payment, .balance, .originalAmount, .originalCurrency, .ignored,
            ]
        return Tag.fieldset(.class("field")) {
            Tag.legend(text: context.text(.columns))
            Tag.div(.class("row two")) {
                for (index, role) in preview.roles.enumerated() {
                    Tag.div(.class("field")) {
                        Tag.label(
                            .for("role-\(index)"),
                            text: index < preview.header.count && !preview.header[index].isEmpty
                                ? preview.header[index].shortened(to: 60) : "\(index + 1)")
                        Tag.select(.id("role-\(index)"), .name("role")) {
                            for choice in roles.contains(role) ? roles : [role] + roles {
                                Tag.option(
                                    .value(choice.rawValue), .flag("selected", choice == role),
                                    text: context.text(.role(choice)))
                            }
                        }
                    }
                }
            }
        }
    }

    private func counts(_ preview: ImportPreview) -> HTML {
        Tag.ul(.class("actions")) {
            for state in ImportRowState.allCases where preview.count(of: state) > 0 {
                Tag.li {
                    Tag.span(
                        .class("mark \(ImportChoices.style(state))"),
                        text:
                            "\(context.text(.rowState(state, of: preview.format.area))) \(preview.count(of: state).formattedWithCommas)"
                    )
                }
            }
        }
    }

    @HTMLBuilder private func rows(_ preview: ImportPreview) -> HTML {
        let shown = preview.rows.prefix(Self.rowLimit)
        if preview.rows.count > shown.count {
            Tag.p(.class("hint"), text: context.text(.rowsShown(shown.count, of: preview.rows.count)))
        }
        Tag.ul(.class("import-rows")) { for row in shown { self.row(row) } }
    }

    private func row(_ row: ImportRow) -> HTML {
        let canChoose = canChoose(row)
        return Tag.li(.class(row.isWanted ? "import-row" : "import-row left-out")) {
            if canChoose {
                Tag.label(.class("check")) {
                    Tag.input(
                        .type("checkbox"), .name("line"), .value("\(row.line)"), .flag("checked", row.problem == nil))
                    Tag.span(.class("visually-hidden"), text: "\(context.text(.line)) \(row.line)")
                }
                Tag.input(.type("hidden"), .name("shown"), .value("\(row.line)"))
                if row.state == .similar {
                    Tag.input(.type("hidden"), .name("twin"), .value("\(row.line)"))
                }
            } else {
                Tag.span(.class("check"))
            }
            Tag.div(.class("what")) {
                Tag.p(.class("import-text"), text: title(row).shortened(to: Self.textLimit))
                Tag.p(.class("small muted"), text: subtitle(row).shortened(to: Self.textLimit))
                if let problem = row.problem {
                    Tag.p(
                        .class("small \(row.state == .unreadable ? "bad" : "muted")"),
                        text: problem.message(in: context.language))
                }
            }
            Tag.div(.class("import-end")) {
                if let transaction = row.transaction {
                    Components.amount(transaction.amount, transaction.kind, context)
                }
                Tag.span(
                    .class("mark \(ImportChoices.style(row.state))"),
                    text: context.text(.rowState(row.state, of: area(row))))
            }
        }
    }

    private func canChoose(_ row: ImportRow) -> Bool {
        [.new, .similar, .renamed].contains(row.state) || row.problem == .skipped
    }

    private func area(_ row: ImportRow) -> DataArea {
        row.book != nil ? .reading : row.item != nil ? .collections : .account
    }

    /// The memo that a row of a file of highlights brings; nil for rows that bring a book.
    private func highlight(_ row: ImportRow) -> ImportedMemo? {
        guard let format = model.preview?.format, format == .kindle || format == .koreader else { return nil }
        return row.book?.memos.first
    }

    private func title(_ row: ImportRow) -> String {
        if let transaction = row.transaction {
            return transaction.memo.isEmpty ? context.text(.kind(transaction.kind)) : transaction.memo
        }
        if let book = row.book { return highlight(row)?.text ?? book.title }
        if let item = row.item { return item.names[context.language] ?? item.names.first?.value ?? "" }
        return row.cells.filter { !$0.isEmpty }.map { $0.shortened(to: Self.textLimit) }.joined(separator: " · ")
    }

    private func subtitle(_ row: ImportRow) -> String {
        var parts = ["\(context.text(.line)) \(row.line)"]
        if let transaction = row.transaction {
            parts.append(context.readable(transaction.day))
            parts += [transaction.category, transaction.subcategory, transaction.payment].compactMap(\.self)
                .filter { !$0.isEmpty }
        } else if let book = row.book {
            if let memo = highlight(row) {
                parts += [book.title, book.author, memo.page.map { context.text(.memoPageLabel($0)) }].compactMap(
                    \.self)
                parts.append(context.text(.memoKind(memo.kind)))
            } else {
                parts += [book.author, book.totalPages.map { context.text(.pageCount($0)) }].compactMap(\.self)
                parts.append(context.text(.status(book.status)))
            }
        } else if let item = row.item {
            parts += [item.group, item.number, item.variant].compactMap(\.self)
            parts.append(context.text(item.isOwned ? .owned : .missing))
        }
        return parts.joined(separator: " · ")
    }

    /// What the import did.
    func renderResult(_ result: ImportResult, format: ImportFormat?, fileName: String) -> HTML {
        Layout(context: context, title: context.text(.resultTitle), place: nil)() {
            Tag.div(.class("page-head")) { Tag.h1(text: context.text(.resultTitle)) }
            Tag.div(.class("stack")) {
                steps(2)
                Tag.p { Tag.strong(text: fileName) }
                Tag.dl(.class("cards")) {
                    figure(.fileRows, result.total)
                    figure(.added, result.added)
                    if result.renamed > 0 { figure(.renamedItems, result.renamed) }
                    figure(.seenBefore, result.seen)
                    figure(.leftOut, result.leftOut)
                    figure(.unreadable, result.unreadable.count)
                }
                if !result.unreadable.isEmpty {
                    Tag.section(.class("card"), .labelledBy("unreadable")) {
                        Tag.h2(.id("unreadable"), text: context.text(.unreadableLines))
                        Tag.table(.class("table")) {
                            Tag.thead {
                                Tag.tr {
                                    Tag.th(Attribute("scope", "col"), text: context.text(.line))
                                    Tag.th(Attribute("scope", "col"), text: context.text(.reason))
                                }
                            }
                            Tag.tbody {
                                for row in result.unreadable {
                                    Tag.tr {
                                        Tag.th(Attribute("scope", "row"), text: "\(row.line)")
                                        Tag.td(text: row.problem.message(in: context.language))
                                    }
                                }
                            }
                        }
                    }
                }
                Tag.div(.class("actions")) {
                    Components.button(
                        context.text(.seeResult), to: destination(result, format), style: "primary")
                    if let batch = result.batchID {
                        Components.post(
                            context, to: "/import/batches/\(batch.uuidString)/undo",
                            label: context.text(.undoImport), icon: "undo", back: "/import", inline: false)
                    }
                    Components.button(context.text(.importMore), to: "/import", style: "quiet")
                }
            }
        }
    }

    private func figure(_ label: Phrase, _ number: Int) -> HTML {
        Tag.div(.class("card figure-card")) {
            Tag.dt(text: context.text(label))
            Tag.dd(.class("number"), text: number.formattedWithCommas)
        }
    }

    private func destination(_ result: ImportResult, _ format: ImportFormat?) -> String {
        switch format?.area {
        case .reading: return "/reading"
        case .collections:
            return result.collectionID.map { Address.make(["collections", $0.uuidString]) } ?? "/collections"
        default:
            return result.batchID.map {
                Address.make(["account", "search"], [FormField(name: "import", value: $0.uuidString)])
            } ?? "/account"
        }
    }
}

/// The choices of a preview in addresses and form fields.
struct ImportChoices {
    let preview: ImportPreview
    let options: ImportOptions

    static func style(_ state: ImportRowState) -> String {
        switch state {
        case .new: "new"
        case .similar, .renamed: "warn"
        case .unreadable: "bad"
        case .seen, .leftOut: ""
        }
    }

    /// The choices that led to the preview, to be sent along when importing.
    @HTMLBuilder func hiddenFields() -> HTML {
        field("format", options.format?.rawValue)
        field("encoding", options.encoding?.rawValue)
        field("dates", options.dateOrder?.rawValue)
        field("decimals", options.decimalMark?.rawValue)
        field("currency", options.currency?.code)
        if preview.format.area == .collections { field("collection", preview.collectionID?.uuidString ?? "") }
        field("collection-name", options.collectionName)
        if let roles = options.roles { for role in roles { field("role", role.rawValue) } }
    }

    @HTMLBuilder private func field(_ name: String, _ value: String?) -> HTML {
        if let value { Tag.input(.type("hidden"), .name(name), .value(value)) }
    }

    /// Reads choices from a query or a form.
    static func options(_ value: (String) -> String?, _ all: (String) -> [String]) -> ImportOptions {
        var options = ImportOptions(
            format: value("format").flatMap(ImportFormat.init(rawValue:)),
            encoding: value("encoding").flatMap(TextEncoding.init(rawValue:)),
            dateOrder: value("dates").flatMap(DateOrder.init(rawValue:)),
            decimalMark: value("decimals").flatMap(DecimalMark.init(rawValue:)),
            currency: value("currency").flatMap(Currency.init(code:)),
            collectionID: value("collection").flatMap { UUID(uuidString: $0) })
        options.makesCollection = value("collection") == ""
        let name = value("collection-name")?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        if !name.isEmpty { options.collectionName = name }
        let roles = all("role").compactMap(ColumnRole.init(rawValue:))
        if !roles.isEmpty { options.roles = roles }
        let chosen = Set(all("line").compactMap { Int($0) })
        options.skippedLines = Set(all("shown").compactMap { Int($0) }).subtracting(chosen)
        options.repeatedLines = Set(all("twin").compactMap { Int($0) }).intersection(chosen)
        return options
    }
}
