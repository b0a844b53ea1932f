/// A currency by its ISO 4217 code.
public struct Currency: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The code: three capital letters.
    public let code: String

    /// Makes a currency from a code in any case; nil unless it is three Latin letters.
    public init?(code: String) {
        let capital = code.uppercased()
        guard capital.utf8.count == 3, capital.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
        self.code = capital
    }

    private init(known code: String) {
        self.code = code
    }

    /// South Korean won.
    public static let krw = Currency(known: "KRW")
    /// United States dollar.
    public static let usd = Currency(known: "USD")
    /// Euro.
    public static let eur = Currency(known: "EUR")
    /// Japanese yen.
    public static let jpy = Currency(known: "JPY")

    /// The number of decimals of the minor unit.
    ///
    /// Source: ISO 4217, list one; every code not named here has two.
    public var fractionDigits: Int { Self.digits[code] ?? 2 }

    /// Minor units in one unit.
    public var minorUnitsPerUnit: Int64 {
        switch fractionDigits {
        case 0: 1
        case 2: 100
        case 3: 1000
        default: 10_000
        }
    }

    /// Whether ISO 4217 knows the code as money that is in use; made-up codes are refused where people or files give them.
    public var isKnown: Bool { Self.known.contains(code) }

    /// The code.
    public var description: String { code }

    /// The currencies a form offers, the most used here first.
    public static let offered: [Currency] = [
        "KRW", "USD", "EUR", "JPY", "CNY", "GBP", "TWD", "HKD", "VND", "THB", "SGD", "AUD", "CAD", "CHF", "PHP", "IDR",
        "MYR", "NZD", "INR", "BHD", "KWD",
    ].map(Currency.init(known:))

    /// Source: ISO 4217, list one, without metals, funds and codes for testing.
    private static let known = Set(
        """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
        CLF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD
        HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD
        MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG
        QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD
        TWD TZS UAH UGX USD UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG ZWL
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// The codes of currencies in use by the number of their decimals.
    static let byFractionDigits: [Int: [String]] = Dictionary(grouping: known.sorted()) { digits[$0] ?? 2 }

    private static let digits: [String: Int] = {
        var digits: [String: Int] = [:]
        for code in [
            "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
            "XOF", "XPF",
        ] {
            digits[code] = 0
        }
        for code in ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"] { digits[code] = 3 }
        for code in ["CLF", "UYW"] { digits[code] = 4 }
        return digits
    }()
}
