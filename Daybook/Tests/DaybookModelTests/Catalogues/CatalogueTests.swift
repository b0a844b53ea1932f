import Testing

@testable import DaybookModel

@Suite struct CatalogueTests {
    @Test func group_shownByItsName_isWrittenByItsCode() {
        let code = RegionGroup.prefix + "002"
        for language in Language.allCases {
            let shown = RegionGroup.title(code, in: language)
            #expect(shown != code && RegionGroup.written(shown, instead: code) == code)
        }
        #expect(RegionGroup.written("Islands", instead: code) == "Islands")
        #expect(RegionGroup.written("Africa", instead: nil) == "Africa")
    }

    @Test func countries_haveBothNamesAndAGroup() throws {
        let entries = CountryCatalogue.entries()
        #expect(entries.count > 200)
        #expect(Set(entries.map(\.code)).count == entries.count)
        let korea = try #require(entries.first { $0.code == "KR" })
        #expect(korea.names == [.korean: "대한민국", .english: "South Korea"])
        #expect(RegionGroup.title(korea.group, in: .korean) == "아시아")
        #expect(RegionGroup.title(korea.group, in: .english) == "Asia")
        #expect(RegionGroup.title("물고기", in: .english) == "물고기")
        #expect(entries.allSatisfy { $0.names.values.allSatisfy { !$0.isEmpty } })
    }

    @Test func categories_haveKeysOfTheirOwnAndNamesInBothLanguages() {
        let keys = BuiltInCategories.all.flatMap { [$0.key] + $0.children.map(\.key) }
        #expect(Set(keys).count == keys.count)
        for key in keys {
            for language in Language.allCases { #expect(BuiltInCategories.name(key, in: language)?.isEmpty == false) }
        }
        #expect(Set(BuiltInCategories.all.map(\.kind)) == Set(TransactionKind.allCases))
    }
}
