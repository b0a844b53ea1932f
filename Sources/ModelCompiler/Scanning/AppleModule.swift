/// A module that exists on Apple's platforms only, and how names that belong to it are known.
struct AppleModule {
    let name: String
    /// What its names begin with; an upper-case letter follows.
    let prefixes: [String]
    /// Names that begin otherwise.
    let names: Set<String>
    /// Whether it draws on the screen.
    let isInterface: Bool

    private init(_ name: String, _ prefixes: [String] = [], names: Set<String> = [], isInterface: Bool = false) {
        self.name = name
        self.prefixes = prefixes
        self.names = names
        self.isInterface = isInterface
    }

    /// Whether a module of this name exists on Apple's platforms only.
    static func isAppleOnly(_ name: String) -> Bool { all[name] != nil }

    /// The modules by name.
    static let all: [String: AppleModule] = Dictionary(
        uniqueKeysWithValues: (interface + services + system).map { ($0.name, $0) })

    /// Whether the name belongs to this module.
    func owns(_ word: String) -> Bool {
        if names.contains(word) { return true }
        return prefixes.contains { prefix in
            guard word.hasPrefix(prefix), !Self.inFoundation.contains(word) else { return false }
            let rest = word.dropFirst(prefix.count)
            return rest.first?.isUppercase == true && rest.contains { $0.isLowercase }
        }
    }

    /// Names with such prefixes that Foundation declares everywhere.
    private static let inFoundation: Set<String> = ["CGFloat", "CGPoint", "CGSize", "CGRect", "CGVector"]

    private static let interface: [AppleModule] = [
        AppleModule("UIKit", ["UI", "CG", "CA", "CI"], names: drawing, isInterface: true),
        AppleModule("AppKit", ["CG", "CA", "CI"], names: appKit.union(drawing), isInterface: true),
        AppleModule("Cocoa", ["CG", "CA", "CI"], names: appKit.union(drawing), isInterface: true),
        AppleModule("SwiftUI", ["UI", "CG", "CA"], names: swiftUI.union(drawing), isInterface: true),
        AppleModule("WatchKit", ["WK", "UI"], isInterface: true),
        AppleModule(
            "WidgetKit",
            names: ["WidgetCenter", "Widget", "TimelineProvider", "TimelineEntry", "Timeline", "WidgetFamily"],
            isInterface: true),
        AppleModule("MapKit", ["MK", "CL"], isInterface: true), AppleModule("WebKit", ["WK"], isInterface: true),
        AppleModule("PDFKit", ["PDF"], isInterface: true), AppleModule("PhotosUI", ["PH"], isInterface: true),
        AppleModule("SafariServices", ["SF"], isInterface: true),
        AppleModule("MessageUI", ["MF"], isInterface: true), AppleModule("QuickLook", ["QL"], isInterface: true),
        AppleModule("SpriteKit", ["SK"], isInterface: true), AppleModule("SceneKit", ["SCN"], isInterface: true),
        AppleModule("Charts", names: ["Chart", "BarMark", "LineMark", "SectorMark"], isInterface: true),
        AppleModule("AVKit", ["AV"], isInterface: true), AppleModule("ClockKit", ["CLK"], isInterface: true),
        AppleModule("ActivityKit", names: ["ActivityAttributes"], isInterface: true),
        AppleModule("TipKit", names: ["Tip", "Tips"], isInterface: true),
        AppleModule("CoreGraphics", ["CG"]), AppleModule("QuartzCore", ["CA"], names: ["CACurrentMediaTime"]),
        AppleModule("CoreImage", ["CI"]), AppleModule("CoreText", ["CT"]),
    ]

    private static let services: [AppleModule] = [
        AppleModule("CloudKit", ["CK"]), AppleModule("CoreSpotlight", ["CS"]), AppleModule("CoreLocation", ["CL"]),
        AppleModule("Photos", ["PH"]), AppleModule("UserNotifications", ["UN"]), AppleModule("HealthKit", ["HK"]),
        AppleModule("StoreKit", ["SK"]), AppleModule("Intents", ["IN"]), AppleModule("IntentsUI", ["IN"]),
        AppleModule("AppIntents", names: ["AppIntent", "AppEntity", "AppEnum", "EntityQuery", "AppShortcutsProvider"]),
        AppleModule("Contacts", ["CN"]), AppleModule("ContactsUI", ["CN"]), AppleModule("EventKit", ["EK"]),
        AppleModule("AVFoundation", ["AV"]), AppleModule("AVFAudio", ["AV"]), AppleModule("CoreMedia", ["CM"]),
        AppleModule("CoreMotion", ["CM"]), AppleModule("Vision", ["VN"]), AppleModule("CoreML", ["ML"]),
        AppleModule("NaturalLanguage", ["NL"]), AppleModule("GameKit", ["GK"]), AppleModule("ARKit", ["AR"]),
        AppleModule("Metal", ["MTL"]), AppleModule("MediaPlayer", ["MP"]), AppleModule("BackgroundTasks", ["BG"]),
        AppleModule("CallKit", ["CX"]), AppleModule("PassKit", ["PK"]), AppleModule("WatchConnectivity", ["WC"]),
        AppleModule("AuthenticationServices", ["AS"]), AppleModule("CoreBluetooth", ["CB"]),
        AppleModule("CoreTelephony", ["CT"]), AppleModule("MetricKit", ["MX"]), AppleModule("Messages", ["MS"]),
        AppleModule("LocalAuthentication", ["LA"]), AppleModule("AdSupport", ["AS"]),
        AppleModule("AppTrackingTransparency", ["AT"]), AppleModule("Speech", ["SF"]),
        AppleModule("MultipeerConnectivity", ["MC"]), AppleModule("DeviceCheck", ["DC"]),
        AppleModule("LinkPresentation", ["LP"]), AppleModule("MobileCoreServices", ["kUT", "UT"]),
        AppleModule("UniformTypeIdentifiers", ["UT"]), AppleModule("CoreServices", ["LS", "kUT", "UT"]),
        AppleModule("SwiftData", names: ["ModelContext", "ModelContainer", "ModelConfiguration", "FetchDescriptor"]),
    ]

    private static let system: [AppleModule] = [
        AppleModule(
            "os",
            names: [
                "Logger", "OSLog", "OSLogType", "os_log", "os_signpost", "OSSignposter", "OSSignpostID",
                "OSAllocatedUnfairLock", "os_unfair_lock", "os_unfair_lock_lock", "os_unfair_lock_unlock",
            ]),
        AppleModule("OSLog", names: ["Logger", "OSLog", "OSLogType", "os_log", "OSLogStore", "OSSignposter"]),
        AppleModule("Network", ["NW"]), AppleModule("SystemConfiguration", ["SC", "kSC"]),
        AppleModule("Security", ["Sec", "kSec"]), AppleModule("CommonCrypto", ["CC_", "kCC"], names: ["CC_SHA256"]),
        AppleModule(
            "CryptoKit",
            names: [
                "SHA256", "SHA384", "SHA512", "SymmetricKey", "AES", "ChaChaPoly", "HMAC", "HKDF", "Insecure",
                "Curve25519", "P256", "P384", "P521",
            ]),
        AppleModule("Accelerate", ["vDSP"]), AppleModule("ServiceManagement", ["SM"]), AppleModule("IOKit", ["IO"]),
        AppleModule("Darwin", names: ["mach_absolute_time", "mach_timebase_info", "arc4random_buf"]),
        AppleModule("ObjectiveC"), AppleModule("ExtensionKit"), AppleModule("CoreTransferable"),
        AppleModule("XPC"), AppleModule("MachO"),
    ]

    private static let drawing: Set<String> = ["NSAttributedStringKey", "NSTextAttachment", "NSParagraphStyle"]

    private static let appKit: Set<String> = [
        "NSApp", "NSApplication", "NSApplicationDelegate", "NSView", "NSViewController", "NSWindow",
        "NSWindowController", "NSImage", "NSColor", "NSFont", "NSTableView", "NSTableCellView", "NSOutlineView",
        "NSCollectionView", "NSDocument", "NSPersistentDocument", "NSArrayController", "NSTreeController",
        "NSObjectController", "NSMenu", "NSMenuItem", "NSButton", "NSTextField", "NSTextView", "NSAlert", "NSEvent",
        "NSResponder", "NSWorkspace", "NSPasteboard", "NSOpenPanel", "NSSavePanel", "NSScreen", "NSBezierPath",
    ]

    private static let swiftUI: Set<String> = [
        "View", "App", "Scene", "Text", "Image", "Color", "Font", "State", "Binding", "StateObject",
        "ObservedObject", "EnvironmentObject", "Environment", "EnvironmentKey", "EnvironmentValues", "AppStorage",
        "SceneStorage", "FocusState", "GestureState", "FetchRequest", "SectionedFetchRequest", "FetchedResults",
        "ViewModifier", "PreviewProvider", "ViewBuilder", "List", "NavigationView", "NavigationStack", "ForEach",
        "LocalizedStringKey", "ColorScheme", "ScenePhase", "UIViewRepresentable", "UIViewControllerRepresentable",
        "NSViewRepresentable", "ButtonStyle", "Shape", "Animation", "withAnimation", "GeometryProxy",
        "GeometryReader", "DynamicProperty", "PreferenceKey", "Path", "Angle", "EdgeInsets", "Alignment",
    ]
}
