/// A line on the terminal that says how far long work has come; nothing where there is no terminal.
struct Progress {
    private let console: Console
    private let task: String
    private let total: Int?
    private var done = 0
    private var nextReport: ContinuousClock.Instant
    private var hasReported = false

    /// - Parameters:
    ///   - task: what is being done, such as "exporting".
    ///   - total: how many steps there are, when known.
    init(_ console: Console, _ task: String, total: Int? = nil) {
        self.console = console
        self.task = task
        self.total = total
        // work that takes less than this needs no report.
        nextReport = .now + .milliseconds(700)
    }

    /// Counts steps.
    mutating func advance(by steps: Int = 1) {
        done += steps
        // the clock is looked at now and then only.
        guard console.showsProgress, done & 0x3FF == 0 || steps > 1, .now >= nextReport else { return }
        nextReport = .now + .milliseconds(200)
        hasReported = true
        let amount = total.map { $0 > 0 ? "\(min(100, done * 100 / $0)) %" : "" } ?? "\(done)"
        console.complainText("\r\u{1B}[K\(task) … \(amount)")
    }

    /// Takes the line away.
    func finish() {
        if hasReported { console.complainText("\r\u{1B}[K") }
    }
}
