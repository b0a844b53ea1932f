import Foundation

/// `ondol browse`: a store in the browser.
enum BrowseCommand: Command {
    static let name = "browse"
    static let summary = "Look through a store in the browser."
    static let help = """
        NAME
          ondol browse - look through a store in the browser

        SYNOPSIS
          ondol browse STORE [--port N] [--model PATH [--version NAME]]

        DESCRIPTION
          Serves pages that show the store: its entities; the objects of an entity, filtered by a predicate, sorted, page
          by page; an object with its values, its pictures, and its relationships as links. Ctrl-C ends it.

          The pages are for the same machine only: the server listens on 127.0.0.1 and answers to that name and
          localhost. Everybody who may run programs on the machine can read them meanwhile. They hold no scripts and
          load nothing from elsewhere.

          The store is opened read-only: neither it nor anything beside it is changed. What another program writes
          meanwhile shows at the next page.

        OPTIONS
          --port <n>         the port to listen on; without it, or with 0, one that is free
        \(OpenedStore.optionHelp)

        EXAMPLES
          ondol browse Library.sqlite
          ondol browse Library.sqlite --port 8080

        EXIT CODES
          2 wrong arguments, 3 the store cannot be read or the port is taken
        """

    static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
        let arguments = try CommandArguments(arguments, options: OpenedStore.options.union(["port"]))
        guard arguments.operands.count == 1 else { throw UsageError("Name one store.") }
        let port = try arguments.count("port") ?? 0
        guard port <= 65_535 else { throw UsageError("A port is at most 65535.") }
        // what is wrong with the store is told here rather than on the first page.
        _ = try OpenedStore(arguments, console: console).map()
        let pages = BrowsePages(
            BrowseStore(
                path: arguments.operands[0], model: try arguments.value("model"),
                version: try arguments.value("version")))
        let server = try WebServer(port: port) { pages.respond(to: $0) }
        console.write("http://127.0.0.1:\(server.port)/")
        server.run()
        return .success
    }
}
