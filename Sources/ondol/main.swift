import Foundation

Interruption.watch()
let code = Ondol.run(Array(CommandLine.arguments.dropFirst()), Console())
Interruption.yield()
exit(code.rawValue)
