/// An attribute of an element; its value is escaped, and an address in it leads to a page of ours.
struct Attribute: Sendable {
    let rendered: String

    /// - Parameter name: from our own code, never from input.
    init(_ name: StaticString, _ value: String) {
        rendered = " \(name)=\"\(HTML.escape(value))\""
    }

    private init(flag name: StaticString) {
        rendered = " \(name)"
    }

    /// An attribute that is there or not, such as `checked`.
    static func flag(_ name: StaticString, _ isSet: Bool = true) -> Attribute? {
        isSet ? Attribute(flag: name) : nil
    }

    static func `class`(_ value: String) -> Attribute { Attribute("class", value) }
    static func id(_ value: String) -> Attribute { Attribute("id", value) }
    static func name(_ value: String) -> Attribute { Attribute("name", value) }
    static func value(_ value: String) -> Attribute { Attribute("value", value) }
    static func type(_ value: StaticString) -> Attribute { Attribute("type", "\(value)") }
    static func role(_ value: StaticString) -> Attribute { Attribute("role", "\(value)") }
    static func title(_ value: String) -> Attribute { Attribute("title", value) }
    static func lang(_ value: String) -> Attribute { Attribute("lang", value) }
    static func `for`(_ id: String) -> Attribute { Attribute("for", id) }
    static func label(_ text: String) -> Attribute { Attribute("aria-label", text) }
    static func labelledBy(_ id: String) -> Attribute { Attribute("aria-labelledby", id) }
    static func describedBy(_ id: String?) -> Attribute? { id.map { Attribute("aria-describedby", $0) } }
    static func current(_ isCurrent: Bool, as value: StaticString = "page") -> Attribute? {
        isCurrent ? Attribute("aria-current", "\(value)") : nil
    }
    static let hidden = Attribute("aria-hidden", "true")

    /// Addresses: anything that is no path, query or fragment of ours becomes `#`.
    static func href(_ address: String) -> Attribute { Attribute("href", safe(address)) }
    static func src(_ address: String) -> Attribute { Attribute("src", safe(address)) }
    static func action(_ address: String) -> Attribute { Attribute("action", safe(address)) }
    static func formAction(_ address: String) -> Attribute { Attribute("formaction", safe(address)) }

    private static func safe(_ address: String) -> String {
        let isLocal = address.hasPrefix("#") || address.hasPrefix("?") || Address.local(address, or: "") == address
        return isLocal && !address.isEmpty ? address : "#"
    }
}
