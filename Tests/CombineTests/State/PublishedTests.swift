import Combine
import Testing

@Suite struct PublishedTests {
    class Base: ObservableObject {
        @Published var name = "a"
    }

    final class Derived: Base {
        @Published var number: Int? = 1
        @Published var list: [Int] = []
    }

    final class Plain: ObservableObject {}

    final class Own: ObservableObject {
        let objectWillChange = ObservableObjectPublisher()
        @Published var name = ""
    }

    @Test func projectedValue_whileAssigning_sendsNewValueBeforeReadingGivesIt() {
        let object = Base()
        var seen: [String] = []
        let token = object.$name.sink { seen.append("\($0) \(object.name)") }
        object.name = "b"
        #expect(seen == ["a a", "b a"])
        #expect(object.name == "b")
        token.cancel()
        object.name = "c"
        #expect(seen.count == 2)
    }

    @Test func projectedValue_afterCurrentValue_doesNotSuppressEqualValues() {
        let object = Base()
        var count = 0
        let token = object.$name.dropFirst().sink { _ in count += 1 }
        object.name = "a"
        object.name = "a"
        #expect(count == 2)
        token.cancel()
    }

    @Test func objectWillChange_assignmentsInSuperclassAndSubclass_sendOncePerAssignment() {
        let object = Derived()
        #expect(object.objectWillChange === object.objectWillChange)
        var count = 0
        let token = object.objectWillChange.sink { count += 1 }
        object.name = "b"
        object.number = nil
        object.list.append(1)
        #expect(count == 3)
        #expect(object.number == nil && object.list == [1])
        token.cancel()
        object.name = "c"
        #expect(count == 3)
    }

    @Test func objectWillChange_withoutPublishedProperties_isStablePerObject() {
        let (one, other) = (Plain(), Plain())
        #expect(one.objectWillChange === one.objectWillChange)
        #expect(one.objectWillChange !== other.objectWillChange)
    }

    @Test func objectWillChange_declaredByTheClass_isNotUsedByItsProperties() {
        let object = Own()
        var count = 0
        let token = object.objectWillChange.sink { count += 1 }
        object.name = "x"
        #expect(count == 0)
        token.cancel()
    }

    @Test func assignTo_publishedProperty_lastsAsLongAsTheObject() {
        let subject = PassthroughSubject<String, Never>()
        weak var gone: Base?
        var cancelled = 0
        do {
            let object = Base()
            gone = object
            var changes = 0
            let token = object.objectWillChange.sink { changes += 1 }
            subject.handleEvents(receiveCancel: { cancelled += 1 }).assign(to: &object.$name)
            subject.send("x")
            #expect(object.name == "x")
            #expect(changes == 1)
            token.cancel()
        }
        #expect(gone == nil)
        #expect(cancelled == 1)
    }

    @Test func assignment_fromInsideTheSink_deliversDepthFirst() {
        let object = Base()
        var seen: [String] = []
        let token = object.$name.dropFirst().sink {
            seen.append($0)
            if $0 == "b" { object.name = "c" }
        }
        object.name = "b"
        #expect(seen == ["b", "c"])
        token.cancel()
    }
}
