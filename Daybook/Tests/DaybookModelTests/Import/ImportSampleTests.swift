import Foundation
import Testing

@testable import DaybookModel

/// The sample files, each read whole: what was recognised and what every row became.
@Suite(.needsSamples) struct ImportSampleTests {
    private func read(_ path: String, _ options: ImportOptions = ImportOptions()) throws -> ParsedFile {
        let today = try #require(CalendarDay(iso: "2026-04-10"))
        return try ImportReader(homeCurrency: .krw, today: today).read(Samples.data(path), options: options)
    }

    private func entries(_ file: ParsedFile) -> [String] {
        file.rows.map { row in
            guard let entry = row.transaction else { return "\(row.line) \(row.state.rawValue)" }
            return
                "\(entry.day) \(entry.time ?? "-") \(entry.kind.rawValue) \(entry.amount.plainText) \(entry.amount.currency) \(entry.memo)"
        }
    }

    @Test func bank_cp949_readsTwoColumns() throws {
        let file = try read("account/bank-two-columns-cp949.csv")
        #expect(file.encoding == .cp949)
        #expect(file.format == .transactionTable)
        #expect(file.questions.isEmpty)
        #expect(
            entries(file) == [
                "2026-03-31 23:58:12 expense 8900 KRW 가람편의점 · 체크카드",
                "2026-03-31 12:20:45 expense 11000 KRW 똠얌식당 · 체크카드",
                "2026-03-31 12:20:45 expense 11000 KRW 똠얌식당 · 체크카드",
                "2026-03-28 09:00:03 income 2450000 KRW 하늘상사 · 급여",
                "2026-03-25 08:10:00 expense 55120 KRW 나라통신 010-****-0000 · 자동이체",
                "2026-03-05 18:31:27 expense 300000 KRW 김*름 · 모바일이체",
                "2026-03-01 00:00:01 expense 50000 KRW ATM · ATM출금",
            ])
    }

    @Test func bank_withLinesAboveTheHeader_findsIt() throws {
        let file = try read("account/bank-preamble-signed-utf8.csv")
        #expect(file.encoding == .utf8)
        #expect(file.header.first == "거래일시")
        #expect(file.source.hasSuffix("0001"))
        #expect(
            entries(file) == [
                "2026-03-02 09:12:00 expense 5500 KRW 푸른카페 시청점",
                "2026-03-03 10:00:00 income 30000 KRW 이*진 · 더치페이, 점심",
                "2026-03-31 23:59:59 expense 3200 KRW 동네편의점",
            ])
    }

    @Test func simple_eucKR_readsSigns() throws {
        let file = try read("account/simple-euc-kr.csv")
        #expect(file.encoding == .cp949)
        #expect(
            entries(file) == [
                "2026-04-01 - expense 25500 KRW 서울식품", "2026-04-02 - income 60000 KRW 이가람",
                "2026-04-03 - expense 88250 KRW 부산마트",
            ])
    }

    @Test func banksalad_keepsKindsAndCurrencies() throws {
        let file = try read("account/banksalad-ledger-utf8-bom.csv")
        #expect(file.format == .banksalad)
        #expect(file.header.first == "날짜")
        #expect(file.questions.isEmpty)
        #expect(
            entries(file) == [
                "2026-03-31 23:59 expense 18900 KRW 가람분식",
                "2026-03-30 14:05 expense 1800 KRW 동네편의점 · 집 앞",
                "2026-03-28 09:00 income 2450000 KRW 하늘상사",
                "2026-03-28 09:01 transfer 500000 KRW 세이프박스",
                "2026-03-28 09:01 transfer 500000 KRW 세이프박스",
                "2026-03-27 10:30 transfer 312400 KRW 푸른카드",
                "2026-03-15 20:11 expense 4.99 USD 해외앱 · 달러 결제",
                "2026-03-12 12:00 expense 7990 KRW 환불 처리 · 지출인데 금액이 양수",
            ])
        #expect(file.rows[0].transaction?.category == "식비")
        #expect(file.rows[0].transaction?.subcategory == "배달")
        #expect(file.rows[2].transaction?.subcategory == nil)
        #expect(file.rows[0].transaction?.payment == "푸른카드")
    }

    @Test func pyeonhan_readsTheHomeAmount() throws {
        let file = try read("account/pyeonhan-gagyebu.csv")
        #expect(file.format == .pyeonhan)
        #expect(file.questions.isEmpty)
        #expect(
            entries(file) == [
                "2026-03-31 13:04:35 expense 66000 KRW 푸른게임 · 할인 적용",
                "2026-03-30 20:06:11 expense 3880 KRW 전자책",
                "2026-03-28 09:00:00 income 2450000 KRW 하늘상사 · 3월 급여",
                "2026-03-28 09:05:00 transfer 500000 KRW 적금",
                "2026-03-15 - expense 2900 KRW 푸른카페, 2층 · 시각 없음",
                "2026-03-10 11:20:00 expense 67350 KRW 해외숙소 · 50달러 · USD 50.00",
            ])
        #expect(file.rows[0].transaction?.payment == "가상은행")
    }

    @Test func overlap_cancellation_goesTheOtherWay() throws {
        let file = try read("account/overlap-2-march-april.csv")
        let cancellation = try #require(file.rows.last?.transaction)
        #expect(cancellation.kind == .income)
        #expect(cancellation.amount.minorUnits == 54_000)
        #expect(cancellation.isCancellation)
    }

    @Test func overlap_keys_onlyTheNewOnesAreNew() throws {
        func keys(_ path: String) throws -> [String] {
            var keys = ImportKeys(source: "")
            return try read(path).rows.compactMap { row in row.transaction.map { keys.key(for: $0) } }
        }
        let first = try keys("account/overlap-1-march.csv")
        #expect(Set(first).count == 4)
        let second = try keys("account/overlap-2-march-april.csv")
        #expect(Set(second).subtracting(first).count == 2)
        #expect(try keys("account/overlap-1-march.csv") == first)
    }

    @Test func goodreads_becomesPlans() throws {
        let file = try read("reading/goodreads-24-columns.csv")
        #expect(file.format == .goodreads)
        let books = file.rows.compactMap(\.book)
        #expect(
            books.map(\.title) == [
                "The Gallic War", "구운몽", "Pride and Prejudice (Classics, #1)", "Walden", "Les Misérables",
            ])
        #expect(books.map(\.author) == ["Julius Caesar", "김만중", "Jane Austen", "Henry David Thoreau", "Victor Hugo"])
        #expect(books.map(\.totalPages) == [nil, 352, 304, nil, 1463])
        #expect(books.map(\.status) == [.done, .done, .planned, .reading, .planned])
        #expect(books.map(\.endDay?.iso) == ["2026-02-23", "2026-03-01", nil, nil, nil])
        #expect(books[1].memos.map(\.text) == ["두 번 읽었다.\n\n\"다시\" 읽을 책.", "비공개 메모"])
        #expect(Set(books.map(\.sourceID)).count == 5)
    }

    @Test func collection_readsMarksOfEveryKind() throws {
        let file = try read("collection/my-list.csv")
        #expect(file.format == .collectionTable)
        let items = file.rows.compactMap(\.item)
        #expect(items.map(\.isOwned) == [true, false, true, false, false])
        #expect(items.first?.names == [.korean: "민물피라미", .english: "river minnow"])
        #expect(items.map(\.group) == ["물고기", "물고기", "가구", "가구", "곤충"])
        #expect(items[1].note == "겨울에만")
    }
}
