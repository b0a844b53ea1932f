import DaybookModel
import Foundation
import Testing

@testable import DaybookWeb

@MainActor
struct AccountRoutesTests {
    @Test func largeMonth_isShownByThePage_andWithItsEntry() async throws {
        try await withServer(filled: false) { fixture in
            var ids: [UUID] = []
            fixture.source.state.withLock { state in
                for number in 0..<450 {
                    let moment = Date(timeIntervalSinceReferenceDate: Double(number))
                    ids.append(UUID())
                    state.transactions.append(
                        Transaction(
                            id: ids[number], kind: .expense, amount: Money(minorUnits: 10, currency: .krw),
                            category: nil, day: fixture.today, memo: "m\(number)", createdAt: moment,
                            updatedAt: moment))
                }
            }
            func rows(_ page: String) -> Int { page.components(separatedBy: "class=\"entry\"").count - 1 }
            let first = try await fixture.get("/account?month=2026-03")
            #expect(rows(first.body) == 200 && first.body.contains("href=\"/account?month=2026-03&amp;page=1\""))
            let last = try await fixture.get("/account?month=2026-03&page=2")
            #expect(rows(last.body) == 50 && last.body.contains("href=\"/account?month=2026-03&amp;page=1\""))
            // The oldest entry stands on the last page, and its page is the one beside it.
            let detail = try await fixture.get("/account/entries/\(ids[0])")
            #expect(rows(detail.body) == 50 && detail.body.contains("id=\"entry-\(ids[0])\""))
            let calendar = try await fixture.get("/account?month=2026-03&view=calendar")
            #expect(rows(calendar.body) == 0 && calendar.body.contains("day=2026-03-31#day-2026-03-31"))
        }
    }

    private func fields(_ fixture: WebFixture, _ changes: [String: String] = [:]) throws -> [String: String] {
        [
            "kind": "expense", "amount": "1.2만", "currency": "KRW", "category": try fixture.category("커피"),
            "day": "어제", "memo": "새 카페", "payment": "", "back": "/account",
        ].merging(changes) { $1 }
    }

    @Test func home_inBothLanguages_showsTheMonth() async throws {
        try await withServer { fixture in
            let korean = try await fixture.get("/account", ["Accept-Language": "ko"])
            #expect(korean.body.contains("<html lang=\"ko\">"))
            #expect(korean.body.contains("2026년 3월"))
            #expect(korean.body.contains("−12,000원"))
            let english = try await fixture.get("/account", ["Accept-Language": "en"])
            #expect(english.body.contains("<html lang=\"en\">"))
            #expect(english.body.contains("March 2026"))
            #expect(english.body.contains("−₩12,000"))
            #expect(!english.body.contains(".00원"))
        }
    }

    @Test func home_emptyBook_offersTheFirstSteps() async throws {
        try await withServer(filled: false) { fixture in
            let page = try await fixture.get("/account", ["Accept-Language": "ko"])
            #expect(page.body.contains("가계부가 비어 있습니다"))
            #expect(page.body.contains("href=\"/account/entries/new\""))
            #expect(page.body.contains("href=\"/import\""))
        }
    }

    @Test func add_validForm_storesAndLeadsToTheMonthWithAMessage() async throws {
        try await withServer { fixture in
            let answer = try await fixture.upload("/account/entries", try fields(fixture), files: [])
            #expect(answer.status == 303)
            let added = try fixture.entry("새 카페")
            #expect(added.amount.minorUnits == 12_000)
            #expect(added.day.iso == "2026-03-30")
            let target = try #require(answer.headers["location"])
            #expect(target.hasPrefix("/account?month=2026-03&said="))
            let page = try await fixture.get(target, ["Accept-Language": "ko"])
            #expect(page.body.contains("내역을 저장했습니다"))
            #expect(page.body.contains("되돌리기"))
        }
    }

    @Test func add_wrongFields_comesBackWithEveryValueAndItsRemarks() async throws {
        try await withServer { fixture in
            let wrong = try fields(fixture, ["amount": "만원쯤 <b>", "day": "2월 30일", "category": ""])
            let page = try await fixture.upload(
                "/account/entries", wrong, files: [("photos", "영수증.jpg", WebFixture.jpeg)])
            #expect(page.status == 422)
            #expect(page.body.contains("value=\"만원쯤 &lt;b&gt;\""))
            #expect(page.body.contains("value=\"2월 30일\""))
            #expect(page.body.contains("value=\"새 카페\""))
            for id in ["amount", "day", "category"] { #expect(page.body.contains("id=\"\(id)-error\""), "\(id)") }
            // The photo that came along need not be chosen again.
            #expect(page.body.contains("name=\"staged\""))
            #expect(page.body.contains("영수증.jpg"))
        }
    }

    @Test func add_photoKeptFromAnEarlierTry_isStored() async throws {
        try await withServer { fixture in
            let files = [(field: "photos", name: "a.jpg", data: WebFixture.jpeg)]
            let page = try await fixture.upload("/account/entries", try fields(fixture, ["amount": ""]), files: files)
            let marker = "name=\"staged\" value=\""
            let start = try #require(page.body.range(of: marker)?.upperBound)
            let staged = String(page.body[start...].prefix(36))
            let answer = try await fixture.upload(
                "/account/entries", try fields(fixture, ["staged": staged]), files: [])
            #expect(answer.status == 303)
            let photo = try #require(try fixture.entry("새 카페").photos.first)
            let file = try await fixture.get("/photos/\(photo.id)/original")
            #expect(file.status == 200)
            #expect(file.headers["content-type"] == "image/jpeg")
        }
    }

    @Test func add_fileThatIsNoPhoto_namesItAndKeepsTheEntry() async throws {
        try await withServer { fixture in
            let files = [(field: "photos", name: "notes.jpg", data: Data("just text".utf8))]
            let page = try await fixture.upload("/account/entries", try fields(fixture), files: files)
            #expect(page.status == 422)
            #expect(page.body.contains("notes.jpg"))
            #expect(page.body.contains("id=\"photos-error\""))
            #expect(page.body.contains("value=\"새 카페\""))
            #expect(!page.body.contains("name=\"staged\""))
        }
    }

    @Test func edit_form_isPrefilledById() async throws {
        try await withServer { fixture in
            let entry = try fixture.entry("점심 김치찌개")
            let page = try await fixture.get("/account/entries/\(entry.id)/edit", ["Accept-Language": "ko"])
            #expect(page.body.contains("value=\"12,000\""))
            #expect(page.body.contains("value=\"점심 김치찌개\""))
            #expect(page.body.contains("value=\"신용카드\""))
            #expect(
                page.body.contains("value=\"\(entry.category?.id.uuidString ?? "")\" data-kind=\"expense\" selected"))
        }
    }

    @Test func save_afterChangeElsewhere_asksAndThenOverwrites() async throws {
        try await withServer { fixture in
            let entry = try fixture.entry("점심 김치찌개")
            let old = VersionParameter.text(entry.updatedAt - 10)
            let page = try await fixture.upload(
                "/account/entries/\(entry.id)", try fields(fixture, ["version": old]), files: [])
            #expect(page.status == 422)
            #expect(page.body.contains("value=\"새 카페\""))
            let version = VersionParameter.text(entry.updatedAt)
            #expect(page.body.contains("name=\"version\" value=\"\(version)\""))
            let answer = try await fixture.upload(
                "/account/entries/\(entry.id)", try fields(fixture, ["version": version]), files: [])
            #expect(answer.status == 303)
            #expect(try fixture.entry("새 카페").id == entry.id)
        }
    }

    @Test func save_entryDeletedElsewhere_isOfferedAsNew() async throws {
        try await withServer { fixture in
            let entry = try fixture.entry("점심 김치찌개")
            fixture.source.state.withLock { state in state.transactions.removeAll { $0.id == entry.id } }
            let page = try await fixture.upload("/account/entries/\(entry.id)", try fields(fixture), files: [])
            #expect(page.status == 422)
            #expect(page.body.contains("action=\"/account/entries\""))
            #expect(page.body.contains("value=\"새 카페\""))
        }
    }

    @Test func delete_thenUndo_bringsItBack() async throws {
        try await withServer { fixture in
            let id = try fixture.entry("월세").id
            let answer = try await fixture.post("/account/entries/\(id)/delete", ["list": "/account?month=2026-03"])
            let target = try #require(answer.headers["location"])
            let page = try await fixture.get(target)
            #expect(!page.body.contains("id=\"entry-\(id)\""))
            let step = try #require(target.components(separatedBy: "said=").last)
            let undone = try await fixture.post("/undo", ["step": step, "back": "/account?month=2026-03"])
            #expect(undone.status == 303)
            #expect(try await fixture.get("/account?month=2026-03").body.contains("월세"))
        }
    }

    @Test func detail_deletedEntry_isNotFoundInWords() async throws {
        try await withServer { fixture in
            let id = try fixture.entry("월세").id
            _ = try await fixture.post("/account/entries/\(id)/delete", [:])
            let page = try await fixture.get("/account/entries/\(id)", ["Accept-Language": "ko"])
            #expect(page.status == 404)
            #expect(page.body.contains("다른 곳에서"))
            #expect(page.body.contains("data-home"))
        }
    }

    @Test func duplicate_form_isACopyDatedToday() async throws {
        try await withServer { fixture in
            let id = try fixture.entry("월세").id
            let page = try await fixture.get("/account/entries/new?from=\(id)")
            #expect(page.body.contains("value=\"월세\""))
            #expect(page.body.contains("value=\"2026-03-31\""))
            #expect(page.body.contains("action=\"/account/entries\""))
        }
    }

    @Test func statistics_chartAndTable_haveTheSameNumbers() async throws {
        try await withServer { fixture in
            let page = try await fixture.get("/account/statistics?period=2026-03", ["Accept-Language": "ko"])
            #expect(page.body.components(separatedBy: "650,000원").count >= 3)
            #expect(page.body.contains("<svg class=\"bar\""))
            #expect(page.body.contains("<table"))
        }
    }

    @Test func search_filterInTheAddress_isShownAndApplied() async throws {
        try await withServer { fixture in
            let page = try await fixture.get("/account/search?q=%EB%B2%84%EC%8A%A4&min=abc", ["Accept-Language": "ko"])
            #expect(page.body.contains("value=\"버스\""))
            #expect(page.body.contains("id=\"min-error\""))
            let found = try await fixture.get("/account/search?q=%EB%B2%84%EC%8A%A4", ["Accept-Language": "ko"])
            #expect(found.body.contains("내역 1건"))
        }
    }

    @Test(arguments: ["/account?month=2026-99", "/account/entries/nonsense", "/account/x", "/reading/1/2/3", "/%00"])
    func get_addressThatIsNone_isAPageOrTheCurrentMonth(path: String) async throws {
        try await withServer { fixture in
            let page = try await fixture.get(path)
            #expect([200, 404].contains(page.status))
            #expect(page.body.contains("<main"))
        }
    }

    @Test func fileOverTheLimit_keepsTheFormAndSaysSo() async throws {
        try await withServer { fixture in
            let big = WebFixture.jpeg + Data(count: 21 * 1024 * 1024)
            let page = try await fixture.upload(
                "/account/entries", try fields(fixture), files: [("photos", "big.jpg", big)])
            #expect(page.status == 422)
            #expect(page.body.contains("big.jpg"))
            #expect(page.body.contains("20"))
            #expect(page.body.contains("value=\"새 카페\""))
            let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path + "/uploads")
            #expect(left.isEmpty)
        }
    }

    @Test func save_entryWithAPhotoDeletedElsewhere_keepsThePhotoInTheNewOne() async throws {
        try await withServer { fixture in
            let files = [(field: "photos", name: "a.jpg", data: WebFixture.jpeg)]
            let first = try await fixture.upload("/account/entries", try fields(fixture), files: files)
            #expect(first.status == 303)
            let entry = try fixture.entry("새 카페")
            _ = try await fixture.post("/account/entries/\(entry.id)/delete", [:])
            let changed = try fields(fixture, ["memo": "고친 카페", "version": VersionParameter.text(entry.updatedAt)])
            let page = try await fixture.upload("/account/entries/\(entry.id)", changed, files: [])
            #expect(page.status == 422)
            #expect(page.body.contains("action=\"/account/entries\""))
            #expect(page.body.contains("name=\"source\" value=\"\(entry.id)\""))
            #expect(page.body.contains("/photos/\(entry.photos[0].id)/thumbnail"))
            let again = try await fixture.upload(
                "/account/entries", changed.merging(["source": entry.id.uuidString]) { $1 }, files: [])
            #expect(again.status == 303)
            let photo = try #require(try fixture.entry("고친 카페").photos.first)
            #expect(photo.id != entry.photos[0].id)
            #expect(try await fixture.get("/photos/\(photo.id)/original").status == 200)
        }
    }

    @Test func undo_message_namesTheEntry() async throws {
        try await withServer { fixture in
            let entry = try fixture.entry("월세")
            let gone = try await fixture.post("/account/entries/\(entry.id)/delete", [:])
            let said = try await fixture.get(try #require(gone.headers["location"]), ["Accept-Language": "en"])
            #expect(said.body.contains("Entry moved to the trash: 월세 · −₩650,000"))
            let undone = try await fixture.post("/undo", ["back": "/account"])
            let page = try await fixture.get(try #require(undone.headers["location"]), ["Accept-Language": "ko"])
            #expect(page.body.contains("되돌렸습니다: 내역을 휴지통으로 옮겼습니다: 월세 · −650,000원"))
        }
    }

    @Test func categoryOptions_beginWithTheName() async throws {
        try await withServer { fixture in
            let page = try await fixture.get("/account/entries/new", ["Accept-Language": "ko"]).body
            let options = page.matches(of: /<option[^>]*data-kind[^>]*>([^<]*)</).map { String($0.1) }
            #expect(!options.isEmpty)
            for option in options {
                // An indent stands before the second level; browsers skip it when a person types.
                let first = option.unicodeScalars.first { !$0.properties.isWhitespace }
                #expect(first?.properties.isAlphabetic == true, "\(option)")
            }
        }
    }

    @Test func emptyMonth_offersWhatToDo() async throws {
        try await withServer { fixture in
            let page = try await fixture.get("/account?month=2019-03").body
            let month = try #require(page.components(separatedBy: "id=\"month\"").last)
            #expect(month.contains("href=\"/account/entries/new\"") && month.contains("href=\"/import\""))
        }
    }
}
