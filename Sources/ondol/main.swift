import Foundation

exit(Ondol.run(Array(CommandLine.arguments.dropFirst()), Console()).rawValue)
