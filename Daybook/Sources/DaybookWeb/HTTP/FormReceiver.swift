import Foundation

/// Limits on what a form may bring.
struct UploadLimits: Sendable {
    /// All text fields together.
    var fieldBytes = 2 * 1024 * 1024
    /// One file.
    ///
    /// Bytes beyond it are read and dropped, so that the rest of the form is kept.
    var fileBytes = 20 * 1024 * 1024
    /// The whole request; more than this is refused before it is read.
    var requestBytes = 130 * 1024 * 1024
}

/// Gathers a form: text in memory, files in temporary files.
struct FormReceiver: MultipartReceiver {
    private(set) var form = FormBody()
    private let limits: UploadLimits
    private let folder: URL
    private var fieldBytes = 0
    private var current: Current?

    private enum Current {
        case field(name: String, bytes: [UInt8])
        case file(field: String, name: String, location: URL, handle: FileHandle?, size: Int, UploadedFile.Problem?)
    }

    init(limits: UploadLimits, folder: URL) {
        self.limits = limits
        self.folder = folder
    }

    mutating func partBegan(_ part: MultipartParser.Part) throws {
        guard let fileName = part.fileName else {
            current = .field(name: part.name, bytes: [])
            return
        }
        let location = folder.appendingPathComponent(UUID().uuidString + ".upload")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data().write(to: location, options: .withoutOverwriting)
            let handle = try FileHandle(forWritingTo: location)
            current = .file(field: part.name, name: fileName, location: location, handle: handle, size: 0, nil)
        } catch {
            current = .file(
                field: part.name, name: fileName, location: location, handle: nil, size: 0, Self.problem(error))
        }
    }

    mutating func partContinued(_ bytes: UnsafeRawBufferPointer) throws {
        switch current {
        case .field(let name, var collected):
            // Taken out first, so that appending does not copy.
            current = nil
            fieldBytes += bytes.count
            guard fieldBytes <= limits.fieldBytes else {
                form.problem = .tooLarge
                throw MultipartParser.Failure(message: "the form's text is too long")
            }
            collected.append(contentsOf: bytes)
            current = .field(name: name, bytes: collected)
        case .file(let field, let name, let location, let handle, let size, var problem):
            if problem == nil, size + bytes.count > limits.fileBytes { problem = .tooLarge }
            if problem == nil, let handle {
                do {
                    try handle.write(contentsOf: Data(bytes))
                } catch {
                    problem = Self.problem(error)
                }
            }
            current = .file(
                field: field, name: name, location: location, handle: handle, size: size + bytes.count, problem)
        case nil:
            break
        }
    }

    mutating func partEnded() throws {
        switch current {
        case .field(let name, let bytes):
            form.fields.append(FormField(name: name, value: String(decoding: bytes, as: UTF8.self)))
        case .file(let field, let name, let location, let handle, let size, var problem):
            do {
                try handle?.close()
            } catch {
                problem = problem ?? Self.problem(error)
            }
            form.files.append(
                UploadedFile(field: field, fileName: name, location: location, size: size, problem: problem))
        case nil:
            break
        }
        current = nil
    }

    /// Why a file could not be kept; a full disk has words of its own.
    private static func problem(_ error: any Error) -> UploadedFile.Problem {
        var next: NSError? = error as NSError
        while let found = next {
            if found.domain == NSCocoaErrorDomain, found.code == CocoaError.fileWriteOutOfSpace.rawValue {
                return .diskFull
            }
            if found.domain == NSPOSIXErrorDomain, found.code == Int(ENOSPC) || found.code == Int(EDQUOT) {
                return .diskFull
            }
            next = found.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        return .notStored("\(error)")
    }

    /// The temporary file of a part that never ended.
    var unfinishedFile: URL? {
        if case .file(_, _, let location, _, _, _) = current { location } else { nil }
    }

    /// The form so far, marked as not read whole.
    func failed(_ problem: FormProblem) -> FormBody {
        var result = form
        result.problem = form.problem ?? problem
        return result
    }
}
