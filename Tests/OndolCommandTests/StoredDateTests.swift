import Foundation
import Testing

@testable import ondol

struct StoredDateTests {
    @Test(arguments: [
        (0.0, "2001-01-01T00:00:00Z"), (-0.25, "2000-12-31T23:59:59.75Z"), (0.1, "2001-01-01T00:00:00.1Z"),
        (592_299_475.57712, "2019-10-09T07:37:55.57712Z"), (99_705_600.0, "2004-02-29T00:00:00Z"),
        (-63_113_904_000.0, "0001-01-01T00:00:00Z"), (252_423_993_599.0, "9999-12-31T23:59:59Z"),
        (1e15, "1000000000000000"),
        (-31_622_400.0, "2000-01-01T00:00:00Z"),
    ])
    func text_ofSeconds_isISO(seconds: Double, text: String) {
        #expect(StoredDate.text(seconds) == text)
        #expect(StoredDate.seconds(text) == seconds)
    }

    @Test func seconds_ofText_areTheVerySame() {
        var state: UInt64 = 7
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let scale = [1.0, 1e-9, 1e-3, 1e3, 1e6][Int(state >> 60) % 5]
            let seconds = Double(Int64(bitPattern: state) >> 20) * scale / 1e3
            let text = StoredDate.text(seconds)
            #expect(StoredDate.seconds(text) == seconds, "seed 7, \(seconds), \(text)")
        }
        for seconds in [
            Double.leastNonzeroMagnitude, -Double.leastNonzeroMagnitude, 1e-5, -1e-5, 0.1 + 0.2, -0.1 - 0.2,
        ] {
            #expect(StoredDate.seconds(StoredDate.text(seconds)) == seconds, "\(seconds)")
        }
    }

    @Test(arguments: [
        ("2024-02-29", 730_857_600.0), ("2001-01-01T01:00:00+01:00", 0), ("2001-01-01T00:00:00-00:30", 1800),
        ("2001-01-01 00:00Z", 0), ("12.5", 12.5),
    ])
    func seconds_ofOtherForms_areUnderstood(text: String, seconds: Double) {
        #expect(StoredDate.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "yesterday", "2023-02-29", "2024-13-01", "2024-02-30", "2024-01-01T25:00:00Z", "2024-01-01T00:00:00",
        "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00Zx", "nan", "inf",
    ])
    func seconds_ofWhatIsNoDate_areNone(text: String) {
        #expect(StoredDate.seconds(text) == nil)
    }
}
