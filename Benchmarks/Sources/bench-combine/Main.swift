import BenchmarkSupport
import Foundation

/// The publisher workloads through Ondol.
@main
enum Main {
    static func main() {
        exit(Program(workloads: ["combine": Workloads.all]).run())
    }
}
