import CoreData
import Foundation
import Testing

@testable import DaybookModel

/// Kills a writer at random moments and looks at what it left.
@Suite(.needsVips, .serialized) struct CrashTests {
    /// An entry as the writer's words tell it.
    private struct Expected: Equatable {
        var amount: Int64
        var photoSizes: [Int]
        var isTrashed = false
    }

    private struct Step {
        let verb: String
        let memo: String
        let amount: Int64
        let sizes: [Int]

        init?(_ line: Substring) {
            let words = line.split(separator: " ").map(String.init)
            guard words.count >= 2, words[0] == "try" else { return nil }
            verb = words[1]
            memo = words.count > 2 ? words[2] : ""
            amount = words.count > 3 ? Int64(words[3]) ?? -1 : -1
            sizes = words.count > 4 ? words[4].split(separator: ",").compactMap { Int($0) } : []
        }

        func apply(to state: inout [String: Expected]) {
            switch verb {
            case "add", "edit": state[memo] = Expected(amount: amount, photoSizes: sizes)
            case "delete": state[memo]?.isTrashed = true
            case "purge": state = state.filter { !$0.value.isTrashed }
            default: Issue.record("unknown step \(verb)")
            }
        }
    }

    private static var writer: URL {
        get throws {
            // The products lie in one folder: the writer beside the tests that run.
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let products = URL(fileURLWithPath: tests).deletingLastPathComponent()
            return products.appendingPathComponent("daybook-crash-writer")
        }
    }

    /// How many times the writer is killed.
    static var rounds: Int {
        ProcessInfo.processInfo.environment["DAYBOOK_CRASH_ROUNDS"].flatMap { Int($0) } ?? 200
    }

    @Test func killedAtRandomMoments_everyAcknowledgedChangeIsWhole_andNoFileIsOrphaned() async throws {
        let folder = try TemporaryFolder()
        var random = SystemRandomNumberGenerator()
        var expected: [String: Expected] = [:]
        var acknowledged = 0
        var midStep = 0
        // As long as a few steps take, so that kills fall on every part of them on a slow or busy machine too.
        var window = 600
        for round in 1...Self.rounds {
            let output = try killedWriter(
                folder, seed: round, after: .milliseconds(Int.random(in: 0...window, using: &random)))
            var open: Step?
            let before = acknowledged
            for line in output.split(separator: "\n") {
                if let step = Step(line) {
                    open = step
                } else if line == "ack" {
                    try #require(open).apply(to: &expected)
                    open = nil
                    acknowledged += 1
                }
            }
            switch acknowledged - before {
            case 0: window = min(window * 5 / 4, 3000)
            case 3...: window = max(window * 4 / 5, 600)
            default: break
            }
            // The step under way may have happened or not, but not by half.
            var other = expected
            if let open {
                open.apply(to: &other)
                midStep += 1
            }
            let found = try await state(of: folder)
            #expect(found == expected || found == other, "round \(round), under way: \(String(describing: open))")
            guard found == expected || found == other else { return }
            expected = found
        }
        #expect(
            acknowledged * 2 >= Self.rounds && midStep * 4 >= Self.rounds,
            "\(acknowledged) steps acknowledged and \(midStep) cut off in \(Self.rounds) rounds")
    }

    /// Runs the writer until some time after it has opened the folder, kills it and returns what it said.
    private func killedWriter(_ folder: TemporaryFolder, seed: Int, after delay: Duration) throws -> String {
        let process = Process()
        process.executableURL = try Self.writer
        process.arguments = [folder.url.path, String(seed)]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var output = Data()
        while !output.contains(UInt8(ascii: "\n")) {
            let part = pipe.fileHandleForReading.availableData
            try #require(!part.isEmpty, "the writer ended before it had opened the folder")
            output += part
        }
        let deadline = ContinuousClock.now + delay
        while ContinuousClock.now < deadline { usleep(200) }
        kill(process.processIdentifier, SIGKILL)
        output += try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        let text = String(decoding: output, as: UTF8.self)
        // A line cut off by the kill was not said.
        return text.hasSuffix("\n") ? text : text.split(separator: "\n").dropLast().joined(separator: "\n")
    }

    /// Opens the folder as a restart does, and reads every entry and every file.
    private func state(of folder: TemporaryFolder) async throws -> [String: Expected] {
        let data = try DaybookData.open(folder: folder.url)
        defer { data.close() }
        let living = try await value(
            data.transactions.transactions(matching: TransactionFilter(), limit: nil, offset: 0)
        ).transactions
        let trashed = try await value(data.trash.contents()).transactions
        var state: [String: Expected] = [:]
        for entry in living + trashed {
            var sizes: [Int] = []
            for photo in entry.photos {
                let file = try await value(data.photos.file(of: photo.id, rendition: .original))
                let bytes = try Data(contentsOf: file.url)
                #expect(bytes.count == photo.byteCount && ImageInspection.mediaType(of: bytes) == .png)
                #expect(!file.url.lastPathComponent.hasSuffix(PhotoStore.stagingSuffix))
                sizes.append(bytes.count)
            }
            #expect(state[entry.memo] == nil)
            state[entry.memo] = Expected(
                amount: entry.amount.minorUnits, photoSizes: sizes, isTrashed: entry.trashedAt != nil)
        }
        // Every file has a row and every row its files.
        let rows = try await value(data.storage.read { try $0.all(PhotoEntity.self).compactMap(\.id) })
        let names = try folder.names(in: "images")
        #expect(Set(names) == Set(rows.flatMap { ["\($0).png", "\($0).thumb.jpg"] }))
        return state
    }
}
