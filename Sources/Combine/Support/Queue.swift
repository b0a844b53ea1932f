/// A first-in, first-out queue on an array, whose front is cleared now and then.
@usableFromInline
struct Queue<Element> {
    @usableFromInline
    var elements: [Element?] = []

    @usableFromInline
    var start = 0

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { start == elements.count }

    @inlinable
    var count: Int { elements.count - start }

    @inlinable
    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Takes the oldest element out; the queue must not be empty.
    @inlinable
    mutating func removeFirst() -> Element {
        guard start < elements.count, let element = elements[start] else {
            fatalError("Queue.removeFirst(): the queue is empty")
        }
        elements[start] = nil
        start += 1
        if start == elements.count {
            elements.removeAll(keepingCapacity: true)
            start = 0
        } else if start > 32, start > elements.count / 2 {
            elements.removeFirst(start)
            start = 0
        }
        return element
    }
}

// For queues in which elements have an order of their own.
extension Queue {
    /// The oldest element.
    var first: Element? { isEmpty ? nil : self[0] }

    /// The element at a place, counted from the front.
    subscript(place: Int) -> Element {
        guard let element = elements[start + place] else {
            fatalError("Queue[\(place)]: there is no element at this place")
        }
        return element
    }

    /// The place of the first element that a closure accepts, counted from the front.
    func firstPlace(where isWanted: (Element) -> Bool) -> Int? {
        (0..<count).first { isWanted(self[$0]) }
    }

    /// Puts an element in before all those at the end which need not come before it.
    ///
    /// - Parameter comesBefore: Whether an element has to stay in front of the new one.
    mutating func insert(_ element: Element, after comesBefore: (Element) -> Bool) {
        var place = count
        while place > 0, !comesBefore(self[place - 1]) { place -= 1 }
        elements.insert(element, at: start + place)
    }

    /// Takes the element at a place out; at the front this costs no more than `removeFirst()`.
    mutating func remove(at place: Int) -> Element {
        if place == 0 { return removeFirst() }
        let element = self[place]
        elements.remove(at: start + place)
        return element
    }
}
