import DaybookModel
import DaybookViewModels
import Foundation

extension DaybookPages {
    func addReadingRoutes(to router: inout Router) {
        router.on(.get, "/reading") { await self.readingList($0) }
        router.on(.get, "/reading/new") { await self.newPlan($0) }
        router.on(.get, "/reading/statistics") { await self.readingStatistics($0) }
        router.on(.post, "/reading") { await self.savePlan($0) }
        router.on(.get, "/reading/:id") { await self.plan($0) }
        router.on(.get, "/reading/:id/edit") { await self.editPlan($0) }
        router.on(.post, "/reading/:id") { await self.savePlan($0) }
        router.on(.post, "/reading/:id/delete") { await self.deletePlan($0) }
        router.on(.post, "/reading/:id/page") { await self.setPage($0) }
        router.on(.post, "/reading/:id/postpone") { await self.postpone($0) }
        router.on(.post, "/reading/:id/memos") { await self.saveMemo($0) }
        router.on(.get, "/reading/:id/memos/:memo/edit") { await self.editMemo($0) }
        router.on(.post, "/reading/:id/memos/:memo") { await self.saveMemo($0) }
        router.on(.post, "/reading/:id/memos/:memo/delete") { await self.deleteMemo($0) }
    }

    private func readingList(_ request: Request) async -> Response {
        let context = await context(request)
        let model = ReadingListViewModel(services: services)
        model.text = request.query("q") ?? ""
        await model.load()
        return .html(ReadingListPage(model: model, context: context).render())
    }

    private func readingStatistics(_ request: Request) async -> Response {
        let context = await context(request)
        let year = request.query("year").flatMap { Int($0) } ?? context.today.year
        guard (1...9999).contains(year) else { return await notFound(request) }
        let model = ReadingStatisticsViewModel(services: services, year: year)
        await model.load()
        return .html(ReadingStatisticsPage(model: model, context: context).render())
    }

    private func newPlan(_ request: Request) async -> Response {
        let context = await context(request)
        let model = ReadingPlanFormViewModel(services: services)
        await model.prepare()
        return .html(ReadingPlanFormPage(model: model, context: context, staged: kept(request)).render())
    }

    private func editPlan(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let context = await context(request)
        let model = ReadingPlanFormViewModel(services: services, id: id)
        guard await model.prepare() else { return failed(model.error, context, home: "/reading", place: .reading) }
        return .html(ReadingPlanFormPage(model: model, context: context, staged: kept(request)).render())
    }

    private func savePlan(_ request: Request) async -> Response {
        if let problem = await problem(of: request) { return problem }
        let id = request.id()
        guard (id == nil) == (request.parameters["id"] == nil) else { return await notFound(request) }
        let form = request.form
        let model = ReadingPlanFormViewModel(services: services, id: id)
        model.title = form["title"] ?? ""
        model.author = form["author"] ?? ""
        model.startDay = form["start"] ?? ""
        model.endDay = form["end"] ?? ""
        model.totalPages = form["pages"] ?? ""
        model.currentPage = form["page"] ?? ""
        model.status = form["status"].flatMap(ReadingStatus.init(rawValue:)) ?? .planned
        model.version = VersionParameter.date(form["version"])
        model.base = form.base
        if id == nil { model.source = form["source"].flatMap { UUID(uuidString: $0) } }
        model.removesCover = form["remove"] != nil
        let (uploads, errors) = photos(request, field: "cover")
        model.addedCover = uploads.last
        for error in errors { model.note(error) }
        if let saved = await model.save(undo: undo) {
            staging.drop(form.all("staged"))
            return done(Address.make(["reading", saved.plan.id.uuidString]), step: saved.step)
        }
        await model.prepareAgain()
        let context = await context(request)
        let staged = stage(Array(uploads.suffix(1)), except: model.errors[.photos], replacing: request)
        let page = ReadingPlanFormPage(model: model, context: context, staged: staged, isReturned: true)
        return .html(page.render(), status: 422)
    }

    private func plan(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let model = ReadingPlanViewModel(services: services, id: id)
        return await planPage(request, model: model, memoForm: nil, staged: kept(request), status: 200)
    }

    /// The plan's page; with a memo form that came back, or an error of the model's.
    private func planPage(
        _ request: Request, model: ReadingPlanViewModel, memoForm returned: MemoFormViewModel?,
        staged: [StagedUpload] = [], status: Int
    ) async -> Response {
        let context = await context(request)
        model.order = request.query("order").flatMap(MemoOrder.init(rawValue:)) ?? .page
        model.page = max(0, min(request.query("page").flatMap { Int($0) } ?? 0, 1_000_000))
        model.wantedMemo = request.query("memo").flatMap { UUID(uuidString: $0) }
        let shown = model.error
        model.error = nil
        await model.load()
        guard let plan = model.plan else {
            return failed(model.error, context, home: "/reading", place: .reading)
        }
        model.error = model.error ?? shown
        let contents = await model.contents()
        let form: MemoFormViewModel
        if let returned {
            form = returned
        } else {
            form = MemoFormViewModel(services: services, planID: model.id)
            await form.prepare()
        }
        let page = ReadingPlanPage(
            model: model, plan: plan, memoForm: form, contents: contents, context: context, staged: staged,
            isReturned: returned != nil, typedPage: shown == nil ? nil : request.form["page"])
        return .html(page.render(), status: status)
    }

    private func deletePlan(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let model = ReadingPlanViewModel(services: services, id: id)
        guard let step = await model.delete(undo: undo) else {
            return failed(model.error, await context(request), home: "/reading", place: .reading)
        }
        return done(Address.local(request.form["list"], or: "/reading"), step: step)
    }

    private func setPage(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let model = ReadingPlanViewModel(services: services, id: id)
        if let step = await model.setPage(request.form["page"] ?? "", undo: undo) {
            return done(Address.make(["reading", id.uuidString]), step: step)
        }
        return await planPage(request, model: model, memoForm: nil, status: 422)
    }

    private func postpone(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let model = ReadingPlanViewModel(services: services, id: id)
        let step = await model.postpone(undo: undo)
        if step == nil, let error = model.error {
            return failed(error, await context(request), home: "/reading", place: .reading)
        }
        return done(Address.make(["reading", id.uuidString]), step: step)
    }

    private func editMemo(_ request: Request) async -> Response {
        guard let planID = request.id(), let id = request.id("memo") else { return await notFound(request) }
        let context = await context(request)
        let model = MemoFormViewModel(services: services, planID: planID, id: id)
        let back = Address.make(["reading", planID.uuidString])
        guard await model.prepare() else { return failed(model.error, context, home: back, place: .reading) }
        return .html(MemoFields(model: model, context: context, staged: kept(request)).page(back: back))
    }

    private func saveMemo(_ request: Request) async -> Response {
        if let problem = await problem(of: request) { return problem }
        guard let planID = request.id(), (request.id("memo") == nil) == (request.parameters["memo"] == nil) else {
            return await notFound(request)
        }
        let form = request.form
        let model = MemoFormViewModel(services: services, planID: planID, id: request.id("memo"))
        model.text = form["text"] ?? ""
        model.page = form["page"] ?? ""
        model.kind = form["kind"].flatMap(MemoKind.init(rawValue:)) ?? .memo
        model.day = form["day"] ?? ""
        model.version = VersionParameter.date(form["version"])
        model.base = form.base
        model.removesPhoto = form["remove"] != nil
        let (uploads, errors) = photos(request, field: "photo")
        model.addedPhoto = uploads.last
        for error in errors { model.note(error) }
        let back = Address.make(["reading", planID.uuidString])
        if let saved = await model.save(undo: undo) {
            staging.drop(form.all("staged"))
            // Among many memos it is shown where it stands.
            let isOnFirstPage = (model.plan?.memoCount ?? 0) < ReadingPlanViewModel.pageSize
            return done(
                isOnFirstPage ? back : Address.setting("memo", to: saved.memo.id.uuidString, in: back),
                step: saved.step)
        }
        await model.prepareAgain()
        let staged = stage(Array(uploads.suffix(1)), except: model.errors[.photos], replacing: request)
        if model.id == nil, model.plan != nil {
            let plan = ReadingPlanViewModel(services: services, id: planID)
            return await planPage(request, model: plan, memoForm: model, staged: staged, status: 422)
        }
        let page = MemoFields(model: model, context: await context(request), staged: staged).page(back: back)
        return .html(page, status: 422)
    }

    private func deleteMemo(_ request: Request) async -> Response {
        guard let planID = request.id(), let id = request.id("memo") else { return await notFound(request) }
        let model = ReadingPlanViewModel(services: services, id: planID)
        let back = back(request, or: Address.make(["reading", planID.uuidString]))
        guard let step = await model.deleteMemo(id: id, undo: undo) else {
            return failed(model.error, await context(request), home: back, place: .reading)
        }
        return done(back, step: step)
    }
}
