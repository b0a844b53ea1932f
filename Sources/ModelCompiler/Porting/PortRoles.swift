/// What each file is to the data layer.
struct PortRoles {
    private(set) var roles: [PortedFile.Role]
    /// Types that only files of the interface declare, with the file.
    private var interfaceTypes: [String: String] = [:]

    private static let dataNames: Set<String> = [
        "NSManagedObject", "NSManagedObjectContext", "NSManagedObjectID", "NSManagedObjectModel",
        "NSPersistentContainer", "NSPersistentStoreCoordinator", "NSPersistentStoreDescription", "NSFetchRequest",
        "NSFetchRequestResult", "NSFetchedResultsController", "NSEntityDescription", "NSManaged", "Published",
        "ObservableObject", "AnyCancellable", "AnyPublisher", "PassthroughSubject", "CurrentValueSubject",
    ]

    /// Modules that exist away from Apple, those of this package among them.
    static func isKnown(_ module: String) -> Bool {
        known.contains(module) || module.hasPrefix("_") || AppleModule.isAppleOnly(module)
    }

    private static let known: Set<String> = [
        "CoreData", "Combine", "Foundation", "FoundationEssentials", "FoundationInternationalization",
        "FoundationNetworking", "FoundationXML", "Dispatch", "Swift", "Synchronization", "Observation", "RegexBuilder",
        "Distributed", "XCTest", "Testing", "Glibc", "Musl", "Android",
    ]

    init(_ sources: [PortSource], _ facts: PortProject.Facts) {
        var superclasses: [String: String] = [:]
        for source in sources {
            for scope in source.scopes where scope.word == "class" {
                guard let parent = scope.inherited.first else { continue }
                superclasses[scope.name.split(separator: ".").last.map(String.init) ?? scope.name] = parent
            }
        }
        let drawing = Set(superclasses.values.filter(Self.isInterfaceName))
        let interfaceClasses = PortFacts.heirs(of: drawing, superclasses)
        roles = sources.map { source in
            if Self.isInterface(source, interfaceClasses) { return .interface }
            let isData =
                source.imports.contains { $0.isActive && ["CoreData", "Combine"].contains($0.module) }
                || source.tokens.indices.contains {
                    source.isActive[$0] && source.tokens[$0].kind == .word
                        && Self.dataNames.contains(source.tokens[$0].text)
                        && !facts.declaredTypes.contains(source.tokens[$0].text)
                }
            return isData ? .dataLayer : .other
        }
        widen(sources, facts)
    }

    private static func isInterfaceName(_ word: String) -> Bool {
        let isOwned = ["UIKit", "AppKit", "WatchKit"].contains { AppleModule.all[$0]?.owns(word) ?? false }
        return isOwned || word.hasSuffix("ViewController") && word != "ViewController"
    }

    private static func isInterface(_ source: PortSource, _ classes: Set<String>) -> Bool {
        let modules = source.imports.compactMap { AppleModule.all[$0.module] }.filter(\.isInterface)
        if modules.isEmpty { return false }
        return source.scopes.contains { scope in
            guard scope.isType else { return false }
            let first = scope.name.split(separator: ".").first.map(String.init) ?? scope.name
            let names = scope.inherited + (scope.word == "extension" ? [first] : [])
            return names.contains { name in
                classes.contains(name) || modules.contains { $0.owns(name) && !["CG", "CI"].contains(name.prefix(2)) }
            }
        }
    }

    /// Adds the files that the data layer needs: those that declare what it names, and extensions of types of
    /// other modules, which are used without a name.
    private mutating func widen(_ sources: [PortSource], _ facts: PortProject.Facts) {
        var declaring: [String: [Int]] = [:]
        for (index, source) in sources.enumerated() {
            for scope in source.scopes where scope.isType && scope.word != "extension" && scope.parent == 0 {
                declaring[scope.name, default: []].append(index)
            }
        }
        var queue: [Int] = []
        for (index, source) in sources.enumerated() {
            if roles[index] == .dataLayer { queue.append(index) }
            let isFree = source.imports.allSatisfy { !AppleModule.isAppleOnly($0.module) }
            let extends = source.scopes.contains { $0.word == "extension" && !facts.declaredTypes.contains($0.name) }
            if roles[index] == .other, isFree, extends {
                roles[index] = .needed
                queue.append(index)
            }
        }
        while let next = queue.popLast() {
            let source = sources[next]
            for index in source.tokens.indices where source.isActive[index] && source.tokens[index].isName {
                guard let files = declaring[source.tokens[index].text], !source.isSign(".", at: index - 1) else {
                    continue
                }
                for file in files where roles[file] == .other {
                    roles[file] = .needed
                    queue.append(file)
                }
            }
        }
        for (name, files) in declaring where files.allSatisfy({ roles[$0] == .interface }) {
            interfaceTypes[name] = files.first.map { sources[$0].path }
        }
    }

    /// Names of the interface in the data layer, and classes of the data layer in the interface.
    func findInterfaceTypes(_ role: PortedFile.Role, _ pass: inout PortPass) {
        let source = pass.source
        if role == .interface {
            for scope in source.scopes where scope.word == "class" && source.isActive[scope.nameToken] {
                let name = scope.name.split(separator: ".").last.map(String.init) ?? scope.name
                guard pass.project.managedClasses.contains(name) else { continue }
                pass.find(
                    .interfaceType, at: scope.nameToken, "class \(scope.name)",
                    "A managed object class stands in a file that draws the interface, which stays on Apple's "
                        + "platforms.", "Move the class to a file of its own.")
            }
        }
        guard role.isPorted else { return }
        var seen: Set<String> = []
        for index in source.tokens.indices where source.isActive[index] && source.tokens[index].kind == .word {
            let name = source.tokens[index].text
            guard let file = interfaceTypes[name], !source.isSign(".", at: index - 1), !source.isLabel(at: index),
                !pass.isSettled(index), seen.insert(name).inserted
            else { continue }
            pass.find(
                .interfaceType, at: index, name,
                "\(name) is declared in \(file), which draws the interface and stays on Apple's platforms.",
                "Hand in what is needed from it: a value, a closure, or a protocol that it adopts.")
        }
    }
}
