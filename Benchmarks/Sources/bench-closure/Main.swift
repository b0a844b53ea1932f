import BenchmarkSupport
import Foundation

/// The limit: the publisher workloads through stored closures, without a lock and with one.
@main
enum Main {
    static func main() {
        let program = Program(workloads: [
            "closure": ClosureWorkloads<PlainSource>(locked: false).all,
            "closure-lock": ClosureWorkloads<LockedSource>(locked: true).all,
        ])
        exit(program.run())
    }
}
