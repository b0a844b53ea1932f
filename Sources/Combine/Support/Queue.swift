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
            preconditionFailure("Queue.removeFirst(): the queue is empty")
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
