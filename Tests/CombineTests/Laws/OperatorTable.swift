import Combine
import Foundation
import OndolTestSupport

/// A stream in the one form that the laws can be applied to.
typealias LawStream = AnyPublisher<String, TestFailure>

/// One operator as the laws see it: a function from a source to a stream.
struct OperatorCase: CustomStringConvertible, Sendable {
    /// The name of the type in `Publishers`.
    let name: String

    /// What the laws do not ask of it, each for a reason of the contract.
    let exemptions: Set<Exemption>

    let build: @Sendable (LawSource, VirtualTimeScheduler) -> LawStream

    var description: String { name }

    enum Exemption: Sendable {
        /// Does not look after its own end: what upstream sends after it passes.
        case passesAfterTheEnd
        /// Is made for stopping the program when upstream fails.
        case noFailure
        /// Runs work of its own as long as it lives.
        case needsConnecting
    }

    init(
        _ name: String, _ exemptions: Set<Exemption> = [],
        _ build: @escaping @Sendable (LawSource, VirtualTimeScheduler) -> LawStream
    ) {
        self.name = name
        self.exemptions = exemptions
        self.build = build
    }
}

/// Where the laws put their values in.
typealias LawSource = AnyPublisher<Int, TestFailure>

extension Publisher {
    /// This stream in the form of the laws, by operators that pass everything straight on.
    var lawful: LawStream {
        map { "\($0)" }.mapError { $0 as? TestFailure ?? TestFailure("\($0)") }.eraseToAnyPublisher()
    }
}

private struct Item: Codable, Sendable {
    var number: Int
    var double: Int { number * 2 }
}

private let never = Empty<Int, TestFailure>(completeImmediately: false)

enum OperatorTable {
    static let all: [OperatorCase] = oneToOne + filtering + reducing + grouping + joining + errors + sharing + timing

    static let oneToOne: [OperatorCase] = [
        OperatorCase("Map", [.passesAfterTheEnd]) { source, _ in source.map { $0 + 1 }.lawful },
        OperatorCase("MapKeyPath", [.passesAfterTheEnd]) { source, _ in
            source.map { Item(number: $0) }.map(\.number).lawful
        },
        OperatorCase("MapKeyPath2", [.passesAfterTheEnd]) { source, _ in
            source.map { Item(number: $0) }.map(\.number, \.double).lawful
        },
        OperatorCase("MapKeyPath3", [.passesAfterTheEnd]) { source, _ in
            source.map { Item(number: $0) }.map(\.number, \.double, \.number).lawful
        },
        OperatorCase("TryMap") { source, _ in source.tryMap { $0 + 1 }.lawful },
        OperatorCase("MapError", [.passesAfterTheEnd]) { source, _ in source.mapError { $0 }.lawful },
        OperatorCase("SetFailureType", [.passesAfterTheEnd]) { source, _ in
            source.replaceError(with: -1).setFailureType(to: TestFailure.self).lawful
        },
        OperatorCase("Scan", [.passesAfterTheEnd]) { source, _ in source.scan(0, +).lawful },
        OperatorCase("TryScan") { source, _ in source.tryScan(0, +).lawful },
        OperatorCase("Encode") { source, _ in
            source.map { Item(number: $0) }.encode(encoder: JSONEncoder()).lawful
        },
        OperatorCase("Decode") { source, _ in
            source.map { Data(#"{"number":\#($0)}"#.utf8) }.decode(type: Item.self, decoder: JSONDecoder()).lawful
        },
        OperatorCase("AssertNoFailure", [.passesAfterTheEnd, .noFailure]) { source, _ in
            source.assertNoFailure().lawful
        },
        OperatorCase("Print", [.passesAfterTheEnd]) { source, _ in source.print("", to: Nowhere()).lawful },
        OperatorCase("Breakpoint", [.passesAfterTheEnd]) { source, _ in
            source.breakpoint(receiveOutput: { _ in false }).lawful
        },
        OperatorCase("HandleEvents", [.passesAfterTheEnd]) { source, _ in
            source.handleEvents(receiveOutput: { _ in }).lawful
        },
        OperatorCase("MeasureInterval") { source, time in
            source.measureInterval(using: time).map(\.nanoseconds).lawful
        },
    ]

    static let filtering: [OperatorCase] = [
        OperatorCase("Filter") { source, _ in source.filter { $0 % 2 == 0 }.lawful },
        OperatorCase("TryFilter") { source, _ in source.tryFilter { $0 % 2 == 0 }.lawful },
        OperatorCase("CompactMap") { source, _ in source.compactMap { $0 % 2 == 0 ? $0 : nil }.lawful },
        OperatorCase("TryCompactMap") { source, _ in source.tryCompactMap { $0 % 2 == 0 ? $0 : nil }.lawful },
        OperatorCase("RemoveDuplicates") { source, _ in source.removeDuplicates().lawful },
        OperatorCase("TryRemoveDuplicates") { source, _ in source.tryRemoveDuplicates { $0 == $1 }.lawful },
        OperatorCase("DropWhile") { source, _ in source.drop { $0 < 2 }.lawful },
        OperatorCase("TryDropWhile") { source, _ in source.tryDrop { $0 < 2 }.lawful },
        OperatorCase("Drop") { source, _ in source.dropFirst(2).lawful },
        OperatorCase("DropUntilOutput") { source, _ in
            source.drop(untilOutputFrom: Just(0).setFailureType(to: TestFailure.self)).lawful
        },
        OperatorCase("PrefixWhile") { source, _ in source.prefix { $0 < 1_000 }.lawful },
        OperatorCase("TryPrefixWhile") { source, _ in source.tryPrefix { $0 < 1_000 }.lawful },
        OperatorCase("PrefixUntilOutput") { source, _ in source.prefix(untilOutputFrom: never).lawful },
        OperatorCase("Output") { source, _ in source.output(in: 1..<1_000).lawful },
        OperatorCase("IgnoreOutput") { source, _ in source.ignoreOutput().lawful },
        OperatorCase("ReplaceEmpty") { source, _ in source.replaceEmpty(with: -1).lawful },
        OperatorCase("First") { source, _ in source.first().lawful },
        OperatorCase("FirstWhere") { source, _ in source.first { $0 > 1 }.lawful },
        OperatorCase("TryFirstWhere") { source, _ in source.tryFirst { $0 > 1 }.lawful },
        OperatorCase("Last") { source, _ in source.last().lawful },
        OperatorCase("LastWhere") { source, _ in source.last { $0 > 1 }.lawful },
        OperatorCase("TryLastWhere") { source, _ in source.tryLast { $0 > 1 }.lawful },
    ]

    static let reducing: [OperatorCase] = [
        OperatorCase("Reduce") { source, _ in source.reduce(0, +).lawful },
        OperatorCase("TryReduce") { source, _ in source.tryReduce(0, +).lawful },
        OperatorCase("Collect") { source, _ in source.collect().lawful },
        OperatorCase("Count") { source, _ in source.count().lawful },
        OperatorCase("Comparison") { source, _ in source.max().lawful },
        OperatorCase("TryComparison") { source, _ in source.tryMin { $0 < $1 }.lawful },
        OperatorCase("AllSatisfy") { source, _ in source.allSatisfy { $0 >= 0 }.lawful },
        OperatorCase("TryAllSatisfy") { source, _ in source.tryAllSatisfy { $0 >= 0 }.lawful },
        OperatorCase("Contains") { source, _ in source.contains(2).lawful },
        OperatorCase("ContainsWhere") { source, _ in source.contains { $0 == 2 }.lawful },
        OperatorCase("TryContainsWhere") { source, _ in source.tryContains { $0 == 2 }.lawful },
    ]

    static let grouping: [OperatorCase] = [
        OperatorCase("CollectByCount") { source, _ in source.collect(2).lawful },
        OperatorCase("CollectByTime") { source, time in source.collect(.byTimeOrCount(time, 1, 2)).lawful },
    ]

    static let joining: [OperatorCase] = [
        OperatorCase("CombineLatest") { source, _ in source.combineLatest(source).lawful },
        OperatorCase("CombineLatest3") { source, _ in source.combineLatest(source, source).lawful },
        OperatorCase("CombineLatest4") { source, _ in source.combineLatest(source, source, source).lawful },
        OperatorCase("Zip") { source, _ in source.zip(source).lawful },
        OperatorCase("Zip3") { source, _ in source.zip(source, source).lawful },
        OperatorCase("Zip4") { source, _ in source.zip(source, source, source).lawful },
        OperatorCase("Merge") { source, _ in Publishers.Merge(source, source).lawful },
        OperatorCase("Merge3") { s, _ in Publishers.Merge3(s, s, s).lawful },
        OperatorCase("Merge4") { s, _ in Publishers.Merge4(s, s, s, s).lawful },
        OperatorCase("Merge5") { s, _ in Publishers.Merge5(s, s, s, s, s).lawful },
        OperatorCase("Merge6") { s, _ in Publishers.Merge6(s, s, s, s, s, s).lawful },
        OperatorCase("Merge7") { s, _ in Publishers.Merge7(s, s, s, s, s, s, s).lawful },
        OperatorCase("Merge8") { s, _ in Publishers.Merge8(s, s, s, s, s, s, s, s).lawful },
        OperatorCase("MergeMany") { s, _ in Publishers.MergeMany([s, s, s]).lawful },
        OperatorCase("Concatenate") { source, _ in source.prepend(-2, -1).lawful },
        OperatorCase("FlatMap") { source, _ in
            source.flatMap { [$0, $0 + 1].publisher.setFailureType(to: TestFailure.self) }.lawful
        },
        OperatorCase("FlatMap") { source, _ in source.flatMap(maxPublishers: .max(2)) { Just($0) }.lawful },
        OperatorCase("SwitchToLatest") { source, _ in
            source.map { Just($0).setFailureType(to: TestFailure.self) }.switchToLatest().lawful
        },
    ]

    static let errors: [OperatorCase] = [
        OperatorCase("Catch") { source, _ in source.catch { _ in source }.lawful },
        OperatorCase("TryCatch") { source, _ in source.tryCatch { _ in source }.lawful },
        OperatorCase("Retry") { source, _ in source.retry(1).lawful },
        OperatorCase("ReplaceError") { source, _ in source.replaceError(with: -1).lawful },
    ]

    static let sharing: [OperatorCase] = [
        OperatorCase("Buffer") { source, _ in
            source.buffer(size: 4, prefetch: .keepFull, whenFull: .dropOldest).lawful
        },
        OperatorCase("Buffer") { source, _ in
            source.buffer(size: 4, prefetch: .byRequest, whenFull: .dropNewest).lawful
        },
        OperatorCase("Share") { source, _ in source.share().lawful },
        OperatorCase("Multicast") { source, _ in
            source.multicast { PassthroughSubject<Int, TestFailure>() }.autoconnect().lawful
        },
        OperatorCase("Autoconnect") { source, _ in
            source.replaceError(with: -1).makeConnectable().autoconnect().lawful
        },
        OperatorCase("MakeConnectable", [.needsConnecting]) { source, _ in
            source.replaceError(with: -1).makeConnectable().lawful
        },
    ]

    static let timing: [OperatorCase] = [
        OperatorCase("ReceiveOn") { source, time in source.receive(on: time).lawful },
        OperatorCase("SubscribeOn") { source, time in source.subscribe(on: time).lawful },
        OperatorCase("Delay") { source, time in source.delay(for: 1, scheduler: time).lawful },
        OperatorCase("Debounce") { source, time in source.debounce(for: 1, scheduler: time).lawful },
        OperatorCase("Throttle") { source, time in source.throttle(for: 1, scheduler: time, latest: true).lawful },
        OperatorCase("Timeout") { source, time in source.timeout(1_000, scheduler: time).lawful },
    ]
}

/// Swallows what is written.
private struct Nowhere: TextOutputStream {
    func write(_ string: String) {}
}
