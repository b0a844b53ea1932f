import Foundation
import Testing

@testable import CoreData

/// Source: NIST, "Examples with Intermediate Values" for FIPS 180-4.
@Suite struct SHA2Tests {
    private static func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func sha256_ofKnownText_isKnownHash(text: String, hash: String) {
        #expect(Self.hex(SHA2.sha256(text.utf8)) == hash)
    }

    @Test(arguments: [
        (
            "",
            "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
        ),
        (
            "abc",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
                + "nopqrstu",
            "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
                + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
        ),
    ])
    func sha512_ofKnownText_isKnownHash(text: String, hash: String) {
        #expect(Self.hex(SHA2.sha512(text.utf8)) == hash)
    }

    @Test func sha256_ofAMillionLetters_isKnownHash() {
        let hash = SHA2.sha256(repeatElement(UInt8(ascii: "a"), count: 1_000_000))
        #expect(Self.hex(hash) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// Lengths around the block size are where padding goes wrong.
    @Test(arguments: Array(0...130))
    func hasher_fedBytewise_equalsHashOfTheWhole(length: Int) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var short = SHA2.Hasher256()
        var long = SHA2.Hasher512()
        for byte in bytes {
            short.update([byte])
            long.update([byte])
        }
        #expect(short.finalize() == SHA2.sha256(bytes))
        #expect(long.finalize() == SHA2.sha512(bytes))
    }
}
