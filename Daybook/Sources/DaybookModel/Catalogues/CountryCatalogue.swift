import Foundation

/// The catalogue that is built in: countries and regions, named by Foundation's locale data.
enum CountryCatalogue {
    /// The catalogue's identity.
    static let id = "countries"

    /// Its name.
    static let names: [Language: String] = [.korean: "가 본 나라와 지역", .english: "Countries and regions visited"]

    /// An entry of the catalogue.
    struct Entry: Hashable, Sendable {
        /// The ISO 3166 code.
        let code: String
        /// The names.
        let names: [Language: String]
        /// The group, as `RegionGroup` writes it.
        let group: String
    }

    /// Codes that are reserved for unions and outlying islands, or that name places where nobody lives.
    private static let leftOut: Set<String> = [
        "QO", "EU", "EZ", "UN", "AC", "CP", "CQ", "DG", "EA", "IC", "TA", "AQ", "BV", "HM", "TF", "GS", "UM", "SJ",
        "IO", "ZZ",
    ]

    /// All entries: by continent, then by Korean name.
    static func entries() -> [Entry] {
        let korean = Locale(identifier: "ko_KR")
        let english = Locale(identifier: "en_US")
        let entries = Locale.Region.isoRegions.compactMap { region -> Entry? in
            let code = region.identifier
            guard code.utf8.count == 2, !leftOut.contains(code), let continent = region.continent?.identifier,
                let koreanName = korean.localizedString(forRegionCode: code),
                let englishName = english.localizedString(forRegionCode: code)
            else { return nil }
            return Entry(
                code: code, names: [.korean: koreanName, .english: englishName],
                group: RegionGroup.prefix + continent)
        }
        return entries.sorted { ($0.group, $0.names[.korean] ?? "") < ($1.group, $1.names[.korean] ?? "") }
    }
}

/// Groups of the country catalogue, which are written as codes and shown in the page's language.
public enum RegionGroup {
    static let prefix = "region:"

    /// A group as it is written, from what was typed where `shown` stood before: a continent's name stays its code.
    public static func written(_ typed: String, instead shown: String?) -> String {
        guard let shown, Language.allCases.contains(where: { title(shown, in: $0) == typed }) else { return typed }
        return shown
    }

    /// The name of a group as a page shows it: a continent's name in the language, or the group as it is written.
    public static func title(_ group: String, in language: Language) -> String {
        guard group.hasPrefix(prefix) else { return group }
        let code = String(group.dropFirst(prefix.count))
        return Locale(identifier: language.choose("ko_KR", "en_US")).localizedString(forRegionCode: code) ?? code
    }
}
