import DaybookModel
import DaybookViewModels
import Foundation

extension DaybookPages {
    func addAccountRoutes(to router: inout Router) {
        router.on(.get, "/account") { await self.accountHome($0) }
        router.on(.get, "/account/search") { await self.accountSearch($0) }
        router.on(.get, "/account/statistics") { await self.accountStatistics($0) }
        router.on(.get, "/account/suggest") { await self.suggestCategory($0) }
        router.on(.get, "/account/entries/new") { await self.newEntry($0) }
        router.on(.post, "/account/entries") { await self.saveEntry($0) }
        router.on(.get, "/account/entries/:id") { await self.entryDetail($0) }
        router.on(.get, "/account/entries/:id/edit") { await self.editEntry($0) }
        router.on(.post, "/account/entries/:id") { await self.saveEntry($0) }
        router.on(.post, "/account/entries/:id/delete") { await self.deleteEntry($0) }
        router.on(.get, "/account/categories") { await self.categories($0) }
        router.on(.post, "/account/categories") { await self.addCategory($0) }
        router.on(.get, "/account/categories/:id") { await self.category($0) }
        router.on(.post, "/account/categories/:id") { await self.saveCategory($0) }
        router.on(.post, "/account/categories/:id/delete") { await self.deleteCategory($0) }
    }

    /// The period of an address, today's month where it names none; nil for one that there is not.
    private func period(_ text: String?, _ context: PageContext) -> MonthPeriod? {
        let startDay = context.settings.monthStartDay
        guard let text, !text.isEmpty else { return MonthPeriod.month(containing: context.today, startDay: startDay) }
        return PeriodParameter.period(text, startDay: startDay)
    }

    private func accountHome(_ request: Request) async -> Response {
        let context = await context(request)
        guard let period = period(request.query("month"), context), period.month != nil else {
            return await notFound(request)
        }
        let model = AccountHomeViewModel(services: services, period: period)
        let view = request.query("view").flatMap(AccountHomePage.View.init(rawValue:)) ?? .list
        let page = request.query("page").flatMap { Int($0) } ?? 0
        let day = request.query("day").flatMap(CalendarDay.init(iso:))
        await model.load(view == .calendar ? .none : day.map { .day($0) } ?? .page(max(0, min(page, 1_000_000))))
        return .html(AccountHomePage(model: model, context: context, view: view).render())
    }

    private func entryDetail(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let context = await context(request)
        let probe = AccountHomeViewModel(services: services, period: anyPeriod(context))
        await probe.select(id)
        guard let transaction = probe.selection,
            let period = MonthPeriod.month(containing: transaction.day, startDay: context.settings.monthStartDay)
        else {
            return failed(
                probe.error ?? .notFound(.transaction, id), context, home: "/account", place: .account)
        }
        let model = AccountHomeViewModel(services: services, period: period)
        await model.select(id)
        await model.load(.selection)
        let detail = EntryDetailPage(
            transaction: transaction, context: context,
            list: AccountHomePage.address(period, page: model.page))
        return .html(AccountHomePage(model: model, context: context, detail: detail.render()).render())
    }

    private func anyPeriod(_ context: PageContext) -> MonthPeriod {
        // Every day that a calendar shows lies in a month, except at the calendar's very ends.
        MonthPeriod.month(containing: context.today, startDay: 1) ?? MonthPeriod.firstKnown
    }

    private func accountSearch(_ request: Request) async -> Response {
        let context = await context(request)
        let model = TransactionSearchViewModel(services: services)
        model.text = request.query("q") ?? ""
        model.kind = request.query("kind").flatMap(TransactionKind.init(rawValue:))
        model.category = request.query("category") ?? ""
        model.minimum = request.query("min") ?? ""
        model.maximum = request.query("max") ?? ""
        model.from = request.query("from") ?? ""
        model.through = request.query("through") ?? ""
        model.importBatch = request.query("import").flatMap { UUID(uuidString: $0) }
        model.page = max(0, min(request.query("page").flatMap { Int($0) } ?? 0, 1_000_000))
        await model.load()
        return .html(SearchPage(model: model, context: context).render())
    }

    private func accountStatistics(_ request: Request) async -> Response {
        let context = await context(request)
        guard let period = period(request.query("period"), context) else { return await notFound(request) }
        let currency = request.query("currency").flatMap(Currency.init(code:))
        let model = StatisticsViewModel(services: services, period: period, currency: currency)
        await model.load()
        return .html(StatisticsPage(model: model, context: context).render())
    }

    private struct Suggestion: Encodable, Sendable {
        let category: String?
        let says: String?
    }

    private func suggestCategory(_ request: Request) async -> Response {
        let context = await context(request)
        let kind = request.query("kind").flatMap(TransactionKind.init(rawValue:)) ?? .expense
        let model = TransactionFormViewModel(services: services)
        let category = await model.suggestedCategory(memo: request.query("memo") ?? "", kind: kind)
        return .json(
            Suggestion(
                category: category?.id.uuidString,
                says: category.map { context.text(.suggestedCategory($0.path(in: context.language))) }))
    }

    private func newEntry(_ request: Request) async -> Response {
        let context = await context(request)
        let model = TransactionFormViewModel(services: services)
        let source = request.query("from").flatMap { UUID(uuidString: $0) }
        guard await model.prepare(copying: source) else {
            return failed(model.error, context, home: "/account", place: .account)
        }
        if let day = request.query("day").flatMap(CalendarDay.init(iso:)) { model.day = day.iso }
        if let kind = request.query("kind").flatMap(TransactionKind.init(rawValue:)) { model.kind = kind }
        return .html(EntryFormPage(model: model, context: context, back: "/account", staged: kept(request)).render())
    }

    private func editEntry(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let context = await context(request)
        let model = TransactionFormViewModel(services: services, id: id)
        guard await model.prepare() else {
            return failed(model.error, context, home: "/account", place: .account)
        }
        let back = Address.make(["account", "entries", id.uuidString])
        return .html(EntryFormPage(model: model, context: context, back: back, staged: kept(request)).render())
    }

    private func saveEntry(_ request: Request) async -> Response {
        if let problem = await problem(of: request) { return problem }
        let id = request.id()
        guard (id == nil) == (request.parameters["id"] == nil) else { return await notFound(request) }
        let form = request.form
        let model = TransactionFormViewModel(services: services, id: id)
        model.kind = form["kind"].flatMap(TransactionKind.init(rawValue:)) ?? .expense
        model.amount = form["amount"] ?? ""
        model.currency = form["currency"] ?? ""
        model.category = form["category"] ?? ""
        model.day = form["day"] ?? ""
        model.memo = form["memo"] ?? ""
        model.payment = form["payment"] ?? ""
        model.version = VersionParameter.date(form["version"])
        model.base = form.base
        if id == nil { model.source = form["source"].flatMap { UUID(uuidString: $0) } }
        model.removedPhotos = Set(form.all("remove").compactMap { UUID(uuidString: $0) })
        let (uploads, errors) = photos(request, field: "photos")
        model.addedPhotos = uploads
        for error in errors { model.note(error) }
        if let saved = await model.save(undo: undo) {
            staging.drop(form.all("staged"))
            if form["then"] == "new" {
                let next = Address.make(
                    ["account", "entries", "new"],
                    [
                        FormField(name: "day", value: saved.transaction.day.iso),
                        FormField(name: "kind", value: saved.transaction.kind.rawValue),
                    ])
                return done(next, step: saved.step)
            }
            let context = await context(request)
            let period = MonthPeriod.month(
                containing: saved.transaction.day, startDay: context.settings.monthStartDay)
            let list = period.map { AccountHomePage.address($0) } ?? "/account"
            return done(
                id == nil ? list : Address.make(["account", "entries", saved.transaction.id.uuidString]),
                step: saved.step)
        }
        await model.prepareAgain()
        let context = await context(request)
        let staged = stage(uploads, except: model.errors[.photos], replacing: request)
        let page = EntryFormPage(
            model: model, context: context, back: back(request, or: "/account"), staged: staged, isReturned: true)
        return .html(page.render(), status: 422)
    }

    private func deleteEntry(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let context = await context(request)
        let model = AccountHomeViewModel(services: services, period: anyPeriod(context))
        guard let step = await model.delete(id: id, undo: undo) else {
            return failed(model.error, context, home: "/account", place: .account)
        }
        return done(Address.local(request.form["list"], or: "/account"), step: step)
    }

    // MARK: - Categories

    private func categories(_ request: Request) async -> Response {
        let context = await context(request)
        let model = CategoryListViewModel(services: services)
        await model.load()
        return .html(CategoriesPage(model: model, context: context).render())
    }

    private func addCategory(_ request: Request) async -> Response {
        if let problem = await problem(of: request) { return problem }
        let form = request.form
        let kind = form["kind"].flatMap(TransactionKind.init(rawValue:)) ?? .expense
        let typed = (name: form["name"] ?? "", icon: form["icon"] ?? "", kind: kind, parent: form["parent"] ?? "")
        let model = CategoryListViewModel(services: services)
        let draft = CategoryDraft(
            name: typed.name.trimmingCharacters(in: .whitespacesAndNewlines), kind: kind, icon: Self.icon(typed.icon),
            parentID: UUID(uuidString: typed.parent))
        if let step = await model.add(draft, undo: undo) { return done("/account/categories", step: step) }
        await model.load()
        let context = await context(request)
        return .html(CategoriesPage(model: model, context: context, typed: typed).render(), status: 422)
    }

    private static func icon(_ typed: String) -> String? {
        let icon = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        return icon.isEmpty ? nil : icon
    }

    private func category(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        return await categoryPage(id, request, model: CategoryListViewModel(services: services), status: 200)
    }

    private func categoryPage(
        _ id: UUID, _ request: Request, model: CategoryListViewModel, status: Int
    ) async -> Response {
        let context = await context(request)
        await model.load()
        guard let category = model.categories.first(where: { $0.id == id }) else {
            return failed(
                model.error ?? .notFound(.category, id), context, home: "/account/categories", place: .settings)
        }
        let page = CategoriesPage(model: model, context: context).renderOne(
            category, name: request.form["name"] ?? category.name(in: context.language),
            icon: request.form["icon"] ?? category.icon ?? "")
        return .html(page, status: status)
    }

    private func saveCategory(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let model = CategoryListViewModel(services: services)
        let name = (request.form["name"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let step = await model.rename(
            id: id, name: name, icon: Self.icon(request.form["icon"] ?? ""),
            language: await context(request).language, base: request.form.base, undo: undo)
        if let step { return done("/account/categories", step: step) }
        return await categoryPage(id, request, model: model, status: 422)
    }

    private func deleteCategory(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let model = CategoryListViewModel(services: services)
        let replacement = request.form["replacement"].flatMap { UUID(uuidString: $0) }
        if let step = await model.delete(id: id, movingEntriesTo: replacement, undo: undo) {
            return done("/account/categories", step: step)
        }
        return await categoryPage(id, request, model: model, status: 422)
    }
}

extension MonthPeriod {
    /// A month that certainly exists.
    fileprivate static let firstKnown: MonthPeriod = {
        guard let period = MonthPeriod(year: 2000, month: 1) else {
            preconditionFailure("January 2000 is a month of the calendar")
        }
        return period
    }()
}
