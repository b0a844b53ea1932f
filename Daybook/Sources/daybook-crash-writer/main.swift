import Combine
import DaybookModel
import Foundation

// Writes to a Daybook folder without end, and tells each step before and after it, so that a test may kill it at any
// moment and know what had been acknowledged. Arguments: folder, seed.

/// Waits for a publisher's value on this thread.
func wait<Value>(_ publisher: AnyPublisher<Value, DaybookError>) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    var result: Result<Value, DaybookError>?
    let subscription = publisher.sink(
        receiveCompletion: { completion in
            if case .failure(let error) = completion { result = .failure(error) }
            done.signal()
        },
        receiveValue: { result = .success($0) })
    done.wait()
    withExtendedLifetime(subscription) {}
    guard let result else { throw DaybookError.storage("a publisher ended without a value") }
    return try result.get()
}

/// An image of eight by eight pixels; bytes behind its end, which readers pass over, make its size tell it apart.
func image(extra: Int) throws -> Data {
    let text =
        "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR4nGM4AQUMlDEACLEyAaio5RMAAAAASUVORK5CYII="
    guard let image = Data(base64Encoded: text) else { throw DaybookError.storage("the image is damaged") }
    return image + Data(count: extra)
}

func say(_ words: String...) {
    FileHandle.standardOutput.write(Data((words.joined(separator: " ") + "\n").utf8))
}

func run() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let seed = UInt64(arguments[2]) else {
        throw DaybookError.storage("usage: daybook-crash-writer FOLDER SEED")
    }
    let data = try DaybookData.open(folder: URL(fileURLWithPath: arguments[1]))
    var state = seed
    func random(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(count))
    }
    guard let category = try wait(data.categories.categories()).first(where: { $0.kind == .expense }) else {
        throw DaybookError.storage("no category")
    }
    func draft(_ memo: String) -> TransactionDraft {
        TransactionDraft(
            amount: Money(minorUnits: Int64(1 + random(100_000)), currency: .krw), categoryID: category.id,
            day: CalendarDay(Date(), in: .current), memo: memo)
    }
    func photos(_ count: Int) throws -> [PhotoUpload] {
        try (0..<count).map { _ in PhotoUpload(data: try image(extra: random(2000))) }
    }
    func sizes(_ photos: [PhotoUpload]) -> String { photos.map { String($0.data.count) }.joined(separator: ",") }
    say("open")
    var step = 0
    while true {
        step += 1
        let entries = try wait(data.transactions.transactions(matching: TransactionFilter(), limit: nil, offset: 0))
            .transactions
        let choice = random(10)
        if choice < 4 || entries.count < 3 {
            let draft = draft("m\(seed)-\(step)")
            let photos = try photos(1 + random(2))
            say("try add", draft.memo, String(draft.amount.minorUnits), sizes(photos))
            _ = try wait(data.transactions.add(draft, photos: photos))
        } else if choice < 7 {
            let entry = entries[random(entries.count)]
            let draft = draft(entry.memo)
            let photos = try photos(1)
            say("try edit", draft.memo, String(draft.amount.minorUnits), sizes(photos))
            let edits = PhotoEdits(removing: Set(entry.photos.map(\.id)), adding: photos)
            _ = try wait(data.transactions.update(id: entry.id, with: draft, photos: edits, ifUnchangedSince: nil))
        } else if choice < 9 {
            let entry = entries[random(entries.count)]
            say("try delete", entry.memo)
            _ = try wait(data.transactions.delete(id: entry.id))
        } else {
            say("try purge")
            _ = try wait(data.trash.empty(trashedBefore: nil))
        }
        say("ack")
    }
}

do {
    try run()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
