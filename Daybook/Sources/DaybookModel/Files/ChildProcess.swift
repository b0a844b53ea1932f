import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs a tool in a child process with limits on time, processor time, memory and output.
///
/// Blocks the calling thread until the tool has ended. Nothing is inherited but the output pipe and a short environment.
struct ChildProcess {
    /// How a tool ended.
    struct Outcome: Equatable {
        /// The exit status, or 128 and the signal.
        var status: Int32
        /// What it wrote to both outputs, cut at 64 KB.
        var output: String
        /// Whether it was stopped because its time was over.
        var timedOut: Bool
    }

    /// Why a tool could not be started.
    struct LaunchFailure: Error {
        var tool: String
        var code: Int32
    }

    /// The tool's name, looked up in the usual folders.
    var tool: String
    /// Its arguments.
    var arguments: [String]
    /// Seconds after which it is stopped.
    var timeLimit: Double = 20
    /// Bytes of address space it may take.
    var memoryLimit: UInt64 = 2 << 30

    private static let folders = ["/usr/bin", "/usr/local/bin", "/bin"]
    private static let outputLimit = 64 << 10

    /// Starts the tool and waits for its end.
    ///
    /// - Throws: `LaunchFailure` with the system's error number when it cannot be started.
    func run() throws(LaunchFailure) -> Outcome {
        let paths: [String] = Self.folders.map { folder in folder + "/" + tool }
        guard let path = paths.first(where: { path in access(path, X_OK) == 0 }) else {
            throw LaunchFailure(tool: tool, code: ENOENT)
        }
        let (pid, reading): (pid_t, Int32)
        switch Self.launching.withLock({ _ in launch(path) }) {
        case .success(let started): (pid, reading) = started
        case .failure(let failure): throw failure
        }
        defer { close(reading) }
        return wait(pid, reading: reading)
    }

    /// One launch at a time: between making a pipe and marking it, a second child would inherit it.
    private static let launching = Mutex(())

    private func launch(_ path: String) -> Result<(pid_t, Int32), LaunchFailure> {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return .failure(LaunchFailure(tool: tool, code: errno)) }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(writing) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, writing, 1)
        posix_spawn_file_actions_adddup2(&actions, writing, 2)
        // Sockets and database files of this process are none of the tool's business. The child closes them itself, so
        // that what another thread opens meanwhile is among them.
        if let closeFrom = Self.closeFrom {
            _ = closeFrom(&actions, 3)
        } else {
            for descriptor in Self.openDescriptors where descriptor > 2 {
                posix_spawn_file_actions_addclose(&actions, descriptor)
            }
        }
        // The shell sets the limits and then becomes the tool; arguments are passed on, not read by it. The tool ends
        // with this process: one that lived on would write files after the next start has swept the folder.
        let seconds = Int(max(1, timeLimit.rounded(.up)))
        let script = """
            ulimit -v \(memoryLimit >> 10); ulimit -t \(seconds)
            if command -v setpriv >/dev/null; then exec setpriv --pdeathsig KILL "$0" "$@"; fi
            exec "$0" "$@"
            """
        let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "VIPS_CONCURRENCY=1", "VIPS_BLOCK_UNTRUSTED=1"]
        var argv: [UnsafeMutablePointer<CChar>?] = []
        for argument in ["sh", "-c", script, path] + arguments { argv.append(strdup(argument)) }
        var envp: [UnsafeMutablePointer<CChar>?] = []
        for variable in environment { envp.append(strdup(variable)) }
        argv.append(nil)
        envp.append(nil)
        defer { for pointer in argv + envp { free(pointer) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, "/bin/sh", &actions, nil, &argv, &envp)
        guard code == 0 else {
            close(reading)
            return .failure(LaunchFailure(tool: tool, code: code))
        }
        return .success((pid, reading))
    }

    /// `posix_spawn_file_actions_addclosefrom_np`, which the C library has from glibc 2.34 on, and Swift does not show.
    private static let closeFrom: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32)? =
        {
            guard let found = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return nil }
            // safe: the function of that name has this signature.
            return unsafeBitCast(
                found, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
        }()

    private static var openDescriptors: [Int32] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        var descriptors: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let descriptor = Int32(name) { descriptors.append(descriptor) }
        }
        return descriptors
    }

    /// Reads until the tool closes its output, then collects its status; stops it when its time is over.
    private func wait(_ pid: pid_t, reading: Int32) -> Outcome {
        let deadline = ContinuousClock.now + .seconds(timeLimit)
        var output: [UInt8] = []
        var timedOut = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let left = deadline - ContinuousClock.now
            guard left > .zero else {
                timedOut = true
                break
            }
            var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32(min(left / .milliseconds(1), 1000)) + 1)
            if ready < 0, errno != EINTR { break }
            guard ready > 0 else { continue }
            let count = read(reading, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            output += buffer.prefix(max(0, min(count, Self.outputLimit - output.count)))
        }
        var status: Int32 = 0
        // A tool may close its output and go on; it gets the rest of its time and no more.
        while !timedOut {
            let ended = waitpid(pid, &status, WNOHANG)
            if ended == pid || (ended < 0 && errno != EINTR) { break }
            timedOut = ContinuousClock.now >= deadline
            if !timedOut { usleep(500) }
        }
        if timedOut {
            kill(pid, SIGKILL)
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        }
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        return Outcome(status: code, output: String(decoding: output, as: UTF8.self), timedOut: timedOut)
    }
}
