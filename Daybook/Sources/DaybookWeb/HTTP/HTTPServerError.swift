import DaybookModel
import Foundation

/// Why the server could not start.
public enum HTTPServerError: Error, Equatable, CustomStringConvertible {
    /// Another program listens on the port.
    case portInUse(UInt16)
    /// The port needs rights that this program does not have.
    case portForbidden(UInt16)
    /// A call of the system failed.
    case system(call: String, code: Int32)

    /// What happened and what to do.
    public var description: String { message(in: .english) }

    /// What happened and what to do, for a person.
    public func message(in language: Language) -> String { phrase.text(in: language) }

    private var phrase: Phrase {
        switch self {
        case .portInUse(let port):
            Phrase(
                "포트 \(port)을(를) 다른 프로그램이 쓰고 있습니다. 그 프로그램을 끝내거나 --port로 다른 포트를 고르세요.",
                "Port \(port) is in use by another program. Stop that program, or choose another port with --port.")
        case .portForbidden(let port):
            Phrase(
                "이 계정으로는 포트 \(port)을(를) 쓸 수 없습니다. --port로 1023보다 큰 포트를 고르세요.",
                "Port \(port) may not be used by this account. Choose a port above 1023 with --port.")
        case .system(let call, let code):
            Phrase(
                "웹 서버를 시작하지 못했습니다: \(call) (\(String(cString: strerror(code))))",
                "The web server could not start: \(call) failed (\(String(cString: strerror(code)))).")
        }
    }
}
