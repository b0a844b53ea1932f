import Testing

@testable import CoreData

@Suite struct KeyTableTests {
    /// Sparse, dense, negative and colliding keys behave as in a dictionary.
    @Test(arguments: [1, 7, 8, 64, 1_000, 1 << 20, 1 << 40] as [Int64], [0, 1] as [UInt32])
    func strides_behaveAsADictionary(_ stride: Int64, store: UInt32) {
        var table = KeyTable(store: store, root: 0)
        var model: [Int64: UInt] = [:]
        var seed: UInt64 = 42
        for step in 0..<4_000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = (Int64(seed >> 52) - 2_000) * stride
            if step % 3 == 2 {
                if let object = model.removeValue(forKey: key) { table.remove(key, object) }
            } else {
                table.reserve(1)
                table.insert(key, UInt(step + 1))
                model[key] = UInt(step + 1)
            }
        }
        #expect(table.count == model.count)
        #expect(model.allSatisfy { table.word($0.key) == $0.value })
        #expect(Set(table.words) == Set(model.values))
        for (key, object) in model {
            table.remove(key, object &+ 1_000_000)
            table.remove(key, object)
        }
        #expect(table.count == 0 && table.words.isEmpty)
    }

    /// A table that is emptied again and again takes keys from anywhere each time.
    @Test(arguments: [0, 1] as [UInt32]) func emptied_startsAnew(store: UInt32) {
        var table = KeyTable(store: store, root: 0)
        var random = SplitMix(state: 7)
        for _ in 0..<200 {
            let start = Int64(random.below(1 << 30)) * (random.below(2) == 0 ? 1 : -1)
            let keys = (0..<Int64(1 + random.below(100))).map { start + (store == 0 ? -$0 : $0) }
            for key in keys { table.insert(key, UInt(bitPattern: Int(key)) | 1 << 62) }
            #expect(keys.allSatisfy { table.word($0) == UInt(bitPattern: Int($0)) | 1 << 62 })
            #expect(table.word(start &+ 1_000) == nil && table.count == keys.count)
            for key in keys { table.remove(key, UInt(bitPattern: Int(key)) | 1 << 62) }
            #expect(table.count == 0)
        }
    }
}
