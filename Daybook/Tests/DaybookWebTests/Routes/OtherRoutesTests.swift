import DaybookModel
import DaybookTestSupport
import Foundation
import FoundationNetworking
import Testing

@testable import DaybookWeb

@MainActor
struct OtherRoutesTests {
    @Test func start_firstTime_leadsToTheQuestionsAndThenNoMore() async throws {
        try await withServer(filled: false) { fixture in
            fixture.source.state.withLock { $0.settings.isFirstStartDone = false }
            #expect(try await fixture.get("/").headers["location"] == "/start")
            let wrong = try await fixture.post("/start", ["month-start": "40", "language": "en", "currency": "USD"])
            #expect(wrong.status == 422)
            #expect(wrong.body.contains("value=\"40\""))
            let done = try await fixture.post("/start", ["month-start": "25", "language": "en", "currency": "USD"])
            #expect(done.headers["location"] == "/account")
            #expect(try await fixture.get("/").headers["location"] == "/account")
            let page = try await fixture.get("/account", ["Accept-Language": "ko"])
            #expect(page.body.contains("<html lang=\"en\">"))
        }
    }

    @Test(arguments: ["ko", "en"])
    func category_withWordsForAnIcon_comesBackWithASentenceBesideIt(language: String) async throws {
        try await withServer { fixture in
            let page = try await fixture.post(
                "/account/categories", ["name": "취미", "icon": "abcdef", "kind": "expense"],
                ["Accept-Language": language])
            #expect(page.status == 422)
            #expect(page.body.contains("id=\"icon-error\"") && page.body.contains("value=\"abcdef\""))
            #expect(page.body.contains(language == "ko" ? "이모지 하나만 쓰세요" : "Use one emoji"))
            let long = String(repeating: "가", count: 201)
            let again = try await fixture.post(
                "/account/categories", ["name": long, "kind": "expense"], ["Accept-Language": language])
            #expect(again.body.contains("id=\"name-error\""))
            #expect(again.body.contains(language == "ko" ? "200자까지" : "the limit is 200 characters"))
        }
    }

    @Test func category_andItem_deleted_areInTheTrash_andCanBeRestored() async throws {
        try await withServer { fixture in
            let item = try #require(fixture.source.state.withLock { $0.items.first })
            let gone = try await fixture.post("/collections/\(item.collectionID)/items/\(item.id)/delete", [:])
            let message = try await fixture.get(try #require(gone.headers["location"]), ["Accept-Language": "en"])
            #expect(message.body.contains("Item deleted") && message.body.contains("action=\"/undo\""))
            let coffee = try fixture.category("커피")
            let bread = try fixture.category("장보기")
            _ = try await fixture.post("/account/categories/\(coffee)/delete", ["replacement": bread])
            let trash = try await fixture.get("/trash", ["Accept-Language": "en"])
            for address in ["/trash/item/\(item.id)/restore", "/trash/category/\(coffee)/restore"] {
                #expect(trash.body.contains("action=\"\(address)\""))
                #expect(try await fixture.post(address, [:]).status == 303)
            }
            #expect(!(try await fixture.get("/trash").body.contains("/restore\"")))
            let list = try await fixture.get("/account/categories", ["Accept-Language": "ko"])
            #expect(list.body.contains("/account/categories/\(coffee)"))
        }
    }

    @Test func item_withAPicture_isStored_shownAndItsPictureTakenAway() async throws {
        try await withServer { fixture in
            let collection = try #require(fixture.source.state.withLock { $0.collections.first })
            let saved = try await fixture.upload(
                "/collections/\(collection.id)/items", ["name-ko": "새 항목", "quantity": "1"],
                files: [("picture", "a.jpg", WebFixture.jpeg)])
            #expect(saved.status == 303)
            let item = try #require(fixture.source.state.withLock { $0.items.last })
            let picture = try #require(item.picture)
            let page = try await fixture.get("/collections/\(collection.id)")
            #expect(page.body.contains("/photos/\(picture.id)/thumbnail"))
            let address = "/collections/\(collection.id)/items/\(item.id)"
            let form = try await fixture.get(address + "/edit")
            #expect(form.body.contains("name=\"remove\" value=\"\(picture.id)\""))
            let fields = ["name-ko": "새 항목", "quantity": "1", "remove": "\(picture.id)"]
            #expect(try await fixture.upload(address, fields, files: []).status == 303)
            #expect(fixture.source.state.withLock { $0.items.last?.picture } == nil)
            // One that is no picture is named, and what was typed stays.
            let wrong = try await fixture.upload(
                address, ["name-ko": "딴 이름", "quantity": "1"], files: [("picture", "a.txt", Data("text".utf8))])
            #expect(wrong.status == 422)
            #expect(wrong.body.contains("id=\"picture-error\"") && wrong.body.contains("value=\"딴 이름\""))
        }
    }

    @Test func export_listsTheDailyBackups() async throws {
        try await withServer { fixture in
            #expect(try await fixture.get("/export", ["Accept-Language": "en"]).body.contains("There is none yet."))
            _ = fixture.source.exports.backUp()
            let page = try await fixture.get("/export", ["Accept-Language": "en"])
            #expect(page.body.contains("Tue, Mar 31, 2026") && page.body.contains("/data/backups/2026-03-31"))
            #expect(page.body.contains("database 1.2 MB"))
        }
    }

    @Test func plan_memoAddedAndDeleted_showsAndGoes() async throws {
        try await withServer { fixture in
            let plan = try #require(fixture.source.state.withLock { $0.plans.first })
            let answer = try await fixture.upload(
                "/reading/\(plan.id)/memos", ["text": "새 메모", "page": "90", "kind": "quotation", "day": "오늘"],
                files: [])
            #expect(answer.status == 303)
            let page = try await fixture.get("/reading/\(plan.id)", ["Accept-Language": "ko"])
            #expect(page.body.contains("새 메모"))
            #expect(page.body.contains("90쪽"))
            #expect(page.body.contains("메모 4개"))
            let memo = try #require(fixture.source.state.withLock { $0.memos.last })
            let gone = try await fixture.post("/reading/\(plan.id)/memos/\(memo.id)/delete", [:])
            #expect(gone.status == 303)
            #expect(!(try await fixture.get("/reading/\(plan.id)").body.contains("새 메모")))
        }
    }

    @Test func plan_memoWithoutText_comesBackWithTheRest() async throws {
        try await withServer { fixture in
            let plan = try #require(fixture.source.state.withLock { $0.plans.first })
            let page = try await fixture.upload(
                "/reading/\(plan.id)/memos", ["text": " ", "page": "xii", "kind": "memo", "day": "오늘"], files: [])
            #expect(page.status == 422)
            #expect(page.body.contains("id=\"text-error\""))
            #expect(page.body.contains("value=\"xii\""))
        }
    }

    @Test func plan_deleted_saysHowManyMemosGo() async throws {
        try await withServer { fixture in
            let plan = try #require(fixture.source.state.withLock { $0.plans.first })
            #expect(try await fixture.get("/reading/\(plan.id)", ["Accept-Language": "ko"]).body.contains("메모 3개도 함께"))
            let answer = try await fixture.post("/reading/\(plan.id)/delete", [:])
            let page = try await fixture.get(try #require(answer.headers["location"]), ["Accept-Language": "en"])
            #expect(page.body.contains("Reading plan and 3 memos moved to the trash"))
            #expect(try await fixture.get("/reading/\(plan.id)").status == 404)
        }
    }

    @Test func toggle_item_keepsTheFilterAndTheRest() async throws {
        try await withServer { fixture in
            let collection = try #require(fixture.source.state.withLock { $0.collections.first })
            let item = try #require(fixture.source.state.withLock { $0.items.first { !$0.isOwned } })
            let back = "/collections/\(collection.id)?show=missing&group=%EC%95%84%EC%8B%9C%EC%95%84"
            let answer = try await fixture.post("/collections/\(collection.id)/items/\(item.id)/toggle", ["back": back])
            #expect(answer.headers["location"] == back)
            let page = try await fixture.get(back, ["Accept-Language": "ko"])
            #expect(page.body.contains("3 / 9 (33%)"))
            // The filter is remembered for the next visit without one.
            let cookie = try #require(page.headers["set-cookie"]?.components(separatedBy: ";").first)
            let again = try await fixture.get("/collections/\(collection.id)", ["Cookie": cookie])
            #expect(again.status == 303)
            #expect(again.headers["location"]?.contains("show=missing") == true)
        }
    }

    @Test func import_uploadPreviewRun_addsUpAndIsUndone() async throws {
        try await withServer(filled: false) { fixture in
            let csv = Data("2026-03-01,-500,커피\nnonsense\n2026-03-02,-700,<i>빵</i>".utf8)
            let uploaded = try await fixture.upload("/import", [:], files: [("file", "a.csv", csv)])
            let address = try #require(uploaded.headers["location"])
            let preview = try await fixture.get(address, ["Accept-Language": "ko"])
            #expect(preview.body.contains("2건 가져오기"))
            #expect(preview.body.contains("&lt;i&gt;빵&lt;/i&gt;"))
            #expect(preview.body.contains("읽지 못"))
            let run = try await fixture.post(address + "/run", ["line": "1", "shown": "1"])
            let result = try await fixture.get(try #require(run.headers["location"]), ["Accept-Language": "ko"])
            #expect(result.status == 200)
            #expect(result.body.contains("읽지 못한 줄"))
            let batch = try #require(fixture.source.state.withLock { $0.batches.first })
            let undone = try await fixture.post("/import/batches/\(batch.id)/undo", ["back": "/import"])
            #expect(undone.status == 303)
            #expect(fixture.source.state.withLock { $0.transactions.allSatisfy { $0.trashedAt != nil } })
        }
    }

    @Test func import_withoutAFile_saysSo() async throws {
        try await withServer { fixture in
            let page = try await fixture.upload("/import", [:], files: [])
            #expect(page.status == 422)
            #expect(page.body.contains("id=\"file-error\""))
        }
    }

    @Test func trash_restoredThing_isBack() async throws {
        try await withServer { fixture in
            let id = try fixture.entry("월세").id
            _ = try await fixture.post("/account/entries/\(id)/delete", [:])
            #expect(try await fixture.get("/trash").body.contains("월세"))
            let answer = try await fixture.post("/trash/entry/\(id)/restore", [:])
            #expect(answer.status == 303)
            #expect(try fixture.entry("월세").trashedAt == nil)
        }
    }

    @Test func longRequest_doesNotBlockOthers() async throws {
        try await withServer { fixture in
            fixture.source.hold()
            let slow = Task { try await fixture.get("/account") }
            // Assets need no manager: they come while the page waits for its values.
            let asset = try await fixture.get("/assets/app.css")
            #expect(asset.status == 200)
            fixture.source.release()
            let page = try await slow.value
            #expect(page.status == 200)
        }
    }

    @Test func events_changeElsewhere_reachesAnOpenTab() async throws {
        try await withServer { fixture in
            let url = try #require(URL(string: fixture.server.address + "/events"))
            let reader = EventReader()
            // A machine that is busy with other things takes its time.
            let configuration = URLSessionConfiguration.ephemeral
            configuration.timeoutIntervalForRequest = 600
            let session = URLSession(configuration: configuration, delegate: reader, delegateQueue: nil)
            let task = session.dataTask(with: url)
            task.resume()
            await reader.wait(for: "event: hello")
            fixture.source.announce([.account, .reading])
            await reader.wait(for: "{\"areas\":[\"account\",\"reading\"]}")
            task.cancel()
            session.invalidateAndCancel()
        }
    }
}

/// Gathers what a stream of events sends, and lets a test wait for a piece of it.
final class EventReader: NSObject, URLSessionDataDelegate, Sendable {
    private let (stream, continuation) = AsyncStream<String>.makeStream()

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        continuation.yield(String(decoding: data, as: UTF8.self))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.finish()
    }

    func wait(for piece: String) async {
        var text = ""
        for await part in stream {
            text += part
            if text.contains(piece) { return }
        }
        Issue.record("the stream ended without \(piece): \(text)")
    }

    // MARK: Export

    @Test func export_pageNamesEveryTable_andEachIsAnAttachment() async throws {
        try await withServer { fixture in
            let page = try await fixture.get("/export")
            #expect(page.status == 200)
            let paths = page.body.matches(of: /href="(\/export\/[^"]+)"/).map { String($0.output.1) }
            #expect(paths.contains("/export/archive") && paths.contains("/export/entries"))
            #expect(paths.contains { $0.hasPrefix("/export/collections/") })
            for path in paths {
                let answer = try await fixture.get(path)
                #expect(answer.status == 200, "\(path)")
                #expect(
                    answer.headers["content-disposition"]?.hasPrefix("attachment; filename=\"daybook-") == true,
                    "\(path)")
                #expect(!answer.body.isEmpty, "\(path)")
            }
        }
    }

    @Test func export_thatFails_saysWhy() async throws {
        try await withServer { fixture in
            fixture.source.state.withLock { $0.failures = [.diskFull] }
            let answer = try await fixture.get("/export/archive")
            #expect(answer.status == 507 && answer.headers["content-disposition"] == nil)
            #expect(try await fixture.get("/export/collections/\(UUID().uuidString)").status == 404)
            #expect(try await fixture.get("/export/collections/x").status == 404)
        }
    }

    @Test(arguments: [
        "/account?month=2026-13", "/account?month=0000-01", "/account?month=abc", "/account/statistics?period=x",
    ])
    func monthThatThereIsNot_isNotFound(path: String) async throws {
        try await withServer { fixture in
            let answer = try await fixture.get(path)
            #expect(answer.status == 404)
        }
    }

    @Test func lastMonthOfTheCalendar_canBeSeen() async throws {
        try await withServer { fixture in
            let answer = try await fixture.get("/account?month=9999-12")
            #expect(answer.status == 200)
        }
    }

    @Test func undo_withNothingToUndo_saysSo() async throws {
        try await withServer { fixture in
            let answer = try await fixture.post("/undo", ["back": "/account"])
            #expect(answer.status == 303)
            let page = try await fixture.get(try #require(answer.headers["location"]), ["Accept-Language": "en"])
            #expect(page.body.contains("There is nothing to undo"))
        }
    }

    @Test func settings_ofTwoForms_keepWhatTheOtherChose() async throws {
        try await withServer { fixture in
            let base = [
                "was-language": "", "was-currency": "KRW", "was-month-start": "1", "was-week": "sunday",
                "was-keys": "on",
            ]
            let form = ["language": "", "currency": "KRW", "month-start": "1", "week": "sunday", "keys": "1"]
            let page = try await fixture.get("/settings")
            for (name, value) in base where name != "was-language" {
                #expect(page.body.contains("name=\"\(name)\" value=\"\(value)\""))
            }
            for change in [["month-start": "25"], ["week": "monday"], ["currency": "USD"]] {
                let fields = base.merging(form) { _, new in new }.merging(change) { _, new in new }
                #expect(try await fixture.post("/settings", fields).status == 303)
            }
            var unticked = base.merging(form) { _, new in new }
            unticked["keys"] = nil
            #expect(try await fixture.post("/settings", unticked).status == 303)
            let settings = fixture.source.state.withLock { $0.settings }
            #expect(settings.monthStartDay == 25 && settings.weekStart == .monday)
            #expect(settings.homeCurrency == .usd && !settings.singleKeyShortcuts)
        }
    }

    @Test func category_offersNoPlaceThatGoesWithIt() async throws {
        try await withServer { fixture in
            let food = try fixture.category("식비")
            let page = try await fixture.get("/account/categories/\(food)")
            #expect(!page.body.contains("value=\"\(try fixture.category("커피"))\""))
            #expect(page.body.contains("value=\"\(try fixture.category("교통"))\""))
        }
    }

    @Test func undo_ofAStepTakenBackAlready_saysThereIsNothing() async throws {
        try await withServer { fixture in
            let id = try fixture.entry("월세").id
            let gone = try await fixture.post("/account/entries/\(id)/delete", [:])
            let step = try #require(gone.headers["location"]?.components(separatedBy: "said=").last)
            for words in ["Undone", "There is nothing to undo"] {
                let answer = try await fixture.post("/undo", ["step": step, "back": "/account"])
                #expect(answer.status == 303)
                let page = try await fixture.get(try #require(answer.headers["location"]), ["Accept-Language": "en"])
                #expect(page.body.contains(words))
            }
        }
    }

    @Test func undo_ofWhatWasChangedAgainSince_saysSo_andTheOneBeforeIsNext() async throws {
        try await withServer { fixture in
            let entry = try fixture.entry("월세")
            func save(_ amount: String) async throws {
                let category = try #require(entry.category?.id.uuidString)
                let answer = try await fixture.upload(
                    "/account/entries/\(entry.id)",
                    [
                        "kind": "expense", "amount": amount, "currency": "KRW", "category": category,
                        "day": entry.day.iso, "memo": entry.memo,
                    ], files: [])
                #expect(answer.status == 303)
            }
            func undo(_ fields: [String: String]) async throws -> String {
                let answer = try await fixture.post("/undo", fields)
                #expect(answer.status == 303)
                return try await fixture.get(
                    try #require(answer.headers["location"]), ["Accept-Language": "en"]
                ).body
            }
            try await save("700000")
            // Changed by somebody who leaves no step, another program say.
            fixture.source.state.withLock { state in
                for index in state.transactions.indices where state.transactions[index].id == entry.id {
                    state.transactions[index].amount = Money(minorUnits: 5, currency: .krw)
                }
            }
            #expect(try await undo(["back": "/account"]).contains("changed again since"))
            #expect(try fixture.entry("월세").amount.minorUnits == 5)
            #expect(try await undo(["back": "/account"]).contains("There is nothing to undo"))
        }
    }

    @Test func trash_ofMany_isShownByThePage_andRestoringStaysThere() async throws {
        try await withServer(filled: false) { fixture in
            fixture.source.state.withLock { state in
                state.transactions = (0..<250).map { number in
                    let moment = Date(timeIntervalSinceReferenceDate: Double(number))
                    return Transaction(
                        id: UUID(), kind: .expense, amount: Money(minorUnits: 10, currency: .krw), category: nil,
                        day: fixture.today, memo: "m\(number)", createdAt: moment, updatedAt: moment,
                        trashedAt: moment)
                }
            }
            func rows(_ page: String) -> Int { page.components(separatedBy: "/restore\"").count - 1 }
            let first = try await fixture.get("/trash", ["Accept-Language": "en"]).body
            #expect(rows(first) == 100 && first.contains("(250)") && first.contains("href=\"/trash?page=1\""))
            let last = try await fixture.get("/trash?page=2", ["Accept-Language": "en"]).body
            #expect(rows(last) == 50 && !last.contains("page=3"))
            #expect(last.contains("name=\"back\" value=\"/trash?page=2\""))
            let id = try fixture.entry("m240").id
            let answer = try await fixture.post("/trash/entry/\(id)/restore", ["back": "/trash?page=2"])
            #expect(answer.headers["location"]?.hasPrefix("/trash?page=2&said=") == true)
            // Beyond the end there is nothing, but the way back.
            let beyond = try await fixture.get("/trash?page=9").body
            #expect(rows(beyond) == 0 && beyond.contains("href=\"/trash?page=8\""))
        }
    }

    @Test func import_previewOfAHugeCell_isShort() async throws {
        try await withServer { fixture in
            let long = String(repeating: "가", count: 300_000)
            let text = "2026-03-01,\(long),x\n\(long),1,x\n2026-03-02,-100,\(long)\n"
            let sent = try await fixture.upload("/import", [:], files: [("file", "a.csv", Data(text.utf8))])
            let page = try await fixture.get(try #require(sent.headers["location"]))
            #expect(page.status == 200 && page.body.utf8.count < 60_000)
            #expect(page.body.contains("가…"))
        }
    }
}
