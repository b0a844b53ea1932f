import DaybookModel
import DaybookViewModels
import Foundation

extension DaybookPages {
    func addExportRoutes(to router: inout Router) {
        router.on(.get, "/export") { await self.exportPage($0) }
        router.on(.get, "/export/archive") { await self.exportArchive($0) }
        router.on(.get, "/export/entries") { await self.exportTable($0, .entries, "entries") }
        router.on(.get, "/export/plans") { await self.exportTable($0, .plans, "plans") }
        router.on(.get, "/export/memos") { await self.exportTable($0, .memos, "memos") }
        router.on(.get, "/export/collections/:id") { await self.exportCollection($0) }
    }

    private func exportPage(_ request: Request) async -> Response {
        let model = ExportViewModel(services: services)
        await model.load()
        return .html(ExportPage(model: model, context: await context(request)).render())
    }

    private func exportArchive(_ request: Request) async -> Response {
        let context = await context(request)
        let model = ExportViewModel(services: services)
        guard let file = await model.archive(language: context.language) else { return exportFailed(model, context) }
        return Response(
            contentType: "application/zip", body: .file(file.url, size: UInt64(file.byteCount)),
            headers: Self.attachment(file.name))
    }

    private func exportCollection(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        return await exportTable(request, .collection(id), "collection")
    }

    private func exportTable(_ request: Request, _ table: ExportTable, _ name: String) async -> Response {
        let context = await context(request)
        let model = ExportViewModel(services: services)
        guard let data = await model.table(table, language: context.language) else {
            return exportFailed(model, context)
        }
        return Response(
            contentType: "text/csv; charset=utf-8", body: .bytes(Array(data)),
            headers: Self.attachment("daybook-\(name)-\(context.today.iso).csv"))
    }

    private func exportFailed(_ model: ExportViewModel, _ context: PageContext) -> Response {
        failed(model.error, context, home: "/export", place: .settings)
    }

    /// Names are of our own making: letters, digits and hyphens.
    private static func attachment(_ name: String) -> [FormField] {
        [
            FormField(name: "Content-Disposition", value: "attachment; filename=\"\(name)\""),
            FormField(name: "Cache-Control", value: "no-store"),
        ]
    }
}
