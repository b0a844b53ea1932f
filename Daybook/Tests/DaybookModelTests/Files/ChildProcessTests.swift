import Foundation
import Synchronization
import Testing

@testable import DaybookModel

@Suite struct ChildProcessTests {
    @Test func run_collectsOutputAndStatus() throws {
        let outcome = try ChildProcess(tool: "sh", arguments: ["-c", "echo out; echo err >&2; exit 3"]).run()
        #expect(outcome == ChildProcess.Outcome(status: 3, output: "out\nerr\n", timedOut: false))
    }

    @Test(arguments: ["exec sleep 60", "exec >&- 2>&-; exec sleep 60", "while :; do :; done"])
    func run_beyondItsTime_isStopped(script: String) throws {
        let start = ContinuousClock.now
        let outcome = try ChildProcess(tool: "sh", arguments: ["-c", script], timeLimit: 0.3).run()
        #expect(outcome.timedOut)
        #expect(outcome.status == 128 + 9)
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func run_endlessOutput_isCut() throws {
        let outcome = try ChildProcess(tool: "sh", arguments: ["-c", "yes | head -c 300000"]).run()
        #expect(outcome.output.utf8.count == 64 << 10)
        #expect(outcome.status == 0)
    }

    @Test func run_inheritsNoDescriptor() throws {
        let pipe = Pipe()
        defer { withExtendedLifetime(pipe) {} }
        let outcome = try ChildProcess(tool: "ls", arguments: ["/proc/self/fd"]).run()
        // 0, 1, 2 and the one that lists.
        #expect(outcome.output.split(separator: "\n").count == 4)
    }

    /// What other threads open while a tool is being started.
    @Test func run_besideThreadsThatOpenFiles_inheritsNoDescriptor() throws {
        let isOver = Mutex(false)
        let opener = Thread {
            while !isOver.withLock({ $0 }) {
                let descriptors = (0..<20).map { _ in open("/dev/null", O_RDONLY) }
                for descriptor in descriptors { close(descriptor) }
            }
        }
        opener.start()
        defer { isOver.withLock { $0 = true } }
        for _ in 0..<40 {
            let outcome = try ChildProcess(tool: "ls", arguments: ["/proc/self/fd"]).run()
            #expect(outcome.output.split(separator: "\n").count == 4)
        }
    }

    @Test func run_missingTool_saysSo() {
        let failure = #expect(throws: ChildProcess.LaunchFailure.self) {
            try ChildProcess(tool: "no-such-tool", arguments: []).run()
        }
        #expect(failure?.tool == "no-such-tool")
    }

    @Test func folderLock_isHeldOnce() throws {
        let folder = try TemporaryFolder()
        var lock: FolderLock? = try FolderLock(folder: folder.url)
        #expect(throws: DaybookError.folderInUse(folder.url.path)) { try FolderLock(folder: folder.url) }
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try FolderLock(folder: folder.url)
    }
}
