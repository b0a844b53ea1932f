extension ImportFormat {
    /// The area that a file of this kind fills.
    public var area: DataArea {
        switch self {
        case .transactionTable, .pyeonhan, .banksalad, .homebank, .firefly, .actual, .ofx, .qif: .account
        case .goodreads, .storygraph, .openreads, .kindle, .koreader, .bookmory: .reading
        case .collectionTable, .collectionJSON, .collectr: .collections
        }
    }

    /// The name that a page shows.
    public func title(in language: Language) -> String {
        switch self {
        case .transactionTable: language.choose("은행·카드 내역 (표)", "Entries in a table")
        case .pyeonhan: language.choose("편한가계부", "편한가계부 (Money Manager)")
        case .banksalad: language.choose("뱅크샐러드", "뱅크샐러드 (BankSalad)")
        case .homebank: "HomeBank"
        case .firefly: "Firefly III"
        case .actual: "Actual Budget"
        case .ofx: "OFX / QFX"
        case .qif: "QIF"
        case .goodreads: "Goodreads"
        case .storygraph: "StoryGraph"
        case .openreads: "Openreads"
        case .kindle: language.choose("킨들 클리핑", "Kindle clippings")
        case .koreader: "KOReader"
        case .bookmory: language.choose("북모리", "북모리 (Bookmory)")
        case .collectionTable: language.choose("컬렉션 목록 (표)", "List of a collection")
        case .collectionJSON: language.choose("컬렉션 목록 (JSON)", "List of a collection (JSON)")
        case .collectr: "Collectr"
        }
    }
}
