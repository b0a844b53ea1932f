import Combine
import DaybookModel
import DaybookViewModels
import DaybookWeb
import Foundation

/// Opens the data, serves the pages, and stops when asked to.
@main
struct Daybook {
    static func main() async {
        do {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            if arguments.wantsHelp {
                print(Arguments.help)
                return
            }
            try await run(arguments)
        } catch let problem as Arguments.Problem {
            fail(problem.message, code: 64)
        } catch let problem as HTTPServerError {
            fail(problem.message(in: language), code: 69)
        } catch let problem as DaybookError {
            fail(problem.message(in: language), code: 74)
        } catch {
            fail("Daybook could not start: \(error)", code: 70)
        }
    }

    /// The language of messages on the terminal.
    private static var language: Language {
        let environment = ProcessInfo.processInfo.environment
        let locale = environment["LC_ALL"] ?? environment["LC_MESSAGES"] ?? environment["LANG"] ?? ""
        return locale.hasPrefix("ko") ? .korean : .english
    }

    /// Codes as in `sysexits.h`: 64 usage, 69 unavailable, 70 internal, 74 input or output.
    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("daybook: \(message)\n".utf8))
        exit(code)
    }

    @MainActor
    private static func run(_ arguments: Arguments) async throws {
        // An account book is nobody else's business: files of this process are for their owner only.
        umask(0o077)
        try DaybookServer.check(port: arguments.port)
        let folder = dataFolder(arguments)
        defer { if arguments.isSample { removeSample(folder) } }
        if let backup = arguments.backup { try restore(backup, to: folder) }
        let data = try DaybookData.open(folder: folder)
        let today = CalendarDay(Date(), in: .current)
        if arguments.isSample {
            _ = try await finish(data.addSampleData(today: today, language: language))
            var settings = try await finish(data.settings.settings())
            settings.isFirstStartDone = true
            _ = try await finish(data.settings.update(settings))
        }
        let services = DaybookServices(data) { CalendarDay(Date(), in: .current) }
        let server = try DaybookServer(
            services: services, port: arguments.port, folder: folder.appendingPathComponent("web", isDirectory: true))
        // Print at once, also into a pipe, so that whoever waits for the address gets it.
        FileHandle.standardOutput.write(Data("Daybook: \(server.address)\n".utf8))
        let cleaning = Task { await emptyOldTrash(data) }
        let backing = Task { if !arguments.isSample { await backUpDaily(data) } }
        await StopSignals.wait()
        cleaning.cancel()
        backing.cancel()
        guard await server.stop(patience: patience) else {
            // A save is one transaction: what is cut off here was not acknowledged, and nothing of it stays.
            let text = "daybook: stopped before something large was done; what was not done is not kept.\n"
            FileHandle.standardError.write(Data(text.utf8))
            if arguments.isSample { removeSample(folder) }
            exit(0)
        }
        data.close()
    }

    /// How long a request may take to finish after Daybook was asked to stop.
    private static let patience = Duration.milliseconds(1500)

    /// Makes the data folder out of a backup and says what was in it.
    private static func restore(_ backup: String, to folder: URL) throws {
        let there = try ArchiveRestore.restore(URL(fileURLWithPath: backup), to: folder)
        let text = there.message(in: language)
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    private static func dataFolder(_ arguments: Arguments) -> URL {
        if arguments.isSample {
            return FileManager.default.temporaryDirectory.appendingPathComponent(
                "daybook-sample-\(UUID().uuidString)", isDirectory: true)
        }
        if let path = arguments.folder { return URL(fileURLWithPath: path, isDirectory: true) }
        return Arguments.defaultFolder(
            environment: ProcessInfo.processInfo.environment, home: FileManager.default.homeDirectoryForCurrentUser)
    }

    private static func removeSample(_ folder: URL) {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            FileHandle.standardError.write(Data("daybook: \(folder.path) could not be removed: \(error)\n".utf8))
        }
    }

    /// Soon after the start and then every hour: the backup of the day, unless it is there.
    ///
    /// Every hour, as a machine that sleeps at night has no regular day.
    @MainActor
    private static func backUpDaily(_ data: DaybookData) async {
        // The first pages come first.
        var wait = Duration.seconds(5)
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: wait)
                _ = try await finish(data.exports.backUp())
            } catch is CancellationError {
                return
            } catch {
                FileHandle.standardError.write(Data("daybook: today's backup could not be made: \(error)\n".utf8))
            }
            wait = .seconds(3600)
        }
    }

    /// Once at the start and then every day: what has been in the trash for too long goes for good.
    @MainActor
    private static func emptyOldTrash(_ data: DaybookData) async {
        while !Task.isCancelled {
            do {
                _ = try await finish(data.emptyOldTrash())
                try await Task.sleep(for: .seconds(86_400))
            } catch is CancellationError {
                return
            } catch {
                FileHandle.standardError.write(Data("daybook: the old trash stays for now: \(error)\n".utf8))
                do { try await Task.sleep(for: .seconds(3600)) } catch { return }
            }
        }
    }

    @MainActor
    private static func finish<Value: Sendable>(
        _ publisher: AnyPublisher<Value, DaybookError>
    ) async throws(DaybookError) -> Value {
        try await PublisherValue.of(publisher).get()
    }
}
