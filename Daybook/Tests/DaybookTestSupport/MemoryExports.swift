import Combine
import DaybookModel
import Foundation

/// Takes out a line for each thing; the archive is the entries' lines in a file.
struct MemoryExports: ExportManaging {
    let source: MemoryDataSource

    func table(_ table: ExportTable, language: Language) -> AnyPublisher<Data, DaybookError> {
        source.read { (state) throws(DaybookError) in
            switch table {
            case .entries: Data(state.transactions.map { "\($0.day.iso),\($0.memo)\n" }.joined().utf8)
            case .plans: Data(state.plans.map { "\($0.title)\n" }.joined().utf8)
            case .memos: Data(state.memos.map { "\($0.text)\n" }.joined().utf8)
            case .collection(let id):
                if state.collections.contains(where: { $0.id == id }) {
                    Data(
                        state.items.filter { $0.collectionID == id }.map { "\($0.name(in: language))\n" }.joined().utf8)
                } else {
                    throw .notFound(.collection, id)
                }
            }
        }
    }

    func backUp() -> AnyPublisher<DailyBackup?, DaybookError> {
        source.write(.settings) { state in
            guard let day = CalendarDay(year: 2026, month: 3, day: 31), state.backups.isEmpty else { return nil }
            let made = DailyBackup(
                day: day, folder: "/data/backups/\(day.iso)", databaseBytes: 1_234_567, photoCount: state.photos.count)
            state.backups.append(made)
            return made
        }
    }

    func backups() -> AnyPublisher<[DailyBackup], DaybookError> { source.read { $0.backups } }

    func archive(language: Language) -> AnyPublisher<ExportedFile, DaybookError> {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("daybook-\(UUID().uuidString).zip")
        return source.read { (state) throws(DaybookError) in
            if !state.failures.isEmpty { throw state.failures.removeFirst() }
            let data = Data(state.transactions.map { "\($0.day.iso),\($0.memo)\n" }.joined().utf8)
            do {
                try data.write(to: url)
            } catch {
                throw .storage("\(error)")
            }
            return ExportedFile(name: "daybook-2026-03-31.zip", url: url, byteCount: data.count)
        }
    }
}
