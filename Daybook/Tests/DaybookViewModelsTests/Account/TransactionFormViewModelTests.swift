import DaybookModel
import Foundation
import Testing

@testable import DaybookViewModels

@MainActor
struct TransactionFormViewModelTests {
    @Test func prepare_newEntry_isTodayInTheHomeCurrency() async throws {
        let fixture = try Fixture()
        fixture.source.state.withLock { $0.settings.homeCurrency = .usd }
        let model = TransactionFormViewModel(services: fixture.services)
        #expect(await model.prepare())
        #expect(model.day == "2026-03-31")
        #expect(model.currency == "USD")
        #expect(model.kind == .expense)
        #expect(!model.categories.isEmpty)
    }

    @Test func prepare_existingEntry_fillsEveryField() async throws {
        let fixture = try Fixture()
        let entry = try fixture.newest()
        let model = TransactionFormViewModel(services: fixture.services, id: entry.id)
        #expect(await model.prepare())
        #expect(model.kind == .expense)
        #expect(model.amount == "12,000")
        #expect(model.currency == "KRW")
        #expect(model.category == entry.category?.id.uuidString)
        #expect(model.day == "2026-03-31")
        #expect(model.memo == "점심 김치찌개")
        #expect(model.payment == "신용카드")
        #expect(model.version == entry.updatedAt)
    }

    @Test func prepare_copying_isDatedTodayWithoutPhotosAndIdentity() async throws {
        let fixture = try Fixture()
        let old = try #require(fixture.source.state.withLock { $0.transactions.first { $0.memo == "월세" } })
        let model = TransactionFormViewModel(services: fixture.services)
        #expect(await model.prepare(copying: old.id))
        #expect(model.day == "2026-03-31")
        #expect(model.memo == "월세")
        #expect(model.version == nil)
        #expect(model.photos.isEmpty)
    }

    @Test func prepare_entryThatIsGone_saysSo() async throws {
        let fixture = try Fixture()
        let id = UUID()
        let model = TransactionFormViewModel(services: fixture.services, id: id)
        #expect(await model.prepare() == false)
        #expect(model.error == .notFound(.transaction, id))
    }

    @Test func save_everythingWrong_notesEveryFieldAndKeepsWhatWasTyped() async throws {
        let fixture = try Fixture()
        let model = TransactionFormViewModel(services: fixture.services)
        model.amount = "만원쯤"
        model.day = "2월 30일"
        model.memo = "커피"
        #expect(await model.save(undo: fixture.undo) == nil)
        #expect(model.errors[.amount] == .validation(.amount, .unreadable))
        #expect(model.errors[.day] == .validation(.day, .noSuchDay(year: 2026, month: 2, day: 30)))
        #expect(model.errors[.category] == .validation(.category, .missing))
        #expect(model.amount == "만원쯤")
        #expect(model.memo == "커피")
        #expect(fixture.undo.steps.isEmpty)
    }

    @Test(arguments: [("1.2만", 12_000), ("4500+3200", 7_700), ("12,300원", 12_300)])
    func save_amountAsPeopleWriteIt_isExact(typed: String, units: Int64) async throws {
        let fixture = try Fixture()
        let model = TransactionFormViewModel(services: fixture.services)
        await model.prepare()
        model.amount = typed
        model.category = try fixture.category("커피").id.uuidString
        let saved = try #require(await model.save(undo: fixture.undo))
        #expect(saved.transaction.amount == Money(minorUnits: units, currency: .krw))
    }

    @Test func save_fractionInWon_pointsAtTheAmount() async throws {
        let fixture = try Fixture()
        let model = TransactionFormViewModel(services: fixture.services)
        await model.prepare()
        model.amount = "12.50"
        model.category = try fixture.category("커피").id.uuidString
        #expect(await model.save(undo: fixture.undo) == nil)
        #expect(model.errors[.amount] == .validation(.amount, .tooManyDecimals(allowed: 0)))
    }

    @Test func undo_afterAdding_movesTheEntryToTheTrash() async throws {
        let fixture = try Fixture()
        let model = TransactionFormViewModel(services: fixture.services)
        await model.prepare()
        model.amount = "100"
        model.category = try fixture.category("커피").id.uuidString
        let saved = try #require(await model.save(undo: fixture.undo))
        #expect(await fixture.undo.undo(saved.step) == .undone)
        #expect(fixture.entry(saved.transaction.id)?.trashedAt != nil)
    }

    @Test func undo_afterEditing_bringsBackEveryField() async throws {
        let fixture = try Fixture()
        let before = try fixture.newest()
        let model = TransactionFormViewModel(services: fixture.services, id: before.id)
        await model.prepare()
        model.amount = "1"
        model.memo = "다른 것"
        model.day = "어제"
        let saved = try #require(await model.save(undo: fixture.undo))
        #expect(saved.transaction.day == fixture.today.adding(days: -1))
        #expect(await fixture.undo.undo(saved.step) == .undone)
        let after = try #require(fixture.entry(before.id))
        #expect(TransactionDraft(after) == TransactionDraft(before))
    }

    @Test func save_changedElsewhereMeanwhile_isAConflictOnceAndThenWins() async throws {
        let fixture = try Fixture()
        let entry = try fixture.newest()
        let model = TransactionFormViewModel(services: fixture.services, id: entry.id)
        await model.prepare()
        fixture.source.state.withLock { state in
            for index in state.transactions.indices where state.transactions[index].id == entry.id {
                state.transactions[index].updatedAt += 5
            }
        }
        model.memo = "내가 쓴 것"
        #expect(await model.save(undo: fixture.undo) == nil)
        #expect(model.errors.general == .conflict(.transaction, entry.id))
        await model.prepareAgain()
        #expect(model.memo == "내가 쓴 것")
        let again = TransactionFormViewModel(services: fixture.services, id: entry.id)
        await again.prepare()
        again.memo = model.memo
        again.version = model.version
        #expect(await again.save(undo: fixture.undo)?.transaction.memo == "내가 쓴 것")
    }

    @Test func conflict_untouchedFields_takeTheNewerValue_andTouchedOnesShowBoth() async throws {
        let fixture = try Fixture()
        let entry = try fixture.newest()
        let opened = TransactionFormViewModel(services: fixture.services, id: entry.id)
        await opened.prepare()
        fixture.source.state.withLock { state in
            for index in state.transactions.indices where state.transactions[index].id == entry.id {
                state.transactions[index].updatedAt += 5
                state.transactions[index].memo = "다른 탭"
                state.transactions[index].payment = "다른 카드"
                state.transactions[index].amount = Money(minorUnits: 777, currency: .krw)
            }
        }
        let model = TransactionFormViewModel(services: fixture.services, id: entry.id)
        model.fields = opened.fields
        model.base = opened.base
        model.version = opened.version
        model.memo = "이 탭"
        #expect(await model.save(undo: fixture.undo) == nil)
        await model.prepareAgain()
        #expect(model.memo == "이 탭" && model.theirs == ["memo": "다른 탭"])
        #expect(model.amount == "777" && model.payment == "다른 카드")
        let again = TransactionFormViewModel(services: fixture.services, id: entry.id)
        again.fields = model.fields
        again.version = model.version
        let saved = try #require(await again.save(undo: fixture.undo)?.transaction)
        #expect(saved.memo == "이 탭" && saved.amount.minorUnits == 777 && saved.payment == "다른 카드")
    }

    @Test func merge_lineEndsOfABrowser_areNoChange() async throws {
        let fixture = try Fixture()
        let model = TransactionFormViewModel(services: fixture.services)
        model.memo = "가\r\n나"
        model.base = ["memo": "가\r\n나"]
        model.merge(["memo": "가\n다"])
        #expect(model.memo == "가\n다" && model.theirs.isEmpty)
    }

    @Test func save_photoThatIsNoImage_keepsTheRestAndStoresNothing() async throws {
        let fixture = try Fixture()
        let count = fixture.source.state.withLock { $0.transactions.count }
        let model = TransactionFormViewModel(services: fixture.services)
        await model.prepare()
        model.amount = "100"
        model.category = try fixture.category("커피").id.uuidString
        model.addedPhotos = [PhotoUpload(data: Data("text".utf8), fileName: "a.jpg")]
        #expect(await model.save(undo: fixture.undo) == nil)
        #expect(model.errors[.photos] == .validation(.photos, .photoNotRecognised(fileName: "a.jpg")))
        #expect(fixture.source.state.withLock { $0.transactions.count } == count)
    }

    @Test func save_photoRemovedAndAdded_isUndoneAsOne() async throws {
        let fixture = try Fixture()
        let jpeg = PhotoUpload(data: Data([0xFF, 0xD8, 0xFF]), fileName: "a.jpg")
        let entry = try fixture.newest()
        let first = TransactionFormViewModel(services: fixture.services, id: entry.id)
        await first.prepare()
        first.addedPhotos = [jpeg]
        let photo = try #require(await first.save(undo: fixture.undo)?.transaction.photos.first)
        let second = TransactionFormViewModel(services: fixture.services, id: entry.id)
        await second.prepare()
        #expect(second.photos == [photo])
        second.removedPhotos = [photo.id]
        second.addedPhotos = [jpeg, jpeg]
        #expect(await second.save(undo: fixture.undo)?.transaction.photos.count == 2)
    }

    @Test func suggestedCategory_memoSeenBefore_isTheOneLastUsed() async throws {
        let fixture = try Fixture()
        let model = TransactionFormViewModel(services: fixture.services)
        #expect(await model.suggestedCategory(memo: " 버스 ", kind: .expense)?.name == "대중교통")
        #expect(await model.suggestedCategory(memo: "처음 쓰는 말", kind: .expense) == nil)
        #expect(await model.suggestedCategory(memo: "", kind: .expense) == nil)
    }

    /// An entry with photos, opened in a form, and then deleted elsewhere: the form that comes back.
    private func returnedForm(
        _ fixture: Fixture, photos: Int
    ) async throws -> (entry: Transaction, form: TransactionFormViewModel) {
        let entry = try fixture.newest()
        let first = TransactionFormViewModel(services: fixture.services, id: entry.id)
        await first.prepare()
        first.addedPhotos = (0..<photos).map {
            PhotoUpload(data: Data([0xFF, 0xD8, UInt8($0)]), fileName: "\($0).jpg")
        }
        let saved = try #require(await first.save(undo: fixture.undo)?.transaction)
        let form = TransactionFormViewModel(services: fixture.services, id: entry.id)
        await form.prepare()
        form.memo = "다시 쓴 것"
        _ = await SingleValue.of(fixture.source.transactions.delete(id: entry.id))
        #expect(await form.save(undo: fixture.undo) == nil)
        #expect(form.errors.general == .notFound(.transaction, entry.id))
        await form.prepareAgain()
        return (saved, form)
    }

    /// The form as the browser sends it the second time.
    private func resent(_ form: TransactionFormViewModel, _ fixture: Fixture) -> TransactionFormViewModel {
        let again = TransactionFormViewModel(services: fixture.services)
        again.fields = form.fields
        again.source = form.source
        again.removedPhotos = form.removedPhotos
        return again
    }

    private func bytes(_ photos: [Photo], _ fixture: Fixture) -> [Data?] {
        fixture.source.state.withLock { state in photos.map { state.photos[$0.id] } }
    }

    @Test func saveAsNew_entryDeletedElsewhere_copiesThePhotosThatAreShown() async throws {
        let fixture = try Fixture()
        let (entry, form) = try await returnedForm(fixture, photos: 3)
        #expect(form.source == entry.id && form.photos == entry.photos)
        let again = resent(form, fixture)
        again.removedPhotos = [entry.photos[1].id]
        again.addedPhotos = [PhotoUpload(data: Data([0xFF, 0xD8, 99]))]
        let added = try #require(await again.save(undo: fixture.undo)?.transaction)
        #expect(added.id != entry.id && added.memo == "다시 쓴 것")
        #expect(
            bytes(added.photos, fixture) == [Data([0xFF, 0xD8, 0]), Data([0xFF, 0xD8, 2]), Data([0xFF, 0xD8, 99])])
        // Copies: emptying the trash takes nothing from the new entry.
        #expect(Set(added.photos.map(\.id)).isDisjoint(with: entry.photos.map(\.id)))
        #expect(fixture.entry(entry.id)?.photos == entry.photos)
    }

    @Test func saveAsNew_tooManyPhotosTogether_isSaidAndNothingIsLost() async throws {
        let fixture = try Fixture()
        let (entry, form) = try await returnedForm(fixture, photos: 5)
        let again = resent(form, fixture)
        again.addedPhotos = [PhotoUpload(data: Data([0xFF, 0xD8, 99]))]
        #expect(await again.save(undo: fixture.undo) == nil)
        #expect(again.errors[.photos] == .validation(.photos, .tooManyPhotos(limit: 5)))
        await again.prepareAgain()
        #expect(again.source == entry.id && again.photos == entry.photos)
    }

    @Test func saveAsNew_trashEmptiedMeanwhile_saysSoOnceAndThenSavesWithoutThem() async throws {
        let fixture = try Fixture()
        let (entry, form) = try await returnedForm(fixture, photos: 1)
        _ = await SingleValue.of(fixture.source.trash.empty(trashedBefore: nil))
        let again = resent(form, fixture)
        #expect(await again.save(undo: fixture.undo) == nil)
        #expect(again.errors.general == .notFound(.photo, entry.id))
        await again.prepareAgain()
        #expect(again.source == nil && again.photos.isEmpty)
        #expect(await resent(again, fixture).save(undo: fixture.undo)?.transaction.photos == [])
    }

    @Test func saveAsNew_oneFileIsGone_isTickedAwayAndTheOthersCome() async throws {
        let fixture = try Fixture()
        let (entry, form) = try await returnedForm(fixture, photos: 2)
        fixture.source.state.withLock { $0.photos[entry.photos[0].id] = nil }
        let again = resent(form, fixture)
        #expect(await again.save(undo: fixture.undo) == nil)
        #expect(again.errors.general == .notFound(.photo, entry.photos[0].id))
        await again.prepareAgain()
        let added = await resent(again, fixture).save(undo: fixture.undo)?.transaction
        #expect(bytes(try #require(added?.photos), fixture) == [Data([0xFF, 0xD8, 1])])
    }
}
