import BenchmarkSupport
import CoreData

/// The stores the workloads start from.
enum Templates {
    static func empty(_ n: Int, _ path: String) throws {
        try Store(path: path).close()
    }

    static func items(_ n: Int, _ path: String) throws {
        let store = try Store(path: path)
        try store.perform { context in
            for (index, values) in ItemSource(count: n).enumerated() {
                Item(context: context).fill(values)
                if index % 10_000 == 9_999 {
                    try context.save()
                    context.reset()
                }
            }
            try context.save()
        }
        try store.close()
    }

    static func tree(_ source: TreeSource, _ path: String) throws {
        let store = try Store(path: path)
        try store.perform { context in
            for (index, values) in source.enumerated() {
                let parent = Parent(context: context)
                parent.name = values.name
                parent.rank = values.rank
                for childValues in values.children {
                    let child = Child(context: context)
                    child.name = childValues.name
                    child.value = childValues.value
                    child.parent = parent
                }
                if index % 1_000 == 999 {
                    try context.save()
                    context.reset()
                }
            }
            try context.save()
        }
        try store.close()
    }
}
