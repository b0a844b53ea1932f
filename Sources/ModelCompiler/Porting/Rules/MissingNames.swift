/// Names that exist on Apple's side and are declared neither here nor by Foundation on other platforms.
enum MissingNames {
    static func apply(to pass: inout PortPass) {
        let source = pass.source
        // One finding for each kind of thing in a file, where it occurs first.
        var found: [String: (group: Group, places: [Int])] = [:]
        for index in source.tokens.indices where source.isActive[index] && !pass.isSettled(index) {
            let token = source.tokens[index]
            guard token.kind == .word, let group = group(of: token.text),
                !pass.project.declaredTypes.contains(token.text), !source.isLabel(at: index)
            else { continue }
            found[group.reason + group.suggestion, default: (group, [])].places.append(index)
        }
        for (group, places) in found.values {
            let (words, lines) = source.summary(of: places)
            let suffix = places.count == 1 ? "" : " Used in \(lines)."
            pass.find(group.kind, at: places[0], words, group.reason + suffix, group.suggestion)
        }
    }

    struct Group {
        let kind: PortFinding.Kind
        let names: Set<String>
        let reason: String
        let suggestion: String
    }

    private static func group(of word: String) -> Group? {
        if word.hasPrefix("objc_") { return runTime }
        return groupOfName[word]
    }

    private static let groupOfName: [String: Group] = {
        var result: [String: Group] = [:]
        for group in groups { for name in group.names { result[name] = group } }
        return result
    }()

    private static let runTime = Group(
        kind: .missing, names: [],
        reason: "The functions of the Objective-C run time do not exist here.",
        suggestion: "Keep associated values in stored properties; use a lock of Foundation, such as NSLock, for "
            + "objc_sync_enter.")

    /// What Core Data declares on Apple's platforms, and this `CoreData` does not.
    static let notInCoreData: Set<String> = groups.filter { $0.isCoreData }.reduce(into: []) { $0.formUnion($1.names) }

    private static let groups: [Group] = [
        Group(
            kind: .missing,
            names: [
                "NSPersistentCloudKitContainer", "NSPersistentCloudKitContainerOptions",
                "NSPersistentCloudKitContainerEventRequest", "NSPersistentCloudKitContainerEventResult",
            ], reason: coreData + "synchronisation with CloudKit exists on Apple's platforms only.",
            suggestion: "Make the container an NSPersistentContainer under #if !canImport(CloudKit)."),
        Group(
            kind: .missing, names: ["NSCoreDataCoreSpotlightDelegate"],
            reason: coreData + "Spotlight exists on Apple's platforms only.",
            suggestion: "Put the delegate under #if canImport(CoreSpotlight)."),
        Group(
            kind: .missing,
            names: [
                "NSStagedMigrationManager", "NSCustomMigrationStage", "NSLightweightMigrationStage",
                "NSMigrationStage", "NSPersistentStoreStagedMigrationManagerOptionKey",
            ], reason: coreData + "staged migration.",
            suggestion: "Open the store with one version after the other; each step is migrated when it is added."),
        Group(
            kind: .missing,
            names: ["NSAtomicStore", "NSAtomicStoreCacheNode", "NSIncrementalStore", "NSIncrementalStoreNode"],
            reason: coreData + "stores of one's own.", suggestion: "Use a SQLite or an in-memory store here."),
        Group(
            kind: .missing, names: ["NSBinaryStoreType", "NSXMLStoreType"],
            reason: coreData + "binary and XML stores.", suggestion: "Use NSSQLiteStoreType or NSInMemoryStoreType."),
        Group(
            kind: .missing, names: ["NSFetchRequestExpression"], reason: coreData + "fetch requests in expressions.",
            suggestion: "Fetch the inner result first, and pass it to the predicate."),
        Group(
            kind: .missing, names: ["NSPersistentStoreFileProtectionKey"],
            reason: coreData + "protection of files, which other systems do not have.",
            suggestion: "Put the option under #if canImport(ObjectiveC)."),
        Group(
            kind: .missing, names: ["NSDiffableDataSourceSnapshotReference"],
            reason: "Snapshots for data sources belong to UIKit and AppKit.",
            suggestion:
                "Put that method of the delegate under #if canImport(UIKit); the methods for single changes work."),
        Group(
            kind: .keyValueObserving,
            names: [
                "NSKeyValueObservation", "NSKeyValueChangeKey", "NSKeyValueObservedChange",
                "NSKeyValueObservingOptions",
            ],
            reason: "There is no key-value observing without the Objective-C run time.",
            suggestion: "Keep an AnyCancellable of a publisher instead."),
        Group(
            kind: .keyValueObserving, names: ["keyPathsForValuesAffectingValue"],
            reason: "There is no key-value observing without the Objective-C run time.",
            suggestion: "Put the method under #if canImport(ObjectiveC)."),
        Group(
            kind: .missing,
            names: [
                "NSUbiquitousKeyValueStore", "NSMetadataQuery", "NSMetadataItem", "NSFileCoordinator",
                "NSFilePresenter", "NSUserActivity", "NSItemProvider", "NSXPCConnection", "NSExtensionContext",
                "NSLinguisticTagger", "NSProxy", "NSInvocation", "NSMethodSignature", "NSAppleScript",
                "DistributedNotificationCenter", "NSDataDetector", "RelativeDateTimeFormatter", "ListFormatter",
                "MeasurementFormatter", "NSBackgroundActivityScheduler", "NSPurgeableData", "NSMapTable",
                "NSHashTable", "NSPointerArray", "NSException", "NSFastEnumeration", "NSErrorPointer", "CFString",
                "CFDictionary", "kCFBooleanTrue", "kCFBooleanFalse",
            ], reason: "Foundation has it on Apple's platforms only.",
            suggestion: "Put the code that uses it under #if canImport(ObjectiveC), or do without it."),
        Group(
            kind: .missing, names: ["CFAbsoluteTimeGetCurrent", "CACurrentMediaTime"],
            reason: "Core Foundation is not there to be called from Swift.",
            suggestion: "Use Date().timeIntervalSinceReferenceDate, or ProcessInfo.processInfo.systemUptime."),
    ]

    private static let coreData = "Not declared here: "
}

extension MissingNames.Group {
    fileprivate var isCoreData: Bool { reason.hasPrefix("Not declared here: ") }
}
