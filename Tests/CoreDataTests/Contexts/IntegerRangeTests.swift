import Foundation
import Testing

@testable import CoreData

@Suite struct IntegerRangeTests {
    /// What key-value coding takes and the type cannot hold must not be saved as something else.
    @Test(arguments: [Int64(Int16.max) + 1, Int64(Int16.min) - 1, 1 << 40, 0, -3])
    func integer_beyondItsType_isRefused(value: Int64) throws {
        try League.run { league in
            let player = league.context.make("Player", ["name": "a", "number": NSNumber(value: value)])
            if Int16(exactly: value) != nil { return try league.context.save() }
            let error = #expect(throws: NSError.self) { try league.context.save() }
            #expect(error?.code == (value > 0 ? NSValidationNumberTooLargeError : NSValidationNumberTooSmallError))
            player.setValue(5, forKey: "number")
            try league.context.save()
        }
    }
}
